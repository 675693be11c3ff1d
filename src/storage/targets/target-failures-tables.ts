import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { FAULT_REASONS } from '#core/targets/failure.ts';
import { qrCodes } from '../codes/codes-tables.ts';

/**
 * Codes whose target was found not to work, until it works again. A trigger (`target_failures_forget`, in the migration) deletes the row of a
 * code that is led elsewhere, changed in what happens on a scan, or deleted.
 */
export const targetFailures = sqliteTable(
  'target_failures',
  {
    codeId: text('code_id')
      .$type<CodeId>()
      .primaryKey()
      .references(() => qrCodes.codeId),
    accountId: text('account_id').notNull(),
    position: integer('position').$type<ListPosition>().notNull(),
    /** Which of the addresses of the code it is; the first one, where there are several. */
    url: text('url').notNull(),
    /** Of the response; null where there was none. */
    status: integer('status'),
    reason: text('reason', { enum: FAULT_REASONS }).notNull(),
    sinceMs: integer('since_ms').notNull(),
    /** When it is asked again. */
    dueAtMs: integer('due_at_ms').notNull(),
    isBroken: integer('is_broken', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    index('target_failures_due').on(table.dueAtMs),
    index('target_failures_broken')
      .on(table.accountId, table.position)
      .where(sql`is_broken = 1`),
  ],
);
