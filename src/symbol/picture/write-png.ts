import { joinBytes } from '#core/join-bytes.ts';
import type { SymbolColor } from '#core/codes/contrast.ts';
import { toChannels } from '#core/codes/hex-color.ts';
import { deflatePicture } from '../deflate/deflate-picture.ts';
import { crc32 } from '#core/crc32.ts';
import type { ModulePicture } from './module-picture.ts';

/** PNG specification §5.2. */
export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Writes a picture of modules as an indexed PNG of 1 bit per pixel: light is entry 0 of its palette, dark entry 1.
 * Each module becomes `floor(size / side)` pixels square, because readers lose symbols whose modules differ in size; the
 * pixels that are left over widen the quiet zone, evenly on opposite sides.
 *
 * @param size width and height of the PNG in pixels, no less than `side`
 * @param dpi pixels to an inch, which the file then states; it states none where this is null
 */
export function writePng(
  picture: ModulePicture,
  size: number,
  color: SymbolColor,
  dpi: number | null = null,
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header[8] = 1; // bits per sample
  header[9] = 3; // indexed
  const palette = Uint8Array.from([...toChannels(color.light), ...toChannels(color.dark)]);
  return joinBytes([
    SIGNATURE,
    toChunk('IHDR', header),
    ...(dpi === null ? [] : [toChunk('pHYs', writeDensity(dpi))]),
    toChunk('PLTE', palette),
    toChunk('IDAT', deflatePicture(picture, size)),
    toChunk('IEND', new Uint8Array(0)),
  ]);
}

/** The same in both directions, in pixels to a metre (PNG specification §11.3.4.3). */
export function writeDensity(dpi: number): Uint8Array {
  const density = new Uint8Array(9);
  const view = new DataView(density.buffer);
  const perMetre = Math.round(dpi / 0.0254);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  density[8] = 1;
  return density;
}

/** A chunk of a PNG with its length and checksum (PNG specification §5.3). */
export function toChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}
