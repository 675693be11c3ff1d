import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { CodeId } from '#core/codes/code-id.ts';
import { DEVICES } from '#core/scans/device.ts';
import { SOURCES } from '#core/scans/source.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { sql } from '../sql.ts';

/**
 * The tables of scans in D1; docs/storage.md describes all tables. Times are integer milliseconds since 1970, UTC.
 * `npm run migration` turns a change here into a file under migrations/, where every table is STRICT.
 */

/**
 * The scan log in D1; in production scans go to Analytics Engine. One row per scan, for `SCAN_RETENTION_DAYS`. A trigger
 * (`scans_count_by_day`, in the migration) counts each new row in `scan_days`, in the same transaction.
 */
export const scans = sqliteTable(
  'scans',
  {
    id: integer('id').primaryKey(),
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    scannedAtMs: integer('scanned_at_ms').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    visitorKey: text('visitor_key').notNull(),
    country: text('country'),
    city: text('city'),
    os: text('os'),
    browser: text('browser'),
    referrer: text('referrer'),
    language: text('language'),
    /** The names of the rule and of the variant by which the scan was led. */
    rule: text('rule'),
    variant: text('variant'),
    accountId: text('account_id'),
    /** Null if unknown. */
    region: text('region'),
    /** Of the code in the link that was scanned. */
    name: text('name'),
    source: text('source', { enum: SOURCES }).notNull().default('unknown'),
    /** Of the link of a GS1 code that was followed. */
    linkType: text('link_type'),
  },
  (table) => [
    // Both hold every column that their queries read, so that those never touch the table itself: counts by time, and visitors,
    // whose keys come sorted from the index (sorting a million of them takes ten times as long).
    index('scans_by_code').on(table.codeId, table.scannedAtMs, table.device),
    index('scans_by_visitor').on(table.codeId, table.visitorKey, table.scannedAtMs),
    // For the scans of all codes of an account. It is partial, so that it could be created at once over a log that was already long.
    index('scans_by_account')
      .on(table.accountId, table.scannedAtMs)
      .where(sql`account_id IS NOT NULL`),
  ],
);

/**
 * The lifetime of every code: its scans by UTC day and device, kept for ever, independently of the single scans. Triggers (`scan_days_sum`,
 * in the migration) add each change to the code's row.
 */
export const scanDays = sqliteTable(
  'scan_days',
  {
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    /** `YYYY-MM-DD` */
    day: text('day').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    scans: integer('scans').notNull(),
    /** The last of these scans. */
    lastScanAtMs: integer('last_scan_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.day, table.device] })],
);

/**
 * The scans of all codes of an account, including deleted ones, by UTC day and device. Triggers on `scan_days` (`account_days_…`, in the
 * migration) add its growth, so that reading sums nothing over codes.
 */
export const accountDays = sqliteTable(
  'account_days',
  {
    accountId: text('account_id').notNull(),
    /** `YYYY-MM-DD` */
    day: text('day').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    scans: integer('scans').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.device] })],
);

/** The scans of all codes that now have a tag: a code that gets or loses the tag adds or removes its days. Triggers write it too. */
export const tagDays = sqliteTable(
  'tag_days',
  {
    tagId: integer('tag_id').notNull(),
    /** `YYYY-MM-DD` */
    day: text('day').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    scans: integer('scans').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tagId, table.day, table.device] })],
);

/** Figures of large accounts that no request waits for: the last result, its time, and the progress of a newer one. */
export const keptFigures = sqliteTable(
  'kept_figures',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    /** JSON; null before the first result. */
    result: text('result'),
    madeAtMs: integer('made_at_ms'),
    /** JSON of the code that computes it; null between computations. */
    progress: text('progress'),
    /** Until when somebody is computing it. */
    leasedUntilMs: integer('leased_until_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('kept_figures_by_age').on(table.leasedUntilMs),
  ],
);

/** Progress of the roll-up of Analytics Engine into `scan_days`. One row, with the id 1. */
export const scanRollUp = sqliteTable('scan_roll_up', {
  id: integer('id').primaryKey(),
  /** All days before this one are final. */
  settledDay: text('settled_day').notNull(),
  /** Start of the current or last pass. */
  passStartedAtMs: integer('pass_started_at_ms').notNull(),
  /** Where the pass continues: a day, and its last finished code id (empty at its start). Null between passes. */
  nextDay: text('next_day'),
  nextAfter: text('next_after').notNull(),
});

/**
 * Queries to Analytics Engine whose results all isolates share: the last time and result of each. A trigger (`scan_queries_count`, in the
 * migration) copies each query into `scan_query_log`.
 */
export const scanQueries = sqliteTable('scan_queries', {
  key: text('key').primaryKey(),
  accountId: text('account_id').notNull(),
  /** Number of queries that it sends. */
  queries: integer('queries').notNull(),
  sentAtMs: integer('sent_at_ms').notNull(),
  /** JSON; null before the first result, and if the result is kept elsewhere. */
  result: text('result'),
  readAtMs: integer('read_at_ms'),
});

/** The queries of the last minutes, for the installation's budget. */
export const scanQueryLog = sqliteTable(
  'scan_query_log',
  {
    id: integer('id').primaryKey(),
    sentAtMs: integer('sent_at_ms').notNull(),
    accountId: text('account_id').notNull(),
    queries: integer('queries').notNull(),
  },
  (table) => [index('scan_query_log_by_time').on(table.sentAtMs, table.accountId, table.queries)],
);
