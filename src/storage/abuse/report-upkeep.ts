import { and, asc, desc, eq, isNull, or } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { LinkName } from '#core/links/link-address.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList, writeLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { abuseReports, qrCodes } from '../codes/codes-tables.ts';

export type ReportToMail = Pick<typeof abuseReports.$inferSelect, 'id' | 'reason'> & LinkName;

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_RUN = 10_000;

/** Open reports that were not mailed to the operator, oldest first. */
export function listReportsToMail(db: Database, limit: number): Promise<ReportToMail[]> {
  return db
    .select({
      id: abuseReports.id,
      codeId: qrCodes.codeId,
      host: qrCodes.host,
      shortCode: qrCodes.shortCode,
      reason: abuseReports.reason,
    })
    .from(abuseReports)
    .innerJoin(qrCodes, eq(qrCodes.codeId, abuseReports.codeId))
    .where(and(isNull(abuseReports.mailedAtMs), isNull(abuseReports.closedAtMs)))
    .orderBy(asc(abuseReports.reportedAtMs))
    .limit(limit);
}

export async function markReportsMailed(db: Database, ids: readonly number[], nowMs: number): Promise<void> {
  await writeLists(ids, (list) =>
    db.update(abuseReports).set({ mailedAtMs: nowMs }).where(isAnyOf(abuseReports.id, list)),
  );
}

/** The newest open reports, each with its code. */
export function listOpenReports(db: Database, limit: number) {
  const { id, reason, note, email, reportedAtMs } = abuseReports;
  const { codeId, accountId, target, deletedAtMs, disabledFor } = qrCodes;
  return db
    .select({ id, reason, note, email, reportedAtMs, codeId, accountId, target, deletedAtMs, disabledFor })
    .from(abuseReports)
    .innerJoin(qrCodes, eq(codeId, abuseReports.codeId))
    .where(isNull(abuseReports.closedAtMs))
    .orderBy(desc(id))
    .limit(limit);
}

export type OpenReport = Awaited<ReturnType<typeof listOpenReports>>[number];

export function countOpenReports(db: Database): Promise<number> {
  return db.$count(abuseReports, isNull(abuseReports.closedAtMs));
}

/** Closes the open reports with these ids, and those about these codes. Returns how many. */
export async function closeReports(
  db: Database,
  { ids, codeIds }: { readonly ids: readonly number[]; readonly codeIds: readonly CodeId[] },
  nowMs: number,
): Promise<number> {
  const isMeant = or(isAnyOf(abuseReports.id, toList(ids)), isAnyOf(abuseReports.codeId, toList(codeIds)));
  const closed = await db
    .update(abuseReports)
    .set({ closedAtMs: nowMs })
    .where(and(isMeant, isNull(abuseReports.closedAtMs)))
    .returning({ id: abuseReports.id });
  return closed.length;
}

/** Deletes reports from before a time, oldest first, at most `ROWS_PER_RUN`. Returns how many. */
export async function deleteReportsBefore(db: Database, timeMs: number): Promise<number> {
  const { meta } = await db.run(sql`
    DELETE FROM abuse_reports WHERE id IN (
      SELECT id FROM abuse_reports WHERE reported_at_ms < ${timeMs} ORDER BY reported_at_ms LIMIT ${ROWS_PER_RUN})`);
  return meta.changes;
}
