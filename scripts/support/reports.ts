import { toPublicId } from '#core/codes/code-id.ts';
import { toSqlLiteral } from './accounts.ts';
import type { DatabasePlace, Row } from './local-database.ts';
import { findCode } from './operate.ts';

/** What people reported on the page `/report/<code id>` of the short links. */

const MOST_SHOWN = 100;

/** What would move a terminal's cursor, colour it, or reverse the text in it: strangers wrote the reports. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** The newest open reports, with the codes that they are about, and how many there are in all. */
export async function listOpenReports(
  place: DatabasePlace,
): Promise<{ readonly reports: Row[]; readonly total: number }> {
  const reports = await place.query(
    `SELECT r.id, r.code_id, r.reason, r.note, r.email, datetime(r.reported_at_ms / 1000, 'unixepoch') AS reported_at,
       q.account_id, q.target,
       CASE WHEN q.deleted_at_ms IS NOT NULL THEN 'deleted' WHEN q.disabled_for IS NOT NULL THEN 'disabled' ELSE 'active' END AS state,
       count(*) OVER () AS total
     FROM abuse_reports r JOIN qr_codes q ON q.code_id = r.code_id
     WHERE r.closed_at_ms IS NULL ORDER BY r.id DESC LIMIT ${MOST_SHOWN}`,
  );
  return { reports, total: Number(reports[0]?.['total'] ?? 0) };
}

/** A report in a few lines, safe to print to a terminal. */
export function describeReport(report: Row): string {
  const text = (column: string) => String(report[column] ?? '').replaceAll(UNPRINTABLE, ' ');
  const code = `${toPublicId(report['code_id'] as Parameters<typeof toPublicId>[0])} (${text('state')}, ${text('account_id')})`;
  return [
    `${text('id')}  ${text('reported_at')}  ${text('reason')}  ${code}`,
    ...(text('target') === '' ? [] : [`  target: ${text('target').replaceAll('\n', '\n    ')}`]),
    ...(text('note') === '' ? [] : [`  note: ${text('note').replaceAll('\n', '\n    ')}`]),
    ...(text('email') === '' ? [] : [`  from: ${text('email')}`]),
  ].join('\n');
}

/**
 * Marks open reports as done; gives how many.
 * @param words numbers of reports, or codes as people name them
 * @throws Error where a word is neither; then nothing is closed
 */
export async function closeReports(place: DatabasePlace, words: readonly string[]): Promise<number> {
  const conditions: string[] = [];
  for (const word of words) {
    // A short code of digits alone is given as its short URL.
    const isNumber = /^\d{1,7}$/.test(word);
    conditions.push(
      isNumber ? `id = ${Number(word)}` : `code_id = ${toSqlLiteral(await findReportedCode(place, word))}`,
    );
  }
  const closed = await place.query(
    `UPDATE abuse_reports SET closed_at_ms = ${Date.now()} WHERE (${conditions.join(' OR ')}) AND closed_at_ms IS NULL RETURNING id`,
  );
  if (closed.length === 0)
    throw new Error('There is no open report like that. "npm run reports" lists them.');
  return closed.length;
}

async function findReportedCode(place: DatabasePlace, word: string) {
  try {
    return await findCode(place, word);
  } catch {
    throw new Error(`"${word}" is neither the number of a report nor a code. Nothing was closed.`);
  }
}
