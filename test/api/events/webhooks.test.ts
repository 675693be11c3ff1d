import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook as Verifier } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { handleQueue } from '#api/events/queue.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QueueMessage } from '#core/events/delivery.ts';
import { makePdf } from '#harness/data/files.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { openDatabase } from '#storage/database.ts';
import { forgetFaults, saveFaults } from '#storage/targets/failures.ts';
import { randomHex } from '#harness/data/random.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { seedPerson } from '#harness/worker/dashboard-client.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { limiterOf } from '#harness/worker/limiter.ts';
import { keepEvents } from '#service/events/hand-over.ts';

/** The internet answers as a test says, and the queue keeps its messages until the test lets them come. */

interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}
interface Told {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly object: Record<string, unknown>;
    readonly changed?: readonly string[];
    readonly [more: string]: unknown;
  };
}

let received: Received[] = [];
let answer: () => Response | Promise<Response>;
let now: number;
interface Waiting {
  readonly body: QueueMessage;
  readonly dueMs: number;
}
let queued: Waiting[] = [];
/** What the first webhook of an account puts into the queue. */
let queuedNews: Waiting[] = [];
let isQueueDown = false;

const fetchStandIn: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  received.push({ url: request.url, headers: request.headers, body: await request.text() });
  return answer();
};
const platform = { ...PLATFORM, nowMs: () => now, fetch: fetchStandIn };
const EVENTS = {
  async sendBatch(messages: Iterable<MessageSendRequest<QueueMessage>>) {
    if (isQueueDown) throw new Error('The queue is down.');
    for (const { body, delaySeconds = 0 } of messages)
      ('newsOf' in body ? queuedNews : queued).push({ body, dueMs: now + delaySeconds * 1000 });
  },
} as unknown as Queue;
const deps = () => createDependencies({ ...env, EVENTS }, platform, () => undefined);

/** Lets the queue bring what is due, as Cloudflare does. Gives how many messages came. */
async function bring(queue = 'qr-events'): Promise<number> {
  const due = queued.filter(({ dueMs }) => dueMs <= now);
  queued = queued.filter(({ dueMs }) => dueMs > now);
  let settled = 0;
  const messages = due.map(({ body }) => ({
    body,
    ack: () => settled++,
    retry({ delaySeconds }: { delaySeconds: number }) {
      settled++;
      queued.push({ body, dueMs: now + delaySeconds * 1000 });
    },
  }));
  await handleQueue({ queue, messages } as unknown as MessageBatch<QueueMessage>, deps());
  expect(settled).toBe(due.length);
  return due.length;
}

