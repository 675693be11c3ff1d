import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EventType } from '#core/events/event.ts';

/**
 * The view that triggers and the cron write to: its own trigger (`happenings_noted`, in the migration) makes an event of a row if a webhook
 * of the account asks for its type.
 */
export const happenings = sqliteTable('happenings', {
  accountId: text('account_id').notNull(),
  type: text('type').$type<EventType>().notNull(),
  subjectId: text('subject_id').notNull(),
  facts: text('facts'),
  happenedAtMs: integer('happened_at_ms').notNull(),
});
