import { type PlainMessage, say } from '#languages/say.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS } from '#core/scans/range.ts';
import { type TimeZone, toLocalDay } from '#core/scans/time-zone.ts';
import { addDays } from '#core/utc-day.ts';
import { askedZoneOf, readQuestion, type Resolved, resolveQuestion } from '../question.ts';

/** Periods of a report that move with time, so that a link shows new scans. */
export const REPORT_PERIODS = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: '7 days',
  last_30_days: '30 days',
  last_90_days: '90 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
} as const satisfies Record<string, PlainMessage>;

export type ReportPeriodName = keyof typeof REPORT_PERIODS;

export const REPORT_PERIOD_NAMES = Object.keys(REPORT_PERIODS) as ReportPeriodName[];

export interface ReportPeriod extends Resolved {
  /** Null if the address names days. */
  readonly name: ReportPeriodName | null;
}

/** Reads `range` (one of the names), or `from` and `to`, and `tz`. Invalid parts are left out and reported. */
export function readReportPeriod(query: URLSearchParams, usualZone: TimeZone, nowMs: number): ReportPeriod {
  const asked = query.get('range') ?? '';
  const own = new URLSearchParams();
  for (const name of ['from', 'to', 'tz']) own.set(name, query.get(name) ?? '');
  const { question, problems } = readQuestion(own, [], usualZone);
  if (question.from !== undefined) {
    const resolved = resolveQuestion(question, nowMs);
    const name = resolved.question.from === undefined ? DEFAULT_SCAN_RANGE : null;
    return { ...resolved, name, problems: [...problems, ...resolved.problems] };
  }
  const known = REPORT_PERIOD_NAMES.find((name) => name === asked);
  if (asked !== '' && !known) problems.push(say('There is no such period: here are the last 30 days.'));
  const name = known ?? DEFAULT_SCAN_RANGE;
  const days = daysOf(name, toLocalDay(nowMs, askedZoneOf(question)));
  return { ...resolveQuestion({ ...question, ...days }, nowMs), name, problems };
}

/** @param today `YYYY-MM-DD` */
export function daysOf(name: ReportPeriodName, today: string): { from: string; to: string } {
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
