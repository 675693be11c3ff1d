import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { convertV4MiniflareOptions, type LegacyWorkerOptions, Miniflare } from 'miniflare';
import { listMigrations, readMigration } from '#scripts/support/migration-files.ts';
import { runWrangler } from '#scripts/support/wrangler.ts';

/** The service is measured, not its limiter. */
const UNLIMITED = 1_000_000_000;

/** Linux's folder for files in memory: local stores wait for the disk on every write, and would make everything in their process wait. */
const MEMORY_DISK = '/dev/shm';

export interface RunningWorker {
  readonly url: string;
  readonly miniflare: Miniflare;
  stop(): Promise<void>;
}

const running: RunningWorker[] = [];

/** Stops everything that `runWorker` started: the last step of a benchmark, even if it fails. */
export async function stopWorkers(): Promise<void> {
  await Promise.all(running.map((worker) => worker.stop()));
}

/** A Worker's production bundle. */
export interface Bundle {
  readonly config: string;
  readonly folder: string;
}

/** Bundles a Worker as it is deployed. `main` replaces the module that the configuration names. */
export async function bundleWorker(config: string, main?: string): Promise<Bundle> {
  // A separate folder, because several processes build the same Worker at the same time.
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync(resolve('.build', 'worker-'));
  const entry = main === undefined ? [] : [main];
  await runWrangler(['deploy', ...entry, '--dry-run', '--minify', '-c', config, '--outdir', folder]);
  return { config, folder };
}

/** Removes a bundle that no Worker runs any more. */
export function removeBundle({ folder }: Bundle): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Bundles and runs a Worker; see `bundleWorker` and `startBundle`. */
export async function runWorker(
  config: string,
  vars?: Readonly<Record<string, string>>,
  databaseWorker?: string | null,
  main?: string,
): Promise<RunningWorker> {
  const bundle = await bundleWorker(config, main);
  return startBundle(bundle, vars, databaseWorker, () => removeBundle(bundle));
}

/**
 * Runs a bundle in its own workerd, with empty local D1, R2, KV and rate limits, and only workerd's own socket in front of it.
 * `databaseWorker` is the source of a Worker `database-with-faults` between it and its D1, which that Worker has as `REAL_DB`.
 */
export async function startBundle(
  { config, folder }: Bundle,
  vars: Readonly<Record<string, string>> = {},
  databaseWorker: string | null = null,
  afterStop: () => void = () => undefined,
): Promise<RunningWorker> {
  // Otherwise wrangler, which reads this when it is loaded, warns of secrets that a benchmark does not need.
  process.env['WRANGLER_LOG'] ??= 'error';
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  for (const limiter of Object.values(workerOptions.ratelimits ?? {})) limiter.simple.limit = UNLIMITED;
  // The types do not know these options. The module list replaces the rules; the local router of static files would stand between the
  // socket and the Worker, and its memory grows with every request.
  const {
    modulesRules: _rules,
    assets: _assets,
    ...options
  } = workerOptions as LegacyWorkerOptions & { modulesRules?: unknown };
  const worker = {
    ...options,
    bindings: { ...options.bindings, ...vars },
    modulesRoot: folder,
    modules: listModules(folder),
    unsafeDirectSockets: [{ port: 0 }],
  };
  if (existsSync(MEMORY_DISK)) process.env['TMPDIR'] = MEMORY_DISK;
  // Writing log lines is part of the measured work, but they are not shown.
  const handleStructuredLogs = () => undefined;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      handleStructuredLogs,
      workers: databaseWorker === null ? [worker] : withDatabaseWorker(worker, databaseWorker),
    }),
  );
  await miniflare.ready;
  const { origin } = await miniflare.unsafeGetDirectURL(worker.name);
  const stop = async () => {
    await miniflare.dispose();
    afterStop();
  };
  const started = { url: origin, miniflare, stop };
  running.push(started);
  return started;
}

function withDatabaseWorker({ d1Databases, ...worker }: LegacyWorkerOptions, source: string) {
  const name = 'database-with-faults';
  const { DB } = d1Databases as Record<string, string>;
  return [
    { ...worker, serviceBindings: { ...worker.serviceBindings, DB: { name, entrypoint: 'Database' } } },
    {
      name,
      modules: [{ type: 'ESModule' as const, path: 'index.js', contents: source }],
      compatibilityDate: '2026-11-01',
      d1Databases: { REAL_DB: DB },
    },
  ] as [LegacyWorkerOptions, LegacyWorkerOptions];
}

/** The Worker's D1, with the migrations applied. */
export async function openMigratedDatabase(worker: RunningWorker, from?: 'database-with-faults') {
  const db = await (from
    ? worker.miniflare.getD1Database('REAL_DB', from)
    : worker.miniflare.getD1Database('DB'));
  for (const file of listMigrations())
    await db.batch(readMigration(file).map((statement) => db.prepare(statement)));
  return db;
}

/** The bundle's modules; workerd starts with the first. */
function listModules(folder: string) {
  const files = readdirSync(folder);
  const listOf = <T extends string>(type: T, extension: string) =>
    files.filter((file) => file.endsWith(extension)).map((file) => ({ type, path: resolve(folder, file) }));
  return [
    { type: 'ESModule' as const, path: resolve(folder, 'index.js') },
    ...listOf('CompiledWasm', '.wasm'),
    // The dashboard's stylesheet and script.
    ...listOf('Text', '.txt'),
  ];
}
