// npm run client:schema: writes the client's types from openapi.json. --check fails if they are not current.
import { spawnSync } from 'node:child_process';

const TYPES = 'client/src/schema.d.ts';

const { status } = spawnSync(
  process.execPath,
  [
    'client/node_modules/openapi-typescript/bin/cli.js',
    'openapi.json',
    ...['--output', TYPES],
    ...process.argv.slice(2).filter((argument) => argument === '--check'),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
if (status !== 0) console.error(`${TYPES} is not current: npm run client:schema`);
