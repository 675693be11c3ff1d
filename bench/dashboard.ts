// npm run bench:dashboard: the list of codes in accounts of 100 and of 10,000 codes, side by side with a bare Worker. Its cost must stay flat.
import { parseArgs } from 'node:util';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  SECRET_TOKEN_BYTES,
} from '#core/accounts/secret-token.ts';
import { COMMON_TEXT } from '#harness/data/seed-codes.ts';
import { compareSizes, runApiWithCodes } from '#harness/node/api-with-codes.ts';
import type { Load } from '#harness/node/load.ts';
import { alternateInProcess } from '#harness/node/process-load.ts';
import { runWorker, stopWorkers } from '#harness/node/run-worker.ts';

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
  const { url, db, accountId } = await runApiWithCodes(size);
  const headers = { Cookie: `session=${await seedSession(db, accountId)}`, 'Accept-Encoding': 'gzip' };
  const response = await fetch(`${url}/codes`, { headers });
  const rows = (await response.text()).match(/<tr role="row"><td/g)?.length;
  if (rows !== 20) throw new Error(`the list of ${size} codes shows ${rows} of them, not 20`);
  return { size, url, headers };
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
  const results = await alternateInProcess(
    [{ name: 'bare', url: bareUrl, expectStatus: 302 }, ...loads],
    options,
  );
  const { bySize, ratio, bareMs } = compareSizes(sizes, results);
  const cells = bySize.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`);
  console.log(`| \`${path}\` | ${cells.join(' | ')} | ${ratio} | ${bareMs} |`);
}
