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

/**
 * The index of module `column` of `row` among all bits of the rows: divided by 32 it gives the word, and the remainder gives the bit, which
 * is all that a shift looks at. With the arguments swapped, the index among the bits of the columns.
 */
export function bitIndex({ wordsPerLine }: BitMatrix, row: number, column: number): number {
  return row * wordsPerLine * 32 + column;
}

/** Packs modules given as `modules[row][column]`; every `marked` module becomes 1. */
export function packModules<T>(modules: readonly (readonly T[])[], marked: T): BitMatrix {
  const matrix = emptyBitMatrix(modules.length);
  for (let row = 0; row < modules.length; row++) {
    const line = modules[row] ?? [];
    for (let column = 0; column < line.length; column++) {
      if (line[column] === marked) setBit(matrix.rows, bitIndex(matrix, row, column));
    }
  }
  transposeRows(matrix);
  return matrix;
}

function setBit(words: Int32Array, index: number): void {
  words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << index);
}

/** Fills the columns of a matrix from its rows, in squares of 32 × 32 modules. */
export function transposeRows({ side, wordsPerLine, rows, columns }: BitMatrix): void {
  const square = new Int32Array(32);
  for (let first = 0; first < side; first += 32) {
    const lines = Math.min(32, side - first);
    for (let word = 0; word < wordsPerLine; word++) {
      for (let i = 0; i < 32; i++) square[i] = i < lines ? (rows[(first + i) * wordsPerLine + word] ?? 0) : 0;
      transposeSquare(square);
      const columnsThere = Math.min(32, side - 32 * word);
      for (let i = 0; i < columnsThere; i++) {
        columns[(32 * word + i) * wordsPerLine + (first >>> 5)] = square[i] ?? 0;
      }
    }
  }
}

/** Swaps ever smaller quarters of the square: 16 × 16 bits, then 8 × 8, down to single bits. */
function transposeSquare(square: Int32Array): void {
  for (let half = 16, low = 0xffff; half > 0; half >>= 1, low ^= low << half) {
    for (let i = 0; i < 32; i = (i + half + 1) & ~half) {
      const upper = square[i] ?? 0;
      const lower = square[i + half] ?? 0;
      const swapped = ((upper >>> half) ^ lower) & low;
      square[i] = upper ^ (swapped << half);
      square[i + half] = lower ^ swapped;
    }
  }
}

/** Modules row by row, 1 for dark and 0 for light. */
export function unpackModules({ side, wordsPerLine, rows }: BitMatrix): Uint8Array {
  const modules = new Uint8Array(side * side);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at++) {
      modules[at] = ((rows[row * wordsPerLine + (column >>> 5)] ?? 0) >>> column) & 1;
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
