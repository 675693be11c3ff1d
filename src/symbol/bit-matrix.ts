/**
 * The modules of a symbol as bits, once by rows and once by columns, so that a rule about lines of modules reads 32
 * of them at a time in either direction. A line starts with four zero bits, and at least four follow it: the light
 * modules of the quiet zone that the penalty rules look at.
 */
export interface BitMatrix {
  /** Modules on a side. */
  readonly side: number;
  readonly wordsPerLine: number;
  /** `rows[row * wordsPerLine + word]`, lowest bit first: module `column` is bit `column + LINE_OFFSET` of its row. */
  readonly rows: Int32Array;
  /** The same modules, transposed. */
  readonly columns: Int32Array;
}

/** Light modules before and after each line. */
export const LINE_OFFSET = 4;

/** A matrix with every module light. */
export function emptyBitMatrix(side: number): BitMatrix {
  const wordsPerLine = Math.ceil((side + 2 * LINE_OFFSET) / 32);
  return {
    side,
    wordsPerLine,
    rows: new Int32Array(side * wordsPerLine),
    columns: new Int32Array(side * wordsPerLine),
  };
}

/** Packs modules given as `modules[row][column]`; whatever is `marked` becomes 1. */
export function packModules<T>(modules: readonly (readonly T[])[], marked: T): BitMatrix {
  const matrix = emptyBitMatrix(modules.length);
  const { side, wordsPerLine, rows, columns } = matrix;
  for (let row = 0; row < side; row++) {
    const line = modules[row] ?? [];
    const rowWord = (row + LINE_OFFSET) >>> 5;
    const rowBit = 1 << ((row + LINE_OFFSET) & 31);
    for (let column = 0; column < side; column++) {
      if (line[column] !== marked) continue;
      const bit = column + LINE_OFFSET;
      const inRow = row * wordsPerLine + (bit >>> 5);
      const inColumn = column * wordsPerLine + rowWord;
      rows[inRow] = (rows[inRow] ?? 0) | (1 << (bit & 31));
      columns[inColumn] = (columns[inColumn] ?? 0) | rowBit;
    }
  }
  return matrix;
}

export function setModule(matrix: BitMatrix, row: number, column: number, isDark: boolean): void {
  setBit(matrix.rows, row * matrix.wordsPerLine, column, isDark);
  setBit(matrix.columns, column * matrix.wordsPerLine, row, isDark);
}

/** Modules row by row, 1 for dark and 0 for light. */
export function unpackModules(matrix: BitMatrix): Uint8Array {
  const { side, wordsPerLine, rows } = matrix;
  const modules = new Uint8Array(side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const bit = column + LINE_OFFSET;
      modules[row * side + column] = ((rows[row * wordsPerLine + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1;
    }
  }
  return modules;
}

/** How many bits of a 32-bit word are set. */
export function countBits(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function setBit(words: Int32Array, lineStart: number, position: number, isSet: boolean): void {
  const bit = position + LINE_OFFSET;
  const index = lineStart + (bit >>> 5);
  const word = words[index] ?? 0;
  words[index] = isSet ? word | (1 << (bit & 31)) : word & ~(1 << (bit & 31));
}
