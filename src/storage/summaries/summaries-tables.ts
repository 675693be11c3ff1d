import { LANGUAGES } from '#core/languages.ts';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { people } from '../accounts/accounts-tables.ts';

/** Subscribers of the weekly summary by mail. */
export const weeklySummaries = sqliteTable(
  'weekly_summaries',
  {
    personId: text('person_id')
      .primaryKey()
      .references(() => people.id),
    /** The origin of the dashboard where they subscribed: the mails link to it. */
    origin: text('origin').notNull(),
    /** That of the page where the person subscribed, for those who chose none. */
    language: text('language', { enum: LANGUAGES }).notNull(),
    nextAtMs: integer('next_at_ms').notNull(),
  },
  (table) => [index('weekly_summaries_due').on(table.nextAtMs)],
);
