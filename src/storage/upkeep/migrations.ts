/** wrangler's own table records a database's migrations, so that this code and `npm start` see each other's. */

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** The migrations that a database has, in order. */
export async function listAppliedMigrations(database: D1Database): Promise<string[]> {
  const table = await database.prepare(`SELECT name FROM sqlite_master WHERE name = 'd1_migrations'`).first();
  if (table === null) return [];
  const { results } = await database
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all<{ name: string }>();
  return results.map(({ name }) => name);
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
