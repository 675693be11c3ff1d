// npm run rollback: undoes the code of the last npm run upgrade.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { runCommand } from './support/run-command.ts';
import { rollback } from './installation/rollback.ts';

const HELP = `Usage: npm run rollback [-- options]

Each Worker that the last upgrade changed serves the version before it again. The data stays.

  --name NAME           one of several installations (qr)
  --environment NAME    the installation beside it, as staging`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, environment: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  await rollback(values, createPlatform());
});
