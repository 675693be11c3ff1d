import { expect, test } from 'vitest';
import { LOWER_CASE, randomText, seededRandom } from '../support/contents.ts';
import { draw } from '../support/draw.ts';
import { optimizePng } from '../support/optimize-png.ts';

/** Bytes of URL-like contents of versions 1, 3, 8, 15 and 25, of which the larger are left out where the picture would be. */
const LENGTHS = [10, 40, 140, 400, 950];

/** In pixels: oxipng takes seconds for more. */
const LARGEST_SIZE = 1024;

// docs/decisions/symbol-png.md: 1.05 is reached where modules are small, and is not elsewhere.
test.each([
  [3, 1.05],
  [4, 1.05],
  [6, 1.1],
  [8, 1.12],
  [15, 1.15],
  [27, 1.1],
])('at %i pixels to a module, no PNG is larger than %d of what oxipng makes of it', async (scale, limit) => {
  const random = seededRandom(scale);
  const ratios: number[] = [];
  for (const length of LENGTHS) {
    const content = randomText(random, LOWER_CASE, length);
    const { version } = await draw(content, { size: 2048 });
    const size = (17 + 4 * version + 8) * scale + 2;
    if (size > LARGEST_SIZE) continue;
    const { png } = await draw(content, { size });
    ratios.push(png.length / (await optimizePng(png)).length);
  }
  expect(ratios.length).toBeGreaterThan(1);
  expect(Math.max(...ratios)).toBeLessThanOrEqual(limit);
});
