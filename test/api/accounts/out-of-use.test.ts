import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { handleQueue } from '#api/events/queue.ts';
import type { DeliveryName, QueueMessage } from '#core/events/delivery.ts';
import { EVENT_TYPES } from '#core/events/event.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, seedPerson } from '#harness/worker/dashboard-client.ts';
import { type Mailbox, openMailbox } from '#harness/worker/mailbox.ts';
import { D1 } from '#harness/worker/scan-backends.ts';
import { sendWarning } from '#service/accounts/warn.ts';
import { type JobName, JOBS } from '#service/upkeep/jobs.ts';

/** An account that is suspended or deleted sends nothing. test/style/senders.test.ts lists the places in the code that send. */

type Effect = 'request' | 'mail' | 'delivery';

/** What each job of the cron sends for an account that is in use. A new job has to say. */
const SENDS = {
  blocked_hosts_swept: [],
  short_link_copies_swept: [],
  images_redrawn: [],
  images_swept: [],
  files_swept: [],
  scans_maintained: [],
  idempotency_keys_expired: [],
  sign_ins_expired: [],
  sign_ups_expired: [],
  // It tells of deletions alone: below.
  accounts_removed: [],
  tags_moved: [],
  // To the operator.
  reports_mailed: [],
  reports_expired: [],
  activities_expired: [],
  summaries_mailed: ['mail'],
  shares_expired: [],
  targets_checked: ['request'],
  domains_checked: ['mail', 'request'],
  imports_advanced: [],
  events_kept: ['delivery'],
  imports_expired: [],
  requests_expired: [],
} as const satisfies Record<JobName, readonly Effect[]>;

/** Each way out of use, as it is stored. Owners were told of the deletion. */
const OUT_OF_USE = {
  suspended: 'suspended_at_ms = ?1',
  deleted: `deleted_at_ms = ?1, restorable_until_ms = ?1 + ${DAY_MS}, owners_told_at_ms = ?1`,
} as const;

let now: number;
/** In every name of the account. */
let mark: string;
let client: ApiClient;
let webhookId: string;
let mailbox: Mailbox;
let queued: QueueMessage[];
let asked: string[];

const fetchStandIn = (input: RequestInfo | URL): Promise<Response> => {
  const { href, host } = new URL(input instanceof Request ? input.url : input);
  asked.push(href);
  if (host === 'cloudflare-dns.com')
    return Promise.resolve(Response.json({ Status: 0, Answer: [{ type: 1, data: '192.0.2.1' }] }));
  if (host === 'data.iana.org')
    return Promise.resolve(Response.json({ services: [[['example'], ['https://rdap.example.net/']]] }));
  if (host !== 'rdap.example.net') return Promise.resolve(new Response('', { status: 404 }));
  const eventDate = new Date(now + 20 * DAY_MS).toISOString();
  const events = [{ eventAction: 'expiration', eventDate }];
  return Promise.resolve(Response.json({ objectClassName: 'domain', status: ['active'], events }));
};
const EVENTS = {
  sendBatch(messages: Iterable<MessageSendRequest<QueueMessage>>) {
    for (const { body } of messages) queued.push(body);
    return Promise.resolve();
  },
} as unknown as Queue;
const deps = () =>
  createDependencies(
    {
      ...env,
      ...mailbox.env,
      EVENTS,
      TARGET_CHECKS: 'weekly',
      SHORT_HOSTS: `go.example.com go.${mark}.example`,
    },
    { ...PLATFORM, nowMs: () => now, fetch: fetchStandIn },
    () => undefined,
  );

beforeEach(async () => {
  now = Date.now();
  mark = randomHex();
  [queued, asked, mailbox] = [[], [], openMailbox()];
  await env.LINKS.delete('sweep/targets');
  client = await createClient({ appOptions: { nowMs: () => now, fetch: fetchStandIn } });
  await ownWhatSends();
});

/** A webhook for everything, a target, a domain that ends soon, a subscriber, scans, a code that has just started, and an event that waits. */
async function ownWhatSends(): Promise<void> {
  const { accountId } = client;
  const { personId } = await seedPerson({ accountId, email: `${mark}@example.com` });
  await run(`INSERT INTO weekly_summaries VALUES (?1, 'https://api.example.com', 'en', 0)`, personId);
  await seedDomain(env.DB, { accountId, host: `go.${mark}.example` });
  const webhook = { url: `https://hook-${mark}.example.com/`, events: EVENT_TYPES };
  webhookId = (await client.json<{ id: string }>('POST', '/v1/webhooks', webhook, { env: { EVENTS } })).id;
  await run('UPDATE webhooks SET created_at_ms = 0 WHERE id = ?1', webhookId);
  const startsAt = new Date(now + 1_000).toISOString();
  const createCode = async (path: string, more = {}) => {
    const code = { dynamic: true, target: `https://${mark}.example.com/${path}`, ...more };
    return (await client.json<{ id: string }>('POST', '/v1/qr', code, { env: { EVENTS } })).id;
  };
  await createCode('starts', { starts_at: startsAt });
  const id = await createCode('');
  await D1.record(id.slice(3) as Parameters<typeof D1.record>[0], [
    { atMs: now - 1_000, visitorKey: 'v', accountId },
    { atMs: now - 3 * 3_600_000, visitorKey: 'v', accountId },
  ]);
  queued = [];
  now += 2_000;
}

async function run(sql: string, ...values: (string | number)[]): Promise<void> {
  await env.DB.prepare(sql)
    .bind(...values)
    .run();
}

const endUse = (how: keyof typeof OUT_OF_USE) =>
  run(`UPDATE accounts SET ${OUT_OF_USE[how]} WHERE id = ?2`, now, client.accountId);

