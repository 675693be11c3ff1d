// npm run bench:api: every endpoint in accounts of 1,000, 100,000 and 1,000,000 codes, side by side with a bare Worker. Cost must stay flat.
import { parseArgs } from 'node:util';
import { seedAccount } from '../test/support/seed.ts';
import { type Endpoint, listEndpoints } from './api/endpoints.ts';
import { pickDynamicCodes, seedCodes, seedScans } from '../test/support/seed-codes.ts';
import { alternate, type Load, type LoadResult } from './support/process-load.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from './support/run-worker.ts';

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
  printHead();
  for (const { name } of accounts[0]?.endpoints ?? []) {
    if (!name.includes(values.only)) continue;
    const loads = accounts.flatMap((account) => toLoads(account, name));
    const bareLoad: Load =
      name === 'POST'
        ? { name: 'bare', url: bare.url, method: 'POST', expectStatus: 200 }
        : { name: 'bare', url: bare.url, expectStatus: 302 };
    printRow(name, await alternate([bareLoad, ...loads], options));
  }
} finally {
  await stopWorkers();
}

/** Runs the API over a database of `size` codes in one account, and counts what each endpoint reads of it. */
async function prepare(size: number): Promise<Account> {
  const worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' }, null, 'bench/api/index.ts');
  const db = await openMigratedDatabase(worker);
  const { accountId, apiKey } = await seedAccount(db);
  const startedAt = performance.now();
  await seedCodes(db, accountId, size);
  console.error(`${size} codes seeded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const [codeWithScans, ...codes] = await pickDynamicCodes(db, size, PICKED_CODES);
  if (!codeWithScans) throw new Error('no dynamic codes');
  await seedScans(db, codeWithScans, SCANS);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const endpoints = listEndpoints(codes, codeWithScans);
  const rowsRead = await countRows(worker.url, headers, endpoints);
  return { size, url: worker.url, headers, endpoints, rowsRead };
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
  console.log(`| endpoint | ${columns.join(' | ')} | ratio of p50 | D1 rows read | bare Worker: p50 ms |`);
  console.log(`| --- | ${columns.map(() => '---').join(' | ')} | --- | --- | --- |`);
}

function printRow(name: string, results: ReadonlyMap<string, LoadResult>): void {
  const bySize = sizes.flatMap((size) => results.get(String(size)) ?? []);
  const cells = bySize.map(
    ({ p50Ms, p99Ms, requestsPerSecond }) =>
      `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}, ${Math.round(requestsPerSecond)}`,
  );
  const ratio = (bySize.at(-1)?.p50Ms ?? Number.NaN) / (bySize[0]?.p50Ms ?? Number.NaN);
  const rows = [...new Set(accounts.map((account) => account.rowsRead.get(name)?.toLocaleString('en')))];
  const bareMs = results.get('bare')?.p50Ms ?? Number.NaN;
  console.log(
    `| ${name} | ${cells.join(' | ')} | ${ratio.toFixed(2)} | ${rows.join('; ')} | ${bareMs.toFixed(1)} |`,
  );
}
