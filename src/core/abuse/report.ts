import { parseEmailAddress } from '../accounts/email-address.ts';
import { err, ok, type Result } from '../result.ts';

/** Why somebody reports a code. */
export const REPORT_REASONS = ['phishing', 'malware', 'illegal', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** In characters. */
export const LONGEST_REPORT_NOTE = 1_000;

/** What somebody says about a code. */
export interface AbuseReport {
  readonly reason: ReportReason;
  readonly note: string | null;
  /** Where to reach whoever reports, if they want that. */
  readonly email: string | null;
}

/** A field of a report that cannot be taken. */
export type ReportField = keyof AbuseReport;

/** What no text has a use for. Line breaks and tabs stay. */
const CONTROL_CHARACTERS = /(?![\n\t])\p{Cc}/gu;

/** Reads a report from the fields of a form; the first field that cannot be taken where there is one. */
export function readAbuseReport(valueOf: (field: ReportField) => string): Result<AbuseReport, ReportField> {
  const reason = REPORT_REASONS.find((one) => one === valueOf('reason'));
  if (!reason) return err('reason');
  const note = valueOf('note').replaceAll('\r\n', '\n').replaceAll(CONTROL_CHARACTERS, ' ').trim();
  if (!note.isWellFormed() || [...note].length > LONGEST_REPORT_NOTE) return err('note');
  const address = valueOf('email').trim();
  const email = address === '' ? null : parseEmailAddress(address);
  if (address !== '' && email === null) return err('email');
  return ok({ reason, note: note === '' ? null : note, email });
}
