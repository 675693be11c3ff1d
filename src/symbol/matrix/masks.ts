import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { emptyBitMatrix, packModules, transposeRows, type BitMatrix } from './bit-matrix.ts';
import { placementOf } from './placement.ts';
import { drawFormatInformation } from './symbol-model.ts';

/**
 * Mask conditions (ISO/IEC 18004 Table 10): a data module is inverted where the condition of its pattern holds.
 * All of them repeat every 12 rows and every 12 columns.
 */
const MASK_CONDITIONS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
const PERIOD = 12;

/** Number of words after which a row of a condition repeats: 96 modules. */
const PERIOD_WORDS = 3;

/** The masks by version and level: four levels of 40 versions take less than 4 MiB. */
const known = new Map<string, readonly BitMatrix[]>();

/**
 * What each mask changes in a symbol with light format information: 1 for each data module that it inverts, and for each module that its
 * format information makes dark.
 */
export function masksOf(version: number, level: ErrorCorrectionLevel): readonly BitMatrix[] {
  const key = `${version}-${level}`;
  const drawn = known.get(key) ?? MASK_CONDITIONS.map((_, mask) => drawMask(version, level, mask));
  known.set(key, drawn);
  return drawn;
}

function drawMask(version: number, level: ErrorCorrectionLevel, mask: number): BitMatrix {
  const { side, wordsPerLine, rows: data } = placementOf(version).dataModules;
  const condition = conditionRows(mask);
  const format = packModules(drawFormatInformation(version, level, mask), true);
  const matrix = emptyBitMatrix(side);
  for (let row = 0, at = 0; row < side; row++) {
    for (let word = 0; word < wordsPerLine; word++, at++) {
      const inverted = condition[(row % PERIOD) * PERIOD_WORDS + (word % PERIOD_WORDS)] ?? 0;
      matrix.rows[at] = (inverted & (data[at] ?? 0)) | (format.rows[at] ?? 0);
    }
  }
  transposeRows(matrix);
  return matrix;
}

/** The first 12 rows of a mask's condition, 96 modules wide. */
function conditionRows(mask: number): Int32Array {
  const isInverted = MASK_CONDITIONS[mask];
  if (isInverted === undefined) throw new RangeError(`there is no mask ${mask}`);
  const rows = new Int32Array(PERIOD * PERIOD_WORDS);
  for (let row = 0; row < PERIOD; row++) {
    let bits = 0;
    for (let column = 0; column < PERIOD; column++) if (isInverted(row, column)) bits |= 1 << column;
    for (let word = 0; word < PERIOD_WORDS; word++) {
      // The pattern restarts every 12 columns, also in the middle of a word.
      const first = (32 * word) % PERIOD;
      const begun = (bits >>> first) | (bits << (PERIOD - first));
      rows[row * PERIOD_WORDS + word] = begun | (begun << PERIOD) | (begun << (2 * PERIOD));
    }
  }
  return rows;
}
