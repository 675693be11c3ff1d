// npm run bench:webhooks: 10,000 deliveries to 100 endpoints through the local queue, once with all of them well and once with one that
// hangs: how long the others wait. The queue is workerd's on this machine: only the ratio says something about Cloudflare's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '#harness/node/free-port.ts';
import { startServer } from '#harness/node/small-server.ts';
import { createAccount } from '#scripts/support/accounts.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import { startLocalService } from '#scripts/support/local/service.ts';

const ACCOUNTS = 10;
const ENDPOINTS = 10;
const CODES = 100;
/** Every delivery but those to the endpoint that may hang. */
const OTHERS = (ACCOUNTS * ENDPOINTS - 1) * CODES;

console.log('| endpoints | deliveries | p50 s | p99 s | all s |');
console.log('| --- | --- | --- | --- | --- |');
const well = await run(false);
const hanging = await run(true);
console.log(`\np99 beside one that hangs: ${(hanging / well).toFixed(2)} of a run without it.`);

/** Gives the p99 of the deliveries to all endpoints but one, in milliseconds after the event. */
async function run(hangs: boolean): Promise<number> {
  const stateDir = mkdtempSync(join(tmpdir(), 'qr-bench-webhooks-'));
  const service = await startLocalService({ port: await findFreePort(), stateDir });
  const waits = new Map<string, number>();
  const receiver = await startServer(({ url = '', headers }, body, response) => {
    if (hangs && url === '/0-0') return;
    const { timestamp } = JSON.parse(body.toString()) as { timestamp: string };
    const key = `${url} ${String(headers['webhook-id'])}`;
    if (url !== '/0-0' && !waits.has(key)) waits.set(key, Date.now() - Date.parse(timestamp));
    response.writeHead(204).end();
  });
  try {
    const keys = await openAccounts(stateDir);
    const send = async (key: string, path: string, body: object) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const sent = await fetch(service.apiUrl + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!sent.ok) throw new Error(`${path}: ${await sent.text()}`);
    };
    for (const [a, key] of keys.entries())
      for (let e = 0; e < ENDPOINTS; e++)
        await send(key, '/v1/webhooks', { url: `${receiver.url}/${a}-${e}`, events: ['qr.created'] });
    const startedAt = Date.now();
    const codes = Array.from({ length: CODES }, (_, i) => ({
      target: `https://example.com/${i}`,
      size: 128,
    }));
    for (const key of keys) await send(key, '/v1/qr/bulk', { codes });
    const until = Date.now() + 600_000;
    while (waits.size < OTHERS && Date.now() < until) await new Promise((go) => setTimeout(go, 100));
    if (waits.size < OTHERS) throw new Error(`Only ${waits.size} of ${OTHERS} deliveries arrived.`);
    const sorted = [...waits.values()].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    const all = Date.now() - startedAt;
    const name = hangs ? 'one hangs' : 'all well';
    console.log(`| ${name} | ${waits.size} | ${seconds(at(0.5))} | ${seconds(at(0.99))} | ${seconds(all)} |`);
    return at(0.99);
  } finally {
    await service.stop();
    await receiver.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function openAccounts(stateDir: string): Promise<string[]> {
  await using place = openLocalDatabase(resolve(stateDir, 'state'));
  const keys: string[] = [];
  for (let i = 0; i < ACCOUNTS; i++)
    keys.push((await createAccount(place, { name: `Account ${i}`, plan: 'business' })).apiKey);
  return keys;
}
