import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePdf } from '#harness/data/files.ts';
import { randomHex } from '#harness/data/random.ts';
import { findFreePort } from '#harness/node/free-port.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';
import { type LocalService, startLocalService } from '#scripts/support/local/service.ts';

/** A program hears of all that happens, by the real queue: a row of its own for every code that a spreadsheet brings. */

interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly object: { readonly id: string; readonly status?: string };
    readonly changed?: string[];
  };
}

const stateDir = mkdtempSync(join(tmpdir(), 'qr-events-'));
let service: LocalService;
let receiver: SmallServer;
/** What arrived and was signed well, each attempt. */
const received: Received[] = [];
/** By the path that each try has of its own. */
const secrets = new Map<string, string>();
const seen = new Set<string>();
beforeAll(async () => {
  service = await startLocalService({ port: await findFreePort(), stateDir });
  receiver = await startServer(({ url = '', headers }, body, response) => {
    response.shouldKeepAlive = false;
    const secret = secrets.get(url);
    if (secret === undefined) return void response.writeHead(410).end();
    const id = String(headers['webhook-id']);
    // One event in five fails at first, and comes again.
    const isLost = !seen.has(id) && seen.add(id).size % 5 === 0;
    if (!isLost) {
      const told = new Verifier(secret).verify(body.toString(), headers as Record<string, string>);
      received.push({ ...(told as Omit<Received, 'id'>), id });
    }
    response.writeHead(isLost ? 500 : 204).end();
  });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function send<T>(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<T> {
  const response = await fetch(service.apiUrl + path, {
    method,
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': type },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json() as Promise<T>;
}

const typesOf = (events: readonly Received[]) => Object.groupBy(events, ({ type }) => type);

it('subscribes, imports 500 codes, replaces a file, pauses a code, verifies each event, and replays a day', async () => {
  const path = `/${randomHex()}`;
  const before = received.length;
  const webhook = await send<{ id: string; secret: string }>(
    'POST',
    '/v1/webhooks',
    JSON.stringify({
      url: receiver.url + path,
      events: ['qr.created', 'qr.updated', 'file.replaced', 'import.finished'],
    }),
  );
  secrets.clear();
  secrets.set(path, webhook.secret);
  const rows = Array.from({ length: 500 }, (_, i) => `https://example.com/${i},${path.slice(1)}-${i}`);
  const csv = `target,external_id\n${rows.join('\n')}\n`;
  await send('POST', '/v1/imports?dry_run=false', csv, 'text/csv');

  const files: string[] = [];
  for (const name of ['Spring', 'Summer'])
    files.push((await send<{ id: string }>('POST', '/v1/files', makePdf(name), 'application/pdf')).id);
  const [spring, summer] = files;
  const menu = await send<{ id: string }>(
    'POST',
    '/v1/qr',
    JSON.stringify({ type: 'file', dynamic: true, target: spring }),
  );
  await send('PATCH', `/v1/qr/${menu.id}`, JSON.stringify({ target: summer }));
  await send('PATCH', `/v1/qr/${menu.id}`, JSON.stringify({ paused: true }));

  const list = async (query: string) => {
    const found: { event_id: string; state: string }[] = [];
    for (let cursor = ''; ;) {
      const page = await send<{ data: typeof found; next_cursor: string | null }>(
        'GET',
        `/v1/webhooks/${webhook.id}/deliveries?limit=100${query}${cursor}`,
      );
      found.push(...page.data);
      if (page.next_cursor === null) return found;
      cursor = `&cursor=${page.next_cursor}`;
    }
  };
  // 501 codes, two edits, a file, an import.
  await expect
    .poll(async () => (await list('&state=delivered')).length, { timeout: 240_000, interval: 2_000 })
    .toBe(505);

  expect(await list('')).toHaveLength(505);
  const events = [...new Map(received.slice(before).map((one) => [one.id, one])).values()];
  expect(events).toHaveLength(505);
  const { 'qr.created': created = [], 'qr.updated': updated = [], ...others } = typesOf(events);
  expect(new Set(created.map(({ data }) => data.object.id)).size).toBe(501);
  expect(updated.map(({ data }) => [data.object.id, data.changed]).sort()).toEqual([
    [menu.id, ['paused']],
    [menu.id, ['target']],
  ]);
  expect(others['file.replaced']?.map(({ data }) => data.object.id)).toEqual([menu.id]);
  expect(others['import.finished']?.map(({ data }) => data.object.status)).toEqual(['done']);

  const replayedFrom = received.length;
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect(await send('POST', `/v1/webhooks/${webhook.id}/replay`, JSON.stringify({ since }))).toEqual({
    count: 505,
    next_since: null,
  });
  const again = () => new Set(received.slice(replayedFrom).map(({ id }) => id)).size;
  await expect.poll(again, { timeout: 240_000, interval: 1_000 }).toBe(505);
});
