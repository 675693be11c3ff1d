// npm run backup: copies all tables of an installation into a file.
import { parseArgs } from 'node:util';
import { backUpToFile } from './installation/back-up.ts';
import { createPlatform } from './installation/local-platform.ts';
import { runCommand } from './support/run-command.ts';

const HELP = `Usage: npm run backup [-- options]

  --file FILE           where to (NAME-TIME.ndjson.gz)
  --name NAME           one of several installations (qr)
  --environment NAME    the installation beside it, as staging`;

await runCommand(async () => {
  const TEXT = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { file: TEXT, name: TEXT, environment: TEXT, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  await backUpToFile(values, createPlatform());
});
