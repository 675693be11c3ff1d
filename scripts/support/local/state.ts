import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { InstallationError } from '../../installation/cloudflare/explain.ts';
import { compareMigrations } from '../compare-migrations.ts';
import { sayDamaged } from './failure.ts';
import { readRoom } from './state-folder.ts';

/** A new state and the bundles of the Workers take 15 MB. */
const NEEDED_BYTES = 50_000_000;

/** How long a database may be locked. */
const LOCK_MS = 5_000;

/** Throws if the disk of a folder has too little room for a service to start. */
export function requireRoom(dir: string): void {
  const room = readRoom(dir);
  if (room === null || room >= NEEDED_BYTES) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 1e6);
  throw new InstallationError(
    `The disk of ${dir} has ${megabytes(room)} MB left, and the service needs ${megabytes(NEEDED_BYTES)}: make room, or name a folder on another disk with --state DIR.`,
  );
}

/**
 * Looks at the files of a local state before a Worker opens them, because a Worker does not say what is wrong with them.
 * @throws InstallationError if one is damaged, or if the database was made by another version of the project
 */
export async function requireSoundState(stateDir: string): Promise<void> {
  for (const { kind, file } of listFiles(join(stateDir, 'v3'))) {
    const difference = await findDifference(file);
    if (kind !== 'd1' || difference === null) continue;
    throw new InstallationError(
      `The state in ${stateDir} is of another version of this project (${difference}): check out that version, or begin with a new state: npm start -- --state DIR.`,
    );
  }
}

/** The databases of D1, KV and R2. */
function listFiles(root: string): { readonly kind: string; readonly file: string }[] {
  return ['d1', 'kv', 'r2'].flatMap((kind) => {
    const dir = join(root, kind);
    if (!existsSync(dir)) return [];
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.sqlite'))
      .map((file) => ({ kind, file: join(dir, file) }));
  });
}

/** How a database differs from what the migrations of this checkout make, in words; null if it does not. */
async function findDifference(file: string): Promise<string | null> {
  try {
    // A service that runs beside may be writing.
    using database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_MS });
    const { unknown, fault } = await compareMigrations((sql) => database.prepare(sql).all());
    if (unknown.length > 0) return `it has the migration ${unknown.at(-1)}, which is unknown here`;
    return fault?.what ?? null;
  } catch (error) {
    if (/malformed|not a database/.test(String(error))) throw new InstallationError(sayDamaged(file));
    throw error;
  }
}
