import { err, ok, type Result } from '../result.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS, type ScanRange } from './range.ts';
import { listOffsets, type OffsetSpan, type TimeZone, toLocalDay, UTC } from './time-zone.ts';
import { addDays, listDays, startOfUtcDay, toUtcDay } from '../utc-day.ts';

/**
 * How far back single scans are kept, in days, today included: Analytics Engine keeps them for three months. Lifetime counts, by UTC day
 * and device, reach further: see docs/decisions/scan-counts.md.
 */
export const SCAN_RETENTION_DAYS = 90;

/** A statistics response has an entry a day: some three years of them. */
export const MAX_PERIOD_DAYS = 1_100;

/** No scan is older, by far. */
const FIRST_DAY = '2000-01-01';

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
  readonly zone: TimeZone;
  /** The oldest day of which single scans are kept. Of the days before it only scans by UTC day and device are known. */
  readonly loggedFrom: string;
}

/** What a caller may ask for: a range, or days from `from` to `to` (today where it is absent). */
export interface PeriodRequest {
  readonly range?: ScanRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: TimeZone | undefined;
}

/** What can be wrong with a period, by the parameter at fault, and the code of the error. */
const PROBLEMS = {
  range_and_days: ['range', 'conflict'],
  to_alone: ['from', 'required'],
  from_too_early: ['from', 'too_small'],
  from_in_future: ['from', 'too_big'],
  to_in_future: ['to', 'too_big'],
  from_after_to: ['from', 'too_big'],
  too_many_days: ['from', 'too_small'],
  zone_not_kept: ['tz', 'conflict'],
  filtered_too_early: ['from', 'too_small'],
  compared_too_early: ['compare', 'conflict'],
} as const;

export interface PeriodProblem {
  readonly reason: keyof typeof PROBLEMS;
  readonly field: (typeof PROBLEMS)[keyof typeof PROBLEMS][0];
  readonly code: string;
  /** The day that is the limit; empty where there is none. */
  readonly day: string;
  /** The last day of the period. */
  readonly lastDay: string;
}

/** A period, and what of its scans is asked for. */
export interface PeriodsRequest extends PeriodRequest {
  readonly compare?: Comparison | undefined;
  readonly filters?: readonly unknown[];
}

export interface Periods {
  readonly period: ScanPeriod;
  /** The one that it is compared with, where it is compared. */
  readonly before: ScanPeriod | null;
}

/** The days that are asked for, and those that they are compared with. */
export function toScanPeriods(request: PeriodsRequest, nowMs: number): Result<Periods, PeriodProblem[]> {
  const period = toScanPeriod(request, nowMs);
  return period.ok ? toPeriods(period.value, request) : period;
}

/** A period beside the one that it is compared with. Filters look at single scans, so all days must be logged where there are any. */
export function toPeriods(
  period: ScanPeriod,
  { compare, filters = [] }: Omit<PeriodsRequest, keyof PeriodRequest>,
): Result<Periods, PeriodProblem[]> {
  const before = compare === undefined ? null : toComparedPeriod(period, compare);
  const { loggedFrom, lastDay } = period;
  if (filters.length > 0 && !isLogged(period))
    return err([toProblem('filtered_too_early', loggedFrom, lastDay)]);
  if (filters.length > 0 && before && !isLogged(before))
    return err([toProblem('compared_too_early', loggedFrom, lastDay)]);
  return ok({ period, before });
}

export function toScanPeriod(request: PeriodRequest, nowMs: number): Result<ScanPeriod, PeriodProblem[]> {
  const zone = request.timeZone ?? UTC;
  const today = toLocalDay(nowMs, zone);
  const problems = listProblems(request, today);
  if (problems.length > 0) return err(problems);
  const { range = DEFAULT_SCAN_RANGE, from, to = today } = request;
  const period =
    from === undefined
      ? createPeriod(range, addDays(today, 1 - SCAN_RANGE_DAYS[range]), today, { zone, today })
      : createPeriod(`${from}/${to}`, from, to, { zone, today });
  return isLogged(period) || hasUtcDays(period)
    ? ok(period)
    : err([toProblem('zone_not_kept', period.loggedFrom, period.lastDay)]);
}

