import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** `npm start` and the operators' commands in a checkout where something is missing. */

let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'qr-checkout-'));
  mkdirSync(join(checkout, 'scripts'));
  cpSync('package.json', join(checkout, 'package.json'));
  cpSync('scripts/ready.cjs', join(checkout, 'scripts/ready.cjs'));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

/** What the command behind `npm start` prints, run by this version of Node. */
function start(version = process.version): Promise<{ exitCode: number; stderr: string }> {
  const file = join(checkout, 'version.cjs');
  writeFileSync(file, `Object.defineProperty(process, 'version', { value: '${version}' })`);
  const [, ...words] = manifest.scripts.start.split(' ');
  return new Promise((resolve) => {
    execFile(process.execPath, ['-r', file, ...words], { cwd: checkout }, (error, _, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stderr }),
    );
  });
}

function installPackages(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(checkout, 'node_modules', name), { recursive: true });
    writeFileSync(join(checkout, 'node_modules', name, 'package.json'), '{}');
  }
}

const ALL = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

it('says that the packages are not installed', async () => {
  expect(await start()).toEqual({
    exitCode: 1,
    stderr: 'The packages of this project are not installed: run npm ci.\n',
  });
});

it('says first that Node is too old to install them', async () => {
  expect(await start('v20.20.2')).toEqual({
    exitCode: 1,
    stderr: 'Node v20.20.2 is too old: install Node 22.12 or later (https://nodejs.org), then run npm ci.\n',
  });
});

it('names packages that are missing, as after npm ci --omit=dev and after a pull', async () => {
  installPackages(...ALL.filter((name) => name !== 'wrangler'));
  expect(await start()).toEqual({
    exitCode: 1,
    stderr: 'Packages are missing (wrangler): run npm ci --include=dev.\n',
  });
});

it('says so if it is not run by the Node of the project', async () => {
  installPackages(...ALL);
  expect(await start('v22.12.0')).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining('run npm ci without --ignore-scripts, and the command with npm run.'),
  });
});

it.each(Object.entries(manifest.scripts).filter(([, line]) => /^node .*\bscripts\/[a-z-]+\.ts$/.test(line)))(
  'npm run %s is checked like this',
  (_, line) => {
    expect(line).toMatch(/^node -r \.\/scripts\/ready\.cjs scripts\//);
  },
);
