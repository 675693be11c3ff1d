import { and, asc, desc, eq, lt, lte, type SQL } from 'drizzle-orm';
import type { Attempt, Delivery, DeliveryName, DeliveryState } from '#core/events/delivery.ts';
import type { Webhook } from '#core/events/webhook.ts';
import { ownerIsInUse } from '../accounts/accounts-tables.ts';
import type { Database } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
import { allOf, columnsOf, sql } from '../sql.ts';
import { deliveries, events, webhooks } from './events-tables.ts';

const NAME = columnsOf(deliveries, 'webhookId', 'eventId');

const COLUMNS = {
  ...NAME,
  ...columnsOf(deliveries, 'state', 'attempts', 'dueAtMs', 'attemptedAtMs', 'status', 'durationMs'),
  ...columnsOf(deliveries, 'response', 'failures'),
  type: events.type,
  body: sql<string>`${events.body}`,
};

function isOne({ webhookId, eventId }: DeliveryName): SQL | undefined {
  return and(eq(deliveries.webhookId, webhookId), eq(deliveries.eventId, eventId));
}

/** The newest deliveries to a webhook, or those of events before `before`. */
export function listDeliveries(
  db: Database,
  webhookId: string,
  page: { readonly state: DeliveryState | null; readonly before: string | null; readonly limit: number },
): Promise<Delivery[]> {
  const isListed = and(
    eq(deliveries.webhookId, webhookId),
    page.state === null ? undefined : eq(deliveries.state, page.state),
    page.before === null ? undefined : lt(deliveries.eventId, page.before),
  );
  return db
    .select(COLUMNS)
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(isListed)
    .orderBy(desc(deliveries.eventId))
    .limit(page.limit);
}

/**
 * A delivery with its webhook, which is null if it is gone or its account is suspended or deleted. Null if there is no delivery that is
 * still to be made.
 */
export async function findPending(
  db: Database,
  name: DeliveryName,
): Promise<{ readonly delivery: Delivery; readonly webhook: Webhook | null } | null> {
  const row = await db
    .select({ delivery: COLUMNS, webhook: webhooks })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .leftJoin(webhooks, and(eq(webhooks.id, deliveries.webhookId), ownerIsInUse(webhooks.accountId)))
    .where(and(isOne(name), eq(deliveries.state, 'pending')))
    .get();
  return row ?? null;
}

/** Records an attempt, and what it says about the webhook: quiet until a time, or well again. */
export async function recordAttempt(
  db: Database,
  name: DeliveryName,
  outcome: Pick<Delivery, 'failures' | 'state' | 'dueAtMs'> & {
    readonly attempt: Attempt;
    readonly quietUntilMs: number | null;
  },
): Promise<void> {
  const { attempt, quietUntilMs, ...delivery } = outcome;
  const isWell = delivery.state === 'delivered';
  await db.batch([
    db
      .update(deliveries)
      .set({ ...attempt, ...delivery, attempts: sql`attempts + 1` })
      .where(isOne(name)),
    db
      .update(webhooks)
      .set({
        failingSinceMs: isWell ? null : sql`coalesce(failing_since_ms, ${attempt.attemptedAtMs})`,
        quietUntilMs,
      })
      // What is well already is not written again.
      .where(allOf(eq(webhooks.id, name.webhookId), isWell ? sql`failing_since_ms IS NOT NULL` : undefined)),
  ]);
}

export async function skipDelivery(db: Database, name: DeliveryName): Promise<void> {
  await db.update(deliveries).set({ state: 'skipped' }).where(isOne(name));
}

export async function failDelivery(db: Database, name: DeliveryName, response: string): Promise<void> {
  await db.update(deliveries).set({ state: 'failed', response }).where(isOne(name));
}

/** Takes deliveries that the queue should have made by now: they become due again at `dueAtMs`. */
export function takeLost(
  db: Database,
  due: { readonly beforeMs: number; readonly dueAtMs: number; readonly limit: number },
): Promise<DeliveryName[]> {
  const isNotQuiet = sql`NOT EXISTS (SELECT 1 FROM webhooks WHERE webhooks.id = webhook_id AND quiet_until_ms > ${due.dueAtMs})`;
  const lost = db
    .select(NAME)
    .from(deliveries)
    .where(allOf(eq(deliveries.state, 'pending'), lte(deliveries.dueAtMs, due.beforeMs), isNotQuiet))
    .orderBy(asc(deliveries.dueAtMs))
    .limit(due.limit);
  return db
    .update(deliveries)
    .set({ dueAtMs: due.dueAtMs })
    .where(sql`(webhook_id, event_id) IN ${lost}`)
    .returning(NAME);
}

/** Which events to send again: these, or those of a time. */
export type ReplayedEvents =
  | { readonly ids: readonly string[] }
  | { readonly sinceMs: number; readonly untilMs: number };

/** The id of an event begins with its time. */
function firstIdOf(timeMs: number): string {
  return `evt_${Math.max(0, timeMs).toString(16).padStart(12, '0')}`;
}

/** The events that may be sent to a webhook again: the oldest ones that nobody has replayed after `notSinceMs`. */
export function listReplayable(
  db: Database,
  { id, accountId }: Webhook,
  which: ReplayedEvents,
  { notSinceMs, limit }: { readonly notSinceMs: number; readonly limit: number },
): Promise<{ readonly id: string; readonly happenedAtMs: number }[]> {
  const isWanted =
    'ids' in which
      ? sql`events.id IN ${listSql(toList(which.ids))}`
      : sql`events.id >= ${firstIdOf(which.sinceMs)} AND events.id < ${firstIdOf(which.untilMs)}
          AND EXISTS (SELECT 1 FROM webhooks CROSS JOIN json_each(webhooks.events) AS one WHERE webhooks.id = ${id} AND one.value = events.type)`;
  return db
    .select({ id: events.id, happenedAtMs: events.happenedAtMs })
    .from(events)
    .leftJoin(deliveries, and(eq(deliveries.webhookId, id), eq(deliveries.eventId, events.id)))
    .where(allOf(eq(events.accountId, accountId), sql`body IS NOT NULL`, isWanted, isReplayable(notSinceMs)))
    .orderBy(asc(events.id))
    .limit(limit);
}

function isReplayable(notSinceMs: number): SQL {
  return sql`coalesce(deliveries.replayed_at_ms, 0) <= ${notSinceMs}`;
}

/** Makes deliveries of events to a webhook again, but those that were just replayed. Gives them. */
export async function replay(
  db: Database,
  { id, accountId }: Webhook,
  eventIds: readonly string[],
  { nowMs, notSinceMs }: { readonly nowMs: number; readonly notSinceMs: number },
): Promise<DeliveryName[]> {
  const list = listSql(toList(eventIds));
  return db
    .insert(deliveries)
    .select(
      sql`SELECT ${id}, events.id, account_id, 'pending', 0, ${nowMs}, NULL, NULL, NULL, NULL, '[]', ${nowMs} FROM events
        WHERE account_id = ${accountId} AND body IS NOT NULL AND events.id IN ${list}`,
    )
    .onConflictDoUpdate({
      target: [deliveries.webhookId, deliveries.eventId],
      set: { state: 'pending', attempts: 0, dueAtMs: nowMs, replayedAtMs: nowMs },
      setWhere: isReplayable(notSinceMs),
    })
    .returning(NAME);
}
