import { countBits, type BitMatrix } from './bit-matrix.ts';

// Weights N1 to N4 (ISO/IEC 18004 Table 11).
const RUN_WEIGHT = 3;
const BLOCK_WEIGHT = 3;
const FINDER_WEIGHT = 40;
const BALANCE_WEIGHT = 10;

/**
 * Penalty score of a masked symbol, format information included (ISO/IEC 18004 §7.8.3.1). The text is ambiguous about the finder-like
 * pattern; this takes the widest reading: 1:1:3:1:1 at any scale, with a light quiet zone.
 *
 * @param limit a score too high to matter: once the sum reaches it, that sum is the result
 */
export function penaltyOf(matrix: BitMatrix, limit: number): number {
  const { side, wordsPerLine, rows, columns } = matrix;
  let penalty =
    runPenalty(rows, side, wordsPerLine) +
    runPenalty(columns, side, wordsPerLine) +
    blockPenalty(rows, side, wordsPerLine) +
    balancePenalty(rows, side);
  // The most expensive rule comes last.
  if (penalty < limit) penalty += finderPenalty(rows, side, wordsPerLine);
  if (penalty < limit) penalty += finderPenalty(columns, side, wordsPerLine);
  return penalty;
}

/** The modules of a line's last word that have a neighbour after them. */
function pairsInLastWord(side: number): number {
  return (1 << ((side - 1) & 31)) - 1;
}

/** N1: a run of 5 equal modules in a line scores 3, and each further module 1: 1 for each five in a row, 2 for each run. */
function runPenalty(lines: Int32Array, side: number, wordsPerLine: number): number {
  const lastPairs = pairsInLastWord(side);
  let fivesFound = 0;
  let runsFound = 0;
  for (let start = 0; start < lines.length; start += wordsPerLine) {
    let carried = 0;
    let sameAfter = 0;
    for (let word = wordsPerLine - 1; word >= 0; word--) {
      const current = lines[start + word] ?? 0;
      const isLast = word === wordsPerLine - 1;
      const following = isLast ? 0 : (lines[start + word + 1] ?? 0);
      const same = ~(current ^ ((current >>> 1) | (following << 31))) & (isLast ? lastPairs : -1);
      const fives =
        same &
        ((same >>> 1) | (sameAfter << 31)) &
        ((same >>> 2) | (sameAfter << 30)) &
        ((same >>> 3) | (sameAfter << 29));
      fivesFound += countBits(fives);
      runsFound += countBits(fives & ~((fives >>> 1) | carried));
      carried = fives << 31;
      sameAfter = same;
    }
  }
  return fivesFound + (RUN_WEIGHT - 1) * runsFound;
}

/** N2: 3 for each 2 × 2 block of one colour, overlapping blocks included. */
function blockPenalty(rows: Int32Array, side: number, wordsPerLine: number): number {
  const lastPairs = pairsInLastWord(side);
  let blocks = 0;
  for (let start = 0; start + wordsPerLine < rows.length; start += wordsPerLine) {
    let sameBelowAfter = 0;
    for (let word = wordsPerLine - 1; word >= 0; word--) {
      const current = rows[start + word] ?? 0;
      const isLast = word === wordsPerLine - 1;
      const following = isLast ? 0 : (rows[start + word + 1] ?? 0);
      const same = ~(current ^ ((current >>> 1) | (following << 31))) & (isLast ? lastPairs : -1);
      const sameBelow = ~(current ^ (rows[start + word + wordsPerLine] ?? 0));
      blocks += countBits(same & sameBelow & ((sameBelow >>> 1) | (sameBelowAfter << 31)));
      sameBelowAfter = sameBelow;
    }
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
      // A dark run that starts here and is three modules long or more.
      const starts =
        current &
        ~((current << 1) | (previous >>> 31)) &
        ((current >>> 1) | (following << 31)) &
        ((current >>> 2) | (following << 30));
      const fourth = (current >>> 3) | (following << 29);
      matches += countSmallFinders(previous, current, following, starts & ~fourth);
      const sixth = fourth & ((current >>> 4) | (following << 28)) & ((current >>> 5) | (following << 27));
      // A middle of seven modules is impossible, because seven is no multiple of three; most long runs are such edges of finder patterns.
      const isSeven = ((current >>> 6) | (following << 26)) & ~((current >>> 7) | (following << 25));
      for (let large = starts & sixth & ~isSeven; large !== 0; large &= large - 1) {
        matches += countLargeFinders(lines, start, word * 32 + 31 - Math.clz32(large & -large), side);
      }
      previous = current;
    }
  }
  return FINDER_WEIGHT * matches;
}

/**
 * Counts the runs of exactly three dark modules, starting at `middles`, that are the middle of a finder-like pattern of scale 1: one light
 * and one dark module on both sides, then four light ones before or after.
 */
function countSmallFinders(previous: number, current: number, following: number, middles: number): number {
  const framed =
    middles &
    ((current << 2) | (previous >>> 30)) &
    ~((current << 3) | (previous >>> 29)) &
    ((current >>> 4) | (following << 28)) &
    ~((current >>> 5) | (following << 27));
  if (framed === 0) return 0;
  const darkBefore =
    (current << 4) |
    (previous >>> 28) |
    (current << 5) |
    (previous >>> 27) |
    (current << 6) |
    (previous >>> 26);
  const darkAfter =
    (current >>> 6) |
    (following << 26) |
    (current >>> 7) |
    (following << 25) |
    (current >>> 8) |
    (following << 24);
  return countBits(framed & ~darkBefore) + countBits(framed & ~darkAfter);
}

/**
 * How often the dark run that starts at `bit` is the middle of a finder-like pattern of any scale: 0, 1, or 2 if the light area is on both
 * sides. `end` is the first bit past the line.
 */
function countLargeFinders(lines: Int32Array, start: number, bit: number, end: number): number {
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
    // Beyond the symbol lies the quiet zone, which every rule takes as light.
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
