import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { PrintedLink } from '#core/links/printed-url.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList, writeLists } from '../json-list.ts';
import { columnsOf, sql } from '../sql.ts';
import { abuseReports, qrCodes } from '../codes/codes-tables.ts';
import { domains } from '../domains/domains-tables.ts';

export interface ReportToMail extends Pick<typeof abuseReports.$inferSelect, 'id' | 'reason'> {
  /** What it is about, a host or a code. */
  readonly reportedHost: LinkHost | null;
  readonly code: PrintedLink | null;
}

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_RUN = 10_000;

/** Open reports that were not mailed to the operator, oldest first. */
export function listReportsToMail(db: Database, limit: number): Promise<ReportToMail[]> {
  return db
    .select({
      ...columnsOf(abuseReports, 'id', 'reason'),
      reportedHost: abuseReports.host,
      code: columnsOf(qrCodes, 'codeId', 'host', 'shortCode', 'gs1'),
    })
    .from(abuseReports)
    .leftJoin(qrCodes, eq(qrCodes.codeId, abuseReports.codeId))
    .where(and(isNull(abuseReports.mailedAtMs), isNull(abuseReports.closedAtMs)))
    .orderBy(asc(abuseReports.reportedAtMs))
    .limit(limit);
}

export async function markReportsMailed(db: Database, ids: readonly number[], nowMs: number): Promise<void> {
  await writeLists(ids, (list) =>
    db.update(abuseReports).set({ mailedAtMs: nowMs }).where(isAnyOf(abuseReports.id, list)),
  );
}

/** The newest open reports, each with its code, or its host and whose it is now. */
export function listOpenReports(db: Database, limit: number) {
  const report = columnsOf(abuseReports, 'id', 'reason', 'note', 'email', 'reportedAtMs', 'host');
  const code = columnsOf(qrCodes, 'codeId', 'target', 'deletedAtMs', 'disabledFor');
  const accountId = sql<string | null>`coalesce(${qrCodes.accountId}, ${domains.accountId})`;
  return db
    .select({ ...report, ...code, accountId })
    .from(abuseReports)
    .leftJoin(qrCodes, eq(qrCodes.codeId, abuseReports.codeId))
    .leftJoin(domains, and(eq(domains.host, report.host), isNotNull(domains.verifiedAtMs)))
    .where(isNull(abuseReports.closedAtMs))
    .orderBy(desc(report.id))
    .limit(limit);
}

export type OpenReport = Awaited<ReturnType<typeof listOpenReports>>[number];

export function countOpenReports(db: Database): Promise<number> {
  return db.$count(abuseReports, isNull(abuseReports.closedAtMs));
}

/** Closes the open reports with these ids, and those about these codes and hosts. Returns how many. */
export async function closeReports(
  db: Database,
  reports: {
    readonly ids: readonly number[];
    readonly codeIds: readonly CodeId[];
    readonly hosts: readonly string[];
  },
  nowMs: number,
): Promise<number> {
  const isMeant = or(
    isAnyOf(abuseReports.id, toList(reports.ids)),
    isAnyOf(abuseReports.codeId, toList(reports.codeIds)),
    isAnyOf(abuseReports.host, toList(reports.hosts)),
  );
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
