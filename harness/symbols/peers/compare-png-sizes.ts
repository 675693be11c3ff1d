import { seededRandom } from '#scripts/support/seeded-random.ts';
import { LOWER_CASE, randomText } from '../../data/contents.ts';
import { draw } from '../draw.ts';
import { optimizePng } from './optimize-png.ts';

/** Bytes of URL-like contents of versions 1, 3, 8, 15 and 25. */
const LENGTHS = [10, 40, 140, 400, 950];

/** Pixels of a module. */
export const SCALES = [3, 4, 6, 8, 15, 27] as const;

/** The maximum size of a PNG, relative to oxipng's output: docs/decisions/symbol-png.md. */
export const LARGEST_RATIO = 1.15;

/** The size of PNGs relative to oxipng's output for them: of the smallest picture at a scale, and of all pictures up to `largestSize` pixels. */
export async function comparePngSizes(scale: number, largestSize: number): Promise<number[]> {
  const random = seededRandom(scale);
  const ratios: number[] = [];
  for (const length of LENGTHS) {
    const content = randomText(random, LOWER_CASE, length);
    const { version } = await draw(content, { size: 2048 });
    const size = (17 + 4 * version + 8) * scale + 2;
    if (size > largestSize && ratios.length > 0) continue;
    const { png } = await draw(content, { size });
    ratios.push(png.length / (await optimizePng(png)).length);
  }
  return ratios;
}
