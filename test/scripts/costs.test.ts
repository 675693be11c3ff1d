import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assumeMonth, estimateMonth, listFreeProblems, type MonthOfUse } from '#scripts/costs/estimate.ts';
import { listScaleRows } from '#scripts/costs/scale-table.ts';

const SMALL: MonthOfUse = {
  codes: 1_000,
  created: 100,
  scans: 100_000,
  missShare: 0.1,
  scanLog: 'analytics_engine',
  scannedDays: 30,
  views: 10_000,
  events: 0,
};
const sum = (use: MonthOfUse) => estimateMonth(use).reduce((total, { usd }) => total + usd, 0);
const usd = (use: MonthOfUse, name: string) =>
  estimateMonth(use).find((line) => line.name === name)?.usd ?? 0;

describe('the costs of a month', () => {
  it('are the five dollars of Workers Paid while everything is included', () => {
    expect(sum(SMALL)).toBe(5);
  });

  it('count nine rows for a scan in the D1 log, at a dollar a million', () => {
    const one = { ...SMALL, scanLog: 'd1' as const, scans: 100_000_000 };
    const more = { ...one, scans: 101_000_000 };
    expect(usd(more, 'D1, rows written') - usd(one, 'D1, rows written')).toBeCloseTo(9);
  });

  it('count a point, or six rows in the D1 log, for each request of the API', () => {
    const one = { ...SMALL, scans: 100_000_000 };
    const more = { ...one, views: one.views + 1_000_000 };
    const name = 'Analytics Engine, points';
    expect(usd(more, name) - usd(one, name)).toBeCloseTo(0.25);
    const inD1 = { scanLog: 'd1' as const };
    expect(usd({ ...more, ...inD1 }, name)).toBe(0);
    const rows = (use: MonthOfUse) => usd({ ...use, ...inD1 }, 'D1, rows written');
    expect(rows(more) - rows(one)).toBeCloseTo(6);
  });
});

describe('docs/costs.md', () => {
  const text = readFileSync('docs/costs.md', 'utf8');
  /** Beyond everything that is included; storage is not part of the formula. */
  const large = { ...SMALL, codes: 0, created: 1e8, views: 0, scans: 1e10 };
  const operating = (use: MonthOfUse) =>
    estimateMonth(use).reduce((total, line) => total + (line.unit === 'GB' ? 0 : line.usd), 0);
  const rise = (change: Partial<MonthOfUse>, from = large) =>
    operating({ ...from, ...change }) - operating(from);

  it('adds up a million scans, a million codes and a million days with scans as the command does', () => {
    const [, scans] = /\*\*sum\*\* \| [^|]+\| \*\*([\d.]+) at \*m\* = 10 %\*\*/.exec(text) ?? [];
    const [, codes] = /\*\*sum\*\* \| \| \*\*([\d.]+)\*\*/.exec(text) ?? [];
    expect(rise({ scans: large.scans + 1e6 })).toBeCloseTo(Number(scans), 2);
    expect(rise({ created: large.created + 1e6 })).toBeCloseTo(Number(codes), 2);

    const [, events] = /\*\*[\d.]+ to ([\d.]+)\*\*/.exec(text) ?? [];
    expect(rise({ events: 11e6 }, { ...large, events: 1e7 })).toBeCloseTo(Number(events), 2);

    const formula = /`5 \+ s × \(([\d.]+) \+ ([\d.]+) × m\) \+ c × ([\d.]+) \+ d × ([\d.]+)` USD/.exec(text);
    const [base, misses, created, days] = (formula ?? []).slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    expect(base + 0.1 * misses).toBeCloseTo(rise({ scans: large.scans + 1e6 }), 2);
    expect(created).toBe(Number(codes));
    const scanned = { ...large, codes: 1e8, scannedDays: 1 };
    expect(rise({ codes: 1.01e8 }, scanned)).toBeCloseTo(days, 2);
  });

  it('says the sum of the command for each month that it names', () => {
    const rows = [...text.matchAll(/^\| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \|/gm)];
    expect(rows.length).toBeGreaterThan(4);
    const read = (cell = '') => Number(cell.replaceAll(',', ''));
    for (const [, codes, scans, documented] of rows)
      expect(sum(assumeMonth(read(codes), read(scans))).toFixed(2), `${codes} ${scans}`).toBe(documented);
  });
});

it('docs/decisions/scale.md has the table that npm run costs:scale prints', () => {
  const text = readFileSync('docs/decisions/scale.md', 'utf8');
  expect(text.split('\n').filter((line) => /^\| (6|8|13) \|/.test(line))).toEqual(listScaleRows());
});

describe('Workers Free', () => {
  it('carries a small service', () => {
    expect(listFreeProblems(SMALL)).toEqual([]);
  });

  it('lists each of its limits that is too small', () => {
    expect(listFreeProblems({ ...SMALL, codes: 1_000_000, created: 60_000, scans: 6_000_000 })).toEqual([
      'requests a day: 202,333, and Free allows 100,000',
      'codes created a day (one KV write each): 2,000, and Free allows 1,000',
      'points in Analytics Engine a day: 222,333, and Free allows 100,000',
      'bytes in D1: 523,000,000, and Free allows 500,000,000',
    ]);
    expect(listFreeProblems({ ...SMALL, events: 150_000 })).toEqual([
      'operations of the queue a day: 15,000, and Free allows 10,000',
    ]);
  });
});
