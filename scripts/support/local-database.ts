import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'smol-toml';
import { makeStateFolder } from './state-folder.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** Longer than a write of the local service takes. */
const RETRY_AFTER_MS = 100;

/** A database, and the namespace of the short links' copies, that an operator works on without a Worker before them. */
export interface DatabasePlace {
  /** Where the dashboard of its service is; null on this machine while no service runs on it. */
  readonly dashboardUrl: string | null;
  /**
   * Runs statements, all of them or none, and gives the rows of the last.
   * @param sql statements with `;` between them, and nowhere else
   */
  query(sql: string): Promise<Row[]>;
  putCopies(copies: readonly { readonly key: string; readonly value: string }[]): Promise<void>;
}

/**
 * The local database whose state lies in `stateDir`, with all migrations applied: nothing need have been started with it. It is opened
 * by the first statement, and holds processes until it is disposed of.
 */
export function openLocalDatabase(stateDir: string): DatabasePlace & AsyncDisposable {
  let starting: ReturnType<typeof start> | null = null;
  const open = () => (starting ??= start(stateDir));
  return {
    dashboardUrl: null,
    async query(sql) {
      const { run } = await open();
      const results = await run(sql.split(';'));
      return results.at(-1)?.results ?? [];
    },
    async putCopies(copies) {
      const { miniflare } = await open();
      const links = await miniflare.getKVNamespace('LINKS');
      for (const { key, value } of copies) await links.put(key, value);
    },
    async [Symbol.asyncDispose]() {
      await (await starting)?.miniflare.dispose();
    },
  };
}

async function start(stateDir: string) {
  // Imported here: a command that refuses its options would spend more time on it than on anything else.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare');
  const { databaseId, namespaceId } = readIds();
  makeStateFolder(stateDir);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      d1Databases: { DB: databaseId },
      kvNamespaces: { LINKS: namespaceId },
      // Where wrangler has it.
      resourcePersistencePath: resolve(stateDir, 'v3'),
      // It would ask the network where this machine is.
      cf: false,
    }),
  );
  const db = await miniflare.getD1Database('DB');
  const run = (statements: readonly string[]) =>
    retryWhileBusy(() => db.batch<Row>(statements.map((statement) => db.prepare(statement))));
  try {
    await migrate(run);
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
  return { miniflare, run };
}

/**
 * Applies the migrations as `wrangler d1 migrations apply` does, and records them in wrangler's table, so that either finds what the other
 * applied. wrangler opens the database again for each migration, which took most of a first start.
 */
async function migrate(run: (statements: readonly string[]) => Promise<D1Result<Row>[]>): Promise<void> {
  const [, applied] = await run([
    `CREATE TABLE IF NOT EXISTS "d1_migrations" (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    'SELECT name FROM "d1_migrations"',
  ]);
  const names = new Set(applied?.results.map(({ name }) => name));
  for (const file of listMigrations().filter((name) => !names.has(name))) {
    await run([...readMigration(file), `INSERT INTO "d1_migrations" (name) VALUES ('${file}')`]);
  }
}

/** The files of the migrations, in order. */
export function listMigrations(): string[] {
  return readdirSync('migrations')
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

/** The statements of a migration. */
export function readMigration(file: string): string[] {
  return readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint');
}

/** wrangler reads the same, and takes a second for its own start. */
function readIds(): { databaseId: string; namespaceId: string } {
  const config = parse(readFileSync('wrangler.toml', 'utf8')) as {
    d1_databases?: { database_id?: string }[];
    kv_namespaces?: { id?: string }[];
  };
  const databaseId = config.d1_databases?.[0]?.database_id;
  const namespaceId = config.kv_namespaces?.[0]?.id;
  if (databaseId === undefined || namespaceId === undefined) {
    throw new Error('wrangler.toml names no database, or no namespace.');
  }
  return { databaseId, namespaceId };
}

/** The local service writes to the same file: a statement that met one of its writes was not run, and may be sent again. */
async function retryWhileBusy<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (attempts === 1 || !String(error).includes('SQLITE_BUSY')) throw error;
    await setTimeout(RETRY_AFTER_MS);
    return retryWhileBusy(run, attempts - 1);
  }
}
