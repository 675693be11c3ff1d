import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeClientSchema } from '#scripts/development/client/schema.ts';

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
}

const FOLDER = '.build/code-samples';

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(paths).flatMap((item) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([, operation]) => operation),
);

describe('the samples of code in the OpenAPI document', () => {
  it('call our client, or fetch, and are TypeScript that fits it', async () => {
    writeClientSchema();
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { operationId, 'x-codeSamples': samples } of operations) {
      expect(samples.map(({ lang }) => lang)).toEqual(['TypeScript']);
      expect(samples[0]?.source, operationId).toMatch(/\bclient\.\w+\(|await fetch\(/);
      writeFileSync(`${FOLDER}/${operationId}.ts`, `${samples[0]?.source}\nexport {};\n`);
    }
    const compilerOptions = {
      lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
      noUnusedLocals: false,
      paths: { 'qr-code-service-client': ['../../client/src/index.ts'] },
    };
    writeFileSync(
      `${FOLDER}/tsconfig.json`,
      JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], references: [] }),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [
      'node_modules/typescript/bin/tsc',
      ...['-p', FOLDER, '--pretty', 'false'],
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
