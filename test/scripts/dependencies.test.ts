import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCK_FILES } from '#scripts/development/lock-files.ts';

interface LockedPackage {
  readonly link?: true;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> };

/** All that comes from a registry. */
const listInstalled = (file: string) => {
  const { packages } = readJson(file) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([path, locked]) =>
    path.includes('node_modules/') && !locked.link ? [{ path, ...locked }] : [],
  );
};

it.each(LOCK_FILES)('each dependency is installed only with the bytes that %s names', (file) => {
  const installed = listInstalled(file);
  expect(installed).not.toEqual([]);
  for (const { path, integrity } of installed) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
});

it('each install script is allowed or denied, and no decision is about a package that is gone', () => {
  const withScript = listInstalled('package-lock.json').filter(({ hasInstallScript }) => hasInstallScript);
  const names = new Set(withScript.map(({ path }) => path.replace(/^.*node_modules\//, '')));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...names].toSorted());
});
