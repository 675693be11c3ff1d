import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { layOutAt } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol } from '#symbol/matrix/encode.ts';
import { isFunction, readBlocks } from './unplace.ts';

export const VERSIONS_AND_LEVELS = Array.from({ length: 40 }, (_, i) =>
  ERROR_CORRECTION_LEVELS.map((level) => [i + 1, level] as const),
).flat();

/**
 * The damage from a square in the middle of a symbol: inverts every module below it, counts the codewords that differ in each block, and
 * returns the worst share of the repair codewords. Null if the square covers a function pattern.
 */
export function countDamage(version: number, level: ErrorCorrectionLevel, square: number): number | null {
  const content = new TextEncoder().encode('A');
  const layout = layOutAt(content, version, level);
  if (!layout) throw new Error('one letter fits in every symbol');
  const { side, modules } = encodeSymbol(content, layout);
  const covered = modules.slice();
  const first = (side - square) / 2;
  for (let y = first; y < first + square; y++) {
    for (let x = first; x < first + square; x++) {
      if (isFunction(version, x, y)) return null;
      covered[y * side + x] = 1 - (covered[y * side + x] ?? 0);
    }
  }
  const before = readBlocks(version, level, modules);
  const after = readBlocks(version, level, covered);
  const wrong = before.blocks.map(
    (block, b) => block.filter((codeword, i) => codeword !== after.blocks[b]?.[i]).length,
  );
  return Math.max(...wrong) / before.repairs;
}
