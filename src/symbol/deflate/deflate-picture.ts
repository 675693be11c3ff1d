import { BitWriter } from './bit-writer.ts';
import { chooseTokens, type Token } from './choose-tokens.ts';
import { costsOf, noCounts, usualCosts, type Counts } from './costs.ts';
import { findMatches } from './find-matches.ts';
import {
  END_OF_BLOCK,
  EXTRA_BITS_OF_LENGTH,
  extraBitsOfDistance,
  extraOfDistance,
  extraOfLength,
  SYMBOL_OF_LENGTH,
  symbolOfDistance,
} from './format.ts';
import { toPrefixCode, type PrefixCode } from './huffman.ts';
import type { ModulePicture } from '../picture/module-picture.ts';
import { adler32, toPixelRows } from './pixel-rows.ts';
import { writeCodeLengths } from './write-code-lengths.ts';

/** Codes of literals, lengths and distances have at most 15 bits (RFC 1951 §3.2.7). */
const LONGEST_CODE = 15;

/**
 * The compressed pixels of a picture of modules, as a PNG's IDAT has them: a zlib stream (RFC 1950) of one deflate block with
 * codes of its own (RFC 1951 §3.2.7). It takes time by the number of modules, whatever the size in pixels.
 *
 * @param size width and height of the picture in pixels, no less than its side in modules
 */
export function deflatePicture(picture: ModulePicture, size: number): Uint8Array {
  const rows = toPixelRows(picture, size);
  const nodes = findMatches(rows);
  // What symbols cost depends on how often they occur, and that on what they cost: a choice for the first rows tells it for all.
  const rowCount = rows.starts.length - 1;
  const usual = usualCosts(rows.stride, Math.floor(size / picture.side));
  const guess = chooseTokens(rows, nodes, usual, Math.ceil(rowCount / 3));
  const tokens = chooseTokens(rows, nodes, costsOf(countSymbols(guess)), rowCount);

  const writer = new BitWriter();
  // RFC 1950 §2.2: deflate, a window of 32 KiB, and a check that makes both bytes a multiple of 31.
  writer.put(0x78, 8);
  writer.put(0x01, 8);
  writeBlock(writer, tokens);
  const checked = adler32(rows);
  const bytes = writer.finish();
  const stream = new Uint8Array(bytes.length + 4);
  stream.set(bytes);
  new DataView(stream.buffer).setUint32(bytes.length, checked);
  return stream;
}

function countSymbols(tokens: readonly Token[]): Counts {
  const counts = noCounts();
  const count = (symbols: Uint32Array, symbol: number, times: number): void => {
    symbols[symbol] = (symbols[symbol] ?? 0) + times;
  };
  for (const { value, distance, times } of tokens) {
    count(counts.lengths, distance === 0 ? value : (SYMBOL_OF_LENGTH[value] ?? 0), times);
    if (distance > 0) count(counts.distances, symbolOfDistance(distance), times);
  }
  count(counts.lengths, END_OF_BLOCK, 1);
  return counts;
}

function writeBlock(writer: BitWriter, tokens: readonly Token[]): void {
  const counts = countSymbols(tokens);
  const lengths = toPrefixCode(counts.lengths, LONGEST_CODE);
  const distances = toPrefixCode(counts.distances, LONGEST_CODE);
  // The last block, of type 2 (§3.2.3).
  writer.put(1, 1);
  writer.put(2, 2);
  writeCodeLengths(writer, lengths.lengths, distances.lengths);
  for (const token of tokens) {
    for (let i = 0; i < token.times; i++) writeToken(writer, token, lengths, distances);
  }
  writeSymbol(writer, lengths, END_OF_BLOCK);
}

function writeToken(
  writer: BitWriter,
  { value, distance }: Token,
  lengths: PrefixCode,
  distances: PrefixCode,
): void {
  if (distance === 0) return writeSymbol(writer, lengths, value);
  writeSymbol(writer, lengths, SYMBOL_OF_LENGTH[value] ?? 0);
  writer.put(extraOfLength(value), EXTRA_BITS_OF_LENGTH[value] ?? 0);
  writeSymbol(writer, distances, symbolOfDistance(distance));
  writer.put(extraOfDistance(distance), extraBitsOfDistance(distance));
}

function writeSymbol(writer: BitWriter, { codes, lengths }: PrefixCode, symbol: number): void {
  writer.put(codes[symbol] ?? 0, lengths[symbol] ?? 0);
}
