import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** CONTRIBUTING.md, "What a change looks like", lists the same. */
const ACCEPTED = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'MPL-2.0'];

/** Accepted for one package each. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // As free as MIT.
  isbot: 'Unlicense',
  // Typefaces.
  '@fontsource/noto-sans': 'OFL-1.1',
  'inter-ui': 'OFL-1.1',
};

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** The root and the workspaces have paths outside of node_modules. */
const ours = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
const named = new Set(
  ours.flatMap(([, { dependencies, devDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  ),
);

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `(MIT OR CC0-1.0)` leaves the choice; of `MIT AND Zlib`, each part has to be accepted. */
function isAccepted(license = ''): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => ACCEPTED.includes(part)));
}

it('depends on no package under a licence that CONTRIBUTING.md does not accept, nor ships one', () => {
  const refused = Object.entries(packages)
    .filter(([path, { link, dev }]) => {
      const isInstalled = path.includes('node_modules/') && !link;
      return isInstalled && (named.has(nameOf(path)) || dev !== true);
    })
    .map(([path, { license }]) => ({ name: nameOf(path), license }))
    .filter(({ name, license }) => !isAccepted(license) && EXCEPTIONS[name] !== license);
  expect(refused).toEqual([]);
});
