import { parseEmailAddress } from '../accounts/email-address.ts';
import { err, ok, type Result } from '../result.ts';

/** Why a code is reported. */
export const REPORT_REASONS = ['phishing', 'malware', 'illegal', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** In characters. */
export const LONGEST_REPORT_NOTE = 1_000;

/** A report about a code. */
export interface AbuseReport {
  readonly reason: ReportReason;
  readonly note: string | null;
  /** The reporter's address, if they want an answer. */
  readonly email: string | null;
}

/** A report field with an invalid value. */
export type ReportField = keyof AbuseReport;

/** Characters that no text needs. Line breaks and tabs stay. */
const CONTROL_CHARACTERS = /(?![\n\t])\p{Cc}/gu;

/** Reads a report from the fields of a form, or gives the first invalid field. */
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
