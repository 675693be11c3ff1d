import { and, asc, eq, inArray, lte, notExists } from 'drizzle-orm';
import {
  type ImportFailure,
  type ImportJob,
  ROW_STATES,
  type RowResult,
  type RowState,
} from '#core/imports/import-job.ts';
import { countBytes } from '#core/imports/bound-result.ts';
import { isQuotaRefusal, refuseWhere } from '../accounts/quota-guard.ts';
import type { Database, Statement } from '../database.ts';
import { sql } from '../sql.ts';
import { allowUndoAgain, type ImportRecord, toJob } from './imports.ts';
import { imports, importSlices } from './imports-tables.ts';

/** A job under a worker's lease: nobody else works on it until the lease ends. */
export interface LeasedImport {
  readonly job: ImportJob;
  readonly parts: readonly number[];
  readonly fileKey: string | null;
  readonly bytesTaken: number;
  readonly absent: readonly string[] | null;
  readonly attempts: number;
}

/** The imports without a worker, longest-waiting first. */
export async function listImportsToDo(db: Database, nowMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(sql`status IN ('queued', 'running')`, lte(imports.leasedUntilMs, nowMs)))
    .orderBy(asc(imports.leasedUntilMs))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Leases an import; null if it is finished, or somebody else works on it. */
export async function leaseImport(
  db: Database,
  id: string,
  nowMs: number,
  untilMs: number,
): Promise<LeasedImport | null> {
  const [row] = await db
    .update(imports)
    .set({ status: 'running', leasedUntilMs: untilMs, updatedAtMs: nowMs })
    .where(
      and(
        eq(imports.id, id),
        inArray(imports.status, ['queued', 'running']),
        lte(imports.leasedUntilMs, nowMs),
      ),
    )
    .returning();
  return row ? toLeased(row) : null;
}

/** Releases an import after a failed slice: the slice is repeated later, or never if there is a `failure`. */
export async function releaseImport(
  db: Database,
  { id, position }: Pick<ImportJob, 'id' | 'position'>,
  failure: ImportFailure | null,
  nowMs: number,
): Promise<void> {
  await db.batch([
    db
      .update(imports)
      .set({
        attempts: sql`${imports.attempts} + 1`,
        leasedUntilMs: nowMs,
        updatedAtMs: nowMs,
        ...(failure === null ? {} : { status: 'failed', failure }),
      })
      .where(and(eq(imports.id, id), eq(imports.position, position), eq(imports.status, 'running'))),
    allowUndoAgain(db, id),
  ]);
}

/**
 * Records which codes of a slice do not exist before any of them is created, so that a second attempt knows which ones the first created.
 */
export async function rememberAbsent(
  db: Database,
  { id, position }: Pick<ImportJob, 'id' | 'position'>,
  absent: readonly string[],
): Promise<void> {
  await db
    .update(imports)
    .set({ absent })
    .where(and(eq(imports.id, id), eq(imports.position, position)));
}

export interface SliceOutcome {
  readonly results: readonly RowResult[];
  readonly bytesTaken: number;
  readonly leasedUntilMs: number;
}

/**
 * Records the outcomes of a slice and moves on to the next, in one transaction. Gives the job's new state; null if somebody else recorded
 * the slice. A job that was cancelled meanwhile stays cancelled, and still reports the outcomes of the slice.
 */
export async function recordSlice(
  db: Database,
  { id, position, rows }: ImportJob,
  { results, bytesTaken, leasedUntilMs }: SliceOutcome,
  nowMs: number,
): Promise<LeasedImport | null> {
  const isLast = position + results.length >= rows;
  const countOf = (state: RowState) => results.filter((result) => result.state === state).length;
  const counts = Object.fromEntries(
    ROW_STATES.map((state) => [state, sql`${imports[state]} + ${countOf(state)}`]),
  );
  const isHere = and(
    eq(imports.id, id),
    eq(imports.position, position),
    inArray(imports.status, ['running', 'cancelled']),
  );
  const here = db.select({ id: imports.id }).from(imports).where(isHere);
  const statements: [Statement, ...Statement[]] = [
    refuseWhere(db, notExists(here)),
    db.insert(importSlices).values({ importId: id, firstRow: results[0]?.row ?? position + 1, results }),
  ];
  const update = db
    .update(imports)
    .set({
      ...counts,
      position: position + results.length,
      absent: null,
      attempts: 0,
      bytesTaken,
      reportBytes: sql`${imports.reportBytes} + ${countBytes(results)}`,
      leasedUntilMs,
      updatedAtMs: nowMs,
      ...(isLast ? { status: sql`iif(${imports.status} = 'running', 'done', ${imports.status})` } : {}),
    })
    .where(isHere)
    .returning();
  try {
    const all = await db.batch([...statements, update]);
    const [row] = all.at(-1) as ImportRecord[];
    return row ? toLeased(row) : null;
  } catch (error) {
    if (isQuotaRefusal(error)) return null;
    throw error;
  }
}

function toLeased(row: ImportRecord): LeasedImport {
  const { parts, fileKey, bytesTaken, absent, attempts } = row;
  return { job: toJob(row), parts, fileKey, bytesTaken, absent, attempts };
}
