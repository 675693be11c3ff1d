import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'smol-toml';
import { makeStateFolder } from './state-folder.ts';

export type Row = Readonly<Record<string, string | number | null>>;

/** Longer than a write of the local service takes. */
const RETRY_AFTER_MS = 100;

/** A database that statements are run on without a Worker before it. */
export interface LocalDatabase {
  /**
   * Runs statements, all of them or none, and gives the rows of the last.
   * @param sql statements with `;` between them, and nowhere else
   */
  readonly query: (sql: string) => Promise<Row[]>;
  /** Writes values to the namespace of the short links' copies. */
  readonly putCopies: (copies: readonly { readonly key: string; readonly value: string }[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the local database whose state lies in `stateDir`. */
export async function openLocalDatabase(stateDir: string): Promise<LocalDatabase> {
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
  return {
    query: (sql) =>
      retryWhileBusy(async () => {
        const db = await miniflare.getD1Database('DB');
        const results = await db.batch<Row>(sql.split(';').map((statement) => db.prepare(statement)));
        return results.at(-1)?.results ?? [];
      }),
    async putCopies(copies) {
      const links = await miniflare.getKVNamespace('LINKS');
      for (const { key, value } of copies) await links.put(key, value);
    },
    close: () => miniflare.dispose(),
  };
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

/** Runs statements as `query` does. `wrangler d1 execute` takes seconds for the same: most of its time is its own start. */
export async function queryLocalDatabase(stateDir: string, sql: string): Promise<Row[]> {
  const database = await openLocalDatabase(stateDir);
  try {
    return await database.query(sql);
  } finally {
    await database.close();
  }
}

/** Writes values to the local namespace of the short links' copies. */
export async function putLocalCopies(
  stateDir: string,
  copies: readonly { readonly key: string; readonly value: string }[],
): Promise<void> {
  const database = await openLocalDatabase(stateDir);
  try {
    await database.putCopies(copies);
  } finally {
    await database.close();
  }
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
