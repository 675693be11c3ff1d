// npm run bench:redirect: scans redirected per second beside a bare Worker whose response is a constant 302, in one run; and CPU per redirect.
import { parseArgs } from 'node:util';
import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import { DATABASE_WITH_FAULTS, setFault } from '#harness/node/database-with-faults.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode, seedCodes } from '#harness/data/seed.ts';
import { listWorkerds, readCpuMs } from '#harness/load/workerd.ts';
import { createZipf } from '#harness/data/zipf.ts';
import { RESPONDING_WORKER } from './one-call/responding-worker.ts';
import { STRANGERS_IN_TURN, VISITORS } from './redirect/strangers.ts';
import { type Load, type LoadResult, measure, median, medianOf } from './load/load.ts';
import {
  openMigratedDatabase,
  type RunningWorker,
  runWorker,
  stopWorkers,
} from '#harness/node/run-worker.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
    /** The letters of the loads to run beside (a). */
    only: { type: 'string', default: 'bcdefghijk' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const CODES = 100_000;
const ZIPF_EXPONENT = 1;
const HOT_CODES = 100;
const idsFrom = (prefix: string) =>
  Array.from({ length: HOT_CODES }, (_, n) => `${prefix}${String(n).padStart(4, '0')}`);
const RULED_IDS = idsFrom('rv1e');
const LIMITED_IDS = idsFrom('11mt');
const TEXT_IDS = idsFrom('text');
const FILE_IDS = idsFrom('f11e');
const ITEM_IDS = idsFrom('gs1c');
const GS1_HOST = '127.0.0.1';
/** `01/…`, of a product. */
const ITEMS = ITEM_IDS.map((_, n) => {
  const digits = `0${950_600_000_000 + n}`;
  return `01/${digits}${checkDigitOf(digits)}`;
});
/** The oldest entry that is served is 20 seconds old: by then the caches hold what they hold for ever. */
const WARM_UP_SECONDS = Math.min(25, seconds);
/** One process responds and one requests, on two cores. */
const CONNECTIONS = 16;

const vars = { SCAN_LOG: 'analytics_engine', VISITOR_KEY_SECRET: 'bench', PASSWORD_PEPPER: 'bench' };

interface Subject extends Load {
  readonly worker: RunningWorker;
  readonly before?: () => Promise<unknown>;
}

interface Run extends LoadResult {
  readonly cpuMicroseconds: number;
}

const bare = await startWithPid('bench/bare/wrangler.toml');
const shortlink = await startWithPid('src/shortlink/wrangler.toml');
const failing = await startWithPid('src/shortlink/wrangler.toml', DATABASE_WITH_FAULTS);
const startOverStores = (turn: 'at once' | 'in a later turn') =>
  startWithPid('src/shortlink/wrangler.toml', null, 'bench/redirect/index.ts', { STORES_RESPOND: turn });
const atOnce = await startOverStores('at once');
const later = await startOverStores('in a later turn');
const resolver = await startWithPid('src/shortlink/wrangler.toml', null, undefined, { GS1_HOST });
const oneCall = await startWithPid(
  'src/shortlink/wrangler.toml',
  RESPONDING_WORKER,
  'bench/one-call/index.ts',
);
const started = [bare, oneCall, shortlink, failing, atOnce, later, resolver];
try {
  const database = await openMigratedDatabase(shortlink.worker);
  await seedAll(database, CODES);
  await seedControlled(database);
  await seedContents(database);
  await seedItems(await openMigratedDatabase(resolver.worker));
  const fragile = await openMigratedDatabase(failing.worker, 'database-with-faults');
  await seedAll(fragile, HOT_CODES);

  const hotPaths = Array.from({ length: HOT_CODES }, (_, rank) => `/${toId(rank)}`);
  const zipf = createZipf(CODES, ZIPF_EXPONENT);
  // Drawn before, so that drawing takes nobody's time; the warm-up has its own draws.
  const drawPaths = () => Array.from({ length: 500_000 }, () => `/${toId(zipf())}`);
  const zipfLoad = ({ worker }: { worker: RunningWorker }) => ({
    url: worker.url,
    expectStatus: 302,
    paths: drawPaths(),
    before: () => warmUp({ name: 'warm-up', url: worker.url, paths: drawPaths(), expectStatus: 302 }),
  });
  const unknownPaths = Array.from({ length: 50_000 }, (_, n) => `/zzzz${toId(n).slice(0, 4)}`);

  const warm = async (
    { worker }: { worker: RunningWorker },
    ids: readonly string[] = hotPaths.map((path) => path.slice(1)),
  ) => {
    for (const id of ids) await fetch(`${worker.url}/${id}`, { redirect: 'manual' });
  };
  const subjects: Subject[] = [
    { name: '(a) bare 302', ...bare, url: bare.worker.url, paths: hotPaths, expectStatus: 302 },
    {
      name: '(a) and one call to another Worker',
      ...oneCall,
      url: oneCall.worker.url,
      paths: hotPaths,
      expectStatus: 302,
    },
    {
      name: '(b) hot codes',
      ...shortlink,
      url: shortlink.worker.url,
      paths: hotPaths,
      expectStatus: 302,
      before: () => warm(shortlink),
    },
    {
      name: '(a) bare 302, asked by strangers',
      ...bare,
      url: bare.worker.url,
      paths: hotPaths,
      headersInTurn: STRANGERS_IN_TURN,
      expectStatus: 302,
    },
    {
      name: '(h) hot codes, scanned by strangers',
      ...shortlink,
      url: shortlink.worker.url,
      paths: hotPaths,
      headersInTurn: STRANGERS_IN_TURN,
      expectStatus: 302,
      before: () => warm(shortlink),
    },
    {
      name: '(f) hot codes with five rules',
      ...shortlink,
      url: shortlink.worker.url,
      paths: RULED_IDS.map((id) => `/${id}`),
      expectStatus: 302,
      before: () => warm(shortlink, RULED_IDS),
    },
    {
      name: '(g) hot codes with a limit',
      ...shortlink,
      url: shortlink.worker.url,
      paths: LIMITED_IDS.map((id) => `/${id}`),
      expectStatus: 302,
      before: () => warm(shortlink, LIMITED_IDS),
    },
    {
      name: '(i) hot texts, whose scan is a page',
      ...shortlink,
      url: shortlink.worker.url,
      paths: TEXT_IDS.map((id) => `/${id}`),
      expectStatus: 200,
      before: () => warm(shortlink, TEXT_IDS),
    },
    {
      name: '(j) hot codes that open a file',
      ...shortlink,
      url: shortlink.worker.url,
      paths: FILE_IDS.map((id) => `/${id}`),
      expectStatus: 302,
      before: () => warm(shortlink, FILE_IDS),
    },
    {
      name: '(k) hot GS1 codes, each with another batch and serial',
      ...resolver,
      url: resolver.worker.url,
      paths: Array.from({ length: 50_000 }, (_, n) => `/${ITEMS[n % ITEMS.length]}/10/LOT${n % 7}/21/S${n}`),
      expectStatus: 307,
      before: () => warm(resolver, ITEMS),
    },
    { name: `(c) Zipf over ${CODES} codes`, ...atOnce, ...zipfLoad(atOnce) },
    { name: '(c) over stores that respond in a later turn', ...later, ...zipfLoad(later) },
    { name: '(c) over the local emulation of D1 and the Cache API', ...shortlink, ...zipfLoad(shortlink) },
    {
      name: '(d) unknown ids',
      ...atOnce,
      url: atOnce.worker.url,
      paths: unknownPaths,
      expectStatus: 404,
    },
    {
      name: '(e) D1 down, warm cache',
      ...failing,
      url: failing.worker.url,
      paths: hotPaths,
      expectStatus: 302,
      before: async () => {
        await setFault(failing.worker, { mode: 'none' });
        await warm(failing);
        await setFault(failing.worker, { mode: 'error' });
      },
    },
  ];

  const chosen = subjects.filter(({ name }) => `a${values.only}`.includes(name.charAt(1)));
  const pids = new Map(started.map(({ worker, pid }) => [worker, pid]));
  const runs = new Map<string, Run[]>(chosen.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of chosen) {
      await subject.before?.();
      const pid = pids.get(subject.worker) ?? 0;
      const cpuBefore = readCpuMs(pid);
      const result = await measure({ headersInTurn: VISITORS, ...subject }, seconds, CONNECTIONS);
      const cpuMicroseconds = ((readCpuMs(pid) - cpuBefore) * 1000) / result.requests;
      runs.get(subject.name)?.push({ ...result, cpuMicroseconds });
    }
  }
  printTable(runs);
} finally {
  await stopWorkers();
}

