import type { Box } from '#core/drawing.ts';
import type { PeriodStatistics, ValueCount } from '#core/scans/statistics.ts';
import { DAY_CHART_BASELINE, chooseTicks, layOutDays } from './chart-geometry.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { formatDay, formatFullDay, formatHour, formatMonth } from '../words.ts';

/** The data of a chart over time: scans of time spans, and of their comparison spans. */
export interface Stretch {
  readonly name: string;
  /** Below the axis. */
  readonly label: string;
  readonly scans: number;
  readonly before: { readonly name: string; readonly scans: number } | null;
  /** If it is a single day. */
  readonly day: string | null;
  /** Whether it is not over. */
  readonly isOpen?: boolean;
}

export interface Series {
  readonly unit: 'hour' | 'day' | 'week' | 'month';
  readonly stretches: readonly Stretch[];
}

/** `Scans by day` */
export function nameSeries(unit: Series['unit']): string {
  return say('Scans by {unit, select, hour {hour} day {day} week {week} other {month}}', { unit });
}

/** `Day (Europe/Berlin)`: the heading of a column of days. */
export function nameTimes(unit: Series['unit'], zone: TimeZone): string {
  return say('{unit, select, hour {Hour} day {Day} week {Week} other {Month}} ({zone})', { unit, zone });
}

type Days = PeriodStatistics['byDay'];

type Figures = Pick<PeriodStatistics, 'byDay' | 'breakdowns'>;

/** More bars would be too thin to point at on a phone. */
const MAX_DAYS = 120;
const DAYS_OF_WEEK = 7;
const MAX_WEEKS = 62;

/**
 * The scans of a period by hour if it is one day, each beside the same hour of the compared day; otherwise by day, week or month, depending
 * on its length. Weeks begin with the first day of the period.
 * @param today in the zone of the days
 */
export function toSeries({ byDay, breakdowns }: Figures, compared: Figures | null, today?: string): Series {
  const hours = breakdowns?.get('hour');
  const before = compared?.byDay;
  if (byDay.length === 1 && hours) {
    const hoursBefore = compared?.breakdowns?.get('hour') ?? null;
    const dayBefore = formatFullDay(before?.[0]?.date ?? byDay[0]?.date ?? '');
    const scansBefore = new Map(hoursBefore?.map(({ value, scans }) => [value, scans]));
    const toHour = ({ value, scans }: ValueCount) => {
      const name = formatHour(Number(value));
      const then = hoursBefore && { name: dayBefore, scans: scansBefore.get(value) ?? 0 };
      return { name, label: name.slice(0, 5), scans, before: then, day: null };
    };
    return { unit: 'hour', stretches: hours.map(toHour) };
  }
  const unit = byDay.length <= MAX_DAYS ? 'day' : byDay.length <= MAX_WEEKS * DAYS_OF_WEEK ? 'week' : 'month';
  const stretches: Stretch[] = [];
  for (let start = 0; start < byDay.length;) {
    const length = countDays(unit, byDay, start);
    const days = byDay.slice(start, start + length);
    const beforeDays = before?.slice(start, start + length) ?? [];
    stretches.push({
      name: nameDays(days, unit),
      label: unit === 'month' ? formatMonth(days[0]?.date ?? '') : formatDay(days[0]?.date ?? ''),
      scans: sum(days),
      before: beforeDays.length === 0 ? null : { name: nameDays(beforeDays, unit), scans: sum(beforeDays) },
      day: unit === 'day' ? (days[0]?.date ?? null) : null,
      ...(days.at(-1)?.date === today && { isOpen: true }),
    });
    start += length;
  }
  return { unit, stretches };
}

/** The number of days in the span that begins on a day. */
function countDays(unit: Series['unit'], days: Days, start: number): number {
  if (unit === 'day') return 1;
  if (unit === 'week') return DAYS_OF_WEEK;
  const month = days[start]?.date.slice(0, 7) ?? '';
  const end = days.findIndex(({ date }, i) => i > start && !date.startsWith(month));
  return (end < 0 ? days.length : end) - start;
}

function nameDays(days: Days, unit: Series['unit']): string {
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  return unit === 'day' || first === last
    ? formatFullDay(first)
    : say('{from} to {to}', { from: formatFullDay(first), to: formatFullDay(last) });
}

function sum(days: Days): number {
  return days.reduce((total, { scans }) => total + scans, 0);
}

/** The number of labels that fit below a chart on a phone. */
const MAX_LABELS = 5;
/** The possible numbers of bars from one label to the next: labels are evenly spaced in time. */
const LABEL_STEPS: Readonly<Record<Series['unit'], readonly number[]>> = {
  hour: [6],
  day: [1, 2, 7, 14, 28],
  week: [1, 2, 4, 8, 13],
  month: [1, 2, 3, 6, 12],
};

function chooseLabelStep({ unit, stretches: { length } }: Series): number {
  return LABEL_STEPS[unit].find((step) => Math.ceil(length / step) <= MAX_LABELS) ?? length;
}

export interface SeriesLayout {
  readonly bars: readonly (Box &
    Stretch & {
      readonly room: { readonly x: number; readonly width: number };
      /** The position of the comparison's line. */
      readonly beforeY: number | null;
      readonly hasLabel: boolean;
    })[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
}

/** Across in percent, down in pixels, as in all charts: see chart-geometry.ts. Both periods have the same scale. */
export function layOutSeries(series: Series): SeriesLayout {
  const { stretches } = series;
  const most = Math.max(0, ...stretches.map(({ scans, before }) => Math.max(scans, before?.scans ?? 0)));
  const top = chooseTicks(most).at(-1) ?? 1;
  const step = chooseLabelStep(series);
  const { bars, ticks } = layOutDays(
    stretches.map(({ name, scans }) => ({ date: name, scans })),
    most,
  );
  const heightOf = (scans: number) => (scans / top) * (DAY_CHART_BASELINE - (ticks.at(-1)?.y ?? 0));
  return {
    ticks,
    bars: bars.flatMap((bar, i) => {
      const stretch = stretches[i];
      if (!stretch) return [];
      const beforeY = stretch.before ? Math.round(DAY_CHART_BASELINE - heightOf(stretch.before.scans)) : null;
      return [{ ...bar, ...stretch, beforeY, hasLabel: i % step === 0 }];
    }),
  };
}
