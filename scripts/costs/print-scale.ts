// npm run costs:scale: 100 million codes and 10,000 scans a second over shards, for docs/decisions/scale.md.
import { parseArgs } from 'node:util';
import { listScaleRows } from './scale-table.ts';
import { runCommand } from '../support/run-command.ts';

const HELP = `Usage: npm run costs:scale

Simulates 100 million codes and 10,000 scans a second over 6, 8 and 13 shards, and prints the table of docs/decisions/scale.md.`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) return console.log(HELP);
  console.log(
    '| shards | accounts | codes in the fullest | GB of 10 | queries a second in the busiest, of 1,000 | USD a month | USD a million scans |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const row of listScaleRows()) console.log(row);
});
