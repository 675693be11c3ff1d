import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '../core/error-correction.ts';

export const LARGEST_VERSION = 40;

/** Data codewords (bytes) of versions 1 to 40 at levels L, M, Q, H (ISO/IEC 18004 Table 7). */
const DATA_CODEWORDS: readonly (readonly [l: number, m: number, q: number, h: number])[] = [
  [19, 16, 13, 9],
  [34, 28, 22, 16],
  [55, 44, 34, 26],
  [80, 64, 48, 36],
  [108, 86, 62, 46],
  [136, 108, 76, 60],
  [156, 124, 88, 66],
  [194, 154, 110, 86],
  [232, 182, 132, 100],
  [274, 216, 154, 122],
  [324, 254, 180, 140],
  [370, 290, 206, 158],
  [428, 334, 244, 180],
  [461, 365, 261, 197],
  [523, 415, 295, 223],
  [589, 453, 325, 253],
  [647, 507, 367, 283],
  [721, 563, 397, 313],
  [795, 627, 445, 341],
  [861, 669, 485, 385],
  [932, 714, 512, 406],
  [1006, 782, 568, 442],
  [1094, 860, 614, 464],
  [1174, 914, 664, 514],
  [1276, 1000, 718, 538],
  [1370, 1062, 754, 596],
  [1468, 1128, 808, 628],
  [1531, 1193, 871, 661],
  [1631, 1267, 911, 701],
  [1735, 1373, 985, 745],
  [1843, 1455, 1033, 793],
  [1955, 1541, 1115, 845],
  [2071, 1631, 1171, 901],
  [2191, 1725, 1231, 961],
  [2306, 1812, 1286, 986],
  [2434, 1914, 1354, 1054],
  [2566, 1992, 1426, 1096],
  [2702, 2102, 1502, 1142],
  [2812, 2216, 1582, 1222],
  [2956, 2334, 1666, 1276],
];

/** Bits of data that a symbol holds, mode indicators and character counts included (ISO/IEC 18004 Table 7). */
export function dataBits(version: number, level: ErrorCorrectionLevel): number {
  const codewords = DATA_CODEWORDS[version - 1]?.[ERROR_CORRECTION_LEVELS.indexOf(level)];
  if (codewords === undefined) throw new RangeError(`there is no version ${version}`);
  return codewords * 8;
}

/**
 * Whether a symbol of this version and level can be built. 15-H cannot: the block table of qrcode-svg lacks its second
 * group of blocks (ISO/IEC 18004 Table 9: 11 blocks of 36 codewords and 7 of 37), so such content is drawn as 16-H.
 */
export function isBuildable(version: number, level: ErrorCorrectionLevel): boolean {
  return !(version === 15 && level === 'H');
}