let client: ApiClient;
beforeEach(async () => {
  // The verifier has the machine's clock.
  now = Date.now();
  [received, queued, queuedNews, isQueueDown] = [[], [], [], false];
  answer = () => new Response(null, { status: 204 });
  // The cron works for all accounts: what other tests left would come, too.
  await env.DB.batch(
    ['deliveries', 'events', 'webhooks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  client = await createClient({ appOptions: { nowMs: () => now, fetch: fetchStandIn } });
});

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  return client.json<T>(method, path, body, { env: { EVENTS } });
}

interface WebhookResource {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly disabled_for: string | null;
  readonly failing_since: string | null;
}
const newUrl = () => `https://${randomHex()}.example.com/hook`;
const subscribe = (events: readonly string[], more = {}) =>
  send<WebhookResource>('POST', '/v1/webhooks', { url: newUrl(), events, ...more });
const read = ({ id }: WebhookResource) => send<WebhookResource>('GET', `/v1/webhooks/${id}`);
const deliveriesOf = async ({ id }: WebhookResource) =>
  (await send<{ data: Record<string, unknown>[] }>('GET', `/v1/webhooks/${id}/deliveries`)).data;
interface Replayed {
  readonly count: number;
  readonly next_since: string | null;
}
const replay = ({ id }: WebhookResource, which: object) =>
  send<Replayed>('POST', `/v1/webhooks/${id}/replay`, which);
const createCode = (more = {}) =>
  send<{ id: string }>('POST', '/v1/qr', { target: 'https://example.com/a', dynamic: true, ...more });
const told = () => received.map(({ body }) => JSON.parse(body) as Told);

describe('an event', () => {
  it('is sent and signed, with the code as GET shows it', async () => {
    const { secret } = await subscribe(['qr.created']);
    const code = await createCode({ title: 'Menu' });
    await bring();
    const [sent] = received;
    expect(sent).toBeDefined();
    const headers = Object.fromEntries(sent?.headers ?? []);
    expect(new Verifier(secret).verify(sent?.body ?? '', headers)).toEqual({
      type: 'qr.created',
      timestamp: expect.any(String) as string,
      data: { object: { ...(await send<object>('GET', `/v1/qr/${code.id}`)), ...LISTED } },
    });
    expect(headers['webhook-id']).toMatch(/^evt_[0-9a-f]{28}$/);
    expect(headers['user-agent']).toMatch(/^qr-webhooks/);
  });

  /** What only the response for a single code has. */
  const LISTED = { names: undefined };

  it('names what an edit changed', async () => {
    await subscribe(['qr.updated']);
    const { id } = await createCode();
    await send('PATCH', `/v1/qr/${id}`, { title: 'New', paused: true, tags: ['a'] });
    await send('PATCH', `/v1/qr/${id}`, { title: 'New' });
    await bring();
    expect(told().map(({ type, data }) => [type, data.changed, data.object['title']])).toEqual([
      ['qr.updated', ['title', 'tags', 'paused'], 'New'],
    ]);
  });

  it('has the links of a GS1 code once they change', async () => {
    const host = `${randomHex()}.example`;
    await seedDomain(env.DB, { accountId: client.accountId, host });
    await subscribe(['qr.updated']);
    const { id } = await createCode({ type: 'gs1', domain: host, gs1: { '01': '09506000134352' } });
    const link = { type: 'gs1:recallStatus', href: 'https://example.com/recall' };
    await send('PUT', `/v1/qr/${id}/links`, { links: [link] });
    await bring();
    expect(told().map(({ data }) => data)).toMatchObject([
      { changed: ['links'], object: { gs1: { '01': '09506000134352' }, links: [link] } },
    ]);
  });

  it('that would be longer than 20 kB says where to read the rest', async () => {
    await subscribe(['qr.created', 'qr.updated', 'domain.broken']);
    const metadata = Object.fromEntries(Array.from({ length: 45 }, (_, i) => [`key-${i}`, 'x'.repeat(500)]));
    const { id } = await createCode({ metadata });
    await send('PATCH', `/v1/qr/${id}`, { title: 'New' });
    const appLinks = { apple: { applinks: 'x'.repeat(20_000) }, android: null };
    const host = `${randomHex()}.example`;
    const domainId = await seedDomain(env.DB, { accountId: client.accountId, host, appLinks });
    const change = `UPDATE domains SET state = 'broken', checked_at_ms = ${now} WHERE id = ?`;
    await env.DB.prepare(change).bind(domainId).run();
    await keepEvents(deps());
    await bring();
    expect(received.every(({ body }) => body.length < 20_000)).toBe(true);
    const thin = (of: string, get: string) => ({ object: { id: of }, is_complete: false, get });
    expect(new Map(told().map(({ type, data }) => [type, data]))).toEqual(
      new Map<string, unknown>([
        ['qr.created', thin(id, `/v1/qr/${id}`)],
        ['qr.updated', { ...thin(id, `/v1/qr/${id}`), changed: ['title'] }],
        ['domain.broken', thin(domainId, `/v1/domains/${domainId}`)],
      ]),
    );
  });

  it('tells of a deleted code its names', async () => {
    await subscribe(['qr.deleted']);
    const { id } = await createCode({ external_id: 'sku-1' });
    await send('DELETE', `/v1/qr/${id}`);
    await bring();
    expect(told().map(({ data }) => data.object)).toEqual([{ id, external_id: 'sku-1', deleted: true }]);
  });

  it('comes for each code of a bulk request, of those that were stored', async () => {
    await subscribe(['qr.created', 'qr.updated']);
    const codes = [1, 2, 3].map((i) => ({ target: `https://example.com/${i}`, external_id: `b-${i}` }));
    await send('POST', '/v1/qr/bulk', { codes });
    await send('PUT', '/v1/qr/bulk', { codes: [{ ...codes[0], title: 'T' }, codes[1]] });
    await bring();
    expect(
      told()
        .map(({ type, data }) => `${type} ${String(data.object['external_id'])}`)
        .sort(),
    ).toEqual(['qr.created b-1', 'qr.created b-2', 'qr.created b-3', 'qr.updated b-1']);
  });

  it('does not exist for a change that failed, or that nobody asked for', async () => {
    await subscribe(['qr.created']);
    const { id } = await createCode({ external_id: 'one' });
    const refused = await client.request('POST', '/v1/qr', {
      target: 'https://a.example',
      external_id: 'one',
    });
    expect(refused.status).toBe(409);
    await send('PATCH', `/v1/qr/${id}`, { title: 'Nobody asked' });
    const other = await createClient();
    await create(other, {});
    await keepEvents(deps());
    await bring();
    expect(received).toHaveLength(1);
    expect((await send<{ data: unknown[] }>('GET', '/v1/events')).data).toHaveLength(1);
  });

  it('does not exist for any of 50 changes that lost a race', async () => {
    await subscribe(['qr.created', 'qr.updated', 'qr.deleted']);
    const race = Array.from({ length: 50 }, (_, i) =>
      client.request(
        'POST',
        '/v1/qr',
        { target: `https://example.com/${i}`, external_id: 'one' },
        { env: { EVENTS } },
      ),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { id } = await send<{ id: string }>('GET', '/v1/qr/ext:one');
    const deletions = await Promise.all(
      race.map(() => client.request('DELETE', `/v1/qr/${id}`, undefined, { env: { EVENTS } })),
    );
    expect(deletions.filter(({ status }) => status === 200)).toHaveLength(1);
    await keepEvents(deps());
    await bring();
    expect(
      told()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['qr.created', 'qr.deleted']);
  });

  it('comes when a file is replaced and when an import is over', async () => {
    await subscribe(['file.replaced', 'import.finished']);
    const [spring, summer] = [makePdf('Spring'), makePdf('Summer')];
    const upload = async (pdf: Uint8Array<ArrayBuffer>) => {
      const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.length) };
      return (await client.json<{ id: string }>('POST', '/v1/files', pdf, { headers })).id;
    };
    const { id } = await send<{ id: string }>('POST', '/v1/qr', {
      type: 'file',
      dynamic: true,
      target: await upload(spring),
    });
    await send('PATCH', `/v1/qr/${id}`, { title: 'Still spring' });
    await send('PATCH', `/v1/qr/${id}`, { target: await upload(summer) });
    const csv = { env: { EVENTS }, headers: { 'Content-Type': 'text/csv' } };
    await client.request('POST', '/v1/imports?dry_run=false', 'target\nhttps://example.com/1\n', csv);
    await bring();
    expect(told().map(({ type, data }) => [type, data.object['id'] === id, data.object['status']])).toEqual([
      ['file.replaced', true, 'active'],
      ['import.finished', false, 'done'],
    ]);
  });

  it('comes when a target breaks, when it works again, and when a domain breaks', async () => {
    await subscribe([
      'qr.target_broken',
      'qr.target_works',
      'domain.broken',
      'domain.active',
      'domain.expiring',
    ]);
    const { id } = await createCode();
    const codeId = id.slice(3) as CodeId;
    const db = openDatabase(env.DB);
    const fault = {
      codeId,
      revision: 1,
      url: 'https://example.com/a',
      status: 404,
      reason: 'status',
    } as const;
    await saveFaults(db, [fault], now);
    await saveFaults(db, [fault], now + 86_400_000);
    await forgetFaults(db, [codeId], now);
    const domainId = await seedDomain(env.DB, {
      accountId: client.accountId,
      host: `${randomHex()}.example`,
    });
    const change = (set: string) =>
      env.DB.prepare(`UPDATE domains SET ${set} WHERE id = ?`).bind(domainId).run();
    await change(`state = 'broken', checked_at_ms = ${now}`);
    await change(`state = 'active', checked_at_ms = ${now}`);
    await change(`warned_of = '["ends_in_30"]', watched_at_ms = ${now}`);
    await keepEvents(deps());
    await bring();
    const objects = new Map(told().map(({ type, data }) => [type, data]));
    expect([...objects.keys()].sort()).toEqual([
      'domain.active',
      'domain.broken',
      'domain.expiring',
      'qr.target_broken',
      'qr.target_works',
    ]);
    expect(objects.get('qr.target_broken')).toMatchObject({ object: { id }, fault: { status: 404 } });
    expect(objects.get('domain.broken')).toMatchObject({ object: { id: domainId } });
  });

  it('comes when a code starts and when it ends, once', async () => {
    await subscribe(['qr.started', 'qr.ended']);
    const at = (ms: number) => new Date(now + ms).toISOString();
    const { id } = await createCode({ starts_at: at(60_000), ends_at: at(120_000) });
    now += 90_000;
    await keepEvents(deps());
    await keepEvents(deps());
    await bring();
    now += 60_000;
    await keepEvents(deps());
    await bring();
    expect(told().map(({ type, data }) => [type, data.object['id'], data.object['status']])).toEqual([
      ['qr.started', id, 'active'],
      ['qr.ended', id, 'ended'],
    ]);
  });

  it('comes with the first scan of each power of ten, and with the last scan of a limit', async () => {
    await subscribe(['qr.milestone', 'qr.exhausted']);
    const { id } = await createCode({ max_scans: 5 });
    const scan = env.DB.prepare(
      `INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms) VALUES (?1, '2026-11-20', 'mobile', ?2, 1)
       ON CONFLICT DO UPDATE SET scans = excluded.scans`,
    );
    for (const scans of [9, 10, 99, 105]) await scan.bind(id.slice(3), scans).run();
    const take = env.DB.prepare('UPDATE qr_codes SET scans_taken = scans_taken + 1 WHERE code_id = ?1');
    for (let i = 0; i < 7; i++) await take.bind(id.slice(3)).run();
    await keepEvents(deps());
    await bring();
    expect(told().map(({ type, data }) => [type, data['scans']])).toEqual(
      expect.arrayContaining([
        ['qr.milestone', 10],
        ['qr.milestone', 100],
        ['qr.exhausted', undefined],
      ]),
    );
    expect(received).toHaveLength(3);
  });

  it('is kept for 30 days, among the newest ones that the plan keeps', async () => {
    await subscribe(['qr.created']);
    await env.DB.prepare(`UPDATE accounts SET plan = 'free' WHERE id = ?`).bind(client.accountId).run();
    const { keptEvents } = PLANS.free;
    await env.DB.prepare(
      `INSERT INTO happenings WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
       SELECT ?2, 'qr.created', 'code-' || i, NULL, ?3 + i FROM numbers`,
    )
      .bind(keptEvents + 20, client.accountId, now)
      .run();
    const left = async () => {
      const count = `SELECT count(*) AS events, min(CAST(substr(subject_id, 6) AS INTEGER)) AS oldest,
        (SELECT count(*) FROM deliveries WHERE account_id = ?1 AND event_id NOT IN (SELECT id FROM events)) AS lost,
        (SELECT events FROM account_usage WHERE account_id = ?1) AS counted FROM events WHERE account_id = ?1`;
      return env.DB.prepare(count).bind(client.accountId).first();
    };
    expect((await keepEvents(deps())).expired).toBe(20);
    expect(await left()).toEqual({ events: keptEvents, oldest: 21, lost: 0, counted: keptEvents });
    now += 30 * 86_400_000;
    expect((await keepEvents(deps())).expired).toBe(0);
    now += 86_400_000;
    expect((await keepEvents(deps())).expired).toBe(keptEvents);
    expect(await left()).toEqual({ events: 0, oldest: null, lost: 0, counted: 0 });
  });

  it('has single scans in batches, without what identifies a visitor', async () => {
    await subscribe(['scans.recorded']);
    const { id } = await createCode({ external_id: 'poster' });
    const insert = env.DB.prepare(
      `INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, account_id, source) VALUES (?1, ?2, 'mobile', 'secret-key', 'DE', ?3, 'symbol')`,
    );
    const scans = Array.from({ length: 130 }, () => insert.bind(id.slice(3), now, client.accountId));
    await env.DB.batch(scans);
    now += 1_000;
    await keepEvents(deps());
    await bring();
    now += 1_000;
    await keepEvents(deps());
    const lists = told().map(({ data }) => data as unknown as { has_more: boolean; scans: object[] });
    expect(lists.map(({ has_more, scans: { length } }) => [has_more, length])).toEqual([
      [true, 50],
      [true, 50],
      [false, 30],
    ]);
    expect(lists[0]?.scans[0]).toMatchObject({
      code_id: id,
      external_id: 'poster',
      country: 'DE',
      rule: null,
      source: 'symbol',
    });
    expect(received.map(({ body }) => body).join('')).not.toContain('secret-key');
  });
});

