import { describe, expect, inject, test } from 'vitest';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { edgeLengths, sweepLengths } from '#harness/symbols/sweeps/sweep-lengths.ts';

// `npm test` tries each version at one level, `npm run test:exhaustive` at all of them; symbols.exhaustive.test.ts has every length.
describe.each([
  ['L', 2953, 0],
  ['M', 2331, 1],
  ['Q', 1663, 2],
  ['H', 1273, 3],
] as const)('at level %s, from 1 to %i bytes,', (level, longest, place) => {
  test('what just fits each version, and one byte more, is read back exactly, in the smallest version', async () => {
    // Both ends of all 40 versions.
    const all = edgeLengths(level, longest);
    expect(all.length).toBe(80);
    const edges = all.filter((_, i) => inject('isExhaustive') || Math.floor(i / 2) % 4 === place);
    expect(await sweepLengths(level, edges)).toEqual([]);
  });

  test('20 lengths are read back exactly, in the smallest version', async () => {
    const random = seededRandom(longest);
    const lengths = Array.from({ length: 20 }, () => 1 + Math.floor(random() * longest));
    expect(await sweepLengths(level, lengths)).toEqual([]);
  });
});
