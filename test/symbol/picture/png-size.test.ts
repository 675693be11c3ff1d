import { expect, test } from 'vitest';
import { comparePngSizes, LARGEST_RATIOS } from '#harness/data/png-ratios.ts';

test.each(LARGEST_RATIOS)(
  'at %i pixels to a module, no PNG of up to 400 pixels is larger than %d of what oxipng makes of it',
  async (scale, limit) => {
    const ratios = await comparePngSizes(scale, 400);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(limit);
  },
);
