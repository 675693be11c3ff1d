import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { LOWER_CASE, randomText } from '#harness/data/contents.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { optimizePng } from '#harness/symbols/peers/optimize-png.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import { dataBits } from '#symbol/encoding/versions.ts';

const LARGEST_SIZE = 2048;
const SMALLEST_SIZE = 128;

/** Groups of pixels per module, each up to and including a number. */
const GROUPS = [3, 4, 5, 6, 7, 8, 11, 12, 23, LARGEST_SIZE] as const;

/** Prints the bytes of PNGs of random versions, levels, margins (0 to 8) and sizes, over those that oxipng makes of them. */
export async function printRandomPictures(pictures: number): Promise<void> {
  const random = seededRandom(300);
  const ratios = new Map<number, number[]>(GROUPS.map((group) => [group, []]));
  for (let drawn = 0; drawn < pictures;) {
    const version = 1 + Math.floor(random() * 40);
    const level = ERROR_CORRECTION_LEVELS[Math.floor(random() * 4)] ?? 'M';
    const margin = Math.floor(random() * 9);
    const size = SMALLEST_SIZE + Math.floor(random() * (LARGEST_SIZE - SMALLEST_SIZE + 1));
    const length = Math.floor(((dataBits(version, level) - 20) / 8) * (0.9 + random() / 10));
    const content = randomText(random, LOWER_CASE, Math.max(1, length));
    const style = { errorCorrection: level, color: BLACK_ON_WHITE, size, margin, title: '' };
    const symbol = await drawSymbol(content, style);
    // Too few pixels for so many modules: another one.
    if (!symbol.ok) continue;
    const { png, modules } = symbol.value;
    const scale = Math.floor(size / (modules + 2 * margin));
    const group = GROUPS.find((last) => scale <= last) ?? LARGEST_SIZE;
    ratios.get(group)?.push(png.length / (await optimizePng(png)).length);
    drawn++;
  }
  console.log(`\n### Bytes of ${pictures} random PNGs over those of oxipng 6\n`);
  console.log('| pixels per module | pictures | median | 95th percentile | worst |');
  console.log('|---|---|---|---|---|');
  let first = 3;
  for (const last of GROUPS) {
    const name =
      last === LARGEST_SIZE ? `${first} and more` : first === last ? `${last}` : `${first} to ${last}`;
    printRow(name, ratios.get(last) ?? []);
    first = last + 1;
  }
  printRow('all', [...ratios.values()].flat());
}

function printRow(name: string, ratios: readonly number[]): void {
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(3);
  console.log(`| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
}
