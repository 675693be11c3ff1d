import { request as httpRequest, Agent } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigratedDatabase, type RunningWorker, runWorker } from '#harness/node/run-worker.ts';
import { countQueries, DATABASE_WITH_FAULTS, setFault } from '#harness/node/database-with-faults.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';

/** The short-link Worker's production bundle in workerd, over HTTP: only there does each scan have its own request context. */

let worker: RunningWorker;
let accountId: string;
let db: Awaited<ReturnType<typeof openMigratedDatabase>>;
/** So few that even a busy machine handles them all in a small part of the 1.5 s that a query may take. */
const SCANS = 200;
const agent = new Agent({ keepAlive: true, maxSockets: SCANS });

beforeAll(async () => {
  const vars = {
    SCAN_LOG: 'analytics_engine',
    VISITOR_KEY_SECRET: 'secret of the tests',
    PASSWORD_PEPPER: 'pepper',
  };
  worker = await runWorker('src/shortlink/wrangler.toml', vars, DATABASE_WITH_FAULTS);
  db = await openMigratedDatabase(worker, 'database-with-faults');
  ({ accountId } = await seedAccount(db));
});

afterAll(async () => {
  agent.destroy();
  await worker?.stop();
});

interface Reply {
  readonly status: number | undefined;
  readonly location: string | undefined;
}

function scan(path: string, onStart?: (hangUp: () => void) => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${worker.url}${path}`, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode, location: response.headers.location }),
      );
    });
    request.once('error', reject);
    request.end();
    onStart?.(() => request.destroy());
  });
}

/** The kinds of responses, with their counts. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, location } of replies) {
    const name = `${status} ${location ?? ''}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const scans = (count: number, path: string) => Promise.all(Array.from({ length: count }, () => scan(path)));
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

it('serves concurrent first scans of one code from one query', async () => {
  await seedCode(db, { accountId, codeId: 'f1rst000', target: 'https://example.com/first' });
  // Long enough for many scans to wait for one query, and much shorter than the time after which they consider it abandoned.
  await setFault(worker, { mode: 'none', delayMs: 100 });
  expect(tally(await scans(SCANS, '/f1rst000'))).toEqual({ '302 https://example.com/first': SCANS });
  expect(await countQueries(worker)).toBe(1);
});

it('sends few queries for concurrent scans of an id that does not exist, and none for junk', async () => {
  await setFault(worker, { mode: 'none', delayMs: 300 });
  expect(tally(await scans(SCANS, '/n0th1ng0'))).toEqual({ '404 ': SCANS });
  // One query, and another one for scans that arrived meanwhile: two, unless a busy machine spreads the scans over seconds.
  expect(await countQueries(worker)).toBeLessThanOrEqual(10);
  await setFault(worker, { mode: 'none' });
  expect(tally(await scans(100, '/favicon.ico'))).toEqual({ '404 ': 100 });
  expect(await countQueries(worker)).toBe(0);
});

it('serves the others when the visitor whose scan sent the query hangs up', async () => {
  await seedCode(db, { accountId, codeId: 'hang0ver', target: 'https://example.com/on' });
  await setFault(worker, { mode: 'none', delayMs: 800 });
  let hangUp = () => {};
  const first = scan('/hang0ver', (end) => (hangUp = end)).catch(() => null);
  await pause(200);
  const others = scans(50, '/hang0ver');
  await pause(200);
  hangUp();
  expect(tally(await others)).toEqual({ '302 https://example.com/on': 50 });
  expect(await first).toBeNull();
  expect(await countQueries(worker)).toBeLessThanOrEqual(2);
});

it('responds with 503 to all, after one query, while the database hangs; and leads on once it is back', async () => {
  await seedCode(db, { accountId, codeId: 'hangs000', target: 'https://example.com/back' });
  await setFault(worker, { mode: 'hang' });
  expect(tally(await scans(200, '/hangs000'))).toEqual({ '503 ': 200 });
  expect(await setFault(worker, { mode: 'none' })).toBe(1);
  expect(tally(await scans(10, '/hangs000'))).toEqual({ '302 https://example.com/back': 10 });
});
