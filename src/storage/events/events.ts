import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Plan } from '#core/accounts/plan.ts';
import type { AccountEvent, EventType } from '#core/events/event.ts';
import type { DeliveryName } from '#core/events/delivery.ts';
import { accounts, accountUsage, ownerIsInUse } from '../accounts/accounts-tables.ts';
import type { Database } from '../database.ts';
import { tableOf, toList } from '../json-list.ts';
import { columnsOf, sql } from '../sql.ts';
import { deliveries, events } from './events-tables.ts';

/** The accounts whose events nobody has handed over, some of them. */
export async function listAccountsWithNews(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ accountId: events.accountId })
    .from(events)
    .where(isNull(events.body))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/** The oldest events of an account that nobody has handed over. */
export function listNews(db: Database, accountId: string, limit: number): Promise<AccountEvent[]> {
  const { body: _, ...columns } = getTableColumns(events);
  return db
    .select(columns)
    .from(events)
    .where(and(eq(events.accountId, accountId), isNull(events.body)))
    .orderBy(asc(events.id))
    .limit(limit);
}

/** An event with what is sent of it. */
export interface ToldEvent {
  readonly id: string;
  readonly body: string;
}

/** Stores what is sent of events, and, if the account is in use, a delivery to each webhook that wants them. Gives the new deliveries. */
export async function handOver(
  db: Database,
  accountId: string,
  told: readonly ToldEvent[],
  dueAtMs: number,
): Promise<DeliveryName[]> {
  const list = tableOf(toList(told.map(({ id, body }) => [id, body])));
  const wanted = sql`SELECT webhooks.id, events.id, webhooks.account_id, 'pending', 0, ${dueAtMs}, NULL, NULL, NULL, NULL, '[]', NULL
    FROM ${list} CROSS JOIN events ON events.id = value ->> 0 CROSS JOIN webhooks ON webhooks.account_id = ${accountId}
    WHERE is_paused = 0 AND disabled_for IS NULL AND webhooks.created_at_ms <= happened_at_ms AND ${ownerIsInUse(sql`webhooks.account_id`)}
      AND EXISTS (SELECT 1 FROM json_each(webhooks.events) AS one WHERE one.value = events.type)`;
  const [, added] = await db.batch([
    db
      .update(events)
      .set({ body: sql`(SELECT value ->> 1 FROM ${list} WHERE value ->> 0 = ${events.id})` })
      .where(sql`id IN (SELECT value ->> 0 FROM ${list}) AND account_id = ${accountId} AND body IS NULL`),
    db
      .insert(deliveries)
      .select(wanted)
      .onConflictDoNothing()
      .returning(columnsOf(deliveries, 'webhookId', 'eventId')),
  ]);
  return added;
}

/** The newest events of an account, or those before the event `before`. */
export function listEvents(
  db: Database,
  accountId: string,
  page: { readonly type: EventType | null; readonly before: string | null; readonly limit: number },
): Promise<ToldEvent[]> {
  const isOne = and(
    eq(events.accountId, accountId),
    isNotNull(events.body),
    page.type === null ? undefined : eq(events.type, page.type),
    page.before === null ? undefined : lt(events.id, page.before),
  );
  return db
    .select({ id: events.id, body: sql<string>`${events.body}` })
    .from(events)
    .where(isOne)
    .orderBy(desc(events.id))
    .limit(page.limit);
}

/** The accounts with webhooks that have more than a number of events. */
export function listAccountsBeyond(
  db: Database,
  count: number,
): Promise<{ readonly id: string; readonly plan: Plan; readonly events: number }[]> {
  return db
    .select({ id: accounts.id, plan: accounts.plan, events: accountUsage.events })
    .from(accountUsage)
    .innerJoin(accounts, eq(accounts.id, accountUsage.accountId))
    .where(and(sql`accounts.id IN (SELECT account_id FROM webhooks)`, gt(accountUsage.events, count)));
}

/** Which events to delete, always the oldest ones first: those before a time, or those of an account. */
export type OldEvents = { readonly beforeMs: number } | { readonly accountId: string };

/** Deletes some events with their deliveries. Gives how many. */
export async function deleteEvents(db: Database, which: OldEvents, limit: number): Promise<number> {
  const old =
    'beforeMs' in which
      ? sql`(SELECT id FROM events WHERE happened_at_ms < ${which.beforeMs} ORDER BY happened_at_ms LIMIT ${limit})`
      : sql`(SELECT id FROM events WHERE account_id = ${which.accountId} ORDER BY id LIMIT ${limit})`;
  const [, deleted] = await db.batch([
    db.delete(deliveries).where(sql`event_id IN ${old}`),
    // The number of changed rows would have those of the trigger, too.
    db
      .delete(events)
      .where(sql`id IN ${old}`)
      .returning({ isDeleted: sql`1` }),
  ]);
  return deleted.length;
}
