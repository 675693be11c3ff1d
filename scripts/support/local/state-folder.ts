import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Creates a folder for people's data, as targets, scans and sessions: only this user can read it, and git ignores it wherever it is. */
export function makePrivateFolder(dir: string): void {
  // On a disk that can only be read, the error of mkdir says that there is no such folder.
  requireWritable(nearestExisting(dir));
  const isNew = mkdirSync(dir, { recursive: true }) !== undefined;
  // A folder that exists already may be readable for everybody.
  chmodSync(dir, 0o700);
  if (isNew) writeFileSync(join(dir, '.gitignore'), '*\n');
}

/** Throws the error of the file system that says why a folder cannot be written. */
export function requireWritable(dir: string): void {
  accessSync(dir, constants.W_OK);
}

/** How many bytes the disk of a folder has left; null if it does not say. */
export function readRoom(dir: string): number | null {
  const { bavail, blocks, bsize } = statfsSync(dir);
  return blocks === 0 ? null : bavail * bsize;
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(resolve(path)));
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