/** The same by UTC days, which are known of any scans. East of UTC it may be tomorrow already. */
export function toUtcDays<T extends PeriodRequest>(request: T, nowMs: number): T {
  const today = toUtcDay(nowMs);
  const clamp = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return { ...request, timeZone: UTC, from: clamp(request.from), to: clamp(request.to) };
}

/** Whether single scans of all its days are kept. */
export function isLogged(period: ScanPeriod): boolean {
  return period.firstDay >= period.loggedFrom;
}

/** The days of a period of which single scans are kept; null where there are none. */
export function toLoggedPart(period: ScanPeriod): ScanPeriod | null {
  const { name, lastDay, loggedFrom, zone } = period;
  if (isLogged(period)) return period;
  return lastDay < loggedFrom ? null : spanDays({ name, firstDay: loggedFrom, lastDay, zone, loggedFrom });
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

/** With what a period is compared. */
export const COMPARISONS = ['previous_period', 'previous_year'] as const;

export type Comparison = (typeof COMPARISONS)[number];

/**
 * The period that another one is compared with: as many days right before it, or the same dates a year before (29 February: the 28th). It has
 * the days of the same time zone where single scans of all of them are kept, and UTC days where not: only these are counted for ever.
 */
export function toComparedPeriod(period: ScanPeriod, comparison: Comparison): ScanPeriod {
  const { days, loggedFrom } = period;
  const [firstDay, lastDay] =
    comparison === 'previous_period'
      ? [addDays(period.firstDay, -days.length), addDays(period.firstDay, -1)]
      : [yearBefore(period.firstDay), yearBefore(period.lastDay)];
  const name = `${firstDay}/${lastDay}`;
  const compared = spanDays({ name, firstDay, lastDay, zone: period.zone, loggedFrom });
  if (isLogged(compared) || hasUtcDays(compared)) return compared;
  return spanDays({ name, firstDay, lastDay, zone: UTC, loggedFrom });
}

function yearBefore(day: string): string {
  const [year, monthAndDay] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  const date = `${String(year).padStart(4, '0')}${monthAndDay}`;
  return monthAndDay === '-02-29' ? `${date.slice(0, 8)}28` : date;
}

function createPeriod(
  name: string,
  firstDay: string,
  lastDay: string,
  { zone, today }: { readonly zone: TimeZone; readonly today: string },
): ScanPeriod {
  return spanDays({ name, firstDay, lastDay, zone, loggedFrom: addDays(today, 1 - SCAN_RETENTION_DAYS) });
}

type Days = Pick<ScanPeriod, 'name' | 'firstDay' | 'lastDay' | 'zone' | 'loggedFrom'>;

function spanDays(days: Days): ScanPeriod {
  const { firstDay, lastDay, zone } = days;
  const offsets = listOffsets(firstDay, lastDay, zone);
  const fromMs = offsets[0]?.fromMs ?? Number.NaN;
  const untilMs = offsets.at(-1)?.untilMs ?? Number.NaN;
  return { ...days, days: listDays(firstDay, lastDay), fromMs, untilMs, offsets };
}

function toProblem(reason: PeriodProblem['reason'], day: string, lastDay: string): PeriodProblem {
  const [field, code] = PROBLEMS[reason];
  return { reason, field, code, day, lastDay };
}

function listProblems({ range, from, to }: PeriodRequest, today: string): PeriodProblem[] {
  const problems: PeriodProblem[] = [];
  const last = to ?? today;
  const earliest = addDays(last, 1 - MAX_PERIOD_DAYS);
  const add = (reason: PeriodProblem['reason'], day = '') => problems.push(toProblem(reason, day, last));

  if (range !== undefined && (from !== undefined || to !== undefined)) add('range_and_days');
  if (from === undefined && to !== undefined) add('to_alone');
  if (from !== undefined && from < FIRST_DAY) add('from_too_early', FIRST_DAY);
  if (from !== undefined && from > today) add('from_in_future', today);
  if (to !== undefined && to > today) add('to_in_future', today);
  if (from !== undefined && to !== undefined && from > to) add('from_after_to', to);
  if (problems.length === 0 && from !== undefined && from < earliest) add('too_many_days', earliest);
  return problems;
}
