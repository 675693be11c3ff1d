// npm run restore: restores the data of an installation, from a backup or by D1 Time Travel.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { confirmUnless } from './support/confirm.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';
import { restore } from './installation/restore/restore.ts';

const HELP = `Usage: npm run restore -- FILE | --time TIME | --bookmark BOOKMARK | --images

  FILE                  a backup, into an empty database
  --time TIME           D1 Time Travel, to a time of the last 30 days (7 on Free) with its zone: 2026-11-21T20:00:00Z. Later changes are
                        lost
  --bookmark BOOKMARK   the same, to a bookmark that npm run upgrade or an earlier restore printed
  --images              restores nothing; only has missing images drawn again
  --yes                 does not ask (needed without a terminal)
${INSTALLATION_HELP}`;

await runCommand(async () => {
  const TEXT = { type: 'string' } as const;
  const SWITCH = { type: 'boolean' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      time: TEXT,
      bookmark: TEXT,
      images: SWITCH,
      yes: SWITCH,
      help: SWITCH,
      ...INSTALLATION_OPTIONS,
    },
  });
  if (values.help) return console.log(HELP);
  const [file, ...others] = positionals;
  if (others.length > 0) throw new Error(`Name one FILE, not also ${others.join(', ')}.`);
  const confirm = confirmUnless((values.yes || values.images) ?? false, 'Restore this?');
  await restore({ ...values, file, imagesOnly: values.images, confirm }, createPlatform());
});
