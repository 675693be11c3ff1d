import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Utm } from '#core/control/utm.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { LOGO_OF_STYLE, qrCodes } from '../codes/codes-tables.ts';
import { accounts } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/** A named look. New codes copy it; no code refers to it. */
export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    /** JSON, like a code's; null for plain squares. */
    style: text('style', { mode: 'json' }).$type<CodeStyle>(),
    colorDark: text('color_dark').$type<HexColor>().notNull(),
    colorLight: text('color_light').$type<HexColor>().notNull(),
    margin: integer('margin').notNull(),
    errorCorrection: text('error_correction', { enum: ERROR_CORRECTION_LEVELS }).notNull(),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
    revision: integer('revision').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    /** Campaign parameters as JSON; null for none. */
    utm: text('utm', { mode: 'json' }).$type<Utm>(),
  },
  (table) => [
    index('templates_by_account').on(table.accountId),
    uniqueIndex('templates_default')
      .on(table.accountId)
      .where(sql`is_default = 1`),
  ],
);

/** Another rendition of a code; its hash names its two images. */
export const renditions = sqliteTable(
  'renditions',
  {
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    /** Hash of everything that decides its images. */
    hash: text('hash').notNull(),
    style: text('style', { mode: 'json' }).$type<CodeStyle>(),
    colorDark: text('color_dark').$type<HexColor>().notNull(),
    colorLight: text('color_light').$type<HexColor>().notNull(),
    size: integer('size').notNull(),
    margin: integer('margin').notNull(),
    symbolVersion: integer('symbol_version').notNull(),
    errorCorrection: text('error_correction', { enum: ERROR_CORRECTION_LEVELS }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Set when its images await deletion; the row goes after them. */
    deletedAtMs: integer('deleted_at_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.codeId, table.hash] }),
    // Covers only the renditions that are drawn with an image.
    index('renditions_by_logo')
      .on(LOGO_OF_STYLE)
      .where(sql`deleted_at_ms IS NULL AND ${LOGO_OF_STYLE} IS NOT NULL`),
    index('renditions_to_delete')
      .on(table.deletedAtMs)
      .where(sql`deleted_at_ms IS NOT NULL`),
  ],
);
