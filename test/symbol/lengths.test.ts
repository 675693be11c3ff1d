import { describe, expect, test } from 'vitest';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { edgeLengths, sweepLengths } from '#harness/data/sweep.ts';

// symbols.exhaustive.test.ts has every length.
describe.each([
  ['L', 2953],
  ['M', 2331],
  ['Q', 1663],
  ['H', 1273],
] as const)('at level %s, from 1 to %i bytes,', (level, longest) => {
  test('what just fits each version, and one byte more, is read back exactly, in the smallest version', async () => {
    const edges = edgeLengths(level, longest);
    // Both ends of all 40 versions.
    expect(edges.length).toBe(80);
    expect(await sweepLengths(level, edges)).toEqual([]);
  });

  test('20 lengths are read back exactly, in the smallest version', async () => {
    const random = seededRandom(longest);
    const lengths = Array.from({ length: 20 }, () => 1 + Math.floor(random() * longest));
    expect(await sweepLengths(level, lengths)).toEqual([]);
  });
});
