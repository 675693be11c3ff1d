import { describe, expect, it } from 'vitest';
import { checkSampleRatio, chiSquareSurvival } from '#core/scans/sample-ratio.ts';
import { pickVariant, toVisitorShare } from '#core/control/variants.ts';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';

const VISITORS = 100_000;
const keys = new HmacSha256('secret of the tests');
const keyOf = (visitor: number) => keys.sign(`visitor ${visitor}`, 16);

describe('the share of a visitor', () => {
  it('spreads 100,000 visitors evenly over the hundred', () => {
    const counts = Array.from({ length: 100 }, () => 0);
    for (let i = 0; i < VISITORS; i++) counts[toVisitorShare(keyOf(i))]!++;
    const expected = VISITORS / 100;
    const chiSquare = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chiSquareSurvival(chiSquare, 99)).toBeGreaterThan(0.001);
  });

  it('gives variants their weights, within what chance explains', () => {
    const variants = [1, 9, 20, 70].map((weight) => ({ name: `${weight}`, target: '', weight }));
    const visitors = new Map<string, number>();
    for (let i = 0; i < VISITORS; i++) {
      const name = pickVariant(variants, toVisitorShare(keyOf(i)))!.name;
      visitors.set(name, (visitors.get(name) ?? 0) + 1);
    }
    const ratio = checkSampleRatio(
      variants.map(({ name, weight }) => ({ weight, visitors: visitors.get(name) ?? 0 })),
    );
    expect(ratio).toMatchObject({ isMismatch: false });
  });

  it('is refused for an invalid visitor key', () => {
    expect(() => toVisitorShare('short')).toThrow('not a visitor key');
    expect(() => toVisitorShare('')).toThrow('not a visitor key');
  });

  it('never picks a variant of no weight', () => {
    const variants = [
      { name: 'A', target: '', weight: 0 },
      { name: 'B', target: '', weight: 100 },
      { name: 'C', target: '', weight: 0 },
    ];
    const picked = new Set(Array.from({ length: 100 }, (_, share) => pickVariant(variants, share)?.name));
    expect([...picked]).toEqual(['B']);
    expect(pickVariant([], 0)).toBeNull();
  });
});

describe('the check of the shares', () => {
  it.each([1, 2, 3, 4, 5, 9])(
    'agrees with the integral of the density with %d degrees of freedom',
    (degrees) => {
      for (const x of [0.01, 0.5, 1, 3.84, 10.83, 20, 40]) {
        expect(chiSquareSurvival(x, degrees)).toBeCloseTo(survivalByIntegral(x, degrees), 5);
      }
    },
  );

  it('flags a split that chance hardly explains, and only such', () => {
    const halves = (a: number, b: number) =>
      checkSampleRatio([
        { visitors: a, weight: 50 },
        { visitors: b, weight: 50 },
      ]);
    expect(halves(5_000, 5_000)).toEqual({ chiSquare: 0, p: 1, isMismatch: false });
    expect(halves(5_100, 4_900)).toMatchObject({ chiSquare: 4, isMismatch: false });
    // By chance, one split in a thousand exceeds 10.83.
    expect(halves(5_164, 4_836)).toMatchObject({ isMismatch: false });
    expect(halves(5_165, 4_835)).toMatchObject({ isMismatch: true });
  });

  it('gives no result for few visitors, nor without a real split', () => {
    expect(checkSampleRatio([])).toBeNull();
    expect(
      checkSampleRatio([
        { visitors: 4, weight: 50 },
        { visitors: 5, weight: 50 },
      ]),
    ).toBeNull();
    expect(
      checkSampleRatio([
        { visitors: 500, weight: 100 },
        { visitors: 0, weight: 0 },
      ]),
    ).toBeNull();
  });
});

/** The trapezoidal rule over the density of √X, which has no pole. */
function survivalByIntegral(x: number, degrees: number): number {
  const density = (root: number) => root ** (degrees - 1) * Math.exp(-(root * root) / 2);
  const integrate = (from: number, to: number) => {
    const steps = 200_000;
    let sum = (density(from) + density(to)) / 2;
    for (let i = 1; i < steps; i++) sum += density(from + ((to - from) * i) / steps);
    return (sum * (to - from)) / steps;
  };
  return integrate(Math.sqrt(x), 40) / integrate(0, 40);
}
