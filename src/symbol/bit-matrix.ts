/**
 * The modules of a symbol as bits, once by rows and once by columns, so that a rule about lines of modules reads 32
 * of them at a time in either direction. Bits beyond the end of a line are zero, light as the quiet zone is.
 */
export interface BitMatrix {
  /** Modules on a side. */
  readonly side: number;
  readonly wordsPerLine: number;
  /** `rows[row * wordsPerLine + word]`, lowest bit first: module `column` is bit `column` of its row. */
  readonly rows: Int32Array;
  /** The same modules, transposed. */
  readonly columns: Int32Array;
}

/** A matrix with every module light. */
export function emptyBitMatrix(side: number): BitMatrix {
  const wordsPerLine = Math.ceil(side / 32);
  return {
    side,
    wordsPerLine,
    rows: new Int32Array(side * wordsPerLine),
    columns: new Int32Array(side * wordsPerLine),
  };
}

export function copyBitMatrix(matrix: BitMatrix): BitMatrix {
  return { ...matrix, rows: matrix.rows.slice(), columns: matrix.columns.slice() };
}

/** Packs modules given as `modules[row][column]`; whatever is `marked` becomes 1. */
export function packModules<T>(modules: readonly (readonly T[])[], marked: T): BitMatrix {
  const matrix = emptyBitMatrix(modules.length);
  const { side, wordsPerLine, rows, columns } = matrix;
  for (let row = 0; row < side; row++) {
    const line = modules[row] ?? [];
    const rowWord = row >>> 5;
    const rowBit = 1 << (row & 31);
    for (let column = 0; column < side; column++) {
      if (line[column] !== marked) continue;
      const inRow = row * wordsPerLine + (column >>> 5);
      const inColumn = column * wordsPerLine + rowWord;
      rows[inRow] = (rows[inRow] ?? 0) | (1 << (column & 31));
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
      const word = rows[row * wordsPerLine + (column >>> 5)] ?? 0;
      modules[row * side + column] = (word >>> (column & 31)) & 1;
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

function setBit(words: Int32Array, lineStart: number, bit: number, isSet: boolean): void {
  const index = lineStart + (bit >>> 5);
  const word = words[index] ?? 0;
  words[index] = isSet ? word | (1 << (bit & 31)) : word & ~(1 << (bit & 31));
}
