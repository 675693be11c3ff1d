import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { accounts } from '../accounts/accounts-tables.ts';

/** The GS1 company prefixes with which accounts may print on the operator's host for GS1 codes. None begins with that of another account. */
export const gs1Prefixes = sqliteTable(
  'gs1_prefixes',
  {
    prefix: text('prefix').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    approvedAtMs: integer('approved_at_ms').notNull(),
  },
  (table) => [index('gs1_prefixes_by_account').on(table.accountId)],
);
