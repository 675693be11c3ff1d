import { DatabaseSync } from 'node:sqlite';
import { type AskSchema, readSchemaState, type SchemaState } from '#storage/upkeep/migrations.ts';
import { readObjects } from '#storage/upkeep/schema.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import type { Place } from './place.ts';

/** A database beside the migrations of a checkout. */
export interface Comparison {
  readonly applied: readonly Migration[];
  readonly pending: readonly Migration[];
  /** Applied ones that this checkout lacks. */
  readonly unknown: readonly string[];
  /** Applied ones without a checksum. */
  readonly unrecorded: readonly Migration[];
  /** How the database differs from what the applied ones make; null if it does not. */
  readonly fault: SchemaFault | null;
}

interface SchemaFault {
  /** In words that continue a sentence. */
  readonly what: string;
  /** What to do about it in a deployed database. */
  readonly fix: string;
}

export async function compareMigrations(ask: AskSchema, dir?: string): Promise<Comparison> {
  const all = readMigrations(dir);
  const state = await readSchemaState(ask);
  const applied = all.filter(({ name }) => state.applied.includes(name));
  const unknown = state.applied.filter((name) => !all.some((one) => one.name === name));
  return {
    applied,
    pending: all.filter((one) => !applied.includes(one)),
    unknown,
    unrecorded: applied.filter(({ name }) => !state.checksums.has(name)),
    fault: findEdited(applied, state) ?? (unknown.length > 0 ? null : findDifferent(applied, state)),
  };
}

function findEdited(applied: readonly Migration[], { checksums }: SchemaState): SchemaFault | null {
  const edited = applied.find(({ name, sha256 }) => (checksums.get(name) ?? sha256) !== sha256);
  return (
    (edited && {
      what: `the migration ${edited.name} was edited after it had been applied`,
      fix: `bring the file back as it was (git log -p -- migrations/${edited.name}), and put the change into the next migration.`,
    }) ??
    null
  );
}

/** What is there besides is left alone: an index of the operator, or the tables of Cloudflare. */
function findDifferent(applied: readonly Migration[], { objects }: SchemaState): SchemaFault | null {
  for (const [name, sql] of makeObjects(applied)) {
    const found = objects.get(name);
    if (found !== undefined && spell(found) === spell(sql)) continue;
    const made = applied.findLast((migration) => migration.sql.includes(name))?.name;
    return {
      what: found === undefined ? `it lacks ${name}` : `${name} is another one than the migrations make`,
      fix: `make it as migrations/${made} does: npx wrangler d1 execute.`,
    };
  }
  return null;
}

function spell(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}

function makeObjects(migrations: readonly Migration[]): Map<string, string> {
  using database = new DatabaseSync(':memory:');
  for (const { sql } of migrations) database.exec(sql);
  return readObjects((sql) => database.prepare(sql).all());
}

/** How `compareMigrations` asks a database elsewhere. */
export function askOf({ binding }: Place): AskSchema {
  return async (sql) => (await binding.prepare(sql).all<object>()).results;
}

/** What is wrong with a deployed database, and what to do about it. */
export function sayFault({ what, fix }: SchemaFault): string {
  return `The database is not as the migrations of this checkout make it: ${what}. To go on, ${fix}`;
}
