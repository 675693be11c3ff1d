// npm run bench:dashboard: the list of codes in accounts of 100 and of 10,000 codes, side by side with a bare Worker. Its cost must stay flat.
import { parseArgs } from 'node:util';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  SECRET_TOKEN_BYTES,
} from '../src/core/secret-token.ts';
import { COMMON_TEXT, seedCodes } from '../test/support/seed-codes.ts';
import { seedAccount } from '../test/support/seed.ts';
import { alternate, type Load } from './support/process-load.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from './support/run-worker.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,10000' },
    rounds: { type: 'string', default: '15' },
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
const PATHS = ['/codes', '/codes?kind=dynamic', `/codes?q=${COMMON_TEXT}`];

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
  console.log(`| page | ${columns.join(' | ')} | ratio of p50 | bare Worker: p50 ms |`);
  console.log(`| --- | ${columns.map(() => '---').join(' | ')} | --- | --- |`);
  for (const path of PATHS) await measure(path, accounts, bare.url);
} finally {
  await stopWorkers();
}

/** Runs the service over a database of one account of `size` codes, with somebody who is signed in. */
async function prepare(size: number): Promise<Account> {
  const worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' }, null, 'bench/api/index.ts');
  const db = await openMigratedDatabase(worker);
  const { accountId } = await seedAccount(db);
  await seedCodes(db, accountId, size);
  const headers = { Cookie: `session=${await seedSession(db, accountId)}`, 'Accept-Encoding': 'gzip' };
  const response = await fetch(`${worker.url}/codes`, { headers });
  const rows = (await response.text()).match(/<tr role="row"><td/g)?.length;
  if (rows !== 20) throw new Error(`the list of ${size} codes shows ${rows} of them, not 20`);
  return { size, url: worker.url, headers };
}

async function seedSession(db: D1Database, accountId: string): Promise<string> {
  const token = createSecretToken(crypto.getRandomValues(new Uint8Array(SECRET_TOKEN_BYTES)));
  const now = Date.now();
  await db.batch([
    db
      .prepare(
        `INSERT INTO people (id, account_id, name, role, created_at_ms) VALUES ('per_1', ?, 'Ada', 'owner', ?)`,
      )
      .bind(accountId, now),
    db
      .prepare(
        `INSERT INTO sessions (id, person_id, secret_hash, browser, created_at_ms, seen_at_ms) VALUES (?, 'per_1', ?, 'bench', ?, ?)`,
      )
      .bind(token.id, await hashSecret(token), now, now),
  ]);
  return formatSecretToken(token);
}

async function measure(path: string, accounts: readonly Account[], bareUrl: string): Promise<void> {
  const loads: Load[] = accounts.map(({ size, url, headers }) => ({
    name: String(size),
    url: url + path,
    headers,
    expectStatus: 200,
  }));
  const results = await alternate([{ name: 'bare', url: bareUrl, expectStatus: 302 }, ...loads], options);
  const bySize = sizes.flatMap((size) => results.get(String(size)) ?? []);
  const cells = bySize.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`);
  const ratio = (bySize.at(-1)?.p50Ms ?? Number.NaN) / (bySize[0]?.p50Ms ?? Number.NaN);
  const bareMs = results.get('bare')?.p50Ms ?? Number.NaN;
  console.log(`| \`${path}\` | ${cells.join(' | ')} | ${ratio.toFixed(2)} | ${bareMs.toFixed(1)} |`);
}
