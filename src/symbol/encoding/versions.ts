import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '#core/codes/error-correction.ts';

export const LARGEST_VERSION = 40;

/** How the codewords of a version and level are divided for error correction (ISO/IEC 18004 Table 9). */
export interface BlockLayout {
  readonly blocks: number;
  /** Error correction codewords of each block. */
  readonly correction: number;
  /** Data codewords of all blocks; if they do not divide evenly, the last blocks have one more than the first. */
  readonly data: number;
}

type BlockShape = readonly [correction: number, blocks: number];

/**
 * Error correction codewords per block, and the number of blocks, for versions 1 to 40 at levels L, M, Q, H (ISO/IEC 18004 Table 9). The
 * table's other columns follow from these two and the number of codewords.
 */
const BLOCK_SHAPES: readonly (readonly [l: BlockShape, m: BlockShape, q: BlockShape, h: BlockShape])[] = [
  [
    [7, 1],
    [10, 1],
    [13, 1],
    [17, 1],
  ],
  [
    [10, 1],
    [16, 1],
    [22, 1],
    [28, 1],
  ],
  [
    [15, 1],
    [26, 1],
    [18, 2],
    [22, 2],
  ],
  [
    [20, 1],
    [18, 2],
    [26, 2],
    [16, 4],
  ],
  [
    [26, 1],
    [24, 2],
    [18, 4],
    [22, 4],
  ],
  [
    [18, 2],
    [16, 4],
    [24, 4],
    [28, 4],
  ],
  [
    [20, 2],
    [18, 4],
    [18, 6],
    [26, 5],
  ],
  [
    [24, 2],
    [22, 4],
    [22, 6],
    [26, 6],
  ],
  [
    [30, 2],
    [22, 5],
    [20, 8],
    [24, 8],
  ],
  [
    [18, 4],
    [26, 5],
    [24, 8],
    [28, 8],
  ],
  [
    [20, 4],
    [30, 5],
    [28, 8],
    [24, 11],
  ],
  [
    [24, 4],
    [22, 8],
    [26, 10],
    [28, 11],
  ],
  [
    [26, 4],
    [22, 9],
    [24, 12],
    [22, 16],
  ],
  [
    [30, 4],
    [24, 9],
    [20, 16],
    [24, 16],
  ],
  [
    [22, 6],
    [24, 10],
    [30, 12],
    [24, 18],
  ],
  [
    [24, 6],
    [28, 10],
    [24, 17],
    [30, 16],
  ],
  [
    [28, 6],
    [28, 11],
    [28, 16],
    [28, 19],
  ],
  [
    [30, 6],
    [26, 13],
    [28, 18],
    [28, 21],
  ],
  [
    [28, 7],
    [26, 14],
    [26, 21],
    [26, 25],
  ],
  [
    [28, 8],
    [26, 16],
    [30, 20],
    [28, 25],
  ],
  [
    [28, 8],
    [26, 17],
    [28, 23],
    [30, 25],
  ],
  [
    [28, 9],
    [28, 17],
    [30, 23],
    [24, 34],
  ],
  [
    [30, 9],
    [28, 18],
    [30, 25],
    [30, 30],
  ],
  [
    [30, 10],
    [28, 20],
    [30, 27],
    [30, 32],
  ],
  [
    [26, 12],
    [28, 21],
    [30, 29],
    [30, 35],
  ],
  [
    [28, 12],
    [28, 23],
    [28, 34],
    [30, 37],
  ],
  [
    [30, 12],
    [28, 25],
    [30, 34],
    [30, 40],
  ],
  [
    [30, 13],
    [28, 26],
    [30, 35],
    [30, 42],
  ],
  [
    [30, 14],
    [28, 28],
    [30, 38],
    [30, 45],
  ],
  [
    [30, 15],
    [28, 29],
    [30, 40],
    [30, 48],
  ],
  [
    [30, 16],
    [28, 31],
    [30, 43],
    [30, 51],
  ],
  [
    [30, 17],
    [28, 33],
    [30, 45],
    [30, 54],
  ],
  [
    [30, 18],
    [28, 35],
    [30, 48],
    [30, 57],
  ],
  [
    [30, 19],
    [28, 37],
    [30, 51],
    [30, 60],
  ],
  [
    [30, 19],
    [28, 38],
    [30, 53],
    [30, 63],
  ],
  [
    [30, 20],
    [28, 40],
    [30, 56],
    [30, 66],
  ],
  [
    [30, 21],
    [28, 43],
    [30, 59],
    [30, 70],
  ],
  [
    [30, 22],
    [28, 45],
    [30, 62],
    [30, 74],
  ],
  [
    [30, 24],
    [28, 47],
    [30, 65],
    [30, 77],
  ],
  [
    [30, 25],
    [28, 49],
    [30, 68],
    [30, 81],
  ],
];

export function blockLayout(version: number, level: ErrorCorrectionLevel): BlockLayout {
  const shape = BLOCK_SHAPES[version - 1]?.[ERROR_CORRECTION_LEVELS.indexOf(level)];
  if (shape === undefined) throw new RangeError(`there is no version ${version}`);
  const [correction, blocks] = shape;
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
