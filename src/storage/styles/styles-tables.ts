import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Utm } from '#core/control/utm.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/** A named look. New codes copy it; no code refers to it. */
export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
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
