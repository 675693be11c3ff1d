// npm run contract:accept: takes the OpenAPI document as it is now for the released one. Refuses one that breaks its callers.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createOpenApiDocument } from '../src/api/openapi/document.ts';
import { findBreaks } from './support/contract-changes.ts';
import type { Json } from './support/schema-changes.ts';

const SNAPSHOT = 'test/api/contract-snapshot.json';

const current = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
const before = existsSync(SNAPSHOT) ? readFileSync(SNAPSHOT, 'utf8') : current;
const breaks = findBreaks(JSON.parse(before) as Json, JSON.parse(current) as Json);
if (breaks.length > 0) {
  console.error('This would break callers of /v1 (docs/interface.md, "What may change"):');
  for (const line of breaks) console.error(`- ${line}`);
  process.exitCode = 1;
} else {
  writeFileSync(SNAPSHOT, current);
  console.log(before === current ? 'Nothing has changed.' : `${SNAPSHOT} holds the contract as it is now.`);
}
