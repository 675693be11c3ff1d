import { emptyBitMatrix, setModule, type BitMatrix } from './bit-matrix.ts';
import type { QRCodeModel } from './symbol-model.ts';
import { penaltyOf } from './penalty.ts';

export interface MaskedSymbol {
  /** The mask pattern reference, 0 to 7. */
  readonly mask: number;
  readonly matrix: BitMatrix;
}

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
const MASK_PERIOD = 12;
const LARGEST_SIDE = 177;

/** The row and the column that format information stands in. */
const FORMAT_LINE = 8;

/** Each mask's first 12 rows and columns at full width: a line of a smaller symbol is a prefix of one of these. */
const MASK_LINES: readonly BitMatrix[] = MASK_CONDITIONS.map((isInverted) => {
  const lines = emptyBitMatrix(LARGEST_SIDE);
  for (let line = 0; line < MASK_PERIOD; line++) {
    for (let position = 0; position < LARGEST_SIDE; position++) {
      if (isInverted(line, position)) setBitOf(lines.rows, lines.wordsPerLine, line, position);
      if (isInverted(position, line)) setBitOf(lines.columns, lines.wordsPerLine, line, position);
    }
  }
  return lines;
});

/**
 * Picks the mask with the lowest penalty, the first of equals (ISO/IEC 18004 §7.8.3), and applies it.
 *
 * @param unmasked every module but the format information
 * @param dataModules 1 where a module belongs to the data
 * @param model knows the format information; its own modules are of no use here
 */
export function chooseMask(unmasked: BitMatrix, dataModules: BitMatrix, model: QRCodeModel): MaskedSymbol {
  let best: MaskedSymbol | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < MASK_CONDITIONS.length; mask++) {
    const matrix = invert(unmasked, dataModules, mask);
    placeFormatInformation(matrix, model, mask);
    const penalty = penaltyOf(matrix, lowest);
    if (penalty < lowest) {
      lowest = penalty;
      best = { mask, matrix };
    }
  }
  if (best === null) throw new Error('no mask was scored');
  return best;
}

/** Inverts the data modules where the mask says so. */
function invert(matrix: BitMatrix, dataModules: BitMatrix, mask: number): BitMatrix {
  const lines = MASK_LINES[mask];
  if (lines === undefined) throw new RangeError(`there is no mask ${mask}`);
  return {
    ...matrix,
    rows: invertLines(matrix.rows, dataModules.rows, matrix.wordsPerLine, lines.rows, lines.wordsPerLine),
    columns: invertLines(
      matrix.columns,
      dataModules.columns,
      matrix.wordsPerLine,
      lines.columns,
      lines.wordsPerLine,
    ),
  };
}

function invertLines(
  lines: Int32Array,
  data: Int32Array,
  wordsPerLine: number,
  maskLines: Int32Array,
  maskWordsPerLine: number,
): Int32Array {
  const inverted = new Int32Array(lines.length);
  for (let start = 0, line = 0; start < lines.length; start += wordsPerLine, line++) {
    const maskStart = (line % MASK_PERIOD) * maskWordsPerLine;
    for (let word = 0; word < wordsPerLine; word++) {
      const index = start + word;
      inverted[index] = (lines[index] ?? 0) ^ ((maskLines[maskStart + word] ?? 0) & (data[index] ?? 0));
    }
  }
  return inverted;
}

/** Format information stands in row 8 and column 8, beside the finder patterns (ISO/IEC 18004 §7.9.1). */
function placeFormatInformation(matrix: BitMatrix, model: QRCodeModel, mask: number): void {
  model.setupTypeInfo(false, mask);
  for (let i = 0; i < 9; i++) copyModules(matrix, model, i);
  for (let i = matrix.side - 8; i < matrix.side; i++) copyModules(matrix, model, i);
}

function copyModules(matrix: BitMatrix, model: QRCodeModel, i: number): void {
  setModule(matrix, FORMAT_LINE, i, model.modules[FORMAT_LINE]?.[i] === true);
  setModule(matrix, i, FORMAT_LINE, model.modules[i]?.[FORMAT_LINE] === true);
}

function setBitOf(words: Int32Array, wordsPerLine: number, line: number, bit: number): void {
  const index = line * wordsPerLine + (bit >>> 5);
  words[index] = (words[index] ?? 0) | (1 << (bit & 31));
}
