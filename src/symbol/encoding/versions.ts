import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';

export const LARGEST_VERSION = 40;

/** How the codewords of a version and level are divided for error correction (ISO/IEC 18004 Table 9). */
export interface BlockLayout {
  readonly blocks: number;
  /** Error correction codewords of each block. */
  readonly correction: number;
  /** Data codewords of all blocks; if they do not divide evenly, the last blocks have one more than the first. */
  readonly data: number;
}

/**
 * Error correction codewords per block, and the number of blocks, for versions 1 to 40 (ISO/IEC 18004 Table 9). The table's other columns
 * follow from these two and the number of codewords.
 */
const CORRECTION: Readonly<Record<ErrorCorrectionLevel, readonly number[]>> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
};

const BLOCKS: Readonly<Record<ErrorCorrectionLevel, readonly number[]>> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38,
    40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
};

export function blockLayout(version: number, level: ErrorCorrectionLevel): BlockLayout {
  const [correction, blocks] = [CORRECTION[level][version - 1], BLOCKS[level][version - 1]];
  if (correction === undefined || blocks === undefined)
    throw new RangeError(`there is no version ${version}`);
  return { blocks, correction, data: codewordsOf(version) - correction * blocks };
}

/** Bits of data that a symbol holds, mode indicators and character counts included (ISO/IEC 18004 Table 7). */
export function dataBits(version: number, level: ErrorCorrectionLevel): number {
  return 8 * blockLayout(version, level).data;
}

/** Modules on a side, without the quiet zone (ISO/IEC 18004 §6.3.1). */
export function sideOf(version: number): number {
  return 17 + 4 * version;
}

/** Codewords of a version, error correction included (ISO/IEC 18004 Table 1): the room that function patterns leave. */
function codewordsOf(version: number): number {
  const side = sideOf(version);
  // Three finder patterns with their separators, two copies of the format information and the dark module, two timing patterns.
  let modules = side * side - 3 * 64 - 31 - 2 * (side - 16);
  if (version >= 2) {
    const alignmentLines = Math.floor(version / 7) + 2;
    // There are none at the finder patterns; those on a timing pattern share five modules with it.
    modules -= 25 * (alignmentLines ** 2 - 3) - 2 * 5 * (alignmentLines - 2);
  }
  if (version >= 7) modules -= 2 * 18;
  return Math.floor(modules / 8);
}
