import { spawn } from 'node:child_process';
import type { ProgramEnding } from '../run-program.ts';

interface Circumstances {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is piped in. */
  readonly input?: string;
  /** Called with what was printed so far; what it returns is typed. It can end the process, too. */
  readonly onPrinted?: (printed: string, kill: (signal: NodeJS.Signals) => void) => string | void;
}

/** Runs a program with the words of its command, and no other environment than the given one. */
export function runCommand(
  [program = '', ...words]: readonly string[],
  { env, input, onPrinted }: Circumstances,
): Promise<ProgramEnding> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { env: { PATH: process.env['PATH'], ...env } });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
        const typed = onPrinted?.(printed.stdout + printed.stderr, (signal) => child.kill(signal));
        if (typed) child.stdin.write(typed);
      });
    // A program may end before it has read all.
    child.stdin.on('error', () => undefined);
    if (!onPrinted) child.stdin.end(input);
    child.on('close', (code) => resolve({ exitCode: code ?? -1, ...printed }));
  });
}

/** The words that run a command in a terminal of its own, whose output comes on one stream. */
export function inTerminal(columns: number, words: readonly string[]): string[] {
  const python = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  return ['python3', '-c', python, 'sh', '-c', `stty columns ${columns} && exec "$@"`, 'sh', ...words];
}
