import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder of local state, for this user's eyes alone: it holds a database with targets, scans and sessions. */
export function makeStateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  // One that an earlier version made may be open to everybody.
  chmodSync(dir, 0o700);
}

/** Where a running service says where it is; in the folder `local` of its state. */
export function runningUrlFile(localDir: string): string {
  return join(localDir, 'running.url');
}

/** Where the service runs whose state lies in `stateDir`; null while none does. */
export function readRunningUrl(stateDir: string): string | null {
  const file = runningUrlFile(join(stateDir, 'local'));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
