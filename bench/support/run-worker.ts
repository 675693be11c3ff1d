import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { convertV4MiniflareOptions, type LegacyWorkerOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { runWrangler } from '../../scripts/support/wrangler.ts';

/** What is measured is the service, not its limiter. */
const UNLIMITED = 1_000_000_000;

export interface RunningWorker {
  readonly url: string;
  readonly miniflare: Miniflare;
  stop(): Promise<void>;
}

/** Runs a Worker's production bundle in a workerd of its own, with empty local D1, R2 and rate limits, and no proxy before it. */
export async function runWorker(
  config: string,
  vars: Readonly<Record<string, string>> = {},
): Promise<RunningWorker> {
  const bundleDir = resolve('.build', 'bench', config.replaceAll('/', '-'));
  await runWrangler(['deploy', '--dry-run', '--minify', '-c', config, '--outdir', bundleDir]);
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  for (const limiter of Object.values(workerOptions.ratelimits ?? {})) limiter.simple.limit = UNLIMITED;
  // The types call these options unknown; the rules are replaced by the module list.
  const { modulesRules: _, ...options } = workerOptions as LegacyWorkerOptions & { modulesRules?: unknown };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      bindings: { ...options.bindings, ...vars },
      // The Workers' own log lines are part of the work, but not of the output.
      handleStructuredLogs: () => undefined,
      modulesRoot: bundleDir,
      modules: listModules(bundleDir),
    }),
  );
  const { origin } = await miniflare.ready;
  return { url: origin, miniflare, stop: () => miniflare.dispose() };
}

/** The Worker's D1, with the migrations applied. */
export async function openMigratedDatabase(worker: RunningWorker) {
  const db = await worker.miniflare.getD1Database('DB');
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const statements = readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint');
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
  return db;
}

/** The bundle's modules; workerd starts with the first. */
function listModules(bundleDir: string) {
  const wasm = readdirSync(bundleDir).filter((file) => file.endsWith('.wasm'));
  return [
    { type: 'ESModule' as const, path: resolve(bundleDir, 'index.js') },
    ...wasm.map((file) => ({ type: 'CompiledWasm' as const, path: resolve(bundleDir, file) })),
  ];
}
