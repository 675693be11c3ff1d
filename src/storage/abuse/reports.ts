import type { AbuseReport } from '#core/abuse/report.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { DAY_MS } from '#core/utc-day.ts';

/** Reports that one code or host can get in a UTC day: more would tell the operator nothing new. */
export const MOST_REPORTS_OF_ONE = 20;

/** Reports that all codes and hosts together can get in a UTC day: about 2 MB at worst. */
export const MOST_REPORTS = 2_000;

/** What a report is about: a code, or the host of an account. */
export type Reported = { readonly codeId: CodeId } | { readonly host: LinkHost };

/** `enough`: the code or host has reached its daily bound. `full`: all together have. Nothing is stored then. */
export type ReportOutcome = 'stored' | 'unknown' | 'enough' | 'full';

/** The columns of what is reported, and where it must be. Plain SQL keeps the short-link Worker small. */
const CODE = { columns: 'code_id, NULL', of: 'code_id = ?1', from: 'qr_codes WHERE code_id = ?1' };
const HOST = {
  columns: 'NULL, host',
  of: 'host = ?1 AND host IS NOT NULL',
  from: 'domains WHERE host = ?1 AND verified_at_ms IS NOT NULL',
};

const countOf = (of: string) =>
  `(SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE ${of} AND reported_at_ms >= ?2 LIMIT ?3))`;

/** Stores a report, within the daily bounds. */
export async function insertAbuseReport(
  db: D1Database,
  reported: Reported,
  { reason, note, email }: AbuseReport,
  nowMs: number,
): Promise<ReportOutcome> {
  const dayStartMs = nowMs - (nowMs % DAY_MS);
  const { columns, of, from } = 'host' in reported ? HOST : CODE;
  const bounds = ['host' in reported ? reported.host : reported.codeId, dayStartMs, MOST_REPORTS_OF_ONE];
  // One statement, so that simultaneous reports cannot exceed the bounds together.
  const { meta } = await db
    .prepare(
      `INSERT INTO abuse_reports (code_id, host, reported_at_ms, reason, note, email)
        SELECT ${columns}, ?4, ?5, ?6, ?7 FROM ${from} AND ${countOf(of)} < ?3
          AND (SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE reported_at_ms >= ?2 LIMIT ?8)) < ?8`,
    )
    .bind(...bounds, nowMs, reason, note, email, MOST_REPORTS)
    .run();
  if (meta.changes > 0) return 'stored';
  const found = await db
    .prepare(`SELECT ${countOf(of)} AS reports FROM ${from}`)
    .bind(...bounds)
    .first<{ reports: number }>();
  if (!found) return 'unknown';
  return found.reports >= MOST_REPORTS_OF_ONE ? 'enough' : 'full';
}
