// npm run bench:start: CPU of workerd until both Workers give their first response, beside bare Workers with the same bindings, and of the
// API's first calls and its first page. Linux only.
import { parseArgs } from 'node:util';
import { seedAccount } from '#harness/data/seed.ts';
import { readCpuMs } from '#harness/load/workerd.ts';
import {
  type Bundle,
  bundleWorker,
  openMigratedDatabase,
  removeBundle,
  startBundle,
} from '#harness/node/run-worker.ts';
import { startWithPid } from './create/subject.ts';
import { seedSession } from './dashboard/session.ts';
import { median } from './load/load.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '8' } } });

const API = 'wrangler.toml';
const SHORT_LINK = 'src/shortlink/wrangler.toml';
const BARE = 'bench/bare/index.ts';

/** What asks no store, so that nothing but the Worker itself has to start. */
const START = { path: '/robots.txt' };

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
}

/** Each is the first one after a start, with its account in the database. */
const FIRST: Readonly<Record<string, Asked>> = {
  'GET /v1/qr': { path: '/v1/qr' },
  'POST /v1/qr': {
    path: '/v1/qr',
    method: 'POST',
    body: JSON.stringify({ target: 'https://example.com/menu', dynamic: true }),
  },
  '/codes, in German': { path: '/codes' },
};

/** Milliseconds by what they were measured for. */
const measured = new Map<string, number[]>();

const bundles = {
  bareApi: await bundleWorker(API, BARE),
  api: await bundleWorker(API),
  bareShortLink: await bundleWorker(SHORT_LINK, BARE),
  shortLink: await bundleWorker(SHORT_LINK),
};
try {
  // The first round is not counted: the machine reads the files then.
  for (let round = 0; round <= Number(values.rounds); round++) await measureAll(round > 0);
} finally {
  for (const bundle of Object.values(bundles)) removeBundle(bundle);
}
console.log('| until the first response | CPU ms | bare Worker: CPU ms | more, ms | ratio |');
console.log('| --- | --- | --- | --- | --- |');
printStart('API', 'api', 'bareApi');
printStart('short link', 'shortLink', 'bareShortLink');
console.log('\n| then, first of all | CPU ms | more than a bare start, with its own start, ms |');
console.log('| --- | --- | --- |');
for (const name of Object.keys(FIRST)) {
  const more = medianOf(`${name}, with the start`) - medianOf('bareApi');
  console.log(`| ${name} | ${medianOf(name).toFixed(0)} | ${more.toFixed(0)} |`);
}

async function measureAll(isCounted: boolean): Promise<void> {
  const note = (name: string, ms: number) => {
    if (isCounted) measured.set(name, [...(measured.get(name) ?? []), ms]);
  };
  for (const name of ['bareShortLink', 'shortLink', 'bareApi'] as const)
    note(name, (await measureStart(bundles[name])).startMs);
  for (const [name, asked] of Object.entries(FIRST)) {
    const { startMs, firstMs } = await measureStart(bundles.api, asked);
    note('api', startMs);
    note(name, firstMs);
    note(`${name}, with the start`, startMs + firstMs);
  }
}

/** Starts a Worker. @returns the CPU time of its process until the first response, and that of the request that follows */
async function measureStart(bundle: Bundle, asked?: Asked): Promise<{ startMs: number; firstMs: number }> {
  const { worker, pid } = await startWithPid(() => startBundle(bundle, { SCAN_LOG: 'd1' }));
  try {
    await ask(worker.url, START);
    const startMs = readCpuMs(pid);
    if (!asked) return { startMs, firstMs: 0 };
    const db = await openMigratedDatabase(worker);
    const { accountId, apiKey } = await seedAccount(db);
    const headers = {
      Authorization: `Bearer ${apiKey}`,
      Cookie: `session=${await seedSession(db, accountId)}`,
      'Accept-Language': 'de',
      'Content-Type': 'application/json',
    };
    const before = readCpuMs(pid);
    const status = await ask(worker.url, asked, headers);
    if (status !== 200) throw new Error(`${asked.path}: ${status}`);
    return { startMs, firstMs: readCpuMs(pid) - before };
  } finally {
    await worker.stop();
  }
}

async function ask(
  url: string,
  { path, method = 'GET', body }: Asked,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(url + path, { method, headers, body: body ?? null, redirect: 'manual' });
  await response.text();
  return response.status;
}

function medianOf(name: string): number {
  return median(measured.get(name) ?? []);
}

function printStart(title: string, name: string, bareName: string): void {
  const [ms, bareMs] = [medianOf(name), medianOf(bareName)];
  const cells = [ms.toFixed(0), bareMs.toFixed(0), (ms - bareMs).toFixed(0), (ms / bareMs).toFixed(2)];
  console.log(`| ${title} | ${cells.join(' | ')} |`);
}
