// npm run generators:check: checks that the output of client generators for openapi.json compiles with real calls, without special flags.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

const FOLDER = 'test/generators';
const GENERATED = `${FOLDER}/generated`;

function run(command: string, ...options: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, options, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status === 0) return;
  console.error(`${[command, ...options].join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  process.exit(1);
}

const generate = (script: string, ...options: string[]) => run(process.execPath, script, ...options);

rmSync(GENERATED, { recursive: true, force: true });
const CONTRACT = 'openapi.json';
generate(
  `${FOLDER}/node_modules/openapi-typescript/bin/cli.js`,
  CONTRACT,
  '--output',
  `${GENERATED}/openapi-typescript.ts`,
);
generate(
  `${FOLDER}/node_modules/@hey-api/openapi-ts/bin/run.js`,
  '-i',
  CONTRACT,
  '-o',
  `${GENERATED}/hey-api`,
);
generate(
  `${FOLDER}/node_modules/orval/dist/bin/orval.mjs`,
  '--input',
  CONTRACT,
  '--output',
  `${GENERATED}/orval.ts`,
  '--client',
  'fetch',
);
generate(`${FOLDER}/node_modules/@kubb/cli/bin/kubb.cjs`, 'generate', '--config', `${FOLDER}/kubb.config.ts`);
generate(
  `${FOLDER}/node_modules/swagger-typescript-api/dist/cli.mjs`,
  'generate',
  '--path',
  CONTRACT,
  '--output',
  GENERATED,
  '--name',
  'swagger-typescript-api.ts',
);
run('tsc', '-p', FOLDER);
console.log(
  'Real calls compile with openapi-typescript, @hey-api/openapi-ts, orval, kubb and swagger-typescript-api.',
);
