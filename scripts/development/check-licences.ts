// npm run licences:check: fails if a package that we name or ship is under a licence that CONTRIBUTING.md does not accept.
import { readFileSync } from 'node:fs';
import { findRefusedLicences, type LockedPackages } from './licences.ts';
import { LOCK_FILES } from './lock-files.ts';

for (const file of LOCK_FILES) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { readonly packages: LockedPackages };
  for (const refused of findRefusedLicences(packages)) {
    console.error(`${file}: ${refused}`);
    process.exitCode = 1;
  }
}
