import { chooseTicks } from './chart-geometry.ts';

/** The coordinates of the chart's lines: across in thousandths of its width, down in pixels. */

export const LINE_CHART_HEIGHT = 232;
const TOP = 12;
export const LINE_CHART_BASELINE = 200;
const WIDTH = 1_000;
const LABELS = 4;

export interface LineChartLayout {
  /** The SVG points of a line, in a box that is 1,000 wide and as high as the chart. */
  readonly now: string;
  /** The last segment of that line if its day is not over; otherwise empty. */
  readonly soFar: string;
  /** The area below both. */
  readonly area: string;
  readonly before: string;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly days: readonly {
    /** In percent. */
    readonly room: { readonly x: number; readonly width: number };
    /** The middle of its room, in percent. */
    readonly middle: number;
    readonly y: number;
    /** Null where the second line has ended. */
    readonly beforeY: number | null;
  }[];
  /** The days whose dates are below the chart. */
  readonly labels: readonly { readonly index: number; readonly x: number; readonly anchor: string }[];
}

/**
 * Lays out the scans of each day of two periods on top of each other. The second may be a day longer or shorter; both end at the same place.
 * @param isLastOpen whether the last day of the first is not over
 */
export function layOutLines(
  now: readonly number[],
  before: readonly number[],
  isLastOpen = false,
): LineChartLayout {
  const values = chooseTicks(Math.max(0, ...now, ...before.slice(0, now.length)));
  const top = values.at(-1) ?? 1;
  const room = WIDTH / Math.max(1, now.length);
  const toY = (scans: number) => round(LINE_CHART_BASELINE - (scans / top) * (LINE_CHART_BASELINE - TOP));
  const toPoints = (scans: readonly number[]) =>
    scans.slice(0, now.length).map((count, i) => `${round((i + 0.5) * room)},${toY(count)}`);
  const points = toPoints(now);
  const [start, end] = [round(room / 2), round((now.length - 0.5) * room)];
  return {
    now: points.slice(0, isLastOpen ? -1 : undefined).join(' '),
    soFar: isLastOpen ? points.slice(-2).join(' ') : '',
    area: [`${start},${LINE_CHART_BASELINE}`, ...points, `${end},${LINE_CHART_BASELINE}`].join(' '),
    before: toPoints(before).join(' '),
    ticks: values.map((value) => ({ value, y: toY(value) })),
    days: now.map((count, i) => ({
      room: { x: round((i * room) / 10), width: round(room / 10) },
      middle: round(((i + 0.5) * room) / 10),
      y: toY(count),
      beforeY: i < before.length ? toY(before[i] ?? 0) : null,
    })),
    labels: chooseLabels(now.length, room / 10),
  };
}

function chooseLabels(days: number, roomPercent: number): LineChartLayout['labels'] {
  const count = Math.min(LABELS, days);
  return Array.from({ length: count }, (_, i) => {
    const index = Math.round((i * (days - 1)) / Math.max(1, count - 1));
    if (i === 0) return { index, x: 0, anchor: 'start' };
    if (i === count - 1) return { index, x: 100, anchor: 'end' };
    return { index, x: round((index + 0.5) * roomPercent), anchor: 'middle' };
  });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
