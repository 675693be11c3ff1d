import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a folder for local state that only this user can read: it contains a database with targets, scans and sessions. */
export function makeStateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  // A folder that exists already may be readable for everybody.
  chmodSync(dir, 0o700);
}

/** The file in the folder `local` of the state in which a running service stores its URL. */
export function runningUrlFile(localDir: string): string {
  return join(localDir, 'running.url');
}

/** The URL of the service with its state in `stateDir`; null if it is not running. */
export function readRunningUrl(stateDir: string): string | null {
  const file = runningUrlFile(join(stateDir, 'local'));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
