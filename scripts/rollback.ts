// npm run rollback: undoes the code of the last npm run upgrade.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';
import { rollback } from './installation/rollback.ts';

const HELP = `Usage: npm run rollback [-- options]

Each Worker that the last upgrade changed serves the version before it again. The data stays.

${INSTALLATION_HELP}`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { help: { type: 'boolean' }, ...INSTALLATION_OPTIONS },
  });
  if (values.help) return console.log(HELP);
  await rollback(values, createPlatform());
});
