import { countBits, type BitMatrix } from './bit-matrix.ts';

// Weights N1 to N4 (ISO/IEC 18004 Table 11).
const RUN_WEIGHT = 3;
const BLOCK_WEIGHT = 3;
const FINDER_WEIGHT = 40;
const BALANCE_WEIGHT = 10;

/**
 * Penalty score of a masked symbol, format information included (ISO/IEC 18004 §7.8.3.1). Of the readings that the
 * text allows for the finder-like pattern, the widest is taken: 1:1:3:1:1 at any scale, the quiet zone being light.
 *
 * @param limit a score that is too high to matter: once it is reached, whatever is reached is the answer
 */
export function penaltyOf(matrix: BitMatrix, limit: number): number {
  const { side, wordsPerLine, rows, columns } = matrix;
  const inLine = pairsInLine(side, wordsPerLine);
  const sameInRows = markEqualNeighbours(rows, inLine);
  const sameInColumns = markEqualNeighbours(columns, inLine);
  let penalty =
    runPenalty(sameInRows, wordsPerLine) +
    runPenalty(sameInColumns, wordsPerLine) +
    blockPenalty(rows, sameInRows, wordsPerLine) +
    balancePenalty(rows, side);
  // The dearest rule comes last.
  if (penalty < limit) penalty += finderPenalty(rows, side, wordsPerLine);
  if (penalty < limit) penalty += finderPenalty(columns, side, wordsPerLine);
  return penalty;
}

/** One line of words with a bit for every module that has a neighbour after it: all but the last. */
function pairsInLine(side: number, wordsPerLine: number): Int32Array {
  const pairs = new Int32Array(wordsPerLine).fill(-1);
  pairs[wordsPerLine - 1] = (1 << ((side - 1) & 31)) - 1;
  return pairs;
}

/** Marks each module that has the colour of the next one in its line. */
function markEqualNeighbours(lines: Int32Array, inLine: Int32Array): Int32Array {
  const wordsPerLine = inLine.length;
  const same = new Int32Array(lines.length);
  for (let start = 0; start < lines.length; start += wordsPerLine) {
    for (let word = 0; word < wordsPerLine; word++) {
      const current = lines[start + word] ?? 0;
      const following = word + 1 < wordsPerLine ? (lines[start + word + 1] ?? 0) : 0;
      same[start + word] = ~(current ^ ((current >>> 1) | (following << 31))) & (inLine[word] ?? 0);
    }
  }
  return same;
}

/** N1: a run of 5 equal modules in a line scores 3, and each further module 1: 1 for each five in a row, 2 for each run. */
function runPenalty(same: Int32Array, wordsPerLine: number): number {
  let penalty = 0;
  for (let start = 0; start < same.length; start += wordsPerLine) {
    let carried = 0;
    for (let word = 0; word < wordsPerLine; word++) {
      const current = same[start + word] ?? 0;
      const following = word + 1 < wordsPerLine ? (same[start + word + 1] ?? 0) : 0;
      const fives =
        current &
        ((current >>> 1) | (following << 31)) &
        ((current >>> 2) | (following << 30)) &
        ((current >>> 3) | (following << 29));
      const runStarts = fives & ~((fives << 1) | carried);
      penalty += countBits(fives) + (RUN_WEIGHT - 1) * countBits(runStarts);
      carried = fives >>> 31;
    }
  }
  return penalty;
}

/** N2: 3 for each 2 × 2 block of one colour, overlapping blocks included. */
function blockPenalty(rows: Int32Array, sameInRows: Int32Array, wordsPerLine: number): number {
  let blocks = 0;
  for (let word = 0; word + wordsPerLine < rows.length; word++) {
    const below = word + wordsPerLine;
    const sameInColumn = ~((rows[word] ?? 0) ^ (rows[below] ?? 0));
    blocks += countBits((sameInRows[word] ?? 0) & (sameInRows[below] ?? 0) & sameInColumn);
  }
  return BLOCK_WEIGHT * blocks;
}

