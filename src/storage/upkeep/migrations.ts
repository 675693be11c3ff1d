import type { Ask } from './schema.ts';

/** wrangler's own table records a database's migrations, so that this code and `npm start` see each other's. */

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

const FIND_TABLE = `SELECT name FROM sqlite_master WHERE name = 'd1_migrations'`;
const LIST = 'SELECT name FROM d1_migrations ORDER BY id';

/** The migrations that a database has, in order. */
export async function listAppliedMigrations(database: D1Database): Promise<string[]> {
  if ((await database.prepare(FIND_TABLE).first()) === null) return [];
  const { results } = await database.prepare(LIST).all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** The same of a database file; null if no migration was ever applied to it. */
export function readAppliedMigrations(ask: Ask): string[] | null {
  if (ask(FIND_TABLE).length === 0) return null;
  return (ask(LIST) as { name: string }[]).map(({ name }) => name);
}

/** Applies a migration as `wrangler d1 migrations apply` does, and records it in the same transaction. */
export async function applyMigration(
  database: D1Database,
  name: string,
  statements: readonly string[],
): Promise<void> {
  await database.batch([
    database.prepare(CREATE_TABLE),
    ...statements.map((statement) => database.prepare(statement)),
    database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
  ]);
}