/** What went out for the account since the last look. */
function takeEffects(): Effect[] {
  const isOurs = (message: QueueMessage) =>
    'newsOf' in message ? message.newsOf === client.accountId : message.webhookId === webhookId;
  const effects: Effect[] = [
    ...(asked.some((url) => url.includes(mark)) ? (['request'] as const) : []),
    ...(mailbox.mails.some(({ to }) => to.includes(mark)) ? (['mail'] as const) : []),
    ...(queued.some(isOurs) ? (['delivery'] as const) : []),
  ];
  [queued, asked] = [[], []];
  mailbox.mails.length = 0;
  return effects.sort();
}

/** Lets the queue bring a message. */
async function bring(body: QueueMessage, queue = 'qr-events'): Promise<void> {
  const messages = [{ body, ack: () => undefined, retry: () => undefined }];
  await handleQueue({ queue, messages } as unknown as MessageBatch<QueueMessage>, deps());
}

/** A delivery of the account that waits. */
async function findWaiting(): Promise<DeliveryName> {
  await JOBS.events_kept(deps());
  const row = await env.DB.prepare(
    `SELECT webhook_id AS webhookId, event_id AS eventId FROM deliveries WHERE webhook_id = ?1 AND state = 'pending'`,
  )
    .bind(webhookId)
    .first<DeliveryName>();
  if (!row) throw new Error('nothing waits');
  takeEffects();
  return row;
}

const countEvents = async () =>
  await env.DB.prepare('SELECT count(*) AS n FROM events WHERE account_id = ?1')
    .bind(client.accountId)
    .first('n');

describe('a job of the cron', () => {
  /** What each job sends. */
  async function runEachJob(): Promise<Record<string, Effect[]>> {
    const sent: [string, Effect[]][] = [];
    for (const [name, job] of Object.entries(JOBS)) {
      await job(deps());
      sent.push([name, takeEffects()]);
    }
    return Object.fromEntries(sent);
  }

  it('sends for an account in use what the list says', async () => {
    expect(await runEachJob()).toEqual(SENDS);
  });

  it.each(Object.keys(OUT_OF_USE) as (keyof typeof OUT_OF_USE)[])(
    'sends nothing for a %s account, and notes no event',
    async (how) => {
      await endUse(how);
      const before = await countEvents();
      expect(Object.values(await runEachJob()).flat()).toEqual([]);
      expect(await countEvents()).toBe(before);
    },
  );
});

describe.each(Object.keys(OUT_OF_USE) as (keyof typeof OUT_OF_USE)[])('a %s account', (how) => {
  it('has no delivery made that waits, and none of a replay, until it is in use again', async () => {
    const waiting = await findWaiting();
    await endUse(how);
    await bring(waiting);
    await bring({ newsOf: client.accountId });
    expect(takeEffects()).toEqual([]);
    const state = env.DB.prepare('SELECT state FROM deliveries WHERE webhook_id = ?1 AND event_id = ?2');
    const stateNow = () => state.bind(waiting.webhookId, waiting.eventId).first('state');
    expect(await stateNow()).toBe('skipped');
    await run(
      'UPDATE accounts SET suspended_at_ms = NULL, deleted_at_ms = NULL WHERE id = ?1',
      client.accountId,
    );
    const replayed = await client.request(
      'POST',
      `/v1/webhooks/${webhookId}/replay`,
      { event_ids: [waiting.eventId] },
      { env: { EVENTS } },
    );
    expect(await replayed.json()).toEqual({ count: 1, next_since: null });
    await bring(waiting);
    expect(takeEffects()).toEqual(['delivery', 'request']);
  });

  it('is not told that its webhook was switched off, or anything else', async () => {
    const waiting = await findWaiting();
    await endUse(how);
    await bring(waiting, 'qr-events-dead');
    const account = { id: client.accountId, name: mark };
    await sendWarning(deps(), account, null, () => ({ subject: 'A', event: 'B', advice: 'C' }));
    expect(takeEffects()).toEqual([]);
  });

  it('makes no event of a change, and tests no webhook with a key that works for a minute more', async () => {
    await endUse(how);
    const before = await countEvents();
    await run('UPDATE qr_codes SET scans_rolled_up = 10 WHERE account_id = ?1', client.accountId);
    const here = { env: { EVENTS } };
    for (const [path, body] of [
      ['test', undefined],
      ['replay', { since: new Date(0).toISOString() }],
    ] as const) {
      const response = await client.request('POST', `/v1/webhooks/${webhookId}/${path}`, body, here);
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
    expect([takeEffects(), await countEvents()]).toEqual([[], before]);
  });
});

describe('what people of an account that is out of use still get', () => {
  const app = createApp({ nowMs: () => now });

  it('is a link to sign in where they can restore it, and none while it is suspended', async () => {
    const askForLink = async () => {
      const email = `${mark}@example.com`;
      await createBrowser({ app }).post('/sign-in', { email }, { env: mailbox.env });
      return takeEffects();
    };
    await endUse('deleted');
    expect(await askForLink()).toEqual(['mail']);
    await endUse('suspended');
    expect(await askForLink()).toEqual([]);
  });

  it('is the notice that it was deleted, once', async () => {
    await endUse('deleted');
    await run('UPDATE accounts SET owners_told_at_ms = NULL WHERE id = ?1', client.accountId);
    const work: Promise<void>[] = [];
    const telling = { ...deps(), afterResponse: (one: Promise<void>) => void work.push(one) };
    await JOBS.accounts_removed(telling);
    await Promise.all(work);
    expect(takeEffects()).toEqual(['mail']);
    await JOBS.accounts_removed(telling);
    expect(takeEffects()).toEqual([]);
  });
});