/** N3: 40 for each dark-light-dark-light-dark run of ratio 1:1:3:1:1 with a light area of 4 before it, or after it. */
function finderPenalty(lines: Int32Array, side: number, wordsPerLine: number): number {
  let matches = 0;
  for (let start = 0; start < lines.length; start += wordsPerLine) {
    let previous = 0;
    for (let word = 0; word < wordsPerLine; word++) {
      const current = lines[start + word] ?? 0;
      const following = word + 1 < wordsPerLine ? (lines[start + word + 1] ?? 0) : 0;
      let candidates = middlesOfFinders(previous, current, following);
      previous = current;
      while (candidates !== 0) {
        const bit = 31 - Math.clz32(candidates & -candidates);
        candidates &= candidates - 1;
        matches += countFindersAround(lines, start, word * 32 + bit, side);
      }
    }
  }
  return FINDER_WEIGHT * matches;
}

/**
 * Marks where a dark run starts that may be the middle of a finder-like pattern: three modules with one light and then a
 * dark one on both sides, or, for patterns of a larger scale, six or more.
 */
function middlesOfFinders(previous: number, current: number, following: number): number {
  const before1 = (current << 1) | (previous >>> 31);
  const before2 = (current << 2) | (previous >>> 30);
  const after1 = (current >>> 1) | (following << 31);
  const after2 = (current >>> 2) | (following << 30);
  const after3 = (current >>> 3) | (following << 29);
  const after4 = (current >>> 4) | (following << 28);
  const after5 = (current >>> 5) | (following << 27);
  const startOfThree = ~before1 & current & after1 & after2;
  return startOfThree & ((before2 & ~after3 & after4) | (after3 & after4 & after5));
}

/**
 * How often the dark run that starts at `bit` is the middle of a finder-like pattern: 0, 1, or 2 where the light area
 * is on both sides. `end` is the first bit past the line.
 */
function countFindersAround(lines: Int32Array, start: number, bit: number, end: number): number {
  const middle = runLength(lines, start, end, bit, 1, 1, end);
  if (middle % 3 !== 0) return 0;
  const unit = middle / 3;
  const after = bit + middle;
  const isFramed =
    runLength(lines, start, end, bit - 1, -1, 0, unit + 1) === unit &&
    runLength(lines, start, end, after, 1, 0, unit + 1) === unit &&
    runLength(lines, start, end, bit - unit - 1, -1, 1, unit + 1) === unit &&
    runLength(lines, start, end, after + unit, 1, 1, unit + 1) === unit;
  if (!isFramed) return 0;

  const lightBefore = runLength(lines, start, end, bit - 2 * unit - 1, -1, 0, 4 * unit);
  const lightAfter = runLength(lines, start, end, after + 2 * unit, 1, 0, 4 * unit);
  if (lightBefore < unit || lightAfter < unit) return 0;
  return Number(lightBefore === 4 * unit) + Number(lightAfter === 4 * unit);
}

/** Length of the run of one colour from bit `from` of a line in one direction, counted up to `limit`. */
function runLength(
  lines: Int32Array,
  start: number,
  end: number,
  from: number,
  step: 1 | -1,
  colour: 0 | 1,
  limit: number,
): number {
  let length = 0;
  for (let at = from; length < limit; at += step) {
    // Beyond the symbol lies the quiet zone, which is light as far as any rule looks.
    const isOutside = at < 0 || at >= end;
    const module = isOutside ? 0 : ((lines[start + (at >>> 5)] ?? 0) >>> (at & 31)) & 1;
    if (module !== colour) break;
    length++;
  }
  return length;
}

/** N4: 10 for every full 5 % by which the share of dark modules departs from 50 %. */
function balancePenalty(rows: Int32Array, side: number): number {
  let dark = 0;
  for (const word of rows) dark += countBits(word);
  const total = side * side;
  const steps = Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1;
  return BALANCE_WEIGHT * Math.max(0, steps);
}
