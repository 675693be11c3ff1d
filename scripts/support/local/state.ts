import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readAppliedMigrations } from '#storage/upkeep/migrations.ts';
import { type Ask, readSchema } from '#storage/upkeep/schema.ts';
import { InstallationError } from '../../installation/cloudflare/explain.ts';
import { sayDamaged } from './failure.ts';
import { listMigrations, readMigration } from '../migration-files.ts';
import { readRoom } from './state-folder.ts';

/** A new state and the bundles of the Workers take 15 MB. */
const NEEDED_BYTES = 50_000_000;

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
export function requireSoundState(stateDir: string): void {
  for (const { kind, file } of listFiles(join(stateDir, 'v3'))) {
    const migrations = readDatabase(file);
    if (kind !== 'd1' || migrations === null) continue;
    const difference = findDifference(migrations);
    if (difference === null) continue;
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

interface Made {
  readonly migrations: readonly string[];
  readonly parts: ReadonlySet<string>;
}

/** What migrations have made in a database; null if they made nothing. */
function readDatabase(file: string): Made | null {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const migrations = readAppliedMigrations(askOf(database));
    return migrations && { migrations, parts: listParts(database) };
  } catch (error) {
    if (/malformed|not a database/.test(String(error))) throw new InstallationError(sayDamaged(file));
    throw error;
  }
}

function askOf(database: DatabaseSync): Ask {
  return (sql, ...params) => database.prepare(sql).all(...params);
}

/** The tables with their columns, and the triggers. */
function listParts(database: DatabaseSync): Set<string> {
  const { tables, triggers } = readSchema(askOf(database));
  const ours = [...tables].filter(([table]) => table !== 'd1_migrations' && !table.startsWith('_cf_'));
  return new Set([
    ...ours.flatMap(([table, { columns }]) => [...columns.keys()].map((column) => `${table}.${column}`)),
    ...triggers.map(({ name }) => name),
  ]);
}

/** How a database differs from what the migrations of this checkout make, in words; null if it does not. */
function findDifference({ migrations, parts }: Made): string | null {
  const unknown = migrations.filter((name) => !listMigrations().includes(name));
  if (unknown.length > 0) return `it has the migration ${unknown.at(-1)}, which is unknown here`;
  using database = new DatabaseSync(':memory:');
  for (const name of migrations) for (const statement of readMigration(name)) database.exec(statement);
  const expected = listParts(database);
  const missing = [...expected].find((part) => !parts.has(part));
  if (missing !== undefined) return `it lacks ${missing}`;
  const foreign = [...parts].find((part) => !expected.has(part));
  return foreign === undefined ? null : `it has ${foreign}, which is unknown here`;
}
