import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalService, startLocalService } from '../../scripts/support/local-service.ts';
import { findFreePort } from '../support/free-port.ts';

/** docs/quickstart.md: each program in it, run as it is written, against the local service. */

const INTERPRETERS: Record<string, { command: string; extension: string }> = {
  bash: { command: 'bash', extension: 'sh' },
  ts: { command: process.execPath, extension: 'ts' },
  python: { command: 'python3', extension: 'py' },
};

const ID = 'qr_[0-9a-z]{8}';

/** What the programs print, by the section that they stand in; the first line tells the id, and the others are of it. */
const PRINTED: Record<string, Record<string, RegExp>> = {
  'Create, read, change, count, list, delete': {
    bash: new RegExp(
      `^created (${ID})\nread (?:W/)?"[^"]+"\n` +
        '\\{"id":"\\1",.*"target":"https://example.com/winter".*\\}\n' +
        '\\{"id":"\\1","total_scans":0,.*\\}\n' +
        '\\{"data":\\[\\{"id":"\\1",.*\\}\\],"has_more":false,.*\\}\n' +
        '\\{"id":"\\1","deleted":true\\}\n$',
    ),
    ts: new RegExp(
      `^created (${ID})\nread Menu (?:W/)?"[^"]+"\nleads to https://example.com/winter\nscans: 0\nlisted \\1\ndeleted: true\n$`,
    ),
    python: new RegExp(
      `^created (${ID})\nread Menu (?:W/)?"[^"]+"\nleads to https://example.com/winter\nscans: 0\nlisted \\1\ndeleted: True\n$`,
    ),
  },
  'Retry safely': {
    bash: new RegExp(`^\\{"id":"${ID}",.*"target":"https://example.com/once".*\\}\none code\n$`),
    ts: new RegExp(`^one code: ${ID}\n$`),
    python: new RegExp(`^one code: ${ID}\n$`),
  },
};

const programs = readPrograms(readFileSync('docs/quickstart.md', 'utf8'));
const runnable = programs.filter(({ language }) => isThere(language));

let dir: string;
let service: LocalService;
let packed: string[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'qr-quickstart-'));
  packed = installClient(join(dir, 'node_modules'));
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}');
  service = await startLocalService({ port: await findFreePort(), stateDir: dir });
});

afterAll(async () => {
  await service?.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe('the quickstart', () => {
  it('has a program in each language in each section', () => {
    expect(programs.map(({ section, language }) => [section, language])).toEqual(
      Object.entries(PRINTED).flatMap(([section, printed]) =>
        Object.keys(printed).map((language) => [section, language]),
      ),
    );
  });

  it.each(runnable)('runs as written: $section, $language', async ({ section, language, source }) => {
    const { command, extension } = INTERPRETERS[language]!;
    const file = join(dir, `program.${extension}`);
    writeFileSync(file, source);
    const { stdout, stderr } = await promisify(execFile)(command, [file], {
      env: { PATH: process.env['PATH'], HOME: dir, API: service.apiUrl, KEY: service.apiKey },
      cwd: dir,
      timeout: 30_000,
    });
    expect(stdout).toMatch(PRINTED[section]![language]!);
    expect(stderr).toBe('');
  });
});

describe('the package of the client', () => {
  it('holds what it names, code and types, and nothing else', () => {
    expect(packed).toEqual([
      'README.md',
      'dist/client.d.ts',
      'dist/errors.d.ts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/retry.d.ts',
      'dist/schema.d.ts',
      'package.json',
    ]);
  });

  it('has types that the programs of the quickstart satisfy, and a wrong program does not', async () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2024', lib: ['es2024', 'dom'], types: ['node'] },
      module: 'nodenext',
    };
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typed-*.ts'] }));
    for (const [index, { source }] of programs.filter(({ language }) => language === 'ts').entries())
      writeFileSync(join(dir, `typed-${index}.ts`), source);
    const check = () => promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', dir]);
    expect(await check()).toEqual({ stdout: '', stderr: '' });

    const wrong =
      "import type { CreateQrCode } from 'qr-code-service-client';\nexport const c: CreateQrCode = {};\n";
    writeFileSync(join(dir, 'typed-wrong.ts'), wrong);
    await expect(check()).rejects.toMatchObject({
      stdout: expect.stringContaining("Property 'target' is missing") as string,
    });
  });
});

/** Packs the client as it would be published and unpacks it as npm would. Gives the paths of its files. */
function installClient(modules: string): string[] {
  const place = join(modules, 'qr-code-service-client');
  mkdirSync(place, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', dir], { cwd: 'client', stdio: 'ignore' });
  const tarball = join(
    dir,
    readdirSync(dir).find((name) => name.endsWith('.tgz'))!,
  );
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  for (const name of ['openapi-fetch', '@types', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(modules, name));
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort();
}

interface Program {
  readonly section: string;
  readonly language: string;
  readonly source: string;
}

function readPrograms(markdown: string): Program[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((text) => {
      const section = text.slice(0, text.indexOf('\n'));
      return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', source = '']) => ({
        section,
        language,
        source,
      }));
    });
}

function isThere(language: string): boolean {
  const interpreter = INTERPRETERS[language];
  if (!interpreter) throw new Error(`docs/quickstart.md has a program in "${language}", which nothing runs.`);
  const found = spawnSync(interpreter.command, ['--version']).status === 0;
  if (!found)
    console.warn(`Not run: the ${language} of docs/quickstart.md, for want of ${interpreter.command}.`);
  return found;
}