describe('a delivery', () => {
  it('that fails comes again by the waits of the standard, with the same id and body', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response('later', { status: 500 });
    await bring();
    const waits: number[] = [];
    while (queued.length > 0 && waits.length < 20) {
      const [{ dueMs } = { dueMs: 0 }] = queued;
      waits.push(Math.round((dueMs - now) / 1000));
      now = dueMs;
      if (waits.length === 4) answer = () => new Response('ok', { status: 200 });
      await bring();
    }
    const USUAL = [5, 300, 1_800, 7_200];
    expect(waits).toHaveLength(USUAL.length);
    for (const [i, usual] of USUAL.entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(Math.floor(usual * 0.9));
      expect(waits[i]).toBeLessThanOrEqual(Math.ceil(usual * 1.1));
    }
    expect(new Set(received.map(({ headers, body }) => headers.get('webhook-id') + body)).size).toBe(1);
    const stamps = received.map(({ headers }) => headers.get('webhook-timestamp'));
    expect(new Set(stamps).size).toBe(5);
    expect(await deliveriesOf(webhook)).toMatchObject([
      { state: 'delivered', attempts: 5, status_code: 200, response: 'ok' },
    ]);
    expect(await read(webhook)).toMatchObject({ status: 'active', failing_since: null });
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response('', { status: 429, headers: { 'Retry-After': '100' } });
    await bring();
    expect(queued[0]?.dueMs).toBe(now + 100_000);
    now += 100_000;
    const date = new Date(now + 900_000).toUTCString();
    answer = () => new Response('', { status: 503, headers: { 'Retry-After': date } });
    await bring();
    expect(Math.round(((queued[0]?.dueMs ?? 0) - now) / 1000)).toBeGreaterThanOrEqual(899);
  });

  it('does not follow a redirect, and reads little of a long response', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/' } });
    await bring();
    expect(received).toHaveLength(1);
    now += 6_000;
    let pulled = 0;
    answer = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            pulled++;
            controller.enqueue(new Uint8Array(65_536).fill(97));
          },
        }),
      );
    await bring();
    expect(pulled).toBeLessThan(10);
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'delivered', response: 'a'.repeat(1_024) }]);
  });

  it('is made after the queue was down, by the cron', async () => {
    isQueueDown = true;
    await subscribe(['qr.created']);
    await createCode();
    expect(queued).toEqual([]);
    isQueueDown = false;
    now += 16 * 60_000;
    await keepEvents(deps());
    await bring();
    expect(received).toHaveLength(1);
    now += 16 * 60_000;
    await keepEvents(deps());
    expect(await bring()).toBe(0);
  });

  it('is made within 70 s where another isolate does not know of the first webhook yet', async () => {
    const here = { env: { EVENTS } };
    // Another instance of the app remembers the key by itself.
    expect((await client.request('GET', '/v1/qr', undefined, here)).status).toBe(200);
    const other = createApp({ nowMs: () => now, fetch: fetchStandIn });
    const asked = new Request('https://api.example.com/v1/webhooks', {
      method: 'POST',
      headers: { Authorization: `Bearer ${client.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: newUrl(), events: ['qr.created'] }),
    });
    const ctx = createExecutionContext();
    expect((await other.fetch(asked, { ...env, EVENTS }, ctx)).status).toBe(200);
    await waitOnExecutionContext(ctx);
    await createCode();
    expect([queued, queuedNews.map(({ dueMs }) => dueMs - now)]).toEqual([[], [10_000, 30_000, 70_000]]);
    now += 10_000;
    queued = queuedNews;
    await bring();
    await bring();
    expect(received).toHaveLength(1);
    now += 60_000;
    await bring();
    expect([received.length, queued]).toEqual([1, []]);
  });

  it('is skipped while the webhook is paused, and is replayed afterwards', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    await send('PATCH', `/v1/webhooks/${webhook.id}`, { paused: true });
    await createCode();
    await bring();
    expect(received).toEqual([]);
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'skipped' }]);
    await send('PATCH', `/v1/webhooks/${webhook.id}`, { paused: false });
    const since = new Date(now - 1_000).toISOString();
    expect(await replay(webhook, { since })).toEqual({ count: 2, next_since: null });
    await bring();
    expect(received).toHaveLength(2);
    now += 10 * 60_000;
    const [{ event_id: id } = {}] = await deliveriesOf(webhook);
    expect(await replay(webhook, { event_ids: [id] })).toEqual({ count: 1, next_since: null });
    await bring();
    expect(received).toHaveLength(3);
  });

  it('is replayed at most once in ten minutes, also by two requests at once', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    await bring();
    received = [];
    const since = new Date(now - 1_000).toISOString();
    const [{ event_id: id } = {}] = await deliveriesOf(webhook);
    const counts = await Promise.all([replay(webhook, { since }), replay(webhook, { event_ids: [id] })]);
    expect(counts.map(({ count }) => count).sort()).toEqual([0, 1]);
    now += 10 * 60_000 - 1;
    expect(await replay(webhook, { since })).toEqual({ count: 0, next_since: null });
    await bring();
    expect(received).toHaveLength(1);
    now += 1;
    expect(await replay(webhook, { since })).toEqual({ count: 1, next_since: null });
  });

  it('that is replayed costs a request of the plan for each event, the oldest ones first', async () => {
    const webhook = await subscribe(['qr.created']);
    for (let i = 0; i < 5; i++) {
      await createCode();
      now += 1_000;
    }
    await bring();
    received = [];
    const since = new Date(now - 60_000).toISOString();
    const here = { env: { EVENTS, RATE_LIMIT_BUSINESS: limiterOf(3) } };
    const ask = (from: string) =>
      client.request('POST', `/v1/webhooks/${webhook.id}/replay`, { since: from }, here);
    const first = await ask(since);
    expect(first.headers.get('Retry-After')).toBe('60');
    const { count, next_since } = await first.json<Replayed>();
    expect([count, next_since]).toEqual([3, new Date(now - 2_000).toISOString()]);
    await readError(ask(since), 429, 'rate_limited');
    await bring();
    expect(received).toHaveLength(3);
    expect(await replay(webhook, { since: next_since })).toEqual({ count: 2, next_since: null });
    await bring();
    expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(5);
  });

  it('that is replayed while it is tried has one series of attempts, and keeps what failed', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response('', { status: 500 });
    for (let i = 0; i < 3; i++) {
      await bring();
      now = Math.max(now, queued[0]?.dueMs ?? now);
    }
    const [before] = await deliveriesOf(webhook);
    expect(before).toMatchObject({
      state: 'pending',
      attempts: 3,
      next_attempt_at: new Date(now).toISOString(),
    });
    expect(before?.['failures']).toMatchObject(Array.from({ length: 3 }, () => ({ status_code: 500 })));
    now -= 60_000;
    await replay(webhook, { event_ids: [before?.['event_id']] });
    await bring();
    now += 6_000;
    await bring();
    received = [];
    // The message of the first series comes; the replay's own is due in minutes.
    now += 54_000;
    expect(await bring()).toBe(1);
    expect([received.length, queued.length]).toEqual([0, 1]);
    answer = () => new Response(null, { status: 204 });
    now = queued[0]?.dueMs ?? now;
    await bring();
    const [after] = await deliveriesOf(webhook);
    expect(after).toMatchObject({ state: 'delivered', next_attempt_at: null });
    expect(after?.['failures']).toHaveLength(5);
  });

  it('is not sent to a webhook that was deleted meanwhile', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    await send('DELETE', `/v1/webhooks/${webhook.id}`);
    await bring();
    expect(received).toEqual([]);
    await readError(client.request('GET', `/v1/webhooks/${webhook.id}`), 404, 'not_found');
  });
});

describe('a webhook', () => {
  it('is disabled by 410', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response('gone', { status: 410 });
    await bring();
    expect(await read(webhook)).toMatchObject({ status: 'disabled', disabled_for: 'gone' });
  });

  it('is disabled after 72 hours of failure, and enabled again by hand', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => new Response('no', { status: 500 });
    const began = now;
    await bring();
    for (let i = 0; queued.length > 0 && i < 30; i++) {
      now = Math.max(now, queued[0]?.dueMs ?? now);
      if (now - began < 72 * 3_600_000) expect((await read(webhook)).status).toBe('active');
      await bring();
    }
    expect(now - began).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(now - began).toBeLessThan(90 * 3_600_000);
    expect(await read(webhook)).toMatchObject({ status: 'disabled', disabled_for: 'failing' });
    await send('PATCH', `/v1/webhooks/${webhook.id}`, { paused: false });
    expect(await read(webhook)).toMatchObject({ status: 'active', failing_since: null });
  });

  it('that is down for four seconds gets its event after five', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    answer = () => Promise.reject(new TypeError('connection refused'));
    await bring();
    expect(queued.map(({ dueMs }) => dueMs - now)).toEqual([5_000]);
    expect(await deliveriesOf(webhook)).toMatchObject([
      { state: 'pending', next_attempt_at: new Date(now + 5_000).toISOString() },
    ]);
    answer = () => new Response(null, { status: 204 });
    now += 5_000;
    await bring();
    expect(received.at(-1)?.headers.get('webhook-id')).toBe(received[0]?.headers.get('webhook-id'));
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('that does not respond is left alone longer and longer, up to a minute', async () => {
    const webhook = await subscribe(['qr.created']);
    answer = () => Promise.reject(new TypeError('connection refused'));
    const began = now;
    const quiet: number[] = [];
    for (const after of [0, 5, 10, 20, 40, 80, 160]) {
      now = began + after * 1_000;
      await createCode();
      queued = queued.slice(-1);
      await bring();
      const quietUntil = env.DB.prepare('SELECT quiet_until_ms AS ms FROM webhooks WHERE id = ?').bind(
        webhook.id,
      );
      quiet.push((((await quietUntil.first<number>('ms')) ?? 0) - now) / 1_000);
    }
    expect(quiet).toEqual([5, 5, 10, 20, 40, 60, 60]);
  });

  it('that does not respond is left alone, and the others are not held up', async () => {
    const slow = await subscribe(['qr.created']);
    await createCode();
    answer = () => Promise.reject(new TypeError('connection reset'));
    await bring();
    answer = () => new Response(null, { status: 204 });
    received = [];
    await createCode();
    await subscribe(['qr.created']);
    await createCode();
    await bring();
    // One of the two that do not respond by now would be the first.
    expect(received).toHaveLength(1);
    now += 61_000;
    await bring();
    expect(received).toHaveLength(4);
    expect(await deliveriesOf(slow)).toMatchObject([
      { state: 'delivered' },
      { state: 'delivered' },
      { state: 'delivered' },
    ]);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const webhook = await subscribe(['qr.created']);
    const { secret } = await send<{ secret: string }>('POST', `/v1/webhooks/${webhook.id}/rotate`);
    await createCode();
    await bring();
    now += 25 * 3_600_000;
    await createCode();
    await bring();
    const signatures = received.map(({ headers }) => headers.get('webhook-signature')?.split(' ').length);
    expect(signatures).toEqual([2, 1]);
    const check = (i: number, by: string) => () => {
      const { body = '', headers = new Headers() } = received[i] ?? {};
      return new Verifier(by).verify(body, Object.fromEntries(headers));
    };
    expect(check(0, webhook.secret)).not.toThrow();
    expect(check(0, secret)).not.toThrow();
  });

  it('keeps the day of each secret, however often it is changed, and refuses a fifth change', async () => {
    const webhook = await subscribe(['qr.created']);
    const rotate = () => client.request('POST', `/v1/webhooks/${webhook.id}/rotate`);
    const secrets = [webhook.secret];
    const began = now;
    for (let i = 0; i < 4; i++) {
      secrets.push((await (await rotate()).json<{ secret: string }>()).secret);
      now += 60_000;
    }
    const { message } = await readError(rotate(), 409, 'limit_reached');
    expect(message).toContain(new Date(began + 24 * 3_600_000).toISOString());
    await createCode();
    await bring();
    const signs = (secret: string) => {
      const { body = '', headers = new Headers() } = received.at(-1) ?? {};
      try {
        new Verifier(secret).verify(body, Object.fromEntries(headers));
        return true;
      } catch {
        return false;
      }
    };
    expect(secrets.map(signs)).toEqual([true, true, true, true, true]);
    now = began + 24 * 3_600_000;
    expect((await rotate()).status).toBe(200);
  });

  it('changed twice at the same moment signs with both new secrets', async () => {
    const webhook = await subscribe(['qr.created']);
    const path = `/v1/webhooks/${webhook.id}/rotate`;
    const [a, b] = await Promise.all([
      send<{ secret: string }>('POST', path),
      send<{ secret: string }>('POST', path),
    ]);
    await createCode();
    await bring();
    const { body = '', headers = new Headers() } = received[0] ?? {};
    for (const secret of [webhook.secret, a.secret, b.secret])
      expect(() => new Verifier(secret).verify(body, Object.fromEntries(headers))).not.toThrow();
  });

  it('is tested at once, and shows the response', async () => {
    const webhook = await subscribe(['qr.deleted']);
    answer = () => new Response('hello', { status: 418 });
    const test = await send('POST', `/v1/webhooks/${webhook.id}/test`);
    expect(test).toMatchObject({ status_code: 418, response: 'hello' });
    expect(told().map(({ type }) => type)).toEqual(['webhook.test']);
    answer = () => Promise.reject(new TypeError('no'));
    expect(await send('POST', `/v1/webhooks/${webhook.id}/test`)).toMatchObject({ status_code: null });
  });

  it('gives up what made the Worker itself fail', async () => {
    const webhook = await subscribe(['qr.created']);
    await createCode();
    await bring('qr-events-dead');
    expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'failed' }]);
    expect(await read(webhook)).toMatchObject({ status: 'disabled' });
  });

  it('sends a short message to Slack and Discord, in which a title commands nothing', async () => {
    await subscribe(['qr.created'], { format: 'slack' });
    await subscribe(['qr.created'], { format: 'slack', url: 'https://discord.com/api/webhooks/1/x' });
    await createCode({ title: 'Menu <!channel> @here' });
    await bring();
    const bodies = received.map(({ body }) => JSON.parse(body) as Record<string, string>);
    expect(bodies.map((body) => Object.keys(body)).sort()).toEqual([['content'], ['text']]);
    for (const body of bodies) {
      expect(Object.values(body)[0]).toMatch(/^Code “Menu !channel here” was created: https:/);
    }
    expect(received[0]?.headers.get('webhook-signature')).toBeNull();
  });

  it('speaks to a chat in the language that an owner of the account chose', async () => {
    await subscribe(['qr.created'], { format: 'slack' });
    const { personId } = await seedPerson({ accountId: client.accountId });
    await env.DB.prepare("UPDATE people SET language = 'de' WHERE id = ?").bind(personId).run();
    await createCode({ title: 'Karte' });
    await bring();
    expect(received[0]?.body).toMatch(/Code “Karte” wurde erstellt: https:/);
  });

  it('is one of at most ten, and is found by its address', async () => {
    const url = newUrl();
    await subscribe(['qr.created'], { url });
    for (let i = 0; i < 9; i++) await subscribe(['qr.created']);
    const eleventh = await client.request('POST', '/v1/webhooks', { url: newUrl(), events: ['qr.created'] });
    const { message } = await readError(eleventh, 403, 'quota_exceeded');
    expect(message).toContain('10 webhooks');
    const found = await send<{ data: { url: string; secret?: string }[] }>(
      'GET',
      `/v1/webhooks?url=${encodeURIComponent(url)}`,
    );
    expect(found.data.map((one) => one.url)).toEqual([url]);
    expect(JSON.stringify(found)).not.toContain('whsec_');
  });

  it.each([
    ['http://example.com/', 'https://'],
    ['https://10.0.0.1/', 'public name'],
    ['https://8.8.8.8/', 'public name'],
    ['https://[::1]/', 'public name'],
    ['https://0x7f.1/', 'public name'],
    ['https://localhost/', 'public name'],
    ['https://printer.local/', 'public name'],
    ['https://intranet/', 'public name'],
    ['https://nas.lan/', 'public name'],
    ['https://printer.home./', 'public name'],
    ['https://hooks.default.svc/', 'public name'],
    ['https://hooks.onion/', 'public name'],
    ['https://user:secret@example.com/', 'password'],
    ['https://example.com:22/', 'port'],
    ['https://go.example.com/', 'this service'],
    ['https://API.example.com./', 'this service'],
    ['https://cdn.example.com/', 'this service'],
    ['https://second.example.com/', 'this service'],
    ['nothing', 'an address'],
  ])('does not send to %s', async (url, reason) => {
    const bindings = { env: { SHORT_HOSTS: 'go.example.com second.example.com' } };
    const body = { url, events: ['qr.created'] };
    const response = await client.request('POST', '/v1/webhooks', body, bindings);
    const { errors } = await readError(response);
    expect(errors?.[0]).toMatchObject({ field: 'url' });
    expect(errors?.[0]?.message).toContain(reason);
  });

  it('is of its account only', async () => {
    const webhook = await subscribe(['qr.created']);
    const other = await createClient();
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const)
      await readError(other.request(method, `/v1/webhooks/${webhook.id}${path}`), 404, 'not_found');
  });
});
