import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { closeReports as storeClosing, type OpenReport } from '#storage/abuse/report-upkeep.ts';
import { toTime } from './accounts.ts';
import { findCode } from './operate.ts';
import type { Place } from './place.ts';

/** The reports that people made on the page `/report/<code id>` of the short links. */

/** Characters that move a terminal's cursor, colour it, or reverse text: reports are written by strangers. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A report in a few lines, safe to print to a terminal. */
export function describeReport(report: OpenReport): string {
  const { id, codeId, host, accountId, reportedAtMs, reason, target, note, email } = report;
  const state = report.deletedAtMs !== null ? 'deleted' : report.disabledFor !== null ? 'disabled' : 'active';
  const texts = { target, note, from: email };
  return [
    `${id}  ${toTime(reportedAtMs)}  ${reason}  ${codeId ? `${toPublicId(codeId)} (${state}, ${accountId})` : `${host} (${accountId ?? 'no account'})`}`,
    ...Object.entries(texts)
      .filter(([, text]) => text !== null && text !== '')
      .map(([name, text]) => `  ${name}: ${text?.replaceAll(UNPRINTABLE, ' ').replaceAll('\n', '\n    ')}`),
  ].join('\n');
}

/**
 * Marks open reports as done, and returns their number.
 * @param words numbers of reports, any names of codes, or hosts
 * @throws Error if a word is neither; then no report is closed
 */
export async function closeReports(place: Place, words: readonly string[]): Promise<number> {
  // A short code that consists only of digits has to be given as its short URL.
  const isNumber = (word: string) => /^\d{1,7}$/.test(word);
  const codeIds: CodeId[] = [];
  // A name of a code has no dot, unless it is a short URL.
  const isHost = (word: string) => word.includes('.') && !word.includes('/');
  for (const word of words)
    if (!isNumber(word) && !isHost(word)) codeIds.push(await findReportedCode(place, word));
  const hosts = words.filter(isHost).map((word) => word.toLowerCase());
  const ids = words.filter(isNumber).map(Number);
  const closed = await storeClosing(place.db, { ids, codeIds, hosts }, place.nowMs());
  if (closed === 0) throw new Error('There is no open report like that. "npm run reports" lists them.');
  return closed;
}

async function findReportedCode(place: Place, word: string): Promise<CodeId> {
  try {
    return await findCode(place, word);
  } catch {
    throw new Error(`"${word}" is neither the number of a report nor a code nor a host. Nothing was closed.`);
  }
}
