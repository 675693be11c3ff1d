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

export interface PeriodProblem {
  readonly field: 'range' | 'from' | 'to' | 'tz' | 'compare';
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
  const period =
    from === undefined
      ? createPeriod(range, addDays(today, 1 - SCAN_RANGE_DAYS[range]), today, { zone, today })
      : createPeriod(`${from}/${to}`, from, to, { zone, today });
  return isLogged(period) || hasUtcDays(period) ? ok(period) : err([notKeptByDaysOf(period)]);
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

/** What keeps scans of a period, and of the one compared with it, from being filtered: filters look at single scans. */
export function listUnfilterable(period: ScanPeriod, before: ScanPeriod | null): PeriodProblem[] {
  const rest = `before ${period.loggedFrom} where "filter" is sent: older scans are counted by day only.`;
  if (!isLogged(period)) return [{ field: 'from', code: 'too_small', message: `must not be ${rest}` }];
  return before && !isLogged(before)
    ? [{ field: 'compare', code: 'conflict', message: `must not reach ${rest}` }]
    : [];
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

function notKeptByDaysOf({ loggedFrom }: ScanPeriod): PeriodProblem {
  const message = `must be "UTC" where "from" is before ${loggedFrom}: older scans are counted by UTC day.`;
  return { field: 'tz', code: 'conflict', message };
}

function listProblems(request: PeriodRequest, today: string): PeriodProblem[] {
  const { range, from, to } = request;
  const problems: PeriodProblem[] = [];
  const add = (field: PeriodProblem['field'], code: string, message: string) =>
    problems.push({ field, code, message });

  if (range !== undefined && (from !== undefined || to !== undefined))
    add('range', 'conflict', 'cannot be combined with "from" and "to": send one or the other.');
  if (from === undefined && to !== undefined) add('from', 'required', 'is required where "to" is given.');
  if (from !== undefined && from < FIRST_DAY) add('from', 'too_small', `must not be before ${FIRST_DAY}.`);
  if (from !== undefined && from > today) add('from', 'too_big', `must not be after today, ${today}.`);
  if (to !== undefined && to > today) add('to', 'too_big', `must not be after today, ${today}.`);
  if (from !== undefined && to !== undefined && from > to)
    add('from', 'too_big', `must not be after "to", ${to}.`);
  const last = to ?? today;
  const earliest = addDays(last, 1 - MAX_PERIOD_DAYS);
  if (problems.length === 0 && from !== undefined && from < earliest)
    add(
      'from',
      'too_small',
      `must not be before ${earliest} where the period ends on ${last}: it has at most ${MAX_PERIOD_DAYS} days.`,
    );
  return problems;
}
