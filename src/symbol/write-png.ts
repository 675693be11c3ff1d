// oxlint-disable-next-line typescript/triple-slash-reference -- programs without the types of Node find this one function with it
/// <reference path="./node-zlib.d.ts" />
import { deflateSync } from 'node:zlib';
import type { SymbolColor } from '../core/contrast.ts';
import { toChannels } from '../core/hex-color.ts';
import { crc32 } from './crc32.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Filter type of PNG §9.2 for the difference from the row above; 0 is None, the row itself. */
const FILTER_UP = 2;

/** Z_FILTERED of zlib: matches of five bytes and less are written as literals. */
const LONG_MATCHES_ONLY = 1;

/** Bytes of zlib's window that no match reaches (MIN_LOOKAHEAD). */
const UNREACHED_WINDOW = 262;

/** How a picture is handed to zlib. */
interface Plan {
  /** What a row like the one above becomes: a copy of it under filter None, or the zeros of filter Up. */
  readonly repeats: 'copies' | 'zeros';
  readonly zlib: { readonly level: number; readonly windowBits?: number; readonly strategy?: number };
}

/** A picture of square modules, quiet zone included, to be scaled up. */
export interface ModulePicture {
  /** Modules on a side. */
  readonly side: number;
  /** Row by row, 1 for dark and 0 for light. */
  readonly modules: Uint8Array;
}

/**
 * Writes a picture of modules as an indexed PNG of 1 bit per pixel: light is entry 0 of its palette, dark entry 1.
 * Each module becomes `floor(size / side)` pixels square, because readers lose symbols whose modules differ in size; the
 * pixels that are left over widen the quiet zone, evenly on opposite sides.
 *
 * @param size width and height of the PNG in pixels, no less than `side`
 */
export function writePng(picture: ModulePicture, size: number, color: SymbolColor): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header[8] = 1; // bits per sample
  header[9] = 3; // indexed
  const palette = Uint8Array.from([...toChannels(color.light), ...toChannels(color.dark)]);
  const plan = choosePlan(Math.floor(size / picture.side), toStride(size));
  const data = deflateSync(toScanlines(picture, size, plan.repeats), plan.zlib);
  return concatenate([
    SIGNATURE,
    toChunk('IHDR', header),
    toChunk('PLTE', palette),
    toChunk('IDAT', data),
    toChunk('IEND', new Uint8Array(0)),
  ]);
}

/**
 * The plan that makes the smallest file of modules of `scale` pixels in rows of `stride` bytes, as a rule. zlib takes the
 * longest match however far away and dear, so a plan is about what zlib shall not see; docs/decisions/symbol-png.md.
 */
function choosePlan(scale: number, stride: number): Plan {
  if (scale % 4 === 0) {
    // Modules end with half bytes, which are of few kinds: cheaper as literals than as matches beyond the row above.
    const windowBits = Math.max(9, Math.ceil(Math.log2(stride + UNREACHED_WINDOW)));
    return { repeats: 'copies', zlib: { level: 7, windowBits, strategy: LONG_MATCHES_ONLY } };
  }
  // As zeros, the few repeats match each other, and leave the limited search of zlib to the rows that differ.
  if (scale < 8) return { repeats: 'zeros', zlib: { level: 8 } };
  return { repeats: 'copies', zlib: { level: 7 } };
}

/** Bytes of a row behind its filter type. */
function toStride(size: number): number {
  return 1 + Math.ceil(size / 8);
}

/** The picture's rows, each behind its filter type. */
function toScanlines({ side, modules }: ModulePicture, size: number, repeats: Plan['repeats']): Uint8Array {
  const scale = Math.floor(size / side);
  const before = Math.floor((size - side * scale) / 2);
  const stride = toStride(size);
  const scanlines = new Uint8Array(stride * size);
  for (let row = 0; row < side; row++) {
    const cells = modules.subarray(row * side, (row + 1) * side);
    // Rows without a dark module are zeros already.
    if (!cells.includes(1)) continue;
    const first = (before + row * scale) * stride;
    for (let column = 0; column < side; column++) {
      if (cells[column] !== 1) continue;
      const start = before + column * scale;
      setBits(scanlines, first + 1, start, start + scale);
    }
    for (let copy = first + stride; copy < first + scale * stride; copy += stride) {
      if (repeats === 'zeros') scanlines[copy] = FILTER_UP;
      else scanlines.copyWithin(copy, first, first + stride);
    }
  }
  return scanlines;
}

/** Sets bits `from` to `to` (exclusive), counted from the highest bit of the byte at `offset`. */
function setBits(bytes: Uint8Array, offset: number, from: number, to: number): void {
  let bit = from;
  while (bit < to) {
    const index = offset + (bit >>> 3);
    const end = Math.min(to, (bit | 7) + 1);
    const mask = (0xff >>> (bit & 7)) & (0xff << ((8 - (end & 7)) & 7));
    bytes[index] = (bytes[index] ?? 0) | mask;
    bit = end;
  }
}

function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
