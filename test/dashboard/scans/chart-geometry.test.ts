import { describe, expect, it } from 'vitest';
import { chooseTicks, layOutDays, layOutList } from '#dashboard/scans/charts/chart-geometry.ts';
import { addDays } from '#core/utc-day.ts';

const toDays = (counts: readonly number[]) =>
  counts.map((scans, i) => ({ date: addDays('2026-09-01', i), scans }));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the lines of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [5, [0, 1, 2, 3, 4, 5]],
    [6, [0, 2, 4, 6]],
    [11, [0, 5, 10, 15]],
    [42, [0, 10, 20, 30, 40, 50]],
    [101, [0, 50, 100, 150]],
    [999, [0, 200, 400, 600, 800, 1000]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('for at most %i scans stand at round whole numbers: %j', (max, ticks) => {
    expect(chooseTicks(max)).toEqual(ticks);
  });

  it('are two to six, evenly apart, and the last is the first not below the most scans', () => {
    for (let max = 1; max < 20_000; max += 7) {
      const ticks = chooseTicks(max);
      const step = ticks.at(1)!;
      expect(ticks).toEqual(ticks.map((_, i) => i * step));
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.at(-1)! - step).toBeLessThan(max);
    }
  });
});

describe('the bars of the days', () => {
  it('are as high as their scans, and share a base line', () => {
    const counts = [3, 10, 7, 40, 0, 20, 12];
    const { bars, ticks } = layOutDays(toDays(counts));
    const top = ticks.at(-1)!;
    const scale = (ticks.at(0)!.y - top.y) / top.value;
    for (const [i, bar] of bars.entries()) {
      expect(bar.height).toBeCloseTo(counts.at(i)! * scale, 2);
      expect(bar.y + bar.height).toBeCloseTo(ticks.at(0)!.y, 2);
    }
    expect(sum(bars.map((bar) => bar.height))).toBeCloseTo(sum(counts) * scale, 1);
    expect(Math.min(...bars.map((bar) => bar.y))).toBeGreaterThanOrEqual(top.y);
  });

  it('are none on days without scans', () => {
    expect(layOutDays(toDays([0, 0, 0])).bars.map((bar) => bar.height)).toEqual([0, 0, 0]);
  });

  it('of single scans are still seen beside a day of a million', () => {
    const { bars, ticks } = layOutDays(toDays([1, 1_000_000, 0, 999_999]));
    expect(bars.map((bar) => bar.height >= 2)).toEqual([true, true, false, true]);
    expect(bars.at(1)!.y).toBe(ticks.at(-1)!.y);
  });

  it.each([1, 7, 30, 90])('of %i days fill the width side by side, without touching', (count) => {
    const { bars } = layOutDays(toDays(Array.from({ length: count }, () => 1)));
    for (const [i, bar] of bars.entries()) {
      const end = bars[i + 1]?.x ?? 100;
      expect(bar.x).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThan(end);
    }
    expect(sum(bars.map((bar) => bar.room.width))).toBeCloseTo(100, 1);
  });

  it('of 90 days are at least two pixels wide on a phone of 390, with a gap', () => {
    const { bars } = layOutDays(toDays(Array.from({ length: 90 }, () => 1)));
    // Without the page's margins and the numbers beside the chart.
    const plot = 390 - 2 * 16 - 44;
    expect((bars.at(0)!.width / 100) * plot).toBeGreaterThan(2);
    expect(((bars.at(1)!.x - bars.at(0)!.x - bars.at(0)!.width) / 100) * plot).toBeGreaterThan(0.5);
  });

  it.each([1, 2, 7, 30, 90])('of %i days are dated if there is room', (count) => {
    const days = toDays(Array.from({ length: count }, () => 0));
    const { labels } = layOutDays(days);
    expect(labels).toHaveLength(Math.min(4, count));
    expect(labels.at(0)!.date).toBe(days.at(0)!.date);
    expect(labels.at(-1)!.date).toBe(days.at(-1)!.date);
    expect(labels.map((label) => label.x)).toEqual(labels.map((label) => label.x).toSorted((a, b) => a - b));
    expect(labels.every((label) => label.x >= 0 && label.x <= 100)).toBe(true);
  });

  it('of no days at all are none', () => {
    expect(layOutDays([])).toMatchObject({ bars: [], labels: [] });
  });
});

describe('the bars of a list', () => {
  it('are as wide as their shares of the largest, which fills the width', () => {
    expect(layOutList([50, 25, 10, 0])).toEqual([100, 50, 20, 0]);
    expect(layOutList([1_000_000, 1])).toEqual([100, 0.5]);
    expect(layOutList([0, 0])).toEqual([0, 0]);
    expect(layOutList([])).toEqual([]);
  });
});
