// npm run restore: restores the data of an installation, from a backup or by D1 Time Travel.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { runCommand } from './support/run-command.ts';
import { restore } from './installation/restore/restore.ts';

const HELP = `Usage: npm run restore -- FILE | --time TIME | --bookmark BOOKMARK | --images

  FILE                  a backup, into an empty database
  --time TIME           D1 Time Travel: as 2026-11-21T20:00:00Z, of the last 30 days (7 on Free). Later changes are lost
  --bookmark BOOKMARK   the same, to a bookmark that npm run upgrade or an earlier restore printed
  --images              restores nothing; only has missing images drawn again
  --name NAME           one of several installations (qr)
  --environment NAME    the installation beside it, as staging`;

await runCommand(async () => {
  const TEXT = { type: 'string' } as const;
  const SWITCH = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { time: TEXT, bookmark: TEXT, images: SWITCH, name: TEXT, environment: TEXT, help: SWITCH },
  });
  if (values.help) return console.log(HELP);
  await restore({ ...values, file: positionals[0], imagesOnly: values.images }, createPlatform());
});
