// npm run packages -- bench: installs what only some commands need, from bench/packages, which has a lock file of its own.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

if (import.meta.main) process.argv.slice(2).forEach(installPackages);

/**
 * Installs the packages of a folder as its lock file names them, unless they are there already, and links them to where its programs look
 * for them. The folder itself has no package.json, because `#core/…` and its like would then end at it.
 */
export function installPackages(folder: string): void {
  const packages = join(folder, 'packages');
  const link = join(folder, 'node_modules');
  if (!isCurrent(packages)) {
    console.error(`Installing ${packages} …`);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['ci', ...options], { cwd: packages, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  if (!existsSync(link)) symlinkSync('packages/node_modules', link, 'dir');
}

function isCurrent(packages: string): boolean {
  // npm writes its own list of what it installed last of all.
  const installed = join(packages, 'node_modules/.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(packages, 'package-lock.json')).mtimeMs
  );
}
