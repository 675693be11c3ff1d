import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { handleQueue } from '#api/events/queue.ts';
import type { QueueMessage } from '#core/events/delivery.ts';
import { parsePublicId } from '#core/codes/code-id.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { create, createClient } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { D1 } from '#harness/worker/scan-backends.ts';
import { JOBS } from '#service/upkeep/jobs.ts';

/** A Monday morning, when summaries are mailed. */
const NOW = Date.UTC(2026, 10, 23, 6);
const HOUR = 3_600_000;

/** Everything that goes out for an account by itself: what waits in the queue, and every job of the cron, twice an hour for three hours. */
async function letEverythingHappen(account: Account) {
  const { mark, mailbox, waiting } = account;
  const requests: string[] = [];
  let now = NOW;
  const fetchStandIn: typeof fetch = async (input, init) => {
    const { url } = new Request(input, init);
    requests.push(url);
    if (url.startsWith('https://cloudflare-dns.com/'))
      return Response.json({ Status: 0, Answer: [{ type: 1, data: '203.0.113.9' }] });
    return new Response(null, { status: url.includes('/hook') ? 500 : 404 });
  };
  const EVENTS = {
    async sendBatch(messages: Iterable<MessageSendRequest<QueueMessage>>) {
      for (const { body } of messages) waiting.push(body);
    },
  } as unknown as Queue;
  for (let run = 0; run < 6; run++, now += HOUR / 2) {
    const ctx = createExecutionContext();
    const platform = { ...PLATFORM, nowMs: () => now, fetch: fetchStandIn };
    const bindings = {
      ...env,
      SHORT_HOSTS: `go.example.com go.${mark}.example`,
      ...mailbox.env,
      EVENTS,
      TARGET_CHECKS: 'on',
    } as ApiEnv;
    const deps = createDependencies(bindings, platform, (work) => ctx.waitUntil(work));
    for (const job of Object.values(JOBS)) await job({ ...deps, reportFailure: () => undefined });
    for (const queue of ['qr-events', 'qr-events-dead']) {
      const messages = waiting
        .splice(0)
        .map((body) => ({ body, ack: () => undefined, retry: () => undefined }));
      await handleQueue({ queue, messages } as unknown as MessageBatch<QueueMessage>, deps);
    }
    await waitOnExecutionContext(ctx);
  }
  return {
    webhook: requests.filter((url) => url.includes(`${mark}.example.com/hook`)).length,
    target: requests.filter((url) => url.includes(`${mark}.example.com/menu`)).length,
    dns: requests.filter((url) => url.includes(`go.${mark}.example`)).length,
    mails: mailbox.mails.length,
  };
}

type Account = Awaited<ReturnType<typeof prepare>>;

/** An account for which something of each kind is due. */
async function prepare() {
  // The jobs work for all accounts: what other tests left would take their turns.
  const tables = ['deliveries', 'events', 'webhooks', 'weekly_summaries', 'domains', 'target_failures'];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  await env.LINKS.delete('sweep/targets');
  const mark = randomHex();
  const mailbox = openMailbox();
  const waiting: QueueMessage[] = [];
  const EVENTS = {
    sendBatch: (messages: Iterable<MessageSendRequest<QueueMessage>>) => {
      for (const { body } of messages) waiting.push(body);
      return Promise.resolve();
    },
  } as unknown as Queue;
  const appOptions = { nowMs: () => NOW - 3 * HOUR };
  const client = await createClient({ appOptions });
  const email = `${mark}@example.com`;
  const owner = await signIn({ accountId: client.accountId, email, appOptions });
  await env.DB.prepare('UPDATE people SET email_proved_at_ms = 1 WHERE email = ?').bind(email).run();
  await owner.post('/settings/mail', { weekly: 'on' }, { env: mailbox.env });
  const url = `https://${mark}.example.com/hook`;
  const events = ['qr.created', 'scans.recorded', 'scans.counted', 'qr.ended', 'qr.target_broken'];
  const subscribed = await client.request('POST', '/v1/webhooks', { url, events }, { env: { EVENTS } });
  expect(subscribed.status, await subscribed.clone().text()).toBe(200);
  const target = `https://${mark}.example.com/menu`;
  const code = { dynamic: true, target, ends_at: new Date(NOW + HOUR).toISOString() };
  const made = await client.request('POST', '/v1/qr', code, { env: { EVENTS } });
  const { id } = await made.json<{ id: string }>();
  const scans = [1, 2].map((i) => ({
    atMs: NOW - 2 * HOUR + i,
    accountId: client.accountId,
    visitorKey: `${i}`,
  }));
  await D1.record(parsePublicId(id)!, scans);
  await seedDomain(env.DB, { accountId: client.accountId, host: `go.${mark}.example` });
  await create(client, { dynamic: true, target });
  return { accountId: client.accountId, mark, mailbox, waiting };
}

it.each([
  ['suspended', 'suspended_at_ms = 1'],
  [
    'deleted',
    `deleted_at_ms = ${NOW - HOUR}, restorable_until_ms = ${NOW + 14 * 24 * HOUR}, owners_told_at_ms = 1`,
  ],
])('an account that is %s sends nothing, one that works sends all of it', async (_, change) => {
  const sent = await letEverythingHappen(await prepare());
  expect(Object.entries(sent).filter(([, count]) => count === 0)).toEqual([]);

  const account = await prepare();
  await env.DB.prepare(`UPDATE accounts SET ${change} WHERE id = ?`).bind(account.accountId).run();
  expect(await letEverythingHappen(account)).toEqual({ webhook: 0, target: 0, dns: 0, mails: 0 });
});
