/** wrangler's own table records a database's migrations, so that this code and `npm start` see each other's. */

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;
/** Beside it, the files as they were when they were applied: wrangler never looks at an applied one again, however it was edited. */
const CREATE_CHECKSUMS = `CREATE TABLE IF NOT EXISTS "d1_checksums" (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT`;

const FIND_TABLE = `SELECT name FROM sqlite_master WHERE name = 'd1_migrations'`;
const LIST = 'SELECT name FROM d1_migrations ORDER BY id';

/** The migrations that a database has, in order. */
export async function listAppliedMigrations(database: D1Database): Promise<string[]> {
  if ((await database.prepare(FIND_TABLE).first()) === null) return [];
  const { results } = await database.prepare(LIST).all<{ name: string }>();
  return results.map(({ name }) => name);
}

export interface SchemaState {
  /** The migrations that it has, in order. */
  readonly applied: readonly string[];
  /** The checksums of those for which one was recorded. */
  readonly checksums: ReadonlyMap<string, string>;
  /** The statement that made each table, index, view and trigger, by its name. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Runs a query on a database: of this process, or elsewhere. */
export type AskSchema = (sql: string) => readonly object[] | Promise<readonly object[]>;

/** What a database says about its schema. */
export async function readSchemaState(ask: AskSchema): Promise<SchemaState> {
  const pairs = async (sql: string) =>
    new Map((await ask(sql)).map((row) => Object.values(row) as [string, string]));
  const objects = await pairs('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL');
  return {
    applied: objects.has('d1_migrations')
      ? ((await ask(LIST)) as { name: string }[]).map(({ name }) => name)
      : [],
    checksums: objects.has('d1_checksums') ? await pairs('SELECT name, sha256 FROM d1_checksums') : new Map(),
    objects,
  };
}

export interface MigrationChecksum {
  readonly name: string;
  readonly sha256: string;
}

/** Records how applied migrations were. A checksum that was recorded stays. */
export async function recordChecksums(
  database: D1Database,
  migrations: readonly MigrationChecksum[],
): Promise<void> {
  await database.batch(prepareChecksums(database, migrations));
}

function prepareChecksums(database: D1Database, migrations: readonly MigrationChecksum[]) {
  const insert = database.prepare('INSERT OR IGNORE INTO d1_checksums (name, sha256) VALUES (?, ?)');
  return [
    database.prepare(CREATE_CHECKSUMS),
    ...migrations.map(({ name, sha256 }) => insert.bind(name, sha256)),
  ];
}

/** Applies a migration as `wrangler d1 migrations apply` does, and records it in the same transaction. */
export async function applyMigration(
  database: D1Database,
  migration: MigrationChecksum & { readonly statements: readonly string[] },
): Promise<void> {
  const { name, statements } = migration;
  await database.batch([
    database.prepare(CREATE_TABLE),
    ...statements.map((statement) => database.prepare(statement)),
    database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ...prepareChecksums(database, [migration]),
  ]);
}
