// npm run bench:cron: CPU of each job of the cron on Free, with a backlog, and of a whole run on Paid. Linux only.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seedAccount } from '#harness/data/seed.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import {
  openMigratedDatabase,
  type RunningWorker,
  runWorker,
  stopWorkers,
} from '#harness/node/run-worker.ts';
import { JOBS } from '#service/upkeep/jobs.ts';
import { listWorkerds, readCpuMs } from '#harness/load/workerd.ts';

const CODES = 20_000;
const RUNS = 40;
const WHOLE_RUNS = 5;
const RUN_MS = 600_000;
/** As many codes scanned in each hour; one row of a response for each. */
const SCANNED_CODES = 100;
const START = Date.UTC(2026, 10, 21);

const NAMES = Object.keys(JOBS);

const analyticsEngine = createServer((request, response) => {
  request.resume();
  const data = Array.from({ length: SCANNED_CODES }, (_, i) => ({
    code_id: i
      .toString(32)
      .padStart(8, '0')
      .replaceAll(/[ilou]/g, 'z'),
    device: 'mobile',
    scans: '3',
  }));
  request.on('end', () => response.end(JSON.stringify({ data })));
});
await new Promise<void>((listening) => analyticsEngine.listen(0, '127.0.0.1', listening));
const vars = {
  AE_API_URL: `http://127.0.0.1:${(analyticsEngine.address() as AddressInfo).port}`,
  AE_ACCOUNT_ID: '0'.repeat(32),
  AE_API_TOKEN: 'token',
  PASSWORD_PEPPER: 'pepper',
};

try {
  const free = await startWorker('free');
  const request = await measure(free, RUNS * 5, () => '');
  console.log(`| job on Free | CPU ms a run |\n| --- | --- |`);
  for (const [turn, name] of NAMES.entries())
    console.log(
      `| ${name} | ${((await measure(free, RUNS, (run) => timeOf(turn, run))) - request).toFixed(1)} |`,
    );
  const paid = await startWorker('paid');
  const whole = await measure(paid, WHOLE_RUNS, (run) => `?time=${START + run * 6 * RUN_MS}`);
  console.log(`| a whole run on Paid, with its larger slices | ${(whole - request).toFixed(0)} |`);
} finally {
  analyticsEngine.close();
  await stopWorkers();
}

/** A run whose turn it is, `run` rounds after the first. */
function timeOf(turn: number, run: number): string {
  const rounds = NAMES.length | 1;
  const first = Math.ceil(START / RUN_MS / rounds) * rounds;
  return `?time=${(first + run * rounds + turn) * RUN_MS}`;
}

interface Measured {
  readonly worker: RunningWorker;
  readonly pid: number;
}

/** A Worker with something to do for every job: no code has a copy or images, a quarter is deleted, hosts are blocked. */
async function startWorker(plan: string): Promise<Measured> {
  const before = listWorkerds();
  const worker = await runWorker(
    'wrangler.toml',
    { ...vars, WORKERS_PLAN: plan },
    null,
    'harness/worker/measured/cron/index.ts',
  );
  const pid = listWorkerds().find((found) => !before.includes(found)) ?? 0;
  const db = await openMigratedDatabase(worker);
  const { accountId } = await seedAccount(db);
  await seedCodes(db, accountId, CODES);
  await db.exec(`UPDATE qr_codes SET deleted_at_ms = ${START} WHERE position % 4 = 0`);
  await db.exec(`INSERT INTO blocked_hosts (host, added_at_ms) VALUES ('nobody.example', 0)`);
  const links = await worker.miniflare.getKVNamespace('LINKS');
  await links.put('images/redrawn-up-to', 'start');
  return { worker, pid };
}

/** CPU of workerd for one request of many, in ms: the Worker's and that of its local stores. */
async function measure(
  { worker, pid }: Measured,
  runs: number,
  query: (run: number) => string,
): Promise<number> {
  const ask = async (run: number) => {
    const { status } = await fetch(worker.url + query(run));
    if (status !== 204) throw new Error(`run ${run}: status ${status}`);
  };
  // The first one compiles.
  await ask(0);
  const before = readCpuMs(pid);
  for (let run = 1; run <= runs; run++) await ask(run);
  return (readCpuMs(pid) - before) / runs;
}
