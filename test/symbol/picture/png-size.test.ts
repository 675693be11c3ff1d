import { expect, test } from 'vitest';
import { comparePngSizes, LARGEST_RATIO, SCALES } from '#harness/symbols/peers/compare-png-sizes.ts';

test.each(SCALES)(
  'at %i pixels per module, no PNG of up to 400 pixels is larger than 1.15 of its size after oxipng',
  async (scale) => {
    const ratios = await comparePngSizes(scale, 400);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(LARGEST_RATIO);
  },
);
