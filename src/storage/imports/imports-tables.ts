import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  CONFLICT_MODES,
  IMPORT_STATUSES,
  type ImportFailure,
  type RowResult,
} from '#core/imports/import-job.ts';
import { IMPORT_FORMATS } from '#core/imports/read-file.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/** The tables of imports in D1; docs/storage.md describes all tables. The files are in R2: files.ts. */

export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    editorId: text('editor_id').notNull(),
    status: text('status', { enum: IMPORT_STATUSES }).notNull(),
    format: text('format', { enum: IMPORT_FORMATS }).notNull(),
    isDryRun: integer('is_dry_run', { mode: 'boolean' }).notNull(),
    onConflict: text('on_conflict', { enum: CONFLICT_MODES }).notNull(),
    source: text('source').notNull(),
    ignoredColumns: text('ignored_columns', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** The parts of the file, by their number of rows. */
    parts: text('parts', { mode: 'json' }).$type<readonly number[]>().notNull(),
    /** Decrypts the file; null once it is deleted. */
    fileKey: text('file_key'),
    rows: integer('rows').notNull(),
    position: integer('position').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    deleted: integer('deleted').notNull().default(0),
    /** The import that this one undoes; null for the import of a file. */
    undoes: text('undoes'),
    isUndone: integer('is_undone', { mode: 'boolean' }).notNull().default(false),
    /** The account's quotas that a dry run would have used so far. */
    bytesTaken: integer('bytes_taken').notNull().default(0),
    /** The length of its report, which counts among the stored bytes of the account. */
    reportBytes: integer('report_bytes').notNull().default(0),
    /** The external ids in the current slice that had no code before its first attempt. */
    absent: text('absent', { mode: 'json' }).$type<readonly string[]>(),
    attempts: integer('attempts').notNull().default(0),
    leasedUntilMs: integer('leased_until_ms').notNull().default(0),
    failure: text('failure', { mode: 'json' }).$type<ImportFailure>(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    index('imports_by_account').on(table.accountId, table.createdAtMs),
    // If two imports start at once, one does.
    uniqueIndex('imports_under_way')
      .on(table.accountId)
      .where(sql`status IN ('reading', 'queued', 'running')`),
    index('imports_to_do')
      .on(table.leasedUntilMs)
      .where(sql`status IN ('queued', 'running')`),
    index('imports_with_file')
      .on(table.updatedAtMs)
      .where(sql`file_key IS NOT NULL`),
    index('imports_by_age').on(table.updatedAtMs),
  ],
);

/** The outcomes of the rows of a slice. */
export const importSlices = sqliteTable(
  'import_slices',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id),
    /** The number of its first row. */
    firstRow: integer('first_row').notNull(),
    results: text('results', { mode: 'json' }).$type<readonly RowResult[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.firstRow] })],
);
