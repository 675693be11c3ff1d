import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder of local state, for this user's eyes alone: it holds a database with targets, scans and sessions. */
export function makeStateFolder(dir: string): void {
  mkdirSync(dir, { recursive: true });
  // One that an earlier version made may be open to everybody.
  chmodSync(dir, 0o700);
}
