import type { Box } from '#core/drawing.ts';
/** The positions of the charts' bars: across in percent, so that a chart fills its page without stretching its text; down in pixels. */

export const DAY_CHART_HEIGHT = 216;
const TOP = 14;
/** The base line of the bars; their dates are below it. */
export const DAY_CHART_BASELINE = 188;
const PLOT_HEIGHT = DAY_CHART_BASELINE - TOP;

/** The share of a day's width that its bar fills; the rest is the gap to the next bar. */
const BAR_SHARE = 0.76;

/** Keeps a single scan visible beside a day of thousands. */
const LEAST_HEIGHT = 2;
const LEAST_WIDTH = 0.5;

const DAY_LABELS = 4;

interface DayCount {
  readonly date: string;
  readonly scans: number;
}

interface DayBar extends DayCount, Box {
  /** The start and the width of the day. */
  readonly room: { readonly x: number; readonly width: number };
}

export interface DayChartLayout {
  readonly bars: readonly DayBar[];
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly labels: readonly {
    readonly date: string;
    readonly x: number;
    readonly anchor: 'start' | 'middle' | 'end';
  }[];
}

/** Lays out a bar for each day, the lines behind them, and the dates below them. The scale reaches at least `most`. */
export function layOutDays(days: readonly DayCount[], most = 0): DayChartLayout {
  const values = chooseTicks(Math.max(most, ...days.map((day) => day.scans)));
  const top = values.at(-1) ?? 1;
  const room = 100 / Math.max(1, days.length);
  const bars = days.map((day, i) => {
    const height = toLength(day.scans, top, PLOT_HEIGHT, LEAST_HEIGHT);
    return {
      ...day,
      room: { x: round(i * room), width: round(room) },
      x: round((i + (1 - BAR_SHARE) / 2) * room),
      width: round(BAR_SHARE * room),
      y: round(DAY_CHART_BASELINE - height),
      height,
    };
  });
  const ticks = values.map((value) => ({
    value,
    y: round(DAY_CHART_BASELINE - (value / top) * PLOT_HEIGHT),
  }));
  return { bars, ticks, labels: chooseLabels(bars) };
}

/** The widths of a list's bars, in percent; the longest bar has 100. */
export function layOutList(values: readonly number[]): number[] {
  const longest = Math.max(1, ...values);
  return values.map((value) => toLength(value, longest, 100, LEAST_WIDTH));
}

/** Numbers from 0 to `max` or just above it, in at most five steps of 1, 2 or 5 times a power of ten. */
export function chooseTicks(max: number): number[] {
  let step = 1;
  while (max > 5 * step) step *= String(step).startsWith('2') ? 2.5 : 2;
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

/** The first day, the last, and evenly spaced days between them: as many as fit on a phone. */
function chooseLabels(bars: readonly DayBar[]): DayChartLayout['labels'] {
  const last = bars.length - 1;
  const count = Math.min(DAY_LABELS, bars.length);
  return Array.from({ length: count }, (_, i) => {
    const bar = bars[Math.round((i * last) / Math.max(1, count - 1))];
    if (!bar) throw new RangeError('a label without its day');
    if (i === 0) return { date: bar.date, x: bar.x, anchor: 'start' as const };
    if (i === count - 1) return { date: bar.date, x: round(bar.x + bar.width), anchor: 'end' as const };
    return { date: bar.date, x: round(bar.x + bar.width / 2), anchor: 'middle' as const };
  });
}

function toLength(value: number, longest: number, length: number, least: number): number {
  return value === 0 ? 0 : round(Math.max(least, (value / longest) * length));
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000;
}
