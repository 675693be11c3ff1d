import {
  deliveriesQuery,
  deliveryList,
  eventList,
  eventsQuery,
  newWebhook,
  newWebhookBody,
  replayBody,
  replayed,
  rotation,
  toDeliveryResource,
  toEventResource,
  toWebhookEdit,
  toWebhookResource,
  webhook,
  webhookChange,
  webhooksQuery,
  webhookTest,
} from '#contract/events/webhooks.ts';
import { listOf } from '#contract/lists.ts';
import { toTimestamp } from '#contract/codes/control.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { MOST_PREVIOUS_SECRETS } from '#core/events/webhook.ts';
import {
  changeWebhook,
  createWebhook as create,
  deleteWebhook as deleteOwn,
  replayEvents as replay,
  rotateSecret,
  testWebhook as test,
} from '#service/events/webhooks.ts';
import { listDeliveries as listStoredDeliveries } from '#storage/events/deliveries.ts';
import { listEvents as listStoredEvents } from '#storage/events/events.ts';
import { findWebhook, listWebhooks as listStored } from '#storage/events/webhooks.ts';
import { DELIVERY, EVENT, SECRET, WEBHOOK } from './examples.ts';
import { operation } from '../operation.ts';
import { cutPage, toPage } from '../lists/page.ts';
import { reply } from '../reply.ts';
import { Resource } from '../lists/resource.ts';

/** `/v1/webhooks` and `/v1/events` */

const webhooks = new Resource({
  name: 'webhook',
  schema: webhook,
  example: WEBHOOK,
  show: toWebhookResource,
  find: ({ deps, actor }, id) => findWebhook(deps.db, actor.account.id, id),
});

export const createWebhook = operation({
  method: 'post',
  path: webhooks.path,
  summary: 'Create a webhook',
  description:
    'Sends events to an address, signed as Standard Webhooks 1.0.0 has it. Each event arrives at least once, in no certain order; `webhook-id` is the same each time. This is the only response with `secret`, besides that of a rotation. `scans.recorded` needs an installation whose scan log is in D1.',
  body: newWebhookBody,
  bodyExample: { url: WEBHOOK.url, events: WEBHOOK.events },
  response: newWebhook,
  example: { ...WEBHOOK, secret: SECRET },
  errors: ['quota_exceeded'],
  async handle({ deps, actor, body }) {
    const created = webhooks.unwrap(await create(deps, actor, body));
    return { ...toWebhookResource(created.webhook), secret: created.secret };
  },
});

export const listWebhooks = operation({
  method: 'get',
  path: webhooks.path,
  summary: 'List the webhooks of the account',
  description: 'Oldest first.',
  query: webhooksQuery,
  response: listOf(webhook),
  example: { data: [WEBHOOK], has_more: false, next_cursor: null },
  async handle({ deps, actor, query }) {
    const all = await listStored(deps.db, actor.account.id);
    const listed = query.url === undefined ? all : all.filter(({ url }) => url === query.url);
    return cutPage(listed.map(toWebhookResource), query);
  },
});

export const getWebhook = webhooks.read('Without its secret.');

export const updateWebhook = webhooks.update({
  description: 'Changes the fields that you send. A paused webhook gets nothing.',
  body: webhookChange,
  bodyExample: { paused: true },
  example: { ...WEBHOOK, status: 'paused' },
  write: ({ deps, found, body }) => changeWebhook(deps, found, toWebhookEdit(body)),
});

export const deleteWebhook = webhooks.delete({
  description: 'What is on its way to it is not sent any more.',
  remove: async (caller) => deleteOwn(caller.deps, caller.actor, await webhooks.findOwn(caller)),
});

