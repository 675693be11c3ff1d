import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ImageId } from '#core/logos/image-id.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';

/** The table of images for the middle of symbols; docs/storage.md describes all tables. */

export const logos = sqliteTable(
  'logos',
  {
    id: text('id').$type<ImageId>().primaryKey(),
    accountId: ownerColumn(),
    /** SHA-256 of the uploaded file, in hex. */
    sha256: text('sha256').notNull(),
    /** Size of the uploaded picture, in pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Bytes of the stored picture. */
    bytes: integer('bytes').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** As people see it, with its ending. */
    name: text('name').notNull(),
    /** A PNG in base64, or paths as JSON (`parseLogoPicture`). It is the last column, because lists do not read it. */
    picture: text('picture').notNull(),
  },
  (table) => [
    // Two uploads of one file give one image.
    uniqueIndex('logos_by_file').on(table.accountId, table.sha256),
    index('logos_by_account').on(table.accountId, table.createdAtMs, table.id),
  ],
);
