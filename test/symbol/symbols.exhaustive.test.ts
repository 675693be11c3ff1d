import { describe, expect, test } from 'vitest';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { compareVersions, compareWithPeer } from '#harness/symbols/peers/compare-symbols.ts';
import { ALPHABETS } from '#harness/data/contents.ts';
import { comparePngSizes, LARGEST_RATIO, SCALES } from '#harness/symbols/peers/compare-png-sizes.ts';
import { findUnreadColors } from '#harness/symbols/read-colors.ts';
import { sampledOf } from '#harness/data/sampled.ts';
import { rangeOf, sweepAlphabet, sweepLengths } from '#harness/symbols/sweeps/sweep-lengths.ts';

test.each([
  ['L', 2953],
  ['M', 2331],
  ['Q', 1663],
  ['H', 1273],
] as const)(
  'at level %s, every length from 1 to %i bytes that is tried is read back exactly, in the smallest version',
  async (level, longest) => {
    expect(await sweepLengths(level, sampledOf(rangeOf(1, longest)))).toEqual([]);
  },
);

describe.each(Object.entries(ALPHABETS))('%s', (_, alphabet) => {
  test.each(ERROR_CORRECTION_LEVELS)(
    'are read back exactly at level %s, in the smallest version, at lengths that grow by an eighth',
    async (level) => {
      expect(await sweepAlphabet(alphabet, level, 1.13)).toEqual([]);
    },
  );
});

test('500 symbols have the mask, and every module, that an independent encoder finds', () => {
  expect(compareWithPeer(500)).toEqual([]);
});

test('every version and level, in each mode, has the mask, and every module, that an independent encoder finds', () => {
  expect(compareVersions(rangeOf(1, 40), 3)).toEqual([]);
});

test('symbols in 1,000 random colours that the contrast rule allows are read', async () => {
  expect(await findUnreadColors(1000)).toEqual([]);
});

test.each(SCALES)(
  'at %i pixels per module, no PNG of up to 1024 pixels is larger than 1.15 of its size after oxipng',
  async (scale) => {
    const ratios = await comparePngSizes(scale, 1024);
    expect(ratios.length).toBeGreaterThan(1);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(LARGEST_RATIO);
  },
);
