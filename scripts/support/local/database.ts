import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'smol-toml';
import { applyMigration, listAppliedMigrations } from '#storage/upkeep/migrations.ts';
import { InstallationError } from '../../installation/cloudflare/explain.ts';
import type { BoundStatement, Row } from '../binding.ts';
import { sayLocalFailure } from './failure.ts';
import { requireSoundState } from './state.ts';
import { readMigration, readMigrations } from '../migration-files.ts';
import { type Place, toPlace } from '../place.ts';
import { makePrivateFolder } from './state-folder.ts';

/** Longer than a write by the local service takes. */
const RETRY_AFTER_MS = 100;
/** The service may be writing a large import. */
const PATIENCE_MS = 20_000;

/**
 * Opens the local database with its state in `stateDir`, and applies all migrations; the service need never have been started. The first
 * statement opens it, and it keeps processes running until it is disposed of.
 */
export function openLocalDatabase(stateDir: string): Place & AsyncDisposable {
  let starting: Promise<Started> | null = null;
  const use = async <T>(run: (started: Started) => Promise<T>): Promise<T> => {
    const started = await (starting ??= start(stateDir));
    return started.attempt(() => run(started));
  };
  const place = toPlace(
    {
      run: (statements) =>
        use(({ database }) =>
          database.batch<Row>(statements.map((statement) => prepare(database, statement))),
        ),
      runRaw: (statement) => use(({ database }) => prepare(database, statement).raw()),
    },
    {
      dashboardUrl: null,
      async putPairs(pairs) {
        for (const { key, value } of pairs) await use(({ links }) => links.put(key, value));
      },
    },
  );
  return {
    ...place,
    // What ended the start was thrown there, and must not be hidden by a second error here.
    [Symbol.asyncDispose]: async () => (await starting?.catch(() => null))?.dispose(),
  };
}

function prepare(database: D1Database, { sql, params }: BoundStatement): D1PreparedStatement {
  return database.prepare(sql).bind(...params);
}

interface Started {
  readonly database: D1Database;
  readonly links: { put(key: string, value: string): Promise<void> };
  /** Runs a statement, and again while the local service writes to the same file. */
  attempt: Attempt;
  dispose(): Promise<void>;
}

type Attempt = <T>(run: () => Promise<T>, isPassing?: RegExp) => Promise<T>;

async function start(stateDir: string): Promise<Started> {
  makePrivateFolder(stateDir);
  await requireSoundState(stateDir);
  // Imported only here, because miniflare takes longer to load than a command that refuses its options takes in total.
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare');
  const { databaseId, namespaceId } = readIds();
  const said: string[] = [];
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
      handleStructuredLogs: ({ message }) => said.push(message),
    }),
  );
  const attempt: Attempt = (run, isPassing = /SQLITE_BUSY/) => retryWhile(isPassing, run, { stateDir, said });
  try {
    const database = await attempt(() => miniflare.getD1Database('DB'));
    const links = await attempt(() => miniflare.getKVNamespace('LINKS'));
    // Applied migrations are skipped, so a retry is safe even if the connection broke.
    await attempt(() => migrate(database), /SQLITE_BUSY|fetch failed/);
    return { database, links, attempt, dispose: () => miniflare.dispose() };
  } catch (error) {
    // If it never ran, it cannot be ended either.
    await miniflare.dispose().catch(() => undefined);
    throw error;
  }
}

/** wrangler reopens the database for each migration, which took most of the time of a first start. */
async function migrate(database: D1Database): Promise<void> {
  const applied = await listAppliedMigrations(database);
  for (const { name, sha256 } of readMigrations().filter((one) => !applied.includes(one.name)))
    await applyMigration(database, { name, sha256, statements: readMigration(name) });
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

/**
 * The local service writes to the same files. A statement that collides with a write has not run, and can be sent again.
 * @param said what the runtime prints: an error of a whole file appears only there
 */
async function retryWhile<T>(
  isPassing: RegExp,
  run: () => Promise<T>,
  { stateDir, said }: { readonly stateDir: string; readonly said: string[] },
): Promise<T> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    said.length = 0;
    try {
      return await run();
    } catch (error) {
      await setTimeout(RETRY_AFTER_MS);
      const text = [String(error), ...said].join('\n');
      if (isPassing.test(text) && Date.now() < deadlineMs) continue;
      const sentence = sayLocalFailure(text, stateDir);
      throw sentence === null ? error : new InstallationError(sentence);
    }
  }
}
