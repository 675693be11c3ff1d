import { and, desc, eq, inArray, isNotNull, lt, or } from 'drizzle-orm';
import {
  type ImportFailure,
  type ImportJob,
  isOpen,
  ROW_STATES,
  type RowResult,
  type RowState,
} from '#core/imports/import-job.ts';
import { describeError } from '#core/log-line.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { imports, importSlices } from './imports-tables.ts';

/** D1 binds at most 100 parameters to a statement. */
const MOST_OLD = 90;

export type ImportRecord = typeof imports.$inferSelect;
export type NewImport = typeof imports.$inferInsert;

/** Whether an error means that the account has another unfinished import. */
export function isOneUnderWay(error: unknown): boolean {
  return describeError(error).includes('UNIQUE constraint failed: imports.account_id');
}

/** Throws an error that `isOneUnderWay` recognises. */
export async function insertImport(db: Database, row: NewImport): Promise<void> {
  await db.insert(imports).values(row);
}

/**
 * Starts the undoing of an import, once. Gives its state; null if the import is undone already. Throws an error that `isOneUnderWay`
 * recognises.
 */
export async function insertUndo(
  db: Database,
  row: NewImport & { readonly undoes: string },
): Promise<ImportJob | null> {
  const isNew = and(eq(imports.id, row.undoes), eq(imports.isUndone, false));
  const [undone, [job]] = await db.batch([
    db.update(imports).set({ isUndone: true }).where(isNew).returning({ id: imports.id }),
    db.insert(imports).values(row).returning(),
  ]);
  if (undone.length === 1 && job) return toJob(job);
  await db.delete(imports).where(eq(imports.id, row.id));
  return null;
}

/** The outcomes of the next slice of an import that another one undoes; null if there is none. */
export async function findSliceToUndo(
  db: Database,
  { id, undoes }: { readonly id: string; readonly undoes: string },
): Promise<{ readonly results: readonly RowResult[]; readonly fileKey: string | null } | null> {
  const done = db
    .select({ last: sql<number>`coalesce(max(${importSlices.firstRow}), 0)` })
    .from(importSlices)
    .where(eq(importSlices.importId, id));
  const slice = await db
    .select({ results: importSlices.results, fileKey: imports.fileKey })
    .from(importSlices)
    .innerJoin(imports, eq(imports.id, importSlices.importId))
    .where(and(eq(importSlices.importId, undoes), sql`${importSlices.firstRow} > (${done})`))
    .orderBy(importSlices.firstRow)
    .limit(1)
    .get();
  return slice ?? null;
}

/** Records the contents of a file once it is read: then the import can begin. Gives its new state; null if it is gone. */
export async function queueImport(
  db: Database,
  id: string,
  file: Pick<NewImport, 'source' | 'ignoredColumns' | 'parts' | 'rows'>,
  nowMs: number,
): Promise<ImportJob | null> {
  const [row] = await db
    .update(imports)
    .set({ ...file, status: 'queued', updatedAtMs: nowMs })
    .where(eq(imports.id, id))
    .returning();
  return row ? toJob(row) : null;
}

export async function findImport(db: Database, accountId: string, id: string): Promise<ImportJob | null> {
  const row = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.accountId, accountId)))
    .get();
  return row ? toJob(row) : null;
}

/** The account's imports, newest first. */
export async function listImports(db: Database, accountId: string, limit: number): Promise<ImportJob[]> {
  const rows = await db
    .select()
    .from(imports)
    .where(eq(imports.accountId, accountId))
    .orderBy(desc(imports.createdAtMs))
    .limit(limit);
  return rows.map(toJob);
}

/** The outcomes of the rows after `after`, in order. */
export async function listRowResults(
  db: Database,
  importId: string,
  page: { readonly after: number; readonly limit: number; readonly state: RowState | null },
): Promise<RowResult[]> {
  const ofState = page.state === null ? sql`` : sql`AND value ->> '$.state' = ${page.state}`;
  // Slices have different sizes, so the slice that holds the row after `after` begins before it.
  const rows = await db.all<{ value: string }>(sql`
    SELECT value FROM import_slices, json_each(results)
    WHERE import_id = ${importId} AND first_row >= coalesce((SELECT max(first_row) FROM import_slices
        WHERE import_id = ${importId} AND first_row <= ${page.after + 1}), 0)
      AND value ->> '$.row' > ${page.after} ${ofState}
    ORDER BY first_row, value ->> '$.row' LIMIT ${page.limit}`);
  return rows.map(({ value }) => JSON.parse(value) as RowResult);
}

