import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DELIVERY_STATES, type FailedAttempt } from '#core/events/delivery.ts';
import type { EventFacts, EventType } from '#core/events/event.ts';
import { DISABLED_WEBHOOK_FOR, type Webhook, WEBHOOK_FORMATS } from '#core/events/webhook.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/**
 * The tables of events in D1; docs/storage.md describes all tables. Times are integer milliseconds since 1970, UTC. Triggers (in the
 * migration) write each event in the transaction of its change, if a webhook of the account asks for it.
 */

/** Where events of an account are sent. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    url: text('url').notNull(),
    events: text('events', { mode: 'json' }).$type<readonly EventType[]>().notNull(),
    format: text('format', { enum: WEBHOOK_FORMATS }).notNull(),
    description: text('description'),
    /** Encrypted; each previous one signs too until its time. */
    secret: text('secret').notNull(),
    previousSecrets: text('previous_secrets', { mode: 'json' })
      .$type<Webhook['previousSecrets']>()
      .notNull()
      .default([]),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull().default(false),
    disabledFor: text('disabled_for', { enum: DISABLED_WEBHOOK_FOR }),
    disabledAtMs: integer('disabled_at_ms'),
    /** Since when every delivery fails; null if the last one arrived. */
    failingSinceMs: integer('failing_since_ms'),
    /** Until when nothing is tried, after it gave no response. */
    quietUntilMs: integer('quiet_until_ms'),
    /** The person or API key that created it. */
    createdBy: text('created_by').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [index('webhooks_by_account').on(table.accountId, table.createdAtMs)],
);

/** What happened, for 30 days. Ids sort by time. Without rowid. */
export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    type: text('type').$type<EventType>().notNull(),
    /** The id of the code, import or domain that it is about; empty if it is about none. */
    subjectId: text('subject_id').notNull(),
    /** What its trigger knew, as JSON. */
    facts: text('facts', { mode: 'json' }).$type<EventFacts>(),
    happenedAtMs: integer('happened_at_ms').notNull(),
    /** What is sent, as JSON; null until it is handed over. */
    body: text('body'),
  },
  (table) => [
    index('events_by_account').on(table.accountId, table.id),
    index('events_by_age').on(table.happenedAtMs),
    // What the cron finds, it finds again.
    uniqueIndex('events_found_once')
      .on(table.accountId, table.type, table.subjectId, table.happenedAtMs)
      .where(sql`type IN ('qr.started', 'qr.ended', 'scans.recorded')`),
    index('events_to_hand_over')
      .on(table.accountId, table.id)
      .where(sql`body IS NULL`),
  ],
);

/** Each event on its way to each webhook. Without rowid. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    webhookId: text('webhook_id').notNull(),
    eventId: text('event_id').notNull(),
    accountId: text('account_id').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it should be tried again; long past if the queue lost it. */
    dueAtMs: integer('due_at_ms').notNull(),
    /** The last attempt: its time, the status (null without a response), how long it took, and the start of the response or the reason. */
    attemptedAtMs: integer('attempted_at_ms'),
    status: integer('status'),
    durationMs: integer('duration_ms'),
    response: text('response'),
    /** The last attempts that failed, oldest first. */
    failures: text('failures', { mode: 'json' }).$type<readonly FailedAttempt[]>().notNull().default([]),
    /** When somebody last asked to send it again. */
    replayedAtMs: integer('replayed_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.eventId] }),
    index('deliveries_by_event').on(table.eventId),
    index('deliveries_by_account').on(table.accountId),
    index('deliveries_due')
      .on(table.dueAtMs)
      .where(sql`state = 'pending'`),
  ],
);

/** How far the scans by hour are noted as events. One row, with the id 1. */
export const hourPosition = sqliteTable('hour_position', {
  id: integer('id').primaryKey(),
  /** All earlier hours are noted. */
  hourMs: integer('hour_ms').notNull(),
  /** The last code of the hour that is noted; empty at its start. */
  after: text('after').notNull(),
});
