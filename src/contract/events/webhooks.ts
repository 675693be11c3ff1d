import * as z from 'zod';
import { DELIVERY_STATES, type Delivery, MOST_FAILURES } from '#core/events/delivery.ts';
import { LONGEST_ENDPOINT } from '#core/events/endpoint.ts';
import { EVENT_TYPES } from '#core/events/event.ts';
import {
  nextAttempt,
  statusOf,
  type Webhook,
  WEBHOOK_FORMATS,
  WEBHOOK_STATUSES,
} from '#core/events/webhook.ts';
import { withoutUndefined } from '#core/without-undefined.ts';
import { timestamp } from '../codes/responses.ts';
import { toTimestamp } from '../codes/control.ts';
import { cursorOf, limitOf, pageOf, shortListQuery } from '../lists.ts';
import { open } from '../open.ts';

/** `/v1/webhooks` and `/v1/events` */

const LONGEST_DESCRIPTION = 200;
const MOST_REPLAYED_IDS = 100;

const url = z.string().max(LONGEST_ENDPOINT).meta({ format: 'uri' });
const shownType = open(z.enum(EVENT_TYPES).meta({ id: 'EventType' }));
const events = z
  .array(z.enum(EVENT_TYPES))
  .min(1)
  .max(EVENT_TYPES.length)
  .transform((types) => [...new Set(types)]);
const description = z.string().max(LONGEST_DESCRIPTION).nullable();

export const newWebhookBody = z
  .strictObject({
    url: url.describe('A public name with `https`. A service on `localhost` also takes `http://localhost`.'),
    events: events.describe('What it gets.'),
    format: z
      .enum(WEBHOOK_FORMATS)
      .default('standard')
      .describe(
        '`slack` sends a short message to an incoming webhook of Slack, Teams or Discord, without a signature.',
      ),
    description: description.default(null).describe('For people.'),
  })
  .meta({ id: 'CreateWebhook' });

export const webhookChange = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    paused: z
      .boolean()
      .optional()
      .describe('`false` also ends the state `disabled`. What happened meanwhile is not sent: replay it.'),
  })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold at least one field to change, like "paused".',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'UpdateWebhook', minProperties: 1 });

export const webhooksQuery = shortListQuery('webhooks').extend({
  url: z.string().max(LONGEST_ENDPOINT).optional().describe('Only those with this address.'),
});

const webhookId = z.string().regex(/^wh_[0-9a-f]{16}$/);
const eventId = z.string().regex(/^evt_[0-9a-f]{28}$/);

