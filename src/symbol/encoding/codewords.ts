import type { SymbolLayout } from './choose-version.ts';
import { correctionCodewords } from './reed-solomon.ts';
import { ALPHANUMERIC, MODE_INDICATOR_BITS, type SegmentMode } from './segments.ts';
import { blockLayout, type BlockLayout } from './versions.ts';

/** Mode indicators (ISO/IEC 18004 Table 2). */
const MODE_INDICATORS: Readonly<Record<SegmentMode, number>> = { numeric: 1, alphanumeric: 2, byte: 4 };

/** The value of each alphanumeric character by its byte (ISO/IEC 18004 Table 5). */
const ALPHANUMERIC_VALUES = Uint8Array.from({ length: 128 }, (_, byte) =>
  Math.max(0, ALPHANUMERIC.indexOf(String.fromCharCode(byte))),
);

/** Pad codewords, in turn (ISO/IEC 18004 §7.4.10). */
const PADDING = [0xec, 0x11] as const;

/**
 * The codewords of a content in the order of their placement, error correction included (ISO/IEC 18004 §7.4 to §7.6).
 *
 * @param content the UTF-8 bytes that the layout was made for
 */
export function toCodewords(content: Uint8Array, { version, level, plan }: SymbolLayout): Uint8Array {
  const layout = blockLayout(version, level);
  const stream = new BitStream(layout.data);
  for (const { mode, start, end } of plan.segments) {
    stream.put(MODE_INDICATORS[mode], MODE_INDICATOR_BITS);
    stream.put(end - start, plan.countBits[mode]);
    WRITERS[mode](stream, content.subarray(start, end));
  }
  // Zero bits terminate the data and fill its last byte; the stream starts as zeros (§7.4.9).
  const terminated = Math.min(8 * layout.data, stream.length + 4);
  for (let i = Math.ceil(terminated / 8), pad = 0; i < layout.data; i++, pad ^= 1) {
    stream.bytes[i] = PADDING[pad === 0 ? 0 : 1];
  }
  return interleave(stream.bytes, layout);
}

const WRITERS: Readonly<Record<SegmentMode, (stream: BitStream, bytes: Uint8Array) => void>> = {
  numeric: writeNumeric,
  alphanumeric: writeAlphanumeric,
  byte: (stream, bytes) => stream.putBytes(bytes),
};

/** Three digits in 10 bits, two in 7, one in 4 (ISO/IEC 18004 §7.4.3). */
function writeNumeric(stream: BitStream, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i += 3) {
    const digits = bytes.subarray(i, i + 3);
    const value = digits.reduce((sum, byte) => sum * 10 + (byte - 0x30), 0);
    stream.put(value, digits.length * 3 + 1);
  }
}

/** Two characters in 11 bits, one in 6 (ISO/IEC 18004 §7.4.4). */
function writeAlphanumeric(stream: BitStream, bytes: Uint8Array): void {
  let i = 0;
  for (; i + 1 < bytes.length; i += 2) stream.put(valueAt(bytes, i) * 45 + valueAt(bytes, i + 1), 11);
  if (i < bytes.length) stream.put(valueAt(bytes, i), 6);
}

function valueAt(bytes: Uint8Array, i: number): number {
  return ALPHANUMERIC_VALUES[bytes[i] ?? 0] ?? 0;
}

/** Divides the data into blocks and interleaves them: first the data codewords, then the error correction codewords (§7.6). */
function interleave(data: Uint8Array, { blocks, correction }: BlockLayout): Uint8Array {
  const codewords = new Uint8Array(data.length + blocks * correction);
  const shortLength = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  for (let block = 0, start = 0; block < blocks; block++) {
    const isLong = block >= shortBlocks;
    const blockData = data.subarray(start, start + shortLength + (isLong ? 1 : 0));
    start += blockData.length;
    for (let i = 0; i < shortLength; i++) codewords[i * blocks + block] = blockData[i] ?? 0;
    if (isLong) codewords[shortLength * blocks + block - shortBlocks] = blockData[shortLength] ?? 0;
    const corrections = correctionCodewords(blockData, correction);
    for (let i = 0; i < correction; i++) codewords[data.length + i * blocks + block] = corrections[i] ?? 0;
  }
  return codewords;
}

/** Bits, most significant first, in bytes that start as zero. */
class BitStream {
  readonly bytes: Uint8Array;
  /** Bits written so far. */
  length = 0;

  /** @param size capacity in bytes */
  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  /** Writes the lowest `count` bits of `value`. */
  put(value: number, count: number): void {
    for (let left = count; left > 0;) {
      const room = 8 - (this.length & 7);
      const taken = Math.min(room, left);
      left -= taken;
      const bits = (value >>> left) & ((1 << taken) - 1);
      const index = this.length >>> 3;
      this.bytes[index] = (this.bytes[index] ?? 0) | (bits << (room - taken));
      this.length += taken;
    }
  }

  putBytes(bytes: Uint8Array): void {
    const used = this.length & 7;
    let index = this.length >>> 3;
    for (const byte of bytes) {
      this.bytes[index] = (this.bytes[index] ?? 0) | (byte >>> used);
      index++;
      // A whole byte leaves nothing over; past the end there is nothing to write to.
      this.bytes[index] = byte << (8 - used);
    }
    this.length += 8 * bytes.length;
  }
}
