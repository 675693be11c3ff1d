// npm run doctor: examines an installation, and says what is wrong and how to fix it.
import { parseArgs } from 'node:util';
import { examine } from './installation/doctor/examine.ts';
import { createPlatform, runCommand } from './installation/local-platform.ts';

const HELP = `Usage: npm run doctor [-- options]

Examines an installation and changes nothing. The exit code is 1 where something has to be mended.

  --json                the findings as JSON
  --name NAME           one of several installations (qr)
  --environment NAME    the installation beside it, as staging`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      name: { type: 'string' },
      environment: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const findings = await examine(values, createPlatform());
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else
    for (const { state, name, text, url } of findings)
      console.log(`${state.padEnd(5)} ${name}: ${text}${url ? `\n      ${url}` : ''}`);
  if (findings.some(({ state }) => state === 'fix')) process.exitCode = 1;
});
