import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CodeId } from '#core/codes/code-id.ts';
import type { PasswordHash } from '#core/control/control.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { sql } from '../sql.ts';

/** Links that show statistics to people without an account. Both `code_id` and `tag_id` are null for the statistics of the account. */
export const shares = sqliteTable(
  'shares',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    /** SHA-256 of the token in the link. */
    secretHash: text('secret_hash').notNull().unique(),
    codeId: text('code_id')
      .$type<CodeId>()
      .references(() => qrCodes.codeId),
    /** A trigger (`shares_tag_deleted`, in the migration) ends the links to a deleted tag, because another tag may get its id. */
    tagId: integer('tag_id'),
    password: text('password', { mode: 'json' }).$type<PasswordHash>(),
    expiresAtMs: integer('expires_at_ms').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    createdBy: text('created_by').notNull(),
    /** The query of a page of analytics, if the link shows only that; null if its readers choose the days. */
    view: text('view'),
  },
  (table) => [
    index('shares_by_account').on(table.accountId, table.createdAtMs),
    index('shares_by_expiry').on(table.expiresAtMs),
    // Without it, each write of a code would search all links for its own.
    index('shares_by_code').on(table.codeId),
    index('shares_by_tag')
      .on(table.tagId)
      .where(sql`tag_id IS NOT NULL`),
  ],
);
