// npm run bench:scans: statistics over a million scans in both scan logs, and what the roll-up costs. Needs clickhouse-server.
import { budgetOf } from '#service/budget.ts';
import { rollUpScans, type RollUpReport } from '#service/scans/roll-up.ts';
import { openDatabase } from '#storage/database.ts';
import { createAnalyticsEngineScanCounter } from '#storage/scans/counter.ts';
import { STAND_IN } from '#harness/programs/analytics-engine-account.ts';
import { type AnalyticsEngine, startAnalyticsEngine } from '#harness/programs/analytics-engine.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { measureLatency, printLatencies } from '#harness/load/latency.ts';
import {
  openMigratedDatabase,
  type RunningWorker,
  runWorker,
  stopWorkers,
} from '#harness/node/run-worker.ts';
import {
  codeIdOf,
  HOT_CODE,
  seedAnalyticsEngine,
  seedCodes,
  seedD1,
  seedTwoDays,
  settleBefore,
} from '#harness/data/seed-scans.ts';

const SCANS = 1_000_000;
const CODES = 10_000;
const ACTIVE_CODES = 100_000;
const DAY_MS = 86_400_000;

const standIn = await startAnalyticsEngine();
try {
  await benchmarkStatistics(standIn);
  await benchmarkRollUp(standIn);
} finally {
  await Promise.all([stopWorkers(), standIn.stop()]);
}

async function benchmarkStatistics(analyticsEngine: AnalyticsEngine): Promise<void> {
  const bare = await runWorker('bench/bare/wrangler.toml');
  const backends: [name: string, worker: RunningWorker][] = [
    ['D1', await runWorker('wrangler.toml', { SCAN_LOG: 'd1', AE_API_TOKEN: '' })],
    ['Analytics Engine', await runWorker('wrangler.toml', analyticsEngineVars(analyticsEngine))],
  ];
  console.log(
    `Statistics of one code with ${SCANS} scans, and of ${CODES} codes with ${SCANS} scans together\n`,
  );
  const now = Date.now();
  await seedAnalyticsEngine(analyticsEngine.clickHouse, { scans: SCANS, codes: CODES, now });
  const results = [await measureLatency('bare Worker', 500, () => fetch(bare.url, { method: 'POST' }))];
  for (const [name, worker] of backends) {
    const db = await openMigratedDatabase(worker);
    const { accountId, apiKey } = await seedAccount(db);
    await seedCode(db, { accountId, codeId: HOT_CODE });
    await seedCodes(db, accountId, CODES);
    if (name === 'D1') await seedD1(db, { scans: SCANS, codes: CODES, now });
    else await settleBefore(db, now - 89 * DAY_MS);
    const get = (path: string) =>
      fetch(`${worker.url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
    results.push(...(await measureFirstTime(name, get)));
    // From here on as after months of service: only two days are counted live.
    if (name !== 'D1') await settleBefore(db, now - DAY_MS);
    results.push(...(await measureBackend(name, get)));
  }
  printLatencies(results, 'bare Worker');
}

type Get = (path: string) => Promise<Response>;

/** Nothing of Analytics Engine was rolled up yet: the first answers bring the counts of 89 days into D1. */
async function measureFirstTime(name: string, get: Get) {
  const hot = `/v1/qr/qr_${HOT_CODE}/stats?range=last_90_days`;
  return [
    await measureLatency(`${name}: one code, for the first time`, 1, () => get(hot)),
    await measureLatency(`${name}: a list of 100 codes, for the first time`, 1, () =>
      get('/v1/qr?limit=100'),
    ),
  ];
}

async function measureBackend(name: string, get: Get) {
  const hot = `/v1/qr/qr_${HOT_CODE}/stats`;
  const include = 'country,city,os,browser,referrer,hour,language';
  return [
    await measureLatency(`${name}: one code, last 30 days`, 100, () => get(hot)),
    await measureLatency(`${name}: one code, last 90 days`, 100, () => get(`${hot}?range=last_90_days`)),
    await measureLatency(`${name}: one code, Europe/Berlin`, 20, () => get(`${hot}?tz=Europe/Berlin`)),
    await measureLatency(`${name}: one code, all seven breakdowns`, 5, () =>
      get(`${hot}?include=${include}`),
    ),
    await measureLatency(`${name}: each of many codes`, 500, (i) =>
      get(`/v1/qr/qr_${codeIdOf((i * 7) % CODES)}/stats`),
    ),
    await measureLatency(`${name}: a list of 100 codes`, 100, () => get('/v1/qr?limit=100')),
  ];
}

async function benchmarkRollUp(analyticsEngine: AnalyticsEngine): Promise<void> {
  const worker = await runWorker('wrangler.toml', analyticsEngineVars(analyticsEngine));
  const binding = await openMigratedDatabase(worker);
  const { accountId } = await seedAccount(binding);
  await seedCodes(binding, accountId, ACTIVE_CODES);
  // A time without other scans, at the end of a day: the dearest pass that there is.
  const midnight = Date.UTC(2040, 0, 1);
  await seedTwoDays(analyticsEngine.clickHouse, ACTIVE_CODES, midnight);
  await settleBefore(binding, midnight - DAY_MS);
  const db = openDatabase(binding);
  const counter = createAnalyticsEngineScanCounter({
    accountId: STAND_IN.accountId,
    apiToken: STAND_IN.apiToken,
    dataset: STAND_IN.dataset,
    dialect: 'analytics_engine',
    binding: null,
    apiUrl: analyticsEngine.apiUrl,
    fetch,
    timeoutMs: 60_000,
  });
  let now = midnight + DAY_MS - 2 * 3_600_000;
  const runPass = async () => {
    const reports: RollUpReport[] = [];
    for (now += 3_600_000; !reports.at(-1)?.isComplete; now += 60_000) {
      const report = await rollUpScans({
        db,
        counter,
        budget: budgetOf('paid').rollUp,
        nowMs: () => now,
      });
      if (!report) throw new Error('the roll-up did not run');
      reports.push(report);
    }
    return reports;
  };
  console.log(`\nThe roll-up of ${ACTIVE_CODES} active codes, two days, at the end of a day\n`);
  console.log('| pass | runs | SQL calls | counts | D1 rows read | D1 rows written | seconds |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  printPass('first', await timed(runPass));
  const second = await timed(runPass);
  printPass('again, nothing changed', second);
  const written = second.result.reduce((sum, report) => sum + report.rowsWritten, 0);
  if (written !== 0) throw new Error(`a pass without news wrote ${written} rows`);
}

function printPass(name: string, { result, seconds }: { result: RollUpReport[]; seconds: number }): void {
  const sum = (read: (report: RollUpReport) => number) =>
    result.reduce((total, report) => total + read(report), 0);
  const cells = [
    name,
    result.length,
    sum((report) => report.queries),
    sum((report) => report.counts),
    sum((report) => report.rowsRead),
    sum((report) => report.rowsWritten),
    seconds.toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedMs = performance.now();
  const result = await run();
  return { result, seconds: (performance.now() - startedMs) / 1_000 };
}

function analyticsEngineVars(analyticsEngine: AnalyticsEngine): Record<string, string> {
  return {
    SCAN_LOG: 'analytics_engine',
    AE_ACCOUNT_ID: STAND_IN.accountId,
    AE_API_TOKEN: STAND_IN.apiToken,
    AE_API_URL: analyticsEngine.apiUrl,
  };
}
