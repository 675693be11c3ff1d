// npm run contract:check: fails if openapi.json is not the document that the code makes now, and lists what breaks callers.
// npm run contract:accept: writes that document to openapi.json. It refuses breaks for callers, except of rules named by --despite=RULE.
import { parseArgs } from 'node:util';
import { checkContract } from './check-contract.ts';

const { values } = parseArgs({
  options: { accept: { type: 'boolean' }, despite: { type: 'string', multiple: true } },
});
const { isAccepted, lines } = checkContract('.', values);
for (const line of lines) (isAccepted ? console.log : console.error)(line);
if (!isAccepted) process.exitCode = 1;
