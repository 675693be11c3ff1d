// npm run bench:dashboard: the overview and the list of codes in accounts of 100 and of 100,000 codes, of which half are scanned 7 times a day, and the pages
// of codes with 10,000 and with 10,000,000 scans, side by side with a bare Worker. Their cost must stay flat. Needs clickhouse-server.
import { get } from 'node:http';
import { parseArgs } from 'node:util';
import { COMMON_TEXT } from '#harness/data/seed-codes.ts';
import { compareSizes, runApiWithCodes } from './load/api-with-codes.ts';
import type { Load } from './load/load.ts';
import { alternateInProcess } from './load/process-load.ts';
import { runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { measureCodePages } from './dashboard/code-pages.ts';
import { seedSession } from './dashboard/session.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,100000' },
    scans: { type: 'string', default: '10000,10000000' },
    rounds: { type: 'string', default: '8' },
    requests: { type: 'string', default: '20' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const options = {
  rounds: Number(values.rounds),
  amount: { amount: Number(values.requests) },
  connections: 2,
};

/** Also the pages that people reach from the list by its filters. */
const PATHS = [
  '/overview',
  // As most people see it: by their own clocks.
  '/overview?tz=Europe%2FBerlin',
  '/overview?tag=common',
  '/codes',
  '/codes?kind=dynamic',
  `/codes?q=${COMMON_TEXT}`,
];

const SCANNED_DAYS = 30;
const SCANS_A_DAY = 7;
/** The log holds as many scans at most: the counts of days say how many there were. */
const LOGGED_SCANS = 200_000;

interface Account {
  readonly size: number;
  readonly url: string;
  readonly headers: Record<string, string>;
}

try {
  const accounts: Account[] = [];
  for (const size of sizes) accounts.push(await prepare(size));
  const bare = await runWorker('bench/bare/wrangler.toml');
  const columns = sizes.map((size) => `${size.toLocaleString('en')} codes: p50 / p99 ms`);
  for (const path of PATHS) await printSizes(path, accounts);
  console.log(`\n| page | ${columns.join(' | ')} | ratio of p50 | bare Worker: p50 ms |`);
  console.log(`| --- | ${columns.map(() => '---').join(' | ')} | --- | --- |`);
  for (const path of PATHS) await measure(path, accounts, bare.url);
  await measureCodePages(values.scans.split(',').map(Number), { ...options, bareUrl: bare.url });
} finally {
  await stopWorkers();
}

/** Runs the service over a database of one account of `size` codes, with somebody who is signed in. */
async function prepare(size: number): Promise<Account> {
  const { url, db, accountId } = await runApiWithCodes(size);
  const headers = { Cookie: `session=${await seedSession(db, accountId)}`, 'Accept-Encoding': 'gzip' };
  const response = await fetch(`${url}/codes`, { headers });
  const rows = (await response.text()).match(/<tr role="row"><td/g)?.length;
  if (rows !== 20) throw new Error(`the list of ${size} codes shows ${rows} of them, not 20`);
  await seedRecentScans(db, accountId);
  await waitForOverview(url, headers);
  return { size, url, headers };
}

/** Scans of every dynamic code in the last 30 days, as the roll-up and the log hold them. */
async function seedRecentScans(db: D1Database, accountId: string): Promise<void> {
  for (let day = 0; day < SCANNED_DAYS; day++) {
    const insert = db
      .prepare(
        `INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms)
         SELECT code_id, date('now', '-${day} days'), iif(position % 3, 'mobile', 'desktop'), ${SCANS_A_DAY}, unixepoch('now', '-${day} days') * 1000
         FROM qr_codes WHERE account_id = ? AND is_dynamic = 1 AND deleted_at_ms IS NULL ON CONFLICT DO NOTHING`,
      )
      .bind(accountId);
    // Once more where the connection ends under a long statement.
    await insert.run().catch(() => insert.run());
  }
  // Its trigger would count what is counted above.
  const trigger = await db
    .prepare("SELECT sql FROM sqlite_master WHERE name = 'scans_count_by_day'")
    .first<string>('sql');
  await db.prepare('DROP TRIGGER scans_count_by_day').run();
  await db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${LOGGED_SCANS - 1}),
         code AS (SELECT code_id, row_number() OVER (ORDER BY position) - 1 AS place FROM qr_codes WHERE account_id = ?1 AND is_dynamic = 1),
         codes AS (SELECT count(*) AS count FROM code)
       INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, account_id)
       SELECT code_id, (unixepoch('now') - i * 2591 % 2592000) * 1000, 'mobile', 'visitor-' || i % 5000, 'C' || i % 40, ?1
       FROM codes CROSS JOIN n CROSS JOIN code ON place = i % codes.count WHERE i < codes.count * ${SCANNED_DAYS * SCANS_A_DAY}`,
    )
    .bind(accountId)
    .run();
  await db.prepare(trigger ?? '').run();
}

/** What a large account shows is made behind the first look at it. */
async function waitForOverview(url: string, headers: Record<string, string>): Promise<void> {
  for (const [path, sign] of [
    ['/overview', 'class="ranked-codes"'],
    ['/overview?tz=Europe%2FBerlin', 'Time zone: Europe/Berlin.'],
  ] as const) {
    let page = '';
    for (let look = 0; look < 90 && !page.includes(sign); look++) {
      if (look > 0) await new Promise((resume) => setTimeout(resume, 1_000));
      page = await (await fetch(url + path, { headers })).text();
    }
    if (!page.includes(sign)) throw new Error(`${path} never has ${sign}`);
  }
}

/** What goes over the wire, without what a page loads. */
async function printSizes(path: string, accounts: readonly Account[]): Promise<void> {
  for (const { size, url, headers } of accounts) {
    const bytes = await new Promise<number>((resolve, reject) => {
      get(url + path, { headers }, (response) => {
        let sum = 0;
        response.on('data', (part: Buffer) => (sum += part.length));
        response.on('end', () => resolve(sum));
      }).on('error', reject);
    });
    console.log(
      `${path} with ${size.toLocaleString('en')} codes: ${(bytes / 1024).toFixed(1)} KiB compressed`,
    );
  }
}

async function measure(path: string, accounts: readonly Account[], bareUrl: string): Promise<void> {
  const loads: Load[] = accounts.map(({ size, url, headers }) => ({
    name: String(size),
    url: url + path,
    headers,
    expectStatus: 200,
  }));
  const results = await alternateInProcess(
    [{ name: 'bare', url: bareUrl, expectStatus: 302 }, ...loads],
    options,
  );
  const { bySize, ratio, bareMs } = compareSizes(sizes, results);
  const cells = bySize.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`);
  console.log(`| \`${path}\` | ${cells.join(' | ')} | ${ratio} | ${bareMs} |`);
}
