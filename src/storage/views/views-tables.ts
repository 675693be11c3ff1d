import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { VIEW_PAGES } from '#core/saved-view.ts';
import { personColumn } from '../accounts/accounts-tables.ts';

/** Views of pages that people saved for themselves. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    personId: personColumn(),
    page: text('page', { enum: VIEW_PAGES }).notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
  },
  (table) => [uniqueIndex('saved_views_by_person').on(table.personId, table.page, table.name)],
);