export const rotateWebhook = operation({
  method: 'post',
  path: `${webhooks.onePath}/rotate`,
  summary: 'Give a webhook another secret',
  description:
    'For a day, the secret that it replaces signs too: `webhook-signature` then holds a signature of each. At most four times a day.',
  find: webhooks.findOwn,
  response: rotation,
  example: { secret: SECRET, previous_until: '2026-11-22T12:00:00.000Z' },
  errors: ['limit_reached'],
  async handle({ deps, actor, found }) {
    const rotated = await rotateSecret(deps, actor, found);
    if (rotated.ok) {
      const { secret, previousUntilMs } = rotated.value;
      return { secret, previous_until: new Date(previousUntilMs).toISOString() };
    }
    if (rotated.error.reason === 'gone') throw webhooks.toError({ reason: 'not_found' });
    throw new ApiError(
      'limit_reached',
      `This webhook signs with ${MOST_PREVIOUS_SECRETS} secrets that were replaced within a day. Replace the next one after ${new Date(rotated.error.untilMs).toISOString()}.`,
    );
  },
});

export const testWebhook = operation({
  method: 'post',
  path: `${webhooks.onePath}/test`,
  summary: 'Send a test event',
  description: 'Sends `webhook.test` at once, and gives the response. It changes nothing about the webhook.',
  find: webhooks.findOwn,
  response: webhookTest,
  example: { status_code: 204, duration_ms: 86, response: '' },
  async handle({ deps, found }) {
    const { status, durationMs, response } = await test(deps, found);
    return { status_code: status, duration_ms: durationMs, response };
  },
});

export const listDeliveries = operation({
  method: 'get',
  path: `${webhooks.onePath}/deliveries`,
  summary: 'List the deliveries to a webhook',
  description: 'Newest first, for 30 days.',
  find: webhooks.findOwn,
  query: deliveriesQuery,
  response: deliveryList,
  example: { data: [DELIVERY], has_more: false, next_cursor: null },
  async handle({ deps, found, query: { state = null, cursor: before = null, limit } }) {
    const rows = await listStoredDeliveries(deps.db, found.id, { state, before, limit: limit + 1 });
    const data = rows.slice(0, limit).map((one) => toDeliveryResource(one, found));
    return toPage(data, rows.length > limit ? (data.at(-1)?.event_id ?? null) : null);
  },
});

export const replayEvents = operation({
  method: 'post',
  path: `${webhooks.onePath}/replay`,
  summary: 'Send events again',
  description:
    'These events, or those of a time, up to 30 days ago: also what happened while the webhook was paused or disabled. Each keeps its `webhook-id`, counts as a request of your plan, and is sent again at most once in ten minutes.',
  find: webhooks.findOwn,
  body: replayBody,
  bodyExample: { since: '2026-11-21T00:00:00Z', until: '2026-11-22T00:00:00Z' },
  response: replayed,
  example: { count: 3, next_since: null },
  responseHeaders: ['RateLimit', 'Retry-After'],
  async handle({ deps, actor, plan, found, body }) {
    const which =
      'event_ids' in body
        ? { ids: body.event_ids }
        : { sinceMs: body.since, untilMs: body.until ?? deps.nowMs() + 1 };
    let headers = {};
    const { count, nextMs } = await replay(deps, actor, found, which, async (events) => {
      const admitted = await plan.admit(Array.from({ length: events }, () => 1));
      headers = admitted.headers;
      return admitted.count;
    });
    return reply({ count, next_since: toTimestamp(nextMs) }, headers);
  },
});

export const listEvents = operation({
  method: 'get',
  path: '/v1/events',
  summary: 'List events',
  description:
    'What happened, newest first, for 30 days. Only what a webhook asked for is kept: `data` is what it gets.',
  query: eventsQuery,
  response: eventList,
  example: { data: [EVENT], has_more: false, next_cursor: null },
  async handle({ deps, actor, query: { type = null, cursor: before = null, limit } }) {
    const rows = await listStoredEvents(deps.db, actor.account.id, { type, before, limit: limit + 1 });
    const data = rows.slice(0, limit).map(toEventResource);
    return toPage(data, rows.length > limit ? (data.at(-1)?.id ?? null) : null);
  },
});
