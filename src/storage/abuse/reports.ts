import type { AbuseReport } from '#core/abuse/report.ts';
import type { CodeId } from '#core/codes/code-id.ts';

/** Reports that one code can get in a UTC day: more would tell the operator nothing new. */
export const MOST_REPORTS_OF_CODE = 20;

/** Reports that all codes together can get in a UTC day: about 2 MB at worst. */
export const MOST_REPORTS = 2_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** `enough`: the code has reached its daily bound. `full`: all codes together have. Nothing is stored then. */
export type ReportOutcome = 'stored' | 'unknown_code' | 'enough' | 'full';

// One statement, so that simultaneous reports cannot exceed the bounds together. Plain SQL keeps the short-link Worker small.
const INSERT = `INSERT INTO abuse_reports (code_id, reported_at_ms, reason, note, email)
  SELECT code_id, ?2, ?3, ?4, ?5 FROM qr_codes WHERE code_id = ?1
    AND (SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE code_id = ?1 AND reported_at_ms >= ?6 LIMIT ?7)) < ?7
    AND (SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE reported_at_ms >= ?6 LIMIT ?8)) < ?8`;

const EXPLAIN = `SELECT (SELECT count(*) FROM (SELECT 1 FROM abuse_reports WHERE code_id = ?1 AND reported_at_ms >= ?2 LIMIT ?3)) AS reports
  FROM qr_codes WHERE code_id = ?1`;

/** Stores a report about a code, within the daily bounds. */
export async function insertAbuseReport(
  db: D1Database,
  codeId: CodeId,
  { reason, note, email }: AbuseReport,
  nowMs: number,
): Promise<ReportOutcome> {
  const dayStartMs = nowMs - (nowMs % DAY_MS);
  const { meta } = await db
    .prepare(INSERT)
    .bind(codeId, nowMs, reason, note, email, dayStartMs, MOST_REPORTS_OF_CODE, MOST_REPORTS)
    .run();
  if (meta.changes > 0) return 'stored';
  const code = await db
    .prepare(EXPLAIN)
    .bind(codeId, dayStartMs, MOST_REPORTS_OF_CODE)
    .first<{ reports: number }>();
  if (!code) return 'unknown_code';
  return code.reports >= MOST_REPORTS_OF_CODE ? 'enough' : 'full';
}
