import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimateMonth, listFreeProblems, type MonthOfUse } from '#scripts/costs/estimate.ts';

const SMALL: MonthOfUse = {
  codes: 1_000,
  created: 100,
  scans: 100_000,
  missShare: 0.1,
  scanLog: 'analytics_engine',
  scannedDays: 30,
  views: 10_000,
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

  it('rise with scans as docs/costs.md says', () => {
    const text = readFileSync('docs/costs.md', 'utf8');
    const [, documented] = /\*\*sum\*\* \| [^|]+\| \*\*([\d.]+) at \*m\* = 10 %\*\*/.exec(text) ?? [];
    const one = { ...SMALL, codes: 0, created: 0, views: 0, scans: 1_000_000_000 };
    const more = { ...one, scans: 1_001_000_000 };
    expect(sum(more) - sum(one)).toBeCloseTo(Number(documented), 2);
  });
});

describe('Workers Free', () => {
  it('carries a small service', () => {
    expect(listFreeProblems(SMALL)).toEqual([]);
  });

  it('lists each of its limits that is too small', () => {
    expect(listFreeProblems({ ...SMALL, codes: 500_000, created: 60_000, scans: 6_000_000 })).toEqual([
      'requests a day: 202,333, and Free allows 100,000',
      'codes created a day (one KV write each): 2,000, and Free allows 1,000',
      'points in Analytics Engine a day: 220,000, and Free allows 100,000',
      'bytes in D1: 601,500,000, and Free allows 500,000,000',
    ]);
  });
});
