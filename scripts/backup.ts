// npm run backup: copies all tables of an installation into a file.
import { parseArgs } from 'node:util';
import { backUpToFile } from './installation/back-up.ts';
import { createPlatform } from './installation/local-platform.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';

const HELP = `Usage: npm run backup [-- options]

  --file FILE           where to (.installations/NAME/backups/NAME-TIME.ndjson.gz, which git ignores)
${INSTALLATION_HELP}`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, help: { type: 'boolean' }, ...INSTALLATION_OPTIONS },
  });
  if (values.help) return console.log(HELP);
  await backUpToFile(values, createPlatform());
});
