import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly link?: true;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> };

/** All that comes from a registry. */
const INSTALLED = Object.entries(packages).flatMap(([path, locked]) =>
  path.includes('node_modules/') && !locked.link ? [{ path, ...locked }] : [],
);

it('each dependency is installed only with the bytes that the lock file names', () => {
  expect(INSTALLED.length).toBeGreaterThan(500);
  for (const { path, integrity } of INSTALLED) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
});

it('each install script is allowed or denied, and no decision is about a package that is gone', () => {
  const withScript = INSTALLED.filter(({ hasInstallScript }) => hasInstallScript);
  const names = new Set(withScript.map(({ path }) => path.replace(/^.*node_modules\//, '')));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...names].toSorted());
});
