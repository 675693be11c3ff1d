// npm run client:schema: writes the client's types from openapi.json. Nobody edits them, so they are not in the repository.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const CONTRACT = 'openapi.json';
const TYPES = 'client/src/schema.d.ts';

if (import.meta.main) writeClientSchema();

/** Writes the types of the contract for the client, unless they are as new as the contract. */
export function writeClientSchema(): void {
  if (existsSync(TYPES) && statSync(TYPES).mtimeMs >= statSync(CONTRACT).mtimeMs) return;
  const generator = 'client/node_modules/openapi-typescript/bin/cli.js';
  execFileSync(process.execPath, [generator, CONTRACT, '--output', TYPES], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
