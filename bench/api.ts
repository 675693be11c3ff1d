// npm run bench:api: every endpoint in accounts of 1,000, 100,000 and 1,000,000 codes, side by side with a bare Worker. Cost must stay flat.
import { parseArgs } from 'node:util';
import { pickDynamicCodes, seedScans } from '#harness/data/seed-codes.ts';
import { compareSizes, runApiWithCodes } from './load/api-with-codes.ts';
import type { Load, LoadResult } from './load/load.ts';
import { alternateInProcess } from './load/process-load.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { type Endpoint, listEndpoints } from './endpoints.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= 1000 && size % 10 === 0)) {
  throw new Error('--sizes takes numbers of codes, from 1,000 and in tens, separated by commas');
}
const options = {
  rounds: Number(values.rounds),
  amount: { amount: Number(values.requests) },
  connections: 4,
};

/** Endpoints beside which a Worker makes the same calls to D1 and R2, and nothing else. */
const WITH_THE_CALLS: ReadonlySet<string> = new Set(['GET by id', 'list, first page', 'PATCH', 'POST']);

const PICKED_CODES = 100;
const SCANS = 1000;

interface Account {
  readonly size: number;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly endpoints: readonly Endpoint[];
  /** By endpoint. */
  readonly rowsRead: ReadonlyMap<string, number>;
}

const accounts: Account[] = [];
try {
  for (const size of sizes) accounts.push(await prepare(size));
  const bare = await runWorker('bench/bare/wrangler.toml');
  const calls = await runWorker('wrangler.toml', {}, null, 'bench/calls/index.ts');
  await seedAccount(await openMigratedDatabase(calls));
  printHead();
  for (const { name, method = 'GET' } of accounts[0]?.endpoints ?? []) {
    if (!values.only.split('|').some((part) => name.includes(part))) continue;
    const loads = accounts.flatMap((account) => toLoads(account, name));
    const bareLoad: Load =
      name === 'POST'
        ? { name: 'bare', url: bare.url, method: 'POST', expectStatus: 200 }
        : { name: 'bare', url: bare.url, expectStatus: 302 };
    const callsLoads: Load[] = WITH_THE_CALLS.has(name)
      ? [{ name: 'calls', url: calls.url, method, expectStatus: 200 }]
      : [];
    printRow(name, await alternateInProcess([bareLoad, ...callsLoads, ...loads], options));
  }
} finally {
  await stopWorkers();
}

/** Runs the API over a database of `size` codes in one account, and counts what each endpoint reads of it. */
async function prepare(size: number): Promise<Account> {
  const startedAt = performance.now();
  const { url, db, apiKey } = await runApiWithCodes(size);
  console.error(`${size} codes seeded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const [codeWithScans, ...codes] = await pickDynamicCodes(db, size, PICKED_CODES);
  if (!codeWithScans) throw new Error('no dynamic codes');
  await seedScans(db, codeWithScans, SCANS);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const endpoints = listEndpoints(codes, codeWithScans);
  const rowsRead = await countRows(url, headers, endpoints);
  return { size, url, headers, endpoints, rowsRead };
}

async function countRows(
  url: string,
  headers: Record<string, string>,
  endpoints: readonly Endpoint[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const ask = async ({ name, paths, method = 'GET', body }: Endpoint) => {
    const response = await fetch(url + paths[0], {
      method,
      headers: { ...headers, 'X-Count-Rows': '1' },
      ...(body === undefined ? {} : { body }),
    });
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    counts.set(name, Number(response.headers.get('X-Rows-Read')));
  };
  // The first request of all reads the API key as well.
  for (const endpoint of [...endpoints.slice(0, 1), ...endpoints]) await ask(endpoint);
  return counts;
}

function toLoads({ size, url, headers, endpoints }: Account, name: string): Load[] {
  const endpoint = endpoints.find((one) => one.name === name);
  return endpoint ? [{ ...endpoint, name: String(size), url, headers, expectStatus: 200 }] : [];
}

/** A Markdown table: p50 / p99 in ms and requests a second by size; the ratio is that of the p50 of the largest to the smallest. */
function printHead(): void {
  const columns = sizes.map((size) => `${size.toLocaleString('en')} codes: p50 / p99 ms, requests/s`);
  console.log(
    `| endpoint | ${columns.join(' | ')} | ratio of p50 | D1 rows read | bare Worker: p50 ms | the same calls alone: p50 ms |`,
  );
  console.log(`| --- | ${columns.map(() => '---').join(' | ')} | --- | --- | --- | --- |`);
}

function printRow(name: string, results: ReadonlyMap<string, LoadResult>): void {
  const { bySize, ratio, bareMs } = compareSizes(sizes, results);
  const cells = bySize.map(
    ({ p50Ms, p99Ms, requestsPerSecond }) =>
      `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}, ${Math.round(requestsPerSecond)}`,
  );
  const rows = [...new Set(accounts.map((account) => account.rowsRead.get(name)?.toLocaleString('en')))];
  const callsMs = results.get('calls')?.p50Ms.toFixed(1) ?? '–';
  console.log(`| ${name} | ${cells.join(' | ')} | ${ratio} | ${rows.join('; ')} | ${bareMs} | ${callsMs} |`);
}
