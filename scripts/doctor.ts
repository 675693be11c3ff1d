// npm run doctor: examines an installation, and says what is wrong and how to fix it.
import { parseArgs } from 'node:util';
import { examine } from './installation/doctor/examine.ts';
import { createPlatform } from './installation/local-platform.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';

const HELP = `Usage: npm run doctor [-- options]

Examines an installation and changes nothing. The exit code is 1 if something has to be fixed, and 2 if
nothing is known to be broken, but something could not be examined.

  --json                the findings as JSON
${INSTALLATION_HELP}`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      help: { type: 'boolean' },
      ...INSTALLATION_OPTIONS,
    },
  });
  if (values.help) return console.log(HELP);
  const findings = await examine(values, createPlatform());
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else
    for (const { state, name, text, url } of findings)
      console.log(`${state.padEnd(7)} ${name}: ${text}${url ? `\n        ${url}` : ''}`);
  const has = (wanted: string) => findings.some(({ state }) => state === wanted);
  process.exitCode = has('fix') ? 1 : has('unknown') ? 2 : 0;
});
