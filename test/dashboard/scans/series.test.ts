import { describe, expect, it } from 'vitest';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ValueCount } from '#core/scans/statistics.ts';
import { listDays } from '#core/utc-day.ts';
import { layOutSeries, toSeries } from '#dashboard/scans/charts/series.ts';

function statisticsOf(firstDay: string, lastDay: string, hours?: readonly number[]) {
  const byDay = listDays(firstDay, lastDay).map((date, i) => ({ date, scans: i + 1 }));
  return {
    totalScans: byDay.reduce((sum, { scans }) => sum + scans, 0),
    byDay,
    breakdowns: new Map<ScanDimension, ValueCount[]>(
      hours ? [['hour', hours.map((scans, hour) => ({ value: String(hour), scans }))]] : [],
    ),
  };
}

const labelsOf = (series: ReturnType<typeof toSeries>) =>
  layOutSeries(series).bars.flatMap(({ hasLabel, label }) => (hasLabel ? [label] : []));

describe('scans over time', () => {
  it('are shown by hour on one day, by day in a season, by week in a year, by month beyond it', () => {
    const unitOf = (first: string, last: string) => toSeries(statisticsOf(first, last), null).unit;
    const hours = Array.from({ length: 24 }, (_value, hour) => hour);
    expect(toSeries(statisticsOf('2026-11-21', '2026-11-21', hours), null)).toMatchObject({
      unit: 'hour',
      stretches: hours.map((scans) => ({ scans })),
    });
    expect(unitOf('2026-11-20', '2026-11-21')).toBe('day');
    expect(unitOf('2026-07-25', '2026-11-21')).toBe('day');
    expect(unitOf('2026-07-24', '2026-11-21')).toBe('week');
    expect(unitOf('2025-11-22', '2026-11-21')).toBe('week');
    expect(unitOf('2024-11-22', '2026-11-21')).toBe('month');
  });

  it('lose no scan, however they are grouped', () => {
    for (const firstDay of ['2026-11-20', '2026-07-24', '2026-01-15', '2024-02-29', '2023-11-18']) {
      const statistics = statisticsOf(firstDay, '2026-11-21');
      const { stretches } = toSeries(statistics, statistics);
      const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
      expect(sum(stretches.map(({ scans }) => scans))).toBe(statistics.totalScans);
      expect(sum(stretches.map(({ before }) => before?.scans ?? 0))).toBe(statistics.totalScans);
    }
  });

  it('have the months of the calendar', () => {
    const { stretches } = toSeries(statisticsOf('2024-12-30', '2026-11-21'), null);
    expect(stretches.slice(0, 3).map(({ name }) => name)).toEqual([
      'Mon, 30 Dec 2024 to Tue, 31 Dec 2024',
      'Wed, 1 Jan 2025 to Fri, 31 Jan 2025',
      'Sat, 1 Feb 2025 to Fri, 28 Feb 2025',
    ]);
  });

  it('stand beside a period that is a day shorter', () => {
    const leap = statisticsOf('2024-02-27', '2024-03-01');
    const { stretches } = toSeries(leap, statisticsOf('2023-02-27', '2023-03-01'));
    expect(stretches.map(({ before }) => before?.scans ?? null)).toEqual([1, 2, 3, null]);
  });

  it('have labels on even dates, as many as fit on a phone', () => {
    expect(labelsOf(toSeries(statisticsOf('2026-10-23', '2026-11-21'), null))).toEqual([
      '23 Oct',
      '30 Oct',
      '6 Nov',
      '13 Nov',
      '20 Nov',
    ]);
    const hours = Array.from({ length: 24 }, () => 1);
    expect(labelsOf(toSeries(statisticsOf('2026-11-21', '2026-11-21', hours), null))).toEqual([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
    ]);
    for (const first of ['2026-11-20', '2026-11-15', '2026-08-24', '2026-01-01', '2025-10-01', '2023-11-18'])
      expect(labelsOf(toSeries(statisticsOf(first, '2026-11-21'), null)).length).toBeLessThanOrEqual(5);
  });

  it('keep both periods below one scale', () => {
    const days = statisticsOf('2026-11-20', '2026-11-21');
    const before = [
      { date: '2026-11-18', scans: 100 },
      { date: '2026-11-19', scans: 0 },
    ];
    const { bars, ticks } = layOutSeries(toSeries(days, { byDay: before, breakdowns: null }));
    expect(ticks.at(-1)?.value).toBe(100);
    expect(bars[0]?.beforeY).toBe(ticks.at(-1)?.y);
    expect(bars[1]?.beforeY).toBe(ticks[0]?.y);
    expect(layOutSeries(toSeries(days, null)).ticks.at(-1)?.value).toBe(2);
  });
});
