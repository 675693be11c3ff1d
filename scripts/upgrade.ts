// npm run upgrade: upgrades an installation to the version of this checkout.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { runCommand } from './support/run-command.ts';
import { upgrade } from './installation/upgrade.ts';

const HELP = `Usage: npm run upgrade [-- options]

Migrates the database, deploys the short-link Worker, then the API, and says how to go back.

  --set NAME=VALUE      a variable of wrangler.toml; may be given several times
  --name NAME           one of several installations (qr)
  --environment NAME    the installation beside it, as staging
  --accept-downtime     applies migrations that the deployed version cannot live with
  --dry-run             only says what it would do`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      name: TEXT,
      environment: TEXT,
      'accept-downtime': SWITCH,
      'dry-run': SWITCH,
      help: SWITCH,
    },
  });
  if (values.help) return console.log(HELP);
  await upgrade(
    {
      name: values.name,
      environment: values.environment,
      set: values.set,
      isDryRun: values['dry-run'] ?? false,
      acceptsDowntime: values['accept-downtime'] ?? false,
    },
    createPlatform(),
  );
});
