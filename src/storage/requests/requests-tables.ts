import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The log of API requests in D1, for an installation whose scan log is there; otherwise they go to Analytics Engine. */
export const apiRequests = sqliteTable(
  'api_requests',
  {
    id: integer('id').primaryKey(),
    accountId: text('account_id').notNull(),
    requestedAtMs: integer('requested_at_ms').notNull(),
    keyId: text('key_id').notNull(),
    method: text('method').notNull(),
    /** With the ids in it, without the query. */
    path: text('path').notNull(),
    status: integer('status').notNull(),
    errorCode: text('error_code'),
    durationMs: integer('duration_ms').notNull(),
    requestId: text('request_id').notNull(),
    /** The names of the fields at fault; null if none is. */
    fields: text('fields', { mode: 'json' }).$type<readonly string[]>(),
  },
  (table) => [
    index('api_requests_by_account').on(table.accountId, table.requestedAtMs),
    index('api_requests_by_age').on(table.requestedAtMs),
  ],
);
