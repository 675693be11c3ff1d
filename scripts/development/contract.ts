// npm run contract:check: fails where openapi.json is not the document of the code as it is now, and says what breaks callers.
// npm run contract:accept: writes it to openapi.json; refuses what breaks callers, but for rules named by --despite=RULE.
import { parseArgs } from 'node:util';
import { checkContract } from './check-contract.ts';

const { values } = parseArgs({
  options: { accept: { type: 'boolean' }, despite: { type: 'string', multiple: true } },
});
const { isAccepted, lines } = checkContract('.', values);
for (const line of lines) (isAccepted ? console.log : console.error)(line);
if (!isAccepted) process.exitCode = 1;