function warmUp(load: Load) {
  return measure({ ...load, headersInTurn: VISITORS }, WARM_UP_SECONDS, CONNECTIONS);
}

/** Starts a Worker and finds its workerd: the child process that was not there before. */
async function startWithPid(
  config: string,
  databaseWorker: string | null = null,
  main?: string,
  moreVars: Readonly<Record<string, string>> = {},
): Promise<{ worker: RunningWorker; pid: number }> {
  const before = new Set(listWorkerds());
  const worker = await runWorker(config, { ...vars, ...moreVars }, databaseWorker, main);
  const pid = listWorkerds().find((found) => !before.has(found));
  if (pid === undefined) throw new Error('no workerd was started');
  return { worker, pid };
}

function toId(n: number): string {
  let id = '';
  // Scattered like random ids: neighbours in rank are none in the index.
  for (let rest = (n * 2_654_435_761) % 2 ** 40, i = 0; i < 8; i++, rest = Math.floor(rest / 32))
    id += CROCKFORD_BASE32.charAt(rest % 32);
  return id;
}

async function seedAll(db: Awaited<ReturnType<typeof openMigratedDatabase>>, count: number) {
  const { accountId } = await seedAccount(db);
  for (let first = 0; first < count; first += 5_000) {
    const ids = Array.from({ length: Math.min(5_000, count - first) }, (_, i) => toId(first + i));
    await seedCodes(
      db,
      accountId,
      ids.map((codeId) => ({ codeId, target: `https://example.com/menu?code=${codeId}` })),
    );
  }
}