export const webhook = z
  .object({
    id: webhookId,
    url,
    events: z.array(shownType),
    format: open(z.enum(WEBHOOK_FORMATS)),
    description: z.string().nullable(),
    status: open(z.enum(WEBHOOK_STATUSES).meta({ id: 'WebhookStatus' })),
    disabled_for: z
      .string()
      .nullable()
      .describe('Why it is disabled: `gone` (it answered 410) or `failing` (nothing arrived for 72 hours).'),
    failing_since: timestamp.nullable().describe('Since when every delivery fails.'),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook', description: 'An address that gets events.' });

const secret = z.string().regex(/^whsec_/);

export const newWebhook = z
  .object({
    ...webhook.shape,
    secret: secret.describe('Signs what we send. No other response has it.'),
  })
  .meta({ id: 'NewWebhook' });

export const rotation = z
  .object({
    secret,
    previous_until: timestamp.describe('Until then, the secret that it replaces signs too.'),
  })
  .meta({ id: 'WebhookRotation' });

export const webhookTest = z
  .object({
    status_code: z.int().nullable().describe('Null if there was no response.'),
    duration_ms: z.int(),
    response: z.string().describe('The first 1,024 bytes of the response, or why there was none.'),
  })
  .meta({ id: 'WebhookTest' });

/** What is sent, as Standard Webhooks has it. */
const event = z
  .object({
    id: eventId.describe('The header `webhook-id` of its deliveries.'),
    type: shownType,
    timestamp: timestamp.describe('When it happened.'),
    data: z.looseObject({
      object: z.unknown().describe('As `GET` shows it: a code, an import or a domain.').optional(),
      changed: z.array(z.string()).optional().describe('With `qr.updated`: the fields that changed.'),
    }),
  })
  .meta({ id: 'Event' });

/** The body of a delivery: its id is in a header. */
export const sentEvent = event.omit({ id: true }).meta({ id: 'SentEvent' });

export const eventList = pageOf(event).meta({ id: 'EventList' });

const eventCursor = cursorOf((text) => (eventId.safeParse(text).success ? text : null));

export const eventsQuery = z.strictObject({
  type: z.enum(EVENT_TYPES).optional().describe('Only this type.'),
  limit: limitOf('events'),
  cursor: eventCursor,
});

export const delivery = z
  .object({
    event_id: eventId,
    type: shownType,
    state: open(z.enum(DELIVERY_STATES)).describe(
      '`pending` is tried again at `next_attempt_at`; `skipped` met a webhook that was paused or disabled.',
    ),
    attempts: z.int(),
    attempted_at: timestamp.nullable().describe('The last attempt; so are the next three fields.'),
    status_code: z.int().nullable(),
    duration_ms: z.int().nullable(),
    response: z.string().nullable().describe('The first 1,024 bytes, or why there was none.'),
    next_attempt_at: timestamp.nullable(),
    failures: z
      .array(
        z
          .object({ attempted_at: timestamp, status_code: z.int().nullable(), duration_ms: z.int() })
          .meta({ id: 'FailedAttempt' }),
      )
      .describe(
        `The attempts that failed, oldest first: the last ${MOST_FAILURES}, also those before a replay.`,
      ),
    body: z.string().describe('What is sent.'),
  })
  .meta({ id: 'Delivery' });

export const deliveryList = pageOf(delivery).meta({ id: 'DeliveryList' });

export const deliveriesQuery = z.strictObject({
  state: z.enum(DELIVERY_STATES).optional().describe('Only this state.'),
  limit: limitOf('deliveries'),
  cursor: eventCursor,
});

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

export const replayBody = z
  .union([
    z.strictObject({ event_ids: z.array(eventId).min(1).max(MOST_REPLAYED_IDS) }),
    z.strictObject({ since: time, until: time.optional() }),
  ])
  .meta({ id: 'ReplayEvents' });

export const replayed = z
  .object({
    count: z
      .int()
      .describe(
        'How many deliveries were made again: the oldest ones, at most 1,000, and no more than your plan has requests left in this minute. An event that was replayed within ten minutes is left out.',
      ),
    next_since: timestamp
      .nullable()
      .describe('For the others, replay again from this time. Null if there are none.'),
  })
  .meta({ id: 'Replayed' });

/** The change as the use case takes it. */
export function toWebhookEdit({ paused, ...edit }: z.output<typeof webhookChange>) {
  return withoutUndefined({ ...edit, isPaused: paused });
}

export function toWebhookResource(of: Webhook): z.output<typeof webhook> {
  return {
    id: of.id,
    url: of.url,
    events: [...of.events],
    format: of.format,
    description: of.description,
    status: statusOf(of),
    disabled_for: of.disabledFor,
    failing_since: toTimestamp(of.failingSinceMs),
    created_at: new Date(of.createdAtMs).toISOString(),
  };
}

export function toDeliveryResource(of: Delivery, to: Webhook): z.output<typeof delivery> {
  return {
    event_id: of.eventId,
    type: of.type,
    state: of.state,
    attempts: of.attempts,
    attempted_at: toTimestamp(of.attemptedAtMs),
    status_code: of.status,
    duration_ms: of.durationMs,
    response: of.response,
    next_attempt_at: toTimestamp(nextAttempt(of, to)),
    failures: of.failures.map(({ attemptedAtMs, status, durationMs }) => ({
      attempted_at: new Date(attemptedAtMs).toISOString(),
      status_code: status,
      duration_ms: durationMs,
    })),
    body: of.body,
  };
}

export function toEventResource({ id, body }: { readonly id: string; readonly body: string }) {
  return { id, ...(JSON.parse(body) as Omit<z.output<typeof event>, 'id'>) };
}
