import { type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS } from '#core/scans/range.ts';
import { type TimeZone, toLocalDay, UTC } from '#core/scans/time-zone.ts';
import { addDays, toUtcDay } from '#core/utc-day.ts';
import { explainPeriod } from '../scans/explain-period.ts';
import { type Question, readQuestion, zoneOf } from '../scans/question.ts';

/** Periods of a report that move with time, so that a link shows what is new. */
export const REPORT_PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: '7 days',
  last_30_days: '30 days',
  last_90_days: '90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
} as const;

export type ReportPeriodName = keyof typeof REPORT_PERIODS;

export const REPORT_PERIOD_NAMES = Object.keys(REPORT_PERIODS) as ReportPeriodName[];

/** The days of a report. */
export interface ReportPeriod {
  /** Null where the address names days. */
  readonly name: ReportPeriodName | null;
  readonly period: ScanPeriod;
  /** The zone of the address; without one, that of the reader. */
  readonly timeZone: TimeZone | undefined;
  /** What of the address was left out, in a sentence each. */
  readonly problems: readonly string[];
  /** Whether days of the reader's zone are not known, and these are UTC days. */
  readonly isInUtcInstead: boolean;
}

/** Reads `range` (one of the names), or `from` and `to`, and `tz`. What makes no sense is left out and said. */
export function readReportPeriod(query: URLSearchParams, usualZone: TimeZone, nowMs: number): ReportPeriod {
  const asked = query.get('range') ?? '';
  const named = REPORT_PERIOD_NAMES.find((name) => name === asked);
  const own = new URLSearchParams();
  for (const name of ['from', 'to', 'tz']) own.set(name, query.get(name) ?? '');
  const { question, problems } = readQuestion(own, [], usualZone);
  const isNamed = question.from === undefined;
  if (isNamed && asked !== '' && !named) problems.push('There is no such period: here are the last 30 days.');
  const usual = { name: DEFAULT_SCAN_RANGE, problems, timeZone: question.timeZone };
  const zone = zoneOf(question);
  if (isNamed) {
    const name = named ?? DEFAULT_SCAN_RANGE;
    return { ...usual, name, ...toKnownDays(daysOf(name, toLocalDay(nowMs, zone)), zone, nowMs) };
  }
  const days = toDays(question, toLocalDay(nowMs, zone));
  const found = toScanPeriod({ ...days, timeZone: zone }, nowMs);
  const wrong = found.ok ? [] : found.error.filter(({ field }) => field !== 'tz');
  if (wrong.length === 0) return { ...usual, name: null, ...toKnownDays(days, zone, nowMs) };
  return {
    ...usual,
    problems: [...problems, ...wrong.map(explainPeriod)],
    ...toKnownDays(daysOf(DEFAULT_SCAN_RANGE, toLocalDay(nowMs, zone)), zone, nowMs),
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
}

function toDays({ from = '', to }: Question, today: string): Days {
  return { from, to: to ?? today };
}

/** The days by the zone's clocks where single scans of them are kept, else by UTC. East of UTC it may be tomorrow already. */
function toKnownDays({ from, to }: Days, zone: TimeZone, nowMs: number) {
  const zoned = toScanPeriod({ from, to, timeZone: zone }, nowMs);
  if (zoned.ok) return { period: zoned.value, isInUtcInstead: false };
  const today = toUtcDay(nowMs);
  const clamp = (day: string) => (day > today ? today : day);
  const inUtc = toScanPeriod({ from: clamp(from), to: clamp(to), timeZone: UTC }, nowMs);
  if (!inUtc.ok) throw new Error(`no period: ${from}/${to}`);
  return { period: inUtc.value, isInUtcInstead: true };
}

/** @param today `YYYY-MM-DD` */
export function daysOf(name: ReportPeriodName, today: string): Days {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_month':
      return { from: firstOfMonth, to: today };
    case 'last_month': {
      const last = addDays(firstOfMonth, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
    case 'this_year':
      return { from: `${today.slice(0, 5)}01-01`, to: today };
    default:
      return { from: addDays(today, 1 - SCAN_RANGE_DAYS[name]), to: today };
  }
}
