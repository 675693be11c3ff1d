// npm run contract:check: fails where openapi.json is not the document of the code as it is now, and says what breaks callers.
// npm run contract:accept: writes it to openapi.json; refuses what breaks callers, but for rules named by --despite=RULE.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { findContractBreaks } from './support/contract-breaks.ts';

const ACCEPTED = 'openapi.json';
const CURRENT = '.build/openapi.json';

const { values } = parseArgs({
  options: { accept: { type: 'boolean' }, despite: { type: 'string', multiple: true } },
});

const current = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
mkdirSync('.build', { recursive: true });
writeFileSync(CURRENT, current);
const isKnown = existsSync(ACCEPTED);
const isSame = isKnown && readFileSync(ACCEPTED, 'utf8') === current;
const breaks = isKnown && !isSame ? findContractBreaks(ACCEPTED, CURRENT, values.despite) : [];

if (breaks.length > 0) {
  console.error('This change breaks callers of /v1 (docs/interface.md, "What may change"):');
  for (const line of breaks) console.error(`- ${line}`);
  process.exitCode = 1;
} else if (isSame) {
  console.log(`${ACCEPTED} is the contract as it is now.`);
} else if (values.accept) {
  writeFileSync(ACCEPTED, current);
  console.log(`${ACCEPTED} holds the contract as it is now. Next: npm run client:schema`);
} else {
  console.error(
    `The contract has changed and breaks no caller. Record it: npm run contract:accept, and commit ${ACCEPTED}.`,
  );
  process.exitCode = 1;
}
