import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'smol-toml';
import { applyMigration, listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import type { BoundStatement, Row } from './binding.ts';
import { listMigrations, readMigration } from './migration-files.ts';
import { type Place, toPlace } from './place.ts';
import { makeStateFolder } from './state-folder.ts';

/** Longer than a write by the local service takes. */
const RETRY_AFTER_MS = 100;

/**
 * Opens the local database with its state in `stateDir`, and applies all migrations; the service need never have been started. The first
 * statement opens it, and it keeps processes running until it is disposed of.
 */
export function openLocalDatabase(stateDir: string): Place & AsyncDisposable {
  let starting: ReturnType<typeof start> | null = null;
  const open = () => (starting ??= start(stateDir));
  const place = toPlace(
    {
      async run(statements) {
        const { database } = await open();
        return retryWhileBusy(() =>
          database.batch<Row>(statements.map((statement) => prepare(database, statement))),
        );
      },
      async runRaw(statement) {
        const { database } = await open();
        return retryWhileBusy(() => prepare(database, statement).raw());
      },
    },
    {
      dashboardUrl: null,
      async putPairs(pairs) {
        const links = await (await open()).miniflare.getKVNamespace('LINKS');
        for (const { key, value } of pairs) await links.put(key, value);
      },
    },
  );
  return { ...place, [Symbol.asyncDispose]: async () => (await starting)?.miniflare.dispose() };
}

function prepare(database: D1Database, { sql, params }: BoundStatement): D1PreparedStatement {
  return database.prepare(sql).bind(...params);
}

async function start(stateDir: string) {
  // Imported only here, because miniflare takes longer to load than a command that refuses its options takes in total.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare');
  const { databaseId, namespaceId } = readIds();
  makeStateFolder(stateDir);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: 'export default {}',
      d1Databases: { DB: databaseId },
      kvNamespaces: { LINKS: namespaceId },
      // wrangler uses the same path.
      resourcePersistencePath: resolve(stateDir, 'v3'),
      // Otherwise, miniflare would ask the network for this machine's location.
      cf: false,
    }),
  );
  const database = await miniflare.getD1Database('DB');
  try {
    // Applied migrations are skipped, so a retry is safe even if the connection broke.
    await retryWhileBusy(() => migrate(database), /SQLITE_BUSY|fetch failed/);
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
  return { miniflare, database };
}

/** wrangler reopens the database for each migration, which took most of the time of a first start. */
async function migrate(database: D1Database): Promise<void> {
  const applied = await listAppliedMigrations(database);
  for (const file of listMigrations().filter((name) => !applied.includes(name)))
    await applyMigration(database, file, readMigration(file));
}

/** wrangler can read these too, but takes a second to start. */
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

/** The local service writes to the same file. A statement that collides with a write has not run, and can be sent again. */
async function retryWhileBusy<T>(run: () => Promise<T>, isBusy = /SQLITE_BUSY/, attempts = 5): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (attempts === 1 || !isBusy.test(String(error))) throw error;
    await setTimeout(RETRY_AFTER_MS);
    return retryWhileBusy(run, isBusy, attempts - 1);
  }
}
