import { readRoom } from './state-folder.ts';

const SMALL_FILE_BYTES = 1_000_000;

/** What is wrong with the local database, by SQLite's name for it, and what to do about it; null if SQLite is not to blame. */
export function sayLocalFailure(text: string, stateDir: string): string | null {
  const [, name = ''] = /SQLITE_([A-Z]+)/.exec(text) ?? [];
  // On a full disk, SQLite may fail in other ways too.
  const isFull = name === 'IOERR' && (readRoom(stateDir) ?? SMALL_FILE_BYTES) < SMALL_FILE_BYTES;
  switch (isFull ? 'FULL' : name) {
    case 'FULL':
      return `The disk of ${stateDir} is full: make room, then run the same command again.`;
    case 'BUSY':
      return `The running service is writing to the database in ${stateDir} without a pause: run the same command again.`;
    case 'CORRUPT':
    case 'NOTADB':
      return sayDamaged(stateDir);
    case 'READONLY':
    case 'CANTOPEN':
    case 'PERM':
    case 'IOERR':
      return `The database in ${stateDir} cannot be opened for writing (SQLITE_${name}): check the permissions of its files, and the disk.`;
    default:
      return null;
  }
}

export function sayDamaged(path: string): string {
  return `${path} is damaged: bring back a copy of the state, or begin with a new one: npm start -- --state DIR.`;
}
