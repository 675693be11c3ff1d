import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { type LogoFit, MOST_LOGO_DAMAGE } from '#core/styles/logo.ts';
import { blockLayout } from '../encoding/versions.ts';
import { placementOf } from '../matrix/placement.ts';

/** Instead of a codeword: a module of a function pattern, and one behind the last codeword, whose colour says nothing. */
const [FUNCTION, REMAINDER] = [-1, -2];

/**
 * The largest square in the middle of a symbol that a logo may take, in modules: odd, so that it lies on the grid as the sides of symbols
 * do, within `largestSide`, without a module of a function pattern, and with at most `MOST_LOGO_DAMAGE` in each block. Null where not even
 * three modules are to be had: in versions 7 to 13, 21 to 27 and 35 to 40 an alignment pattern has the middle.
 */
export function findLargestLogo(
  version: number,
  level: ErrorCorrectionLevel,
  largestSide: number,
): LogoFit | null {
  let largest: LogoFit | null = null;
  const damageOf = createDamageOf(version, level);
  for (let modules = 3; modules <= largestSide; modules += 2) {
    const damage = damageOf(modules);
    if (damage === null || damage > MOST_LOGO_DAMAGE) break;
    largest = { modules, damage };
  }
  return largest;
}

/**
 * Tells what a square of so many modules in the middle of a symbol costs: the codewords that have a module in it, in the block that loses
 * most, as a share of those that the block repairs, which are half of its error correction codewords. Null where it covers a function
 * pattern.
 */
export function createDamageOf(
  version: number,
  level: ErrorCorrectionLevel,
): (modules: number) => number | null {
  const { side, codewords } = mapCodewords(version);
  const { blocks, correction } = blockLayout(version, level);
  const blockOf = createBlockOf(version, level);
  return (modules) => {
    const touched = new Set<number>();
    const first = (side - modules) / 2;
    for (let row = first; row < first + modules; row++) {
      for (let column = first; column < first + modules; column++) {
        const codeword = codewords[row * side + column] ?? FUNCTION;
        if (codeword === FUNCTION) return null;
        if (codeword !== REMAINDER) touched.add(codeword);
      }
    }
    const perBlock = new Uint16Array(blocks);
    for (const codeword of touched) {
      const block = blockOf(codeword);
      perBlock[block] = (perBlock[block] ?? 0) + 1;
    }
    return Math.max(...perBlock) / Math.floor(correction / 2);
  };
}

/** Which codeword each module belongs to, by the order in which they are placed: eight modules to each (ISO/IEC 18004 §7.7.3). */
function mapCodewords(version: number): { readonly side: number; readonly codewords: Int16Array } {
  const { dataModules, order } = placementOf(version);
  const { side, wordsPerLine } = dataModules;
  const codewords = new Int16Array(side * side).fill(FUNCTION);
  const whole = order.length - (order.length % 8);
  for (const [i, index] of order.entries()) {
    const row = Math.floor(index / (32 * wordsPerLine));
    const column = index % (32 * wordsPerLine);
    codewords[row * side + column] = i < whole ? i >>> 3 : REMAINDER;
  }
  return { side, codewords };
}

/** Which block a codeword belongs to, counted in the order in which they are placed: a codeword of each block in turn, first of their data, then of their error correction; what the longer blocks have more stands between the two (ISO/IEC 18004 §7.6). */
function createBlockOf(version: number, level: ErrorCorrectionLevel): (codeword: number) => number {
  const { blocks, data } = blockLayout(version, level);
  const shortLength = Math.floor(data / blocks);
  const firstLong = blocks - (data % blocks);
  return (codeword) => {
    if (codeword < shortLength * blocks) return codeword % blocks;
    if (codeword < data) return firstLong + codeword - shortLength * blocks;
    return (codeword - data) % blocks;
  };
}
