// oxlint-disable-next-line typescript/triple-slash-reference -- programs without the types of Node find this one function with it
/// <reference path="./node-zlib.d.ts" />
import { deflateSync } from 'node:zlib';
import type { SymbolColor } from '../core/contrast.ts';
import { toChannels } from '../core/hex-color.ts';
import { crc32 } from './crc32.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Of the levels of zlib, the one whose limited search makes the smallest files of such pictures in the shortest time. */
const DEFLATE_LEVEL = 7;

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
  const data = deflateSync(toScanlines(picture, size), { level: DEFLATE_LEVEL });
  return concatenate([
    SIGNATURE,
    toChunk('IHDR', header),
    toChunk('PLTE', palette),
    toChunk('IDAT', data),
    toChunk('IEND', new Uint8Array(0)),
  ]);
}

/**
 * The picture's rows, each behind its filter type. None is the best filter for all of them: deflate copies a row from the
 * one above as cheaply as it would copy the zeros of filter Up, and the first row of a module has nothing to gain.
 */
function toScanlines({ side, modules }: ModulePicture, size: number): Uint8Array {
  const scale = Math.floor(size / side);
  const before = Math.floor((size - side * scale) / 2);
  const stride = 1 + Math.ceil(size / 8);
  const scanlines = new Uint8Array(stride * size);
  for (let row = 0; row < side; row++) {
    const first = (before + row * scale) * stride;
    for (let column = 0; column < side; column++) {
      if (modules[row * side + column] !== 1) continue;
      const start = before + column * scale;
      setBits(scanlines, first + 1, start, start + scale);
    }
    for (let copy = 1; copy < scale; copy++) {
      scanlines.copyWithin(first + copy * stride, first, first + stride);
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
