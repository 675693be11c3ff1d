import { type FaultOf, inField, type NoValues, type ProblemOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS, type ScanRange } from './range.ts';
import { listOffsets, type OffsetSpan, type TimeZone, toLocalDay, UTC } from './time-zone.ts';
import { addDays, listDays, startOfUtcDay, toUtcDay } from '../utc-day.ts';

/**
 * How far back single scans are kept, in days, today included: Analytics Engine keeps them for three months. Lifetime counts, by UTC day
 * and device, reach further: see docs/decisions/scan-counts.md.
 */
export const SCAN_RETENTION_DAYS = 90;

/** A statistics response has an entry for each day: about three years of them. */
export const MAX_PERIOD_DAYS = 1_100;

/** All scans are much younger. */
const FIRST_DAY = '2000-01-01';

/** The days that statistics cover, in the caller's time zone. */
export interface ScanPeriod {
  /** The name of a range, or `<from>/<to>` (ISO 8601-1 §5.5.2, a time interval by its ends). */
  readonly name: string;
  /** Oldest first; never empty. */
  readonly days: readonly string[];
  readonly firstDay: string;
  readonly lastDay: string;
  /** Whether it ends today because nobody named its last day. */
  readonly endsToday: boolean;
  readonly fromMs: number;
  /** The first millisecond after it. */
  readonly untilMs: number;
  readonly offsets: readonly OffsetSpan[];
  readonly zone: TimeZone;
  /** The oldest day for which single scans are kept. For earlier days, only scans by UTC day and device are known. */
  readonly loggedFrom: string;
}

/** A requested period: a range, or days from `from` to `to` (today by default). */
export interface PeriodRequest {
  readonly range?: ScanRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone?: TimeZone | undefined;
}

/** Possible problems of a period. `day` is the limit. */
export interface PeriodProblems {
  readonly range_and_days: NoValues;
  readonly last_day_alone: NoValues;
  readonly day_too_early: { readonly day: string };
  readonly day_in_future: { readonly day: string };
  readonly days_reversed: { readonly day: string };
  readonly too_many_days: { readonly day: string; readonly lastDay: string; readonly most: number };
  readonly zone_not_kept: { readonly day: string };
  readonly filtered_too_early: { readonly day: string };
  readonly compared_too_early: { readonly day: string };
}

/** With the name of the invalid parameter. */
export type PeriodProblem = ProblemOf<PeriodProblems>;

export interface Periods {
  readonly period: ScanPeriod;
  /** The comparison period, if there is one. */
  readonly before: ScanPeriod | null;
}

/** A period and its comparison period. Filters need single scans, so with filters all days must be logged. */
export function toPeriods(
  period: ScanPeriod,
  { compare, filters }: { readonly compare?: Comparison | undefined; readonly filters: readonly unknown[] },
): Result<Periods, PeriodProblem[]> {
  const before = compare === undefined ? null : toComparedPeriod(period, compare);
  const values = { day: period.loggedFrom };
  if (filters.length > 0 && !isLogged(period))
    return err([{ field: 'from', code: 'filtered_too_early', values }]);
  if (filters.length > 0 && before && !isLogged(before))
    return err([{ field: 'compare', code: 'compared_too_early', values }]);
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
      ? createRange(range, today, zone)
      : spanDays({
          ...{
            name: `${from}/${to}`,
            firstDay: from,
            lastDay: to,
            endsToday: request.to === undefined,
            zone,
          },
          loggedFrom: toLoggedFrom(today),
        });
  return isLogged(period) || hasUtcDays(period)
    ? ok(period)
    : err([{ field: 'tz', code: 'zone_not_kept', values: { day: period.loggedFrom } }]);
}

/** The same period in UTC days, which are known for all scans. East of UTC, it may already be tomorrow. */
export function toUtcPeriod(period: ScanPeriod, nowMs: number): ScanPeriod {
  const today = toUtcDay(nowMs);
  if (isRange(period.name)) return createRange(period.name, today, UTC);
  const clamp = (day: string) => (day > today ? today : day);
  const firstDay = clamp(period.firstDay);
  const lastDay = period.endsToday ? today : clamp(period.lastDay);
  const name = `${firstDay}/${lastDay}`;
  return spanDays({ ...period, name, firstDay, lastDay, zone: UTC, loggedFrom: toLoggedFrom(today) });
}

function isRange(name: string): name is ScanRange {
  return Object.hasOwn(SCAN_RANGE_DAYS, name);
}

/** Whether single scans are kept for all its days. */
export function isLogged(period: ScanPeriod): boolean {
  return period.firstDay >= period.loggedFrom;
}

/** The days of a period that have single scans; null if there are none. */
export function toLoggedPart(period: ScanPeriod): ScanPeriod | null {
  if (isLogged(period)) return period;
  const { lastDay, loggedFrom } = period;
  return lastDay < loggedFrom ? null : spanDays({ ...period, firstDay: loggedFrom });
}

