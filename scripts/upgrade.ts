// npm run upgrade: upgrades an installation to the version of this checkout.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';
import { upgrade } from './installation/upgrade.ts';

const HELP = `Usage: npm run upgrade [-- options]

Migrates the database, deploys the short-link Worker, then the API, and says how to go back.

  --set NAME=VALUE      a variable of wrangler.toml; may be given several times
${INSTALLATION_HELP}
  --accept-downtime     applies migrations that the deployed version cannot live with
  --dry-run             only says what it would do`;

const SWITCH = { type: 'boolean' } as const;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string', multiple: true },
      'accept-downtime': SWITCH,
      'dry-run': SWITCH,
      help: SWITCH,
      ...INSTALLATION_OPTIONS,
    },
  });
  if (values.help) return console.log(HELP);
  await upgrade(
    {
      installation: values.installation,
      environment: values.environment,
      set: values.set,
      isDryRun: values['dry-run'] ?? false,
      acceptsDowntime: values['accept-downtime'] ?? false,
    },
    createPlatform(),
  );
});