/** Five rules of which the last matches, its conditions of every kind; and a limit that is not reached. */
async function seedControlled(db: Awaited<ReturnType<typeof openMigratedDatabase>>) {
  const { accountId } = await seedAccount(db);
  const timeZone = 'Europe/Berlin' as TimeZone;
  const rule = (name: string, when: object) => ({
    name,
    target: `https://example.com/${name}`,
    when: { timeZone, ...when },
  });
  const rules = [
    rule('country', { country: ['JP', 'KR'] }),
    rule('night', { weekdays: ['mon'], hours: { from: 180, until: 181 } }),
    rule('systems', { os: ['Tizen', 'webOS'] }),
    rule('query', { query: { table: '5' } }),
    rule('language', { language: ['de'] }),
  ];
  for (const codeId of RULED_IDS) await seedCode(db, { accountId, codeId, control: { rules } });
  for (const codeId of LIMITED_IDS) await seedCode(db, { accountId, codeId, control: { maxScans: 1e9 } });
}

/** Dynamic texts, and codes of one file, whose scan leads to it. */
async function seedContents(db: Awaited<ReturnType<typeof openMigratedDatabase>>) {
  const { accountId } = await seedAccount(db);
  const text = { type: 'text', target: 'Table 12 <by the window>: please ask for Jane.', redirectTo: null };
  const address = `${shortlink.worker.url}/file/3f9a1c5e7b2d8046/Menu.pdf`;
  const file = { type: 'file', target: 'file_3f9a1c5e7b2d8046', redirectTo: address };
  for (const codeId of TEXT_IDS) await seedCode(db, { accountId, codeId, ...text });
  for (const codeId of FILE_IDS) await seedCode(db, { accountId, codeId, ...file });
}

/** Products without codes of their batches and serials. */
async function seedItems(db: Awaited<ReturnType<typeof openMigratedDatabase>>) {
  const { accountId } = await seedAccount(db);
  for (const [n, shortCode] of ITEMS.entries())
    await seedCode(db, {
      accountId,
      codeId: ITEM_IDS[n] ?? '',
      type: 'gs1',
      host: GS1_HOST,
      shortCode,
      control: { forwardsQuery: true },
    });
}

function printTable(runs: ReadonlyMap<string, readonly Run[]>): void {
  const rows = [...runs].map(([name, results]) => {
    const cpu = median(results.map((run) => run.cpuMicroseconds));
    return Object.assign(medianOf(results), { name, cpu });
  });
  const [peer] = rows;
  if (!peer) return;
  console.log(
    '| load | requests/s | share of (a) | p50 ms | p99 ms | p99 to (a) | CPU µs a request | CPU to (a) |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const row of rows) {
    const share = `${((row.requestsPerSecond / peer.requestsPerSecond) * 100).toFixed(1)} %`;
    const cells = [
      row.name,
      Math.round(row.requestsPerSecond),
      share,
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(2),
      `${(row.p99Ms / peer.p99Ms).toFixed(2)}×`,
      row.cpu.toFixed(0),
      `${(row.cpu / peer.cpu).toFixed(2)}×`,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
