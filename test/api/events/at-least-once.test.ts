import { env } from 'cloudflare:workers';
import { expect, inject, it } from 'vitest';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { handleQueue } from '#api/events/queue.ts';
import type { QueueMessage } from '#core/events/delivery.ts';
import { sampled } from '#harness/data/sampled.ts';
import { random } from '#harness/data/random.ts';
import { createClient } from '#harness/worker/api-client.ts';
import { keepEvents } from '#service/events/hand-over.ts';

/** The queue, the Worker and the receiver fail at random; D1 keeps what it has. */

const EVENTS = inject('isExhaustive') ? sampled(10_000) : 200;
const KILLS = 20;
const BATCH = 20;
const HOUR_MS = 3_600_000;

it('brings each event at least once, invents none, and keeps its id, whatever is killed', async () => {
  await env.DB.batch(
    ['deliveries', 'events', 'webhooks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  let now = Date.now();
  let waiting: { readonly body: QueueMessage; readonly dueMs: number }[] = [];
  const arrived = new Map<string, Set<string>>();
  let isKilled = false;
  const queue = {
    async sendBatch(messages: Iterable<MessageSendRequest<QueueMessage>>) {
      if (random() < 0.1) throw new Error('The queue is down.');
      for (const { body } of messages) waiting.push({ body, dueMs: now });
    },
  } as unknown as Queue;
  // What is killed after it has sent has not recorded that.
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'batch' && isKilled) return () => Promise.reject(new Error('killed'));
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const receive: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const id = request.headers.get('webhook-id') ?? '';
    if (random() < 0.2) return new Response('busy', { status: 503 });
    arrived.set(id, (arrived.get(id) ?? new Set()).add(await request.text()));
    return new Response(null, { status: 204 });
  };
  const deps = () =>
    createDependencies(
      { ...env, DB, EVENTS: queue },
      { ...PLATFORM, nowMs: () => now, fetch: receive },
      () => undefined,
    );
  const client = await createClient({ appOptions: { nowMs: () => now } });
  const webhook = { url: 'https://hooks.example.com/', events: ['qr.created'] };
  const subscribed = await client.request('POST', '/v1/webhooks', webhook, { env: { EVENTS: queue } });
  expect(subscribed.status).toBe(200);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO happenings SELECT ?2, 'qr.created', 'zzzz' || printf('%04d', i % 10000), NULL, ?3 + i FROM n`,
  )
    .bind(EVENTS, client.accountId, now + 1)
    .run();

  let kills = 0;
  for (let hours = 0; hours < 100; hours++) {
    await keepEvents(deps());
    while (waiting.some(({ dueMs }) => dueMs <= now)) {
      const due = waiting.filter(({ dueMs }) => dueMs <= now).slice(0, BATCH);
      waiting = waiting.filter((message) => !due.includes(message));
      const settled = new Set<object>();
      isKilled = kills < KILLS && random() < 0.2;
      if (isKilled) kills++;
      const wasKilled = isKilled;
      const messages = due.map((message) => ({
        body: message.body,
        ack: () => settled.add(message),
        retry({ delaySeconds }: { delaySeconds: number }) {
          if (wasKilled) return;
          settled.add(message);
          waiting.push({ body: message.body, dueMs: now + delaySeconds * 1000 });
        },
      }));
      await handleQueue({ queue: 'qr-events', messages } as unknown as MessageBatch<QueueMessage>, deps());
      isKilled = false;
      // Cloudflare brings again what a dead Worker has not settled.
      waiting.push(...due.filter((message) => !settled.has(message)));
    }
    const left = await env.DB.prepare(`SELECT count(*) AS n FROM deliveries WHERE state = 'pending'`).first(
      'n',
    );
    const unheard = await env.DB.prepare(`SELECT count(*) AS n FROM events WHERE body IS NULL`).first('n');
    if (left === 0 && unheard === 0) break;
    now += HOUR_MS / 4;
  }
  expect(kills).toBeGreaterThan(0);
  const { results } = await env.DB.prepare('SELECT id, body FROM events').all<{ id: string; body: string }>();
  expect(results).toHaveLength(EVENTS);
  expect([...arrived.keys()].sort()).toEqual(results.map(({ id }) => id).sort());
  for (const { id, body } of results) expect([...(arrived.get(id) ?? [])]).toEqual([body]);
  const states = await env.DB.prepare('SELECT state, count(*) AS n FROM deliveries GROUP BY state').all();
  expect(states.results).toEqual([{ state: 'delivered', n: EVENTS }]);
});
