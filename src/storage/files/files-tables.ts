import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { DISABLED_FOR } from '#core/abuse/disabled.ts';
import type { FileId } from '#core/files/file-id.ts';
import { FILE_TYPES } from '#core/files/file-type.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/** The table of files that codes open; docs/storage.md describes all tables. Their bytes are in R2: objects.ts. */

const FILE_STATES = ['uploading', 'stored', 'leaving'] as const;

/** A row is there before its object, and goes after it, so that no object is without one. */
export const files = sqliteTable(
  'files',
  {
    id: text('id').$type<FileId>().primaryKey(),
    accountId: ownerColumn(),
    name: text('name').notNull(),
    contentType: text('content_type', { enum: FILE_TYPES }).notNull(),
    /** The size that was declared, which is that of the object. */
    bytes: integer('bytes').notNull(),
    state: text('state', { enum: FILE_STATES }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** When a code that opened it opened another file or was deleted: a trigger on `qr_codes` writes it. Null if no code ever opened it. */
    releasedAtMs: integer('released_at_ms'),
    /** Why the operator has disabled a code that opens it: another trigger on `qr_codes` writes it. */
    disabledFor: text('disabled_for', { enum: DISABLED_FOR }),
  },
  (table) => [
    index('files_by_account').on(table.accountId, table.createdAtMs, table.id),
    index('files_unsettled')
      .on(table.createdAtMs)
      .where(sql`state <> 'stored'`),
    index('files_released')
      .on(table.releasedAtMs)
      .where(sql`released_at_ms IS NOT NULL`),
  ],
);
