import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/lists/position.ts';
import { FAULT_REASONS } from '#core/targets/failure.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { sql } from '../sql.ts';

/**
 * Codes whose target failed, until it works again. A trigger (`target_failures_forget`, in the migration) deletes a code's row when its
 * target or control changes, or when it is deleted.
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
    /** The faulty address of the code; the first one, if there are several. */
    url: text('url').notNull(),
    /** The response status; null if there was no response. */
    status: integer('status'),
    reason: text('reason', { enum: FAULT_REASONS }).notNull(),
    sinceMs: integer('since_ms').notNull(),
    /** Time of the next check. */
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
