// node scripts/support/print-once.ts COMMAND…: runs a program and prints each line of it once. `tsc -b` says an error again for each
// program that holds the file.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [command = '', ...options] = process.argv.slice(2);
const program = spawn(command, options, { stdio: ['inherit', 'pipe', 'inherit'] });
program.on('close', (code) => {
  process.exitCode = code ?? 1;
});
const printed = new Set<string>();
for await (const line of createInterface({ input: program.stdout })) {
  if (!printed.has(line)) console.log(line);
  printed.add(line);
}
