import { describe, expect, it } from 'vitest';
import { DAY_MS, startOfUtcDay, toUtcDay } from '#core/utc-day.ts';
import { DEMO_TAG, planDemoCodes } from '#scripts/demo/plan-codes.ts';
import { planDemoScans } from '#scripts/demo/plan-scans.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

/** The content for `npm start -- --demo`; test/e2e/demo.test.ts fills a real account. */

const NOON = Date.UTC(2026, 9, 14, 12);
const CODE = {
  habit: 'meals',
  weight: 1,
  growth: 3,
  city: { name: 'Vienna', region: 'Vienna', country: 'AT', language: 'de' },
  variants: [],
} as const;

describe('codes of the demo account', () => {
  const codes = planDemoCodes(NOON);

  it('are 200 with distinct ids and titles, each marked', () => {
    expect(codes).toHaveLength(200);
    for (const field of ['external_id', 'title', 'target'])
      expect(new Set(codes.map(({ body }) => body[field])).size, field).toBe(200);
    for (const { body } of codes) expect(body['tags'], body.external_id).toContain(DEMO_TAG);
  });

  it('are the same at the same time', () => {
    expect(planDemoCodes(NOON)).toEqual(codes);
  });
});

describe('scans of the demo account', () => {
  const plan = (seed: number) =>
    planDemoScans(CODE, { expected: 4_000, nowMs: NOON, random: seededRandom(seed) });
  const scans = plan(1);
  const countBetween = (fromMs: number, untilMs: number) =>
    scans.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs).length;

  it('are in the last 90 days, and none in the future', () => {
    const today = startOfUtcDay(toUtcDay(NOON));
    const times = scans.map(({ atMs }) => atMs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(today - 89 * DAY_MS);
    expect(Math.max(...times)).toBeLessThanOrEqual(NOON);
    expect(Math.max(...times)).toBeGreaterThan(today);
    expect(Math.abs(scans.length - 4_000)).toBeLessThan(400);
  });

  it('grow as the code does', () => {
    const month = 30 * DAY_MS;
    expect(countBetween(NOON - month, NOON)).toBeGreaterThan(
      1.5 * countBetween(NOON - 3 * month, NOON - 2 * month),
    );
  });

  it('have a region and a city in the same country', () => {
    for (const { country, region, city } of scans)
      for (const place of [region, city]) expect(place).toMatch(new RegExp(`^\\S.*\\S, ${country}$`));
    expect(scans.some(({ region }) => region === 'Vienna, AT')).toBe(true);
  });

  it('are the same for the same seed, and others for another', () => {
    expect(plan(1)).toEqual(scans);
    expect(plan(2)).not.toEqual(scans);
  });
});
