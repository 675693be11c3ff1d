// npm run bench:round-trips: what requests wait for if D1 is far from the Worker, or the Worker from the caller, with scans in Analytics Engine:
// its calls, those of them that are one after the other, and milliseconds.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { seedSession } from './dashboard/session.ts';
import { type Asked, listRequests } from './round-trips/requests.ts';

const { values } = parseArgs({
  options: {
    /** From the Worker to the database and back, in ms: 150 is another continent. */
    d1: { type: 'string', default: '150' },
    /** From the caller to the Worker and back, in ms. */
    way: { type: 'string', default: '0' },
  },
});

/** R2, KV and Analytics Engine respond from nearby. */
const STORE_MS = 20;

/** An Analytics Engine without scans. */
const analyticsEngine = createServer((request, response) => {
  request.resume();
  request.on('end', () => setTimeout(() => response.end(JSON.stringify({ data: [] })), STORE_MS));
});
await new Promise<void>((listening) => analyticsEngine.listen(0, '127.0.0.1', listening));
const vars = {
  SCAN_LOG: 'analytics_engine',
  AE_API_URL: `http://127.0.0.1:${(analyticsEngine.address() as AddressInfo).port}`,
  AE_ACCOUNT_ID: '0'.repeat(32),
  AE_API_TOKEN: 'token',
  PASSWORD_PEPPER: 'pepper',
  TARGET_CHECKS: 'off',
  D1_MS: values.d1,
  STORE_MS: String(STORE_MS),
};

try {
  const worker = await runWorker('wrangler.toml', vars, null, 'bench/round-trips/index.ts');
  const db = await openMigratedDatabase(worker);
  const { apiKey, accountId } = await seedAccount(db);
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    Cookie: `session=${await seedSession(db, accountId)}`,
  };
  await measure(worker.url, db, headers);
} finally {
  analyticsEngine.close();
  await stopWorkers();
}

async function measure(
  url: string,
  db: D1Database,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const send = async ({ name, method = 'GET', path, body, headers: own }: Asked) => {
    const startedAt = performance.now();
    await sleep(Number(values.way));
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...own },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`);
    const [calls, sequential] = (response.headers.get('X-Calls') ?? '').split(' ');
    return { row: `| ${name} | ${calls} | ${sequential} | ${Math.round(ms)} |`, text };
  };
  const create = async (title: string) => {
    const body = { target: 'https://example.com/', dynamic: true, title };
    const { text } = await send({ name: 'a code', method: 'POST', path: '/v1/qr', body });
    return (JSON.parse(text) as { readonly id: string }).id;
  };
  // The first request of all reads the API key as well, and the first page the brand.
  const ids = await Promise.all(Array.from({ length: 41 }, (_, i) => create(`Table ${i}`)));
  await send({ name: 'a page', path: '/settings' });
  console.log(`| request | calls of D1 | one after the other | ms |\n| --- | --- | --- | --- |`);
  for (const asked of listRequests(ids)) {
    // Other requests have left figures behind.
    if (asked.name.endsWith(', first')) await db.exec('DELETE FROM scan_queries');
    console.log((await send(asked)).row);
  }
}