/**
 * No period starts before this time, in any time zone: west of UTC, the first of its days may be one day earlier, and east of UTC, that day
 * starts before the UTC day of its date.
 */
export function earliestPeriodStart(nowMs: number): number {
  return startOfUtcDay(addDays(toUtcDay(nowMs), -SCAN_RETENTION_DAYS));
}

/** Whether its days are UTC days, for which lifetime counts are kept. */
export function hasUtcDays(period: ScanPeriod): boolean {
  return period.offsets.every((span) => span.offsetMs === 0);
}

/** The kinds of comparison period: the same number of days directly before, or the same dates a year before (29 February: the 28th). */
export const COMPARISONS = ['previous_period', 'previous_year'] as const;

export type NamedComparison = (typeof COMPARISONS)[number];

/** `…_by_weeks` goes back by whole weeks, so that each day is compared with the same day of the week. */
export type Comparison = NamedComparison | `${NamedComparison}_by_weeks`;

/**
 * The period to compare with. Its days are in the same time zone if single scans are kept for all of them, and otherwise UTC days, because
 * only their counts are kept for ever.
 */
export function toComparedPeriod(period: ScanPeriod, comparison: Comparison): ScanPeriod {
  const [firstDay, lastDay] = goBack(period, comparison);
  const days = { ...period, name: `${firstDay}/${lastDay}`, firstDay, lastDay, endsToday: false };
  const compared = spanDays(days);
  return isLogged(compared) || hasUtcDays(compared) ? compared : spanDays({ ...days, zone: UTC });
}

const DAYS_OF_WEEK = 7;
const WEEKS_OF_YEAR = 52;

/** The first and the last day of the comparison period. Whole weeks are as few as keep it apart from the period. */
function goBack({ firstDay, lastDay, days }: ScanPeriod, comparison: Comparison): [string, string] {
  const back = (count: number): [string, string] => [addDays(firstDay, -count), addDays(lastDay, -count)];
  const weeks = Math.ceil(days.length / DAYS_OF_WEEK);
  switch (comparison) {
    case 'previous_period':
      return back(days.length);
    case 'previous_year':
      return [yearBefore(firstDay), yearBefore(lastDay)];
    case 'previous_period_by_weeks':
      return back(weeks * DAYS_OF_WEEK);
    case 'previous_year_by_weeks':
      return back(Math.max(weeks, WEEKS_OF_YEAR) * DAYS_OF_WEEK);
  }
}

function yearBefore(day: string): string {
  const [year, monthAndDay] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  const date = `${String(year).padStart(4, '0')}${monthAndDay}`;
  return monthAndDay === '-02-29' ? `${date.slice(0, 8)}28` : date;
}

function createRange(name: ScanRange, today: string, zone: TimeZone): ScanPeriod {
  const firstDay = addDays(today, 1 - SCAN_RANGE_DAYS[name]);
  return spanDays({
    ...{ name, firstDay, lastDay: today, endsToday: true, zone },
    loggedFrom: toLoggedFrom(today),
  });
}

function toLoggedFrom(today: string): string {
  return addDays(today, 1 - SCAN_RETENTION_DAYS);
}

type Days = Omit<ScanPeriod, 'days' | 'fromMs' | 'untilMs' | 'offsets'>;

function spanDays(days: Days): ScanPeriod {
  const { firstDay, lastDay, zone } = days;
  const offsets = listOffsets(firstDay, lastDay, zone);
  const fromMs = offsets[0]?.fromMs ?? Number.NaN;
  const untilMs = offsets.at(-1)?.untilMs ?? Number.NaN;
  return { ...days, days: listDays(firstDay, lastDay), fromMs, untilMs, offsets };
}

function listProblems({ range, from, to }: PeriodRequest, today: string): PeriodProblem[] {
  const problems: PeriodProblem[] = [];
  const lastDay = to ?? today;
  const earliest = addDays(lastDay, 1 - MAX_PERIOD_DAYS);
  const add = (field: string, fault: FaultOf<PeriodProblems>) => problems.push(inField(field, fault));

  if (range !== undefined && (from !== undefined || to !== undefined))
    add('range', { code: 'range_and_days', values: {} });
  if (from === undefined && to !== undefined) add('from', { code: 'last_day_alone', values: {} });
  if (from !== undefined && from < FIRST_DAY)
    add('from', { code: 'day_too_early', values: { day: FIRST_DAY } });
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && day > today) add(field, { code: 'day_in_future', values: { day: today } });
  if (from !== undefined && to !== undefined && from > to)
    add('from', { code: 'days_reversed', values: { day: to } });
  if (problems.length === 0 && from !== undefined && from < earliest)
    add('from', { code: 'too_many_days', values: { day: earliest, lastDay, most: MAX_PERIOD_DAYS } });
  return problems;
}
