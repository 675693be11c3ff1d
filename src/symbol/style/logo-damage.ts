import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { type LogoFit, MOST_LOGO_DAMAGE } from '#core/styles/logo.ts';
import { blockLayout } from '../encoding/versions.ts';
import { placementOf } from '../matrix/placement.ts';

/** Marks modules without a codeword: function patterns, and modules after the last codeword, whose colour means nothing. */
const [FUNCTION, REMAINDER] = [-1, -2];

/**
 * The largest square in the middle of a symbol that a logo may take, in modules: odd, so that it lies on the grid as a symbol's sides do;
 * within `largestSide`; without a module of a function pattern; and with at most `MOST_LOGO_DAMAGE` in each block. Null if not even three
 * modules are possible: in versions 7 to 13, 21 to 27 and 35 to 40 an alignment pattern occupies the middle.
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
 * The cost of a square of this size in the middle of a symbol: the codewords that have a module in it, in the block that loses most, as a
 * share of the codewords that the block can repair (half of its error correction codewords). Null if the square covers a function pattern.
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

/** The codeword of each module, in the order of placement: eight modules each (ISO/IEC 18004 §7.7.3). */
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

/**
 * The block of a codeword, by its place in the interleaved order: one data codeword of each block in turn, then one error correction
 * codeword of each block in turn; the extra data codewords of longer blocks stand between the two (ISO/IEC 18004 §7.6).
 */
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