/** The ids of the codes in a report, in the order of its rows, at most `limit`. */
export async function listReportedIds(db: Database, importId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT value ->> '$.id' AS id FROM import_slices, json_each(results)
    WHERE import_id = ${importId} AND value ->> '$.id' IS NOT NULL AND value ->> '$.state' <> 'failed'
    ORDER BY first_row, value ->> '$.row' LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Stops an unfinished import; false if it is finished. */
export async function cancelImport(
  db: Database,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const [cancelled] = await db.batch([
    db
      .update(imports)
      .set({ status: 'cancelled', updatedAtMs: nowMs })
      .where(and(eq(imports.id, id), eq(imports.accountId, accountId), isUnfinished()))
      .returning({ id: imports.id }),
    allowUndoAgain(db, id),
  ]);
  return cancelled.length === 1;
}

/** What the undoing of an import has left over, another one can undo. */
export function allowUndoAgain(db: Database, undoId: string) {
  const undo = db
    .select({ undoes: imports.undoes })
    .from(imports)
    .where(and(eq(imports.id, undoId), inArray(imports.status, ['failed', 'cancelled'])));
  return db.update(imports).set({ isUndone: false }).where(inArray(imports.id, undo));
}

/**
 * Restarts a finished dry run for real, and gives its new state; null if it is not one, or its file no longer exists. Throws an error
 * that `isOneUnderWay` recognises.
 */
export async function restartForReal(
  db: Database,
  { accountId, editorId, id }: Pick<ImportJob, 'accountId' | 'editorId' | 'id'>,
  options: Partial<Pick<ImportJob, 'onConflict'>>,
  nowMs: number,
): Promise<ImportJob | null> {
  const isReady = and(
    eq(imports.id, id),
    eq(imports.accountId, accountId),
    eq(imports.status, 'done'),
    eq(imports.isDryRun, true),
    isNotNull(imports.fileKey),
  );
  const none = Object.fromEntries(ROW_STATES.map((state) => [state, 0]));
  const [, [row]] = await db.batch([
    db
      .delete(importSlices)
      .where(inArray(importSlices.importId, db.select({ id: imports.id }).from(imports).where(isReady))),
    db
      .update(imports)
      .set({
        ...none,
        ...options,
        isDryRun: false,
        status: 'queued',
        editorId,
        position: 0,
        bytesTaken: 0,
        reportBytes: 0,
        absent: null,
        attempts: 0,
        leasedUntilMs: 0,
        updatedAtMs: nowMs,
      })
      .where(isReady)
      .returning(),
  ]);
  return row ? toJob(row) : null;
}

/** Imports whose file is no longer needed: finished ones without a further use, and ones without activity since a time. */
export async function listImportsWithIdleFile(
  db: Database,
  untouchedSinceMs: number,
  limit: number,
): Promise<{ readonly id: string }[]> {
  // What an import changed can be undone as long as the file is there.
  const isOver = or(
    and(inArray(imports.status, ['failed', 'cancelled']), eq(imports.isDryRun, true)),
    lt(imports.updatedAtMs, untouchedSinceMs),
  );
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(sql`file_key IS NOT NULL`, isOver))
    .orderBy(imports.updatedAtMs)
    .limit(limit);
}

/** Records that a file is deleted. An unfinished import can then never finish. */
export async function markFileDeleted(db: Database, id: string): Promise<void> {
  const failure: ImportFailure = { code: 'file_deleted', values: {} };
  await db
    .update(imports)
    .set({
      fileKey: null,
      failure: sql`iif(${isUnfinished()}, ${JSON.stringify(failure)}, ${imports.failure})`,
      status: sql`iif(${isUnfinished()}, 'failed', ${imports.status})`,
    })
    .where(eq(imports.id, id));
}

/** The reports of an account's finished imports by their length, oldest first, and the length of all its reports. */
export async function listReports(db: Database, accountId: string) {
  const { id, status, reportBytes } = imports;
  const all = await db
    .select({ id, status, reportBytes })
    .from(imports)
    .where(eq(imports.accountId, accountId))
    .orderBy(imports.createdAtMs);
  return {
    finished: all.filter((job) => !isOpen(job.status) && job.reportBytes > 0),
    bytes: all.reduce((sum, job) => sum + job.reportBytes, 0),
  };
}

/** Imports to delete: the account's finished ones beyond its latest `kept`, and all that are older than a time. */
export async function listOldImports(
  db: Database,
  old: { readonly accountId: string; readonly kept: number } | { readonly untouchedSinceMs: number },
): Promise<string[]> {
  const query =
    'accountId' in old
      ? db
          .select({ id: imports.id, status: imports.status })
          .from(imports)
          .where(eq(imports.accountId, old.accountId))
          .orderBy(desc(imports.createdAtMs))
          .limit(MOST_OLD)
          .offset(old.kept)
      : db
          .select({ id: imports.id, status: imports.status })
          .from(imports)
          .where(lt(imports.updatedAtMs, old.untouchedSinceMs))
          .limit(MOST_OLD);
  return (await query).filter(({ status }) => !isOpen(status)).map(({ id }) => id);
}

/** Deletes imports and the outcomes of their rows. The codes stay. */
export async function deleteImports(db: Database, ids: readonly string[]): Promise<void> {
  await db.batch([
    db.delete(importSlices).where(inArray(importSlices.importId, ids)),
    db.delete(imports).where(inArray(imports.id, ids)),
  ]);
}

function isUnfinished() {
  return inArray(imports.status, ['reading', 'queued', 'running']);
}

export function toJob(row: ImportRecord): ImportJob {
  const { created, updated, unchanged, skipped, failed, deleted, fileKey, ...job } = row;
  const counts = { created, updated, unchanged, skipped, failed, deleted };
  return { ...job, counts, hasFile: fileKey !== null };
}
