import type { BitWriter } from './bit-writer.ts';
import { END_OF_BLOCK } from './format.ts';
import { toPrefixCode } from './huffman.ts';

/** The order in which the lengths of the code for code lengths are written: the rare ones last, where they are left out. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

const REPEAT_LAST = 16;
const FEW_ZEROS = 17;
const MANY_ZEROS = 18;

/** Codes for code lengths have at most 7 bits. */
const LONGEST_CODE = 7;

interface Repeat {
  readonly symbol: number;
  /** What follows the symbol, and in how many bits. */
  readonly extra: number;
  readonly extraBits: number;
}

/** Writes the lengths of both codes of a block, which are all that a reader needs to know of them (RFC 1951 §3.2.7). */
export function writeCodeLengths(writer: BitWriter, lengths: Uint8Array, distances: Uint8Array): void {
  const lengthsUsed = Math.max(END_OF_BLOCK + 1, usedLength(lengths));
  const distancesUsed = Math.max(1, usedLength(distances));
  const all = [...lengths.subarray(0, lengthsUsed), ...distances.subarray(0, distancesUsed)];
  const repeats = toRepeats(all);
  const counts = new Uint32Array(ORDER.length);
  for (const { symbol } of repeats) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const code = toPrefixCode(counts, LONGEST_CODE);
  let written = ORDER.length;
  while (written > 4 && code.lengths[ORDER[written - 1] ?? 0] === 0) written--;

  writer.put(lengthsUsed - END_OF_BLOCK - 1, 5);
  writer.put(distancesUsed - 1, 5);
  writer.put(written - 4, 4);
  for (const symbol of ORDER.slice(0, written)) writer.put(code.lengths[symbol] ?? 0, 3);
  for (const { symbol, extra, extraBits } of repeats) {
    writer.put(code.codes[symbol] ?? 0, code.lengths[symbol] ?? 0);
    writer.put(extra, extraBits);
  }
}

function usedLength(lengths: Uint8Array): number {
  return lengths.findLastIndex((length) => length > 0) + 1;
}

function toRepeats(lengths: readonly number[]): Repeat[] {
  const repeats: Repeat[] = [];
  for (let start = 0; start < lengths.length;) {
    const length = lengths[start] ?? 0;
    let end = start + 1;
    while (lengths[end] === length) end++;
    if (length !== 0) repeats.push({ symbol: length, extra: 0, extraBits: 0 });
    let left = length === 0 ? end - start : end - start - 1;
    while (left > 0) {
      const repeat = repeatOf(length, left);
      repeats.push(repeat.repeat);
      left -= repeat.times;
    }
    start = end;
  }
  return repeats;
}

/** The symbol that says most of so many equal lengths, all but the first of them where they are not zero. */
function repeatOf(length: number, left: number): { repeat: Repeat; times: number } {
  const [symbol, least, most, extraBits] =
    length !== 0 ? [REPEAT_LAST, 3, 6, 2] : left > 10 ? [MANY_ZEROS, 11, 138, 7] : [FEW_ZEROS, 3, 10, 3];
  if (left < least) return { repeat: { symbol: length, extra: 0, extraBits: 0 }, times: 1 };
  const times = Math.min(left, most);
  return { repeat: { symbol, extra: times - least, extraBits }, times };
}
