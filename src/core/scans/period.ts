import { err, ok, type Result } from '../result.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS, type ScanRange } from './range.ts';
import { listOffsets, type OffsetSpan, type TimeZone, toLocalDay, UTC } from './time-zone.ts';
import { addDays, listDays, startOfUtcDay, toUtcDay } from '../utc-day.ts';

/**
 * How far back single scans can be asked for, in days, today included: Analytics Engine keeps them for three months. Lifetime counts
 * reach further, see docs/decisions/scan-counts.md.
 */
export const SCAN_RETENTION_DAYS = 90;

/** The days that statistics cover, in the caller's time zone. */
export interface ScanPeriod {
  /** The name of a range, or `<from>/<to>` (ISO 8601-1 §5.5.2, a time interval by its ends). */
  readonly name: string;
  /** Oldest first; never empty. */
  readonly days: readonly string[];
  readonly firstDay: string;
  readonly lastDay: string;
  readonly fromMs: number;
  /** The first millisecond after it. */
  readonly untilMs: number;
  readonly offsets: readonly OffsetSpan[];
}

/** What a caller may ask for: a range, or days from `from` to `to` (today where it is absent). */
export interface PeriodRequest {
  readonly range?: ScanRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: TimeZone | undefined;
}

export interface PeriodProblem {
  readonly field: 'range' | 'from' | 'to';
  readonly code: string;
  /** Continues a sentence that starts with the name of the parameter. */
  readonly message: string;
}

export function toScanPeriod(request: PeriodRequest, nowMs: number): Result<ScanPeriod, PeriodProblem[]> {
  const zone = request.timeZone ?? UTC;
  const today = toLocalDay(nowMs, zone);
  const problems = listProblems(request, today);
  if (problems.length > 0) return err(problems);
  const { range = DEFAULT_SCAN_RANGE, from, to = today } = request;
  return from === undefined
    ? ok(createPeriod(range, addDays(today, 1 - SCAN_RANGE_DAYS[range]), today, zone))
    : ok(createPeriod(`${from}/${to}`, from, to, zone));
}

/**
 * No period starts before this time, in any time zone: west of UTC the first of its days may be one more day back, and east of UTC that
 * day starts before the UTC day of its date.
 */
export function earliestPeriodStart(nowMs: number): number {
  return startOfUtcDay(addDays(toUtcDay(nowMs), -SCAN_RETENTION_DAYS));
}

/** Whether its days are UTC days, for which lifetime counts are kept. */
export function hasUtcDays(period: ScanPeriod): boolean {
  return period.offsets.every((span) => span.offsetMs === 0);
}

function createPeriod(name: string, firstDay: string, lastDay: string, zone: TimeZone): ScanPeriod {
  const offsets = listOffsets(firstDay, lastDay, zone);
  const fromMs = offsets[0]?.fromMs ?? Number.NaN;
  const untilMs = offsets.at(-1)?.untilMs ?? Number.NaN;
  return { name, days: listDays(firstDay, lastDay), firstDay, lastDay, fromMs, untilMs, offsets };
}

function listProblems(request: PeriodRequest, today: string): PeriodProblem[] {
  const { range, from, to } = request;
  const problems: PeriodProblem[] = [];
  const add = (field: PeriodProblem['field'], code: string, message: string) =>
    problems.push({ field, code, message });
  const oldest = addDays(today, 1 - SCAN_RETENTION_DAYS);

  if (range !== undefined && (from !== undefined || to !== undefined))
    add('range', 'conflict', 'cannot be combined with "from" and "to": send one or the other.');
  if (from === undefined && to !== undefined) add('from', 'required', 'is required where "to" is given.');
  if (from !== undefined && from < oldest)
    add(
      'from',
      'too_small',
      `must not be before ${oldest}: scans can be broken down for the last ${SCAN_RETENTION_DAYS} days, today included.`,
    );
  if (from !== undefined && from > today) add('from', 'too_big', `must not be after today, ${today}.`);
  if (to !== undefined && to > today) add('to', 'too_big', `must not be after today, ${today}.`);
  if (from !== undefined && to !== undefined && from > to)
    add('from', 'too_big', `must not be after "to", ${to}.`);
  return problems;
}
