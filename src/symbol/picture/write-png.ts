import { deflateSync } from 'node:zlib';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { toChannels } from '#core/styles/hex-color.ts';
import type { ModulePicture } from './module-picture.ts';
import { writePngFile } from './png-file.ts';

/**
 * The lowest zlib level whose pictures come close to the smallest; the next level takes half as long again: docs/decisions/symbol-png.md.
 */
const EFFORT = 6;

/**
 * Writes a picture of modules as an indexed PNG of 1 bit per pixel: palette entry 0 is light, entry 1 dark. Each module becomes a square of
 * `floor(size / side)` pixels, because readers lose symbols whose modules differ in size; the remaining pixels widen the quiet zone evenly
 * on opposite sides.
 *
 * @param size width and height of the PNG in pixels, no less than `side`
 * @param dpi pixels per inch, which the file then states; null leaves them out
 */
export function writePng(
  picture: ModulePicture,
  size: number,
  color: SymbolColor,
  dpi: number | null = null,
): Uint8Array {
  return writePngFile({
    width: size,
    height: size,
    depth: 1,
    palette: [
      [...toChannels(color.light), 255],
      [...toChannels(color.dark), 255],
    ],
    isOpaque: true,
    dpi,
    data: deflateSync(toScanlines(picture, size), { level: EFFORT }),
  });
}

/** The rows of pixels, all with filter None: another filter would hide their repetition from zlib. */
function toScanlines({ side, modules }: ModulePicture, size: number): Uint8Array {
  const scale = Math.floor(size / side);
  const before = Math.floor((size - side * scale) / 2);
  const stride = 1 + Math.ceil(size / 8);
  const scanlines = new Uint8Array(stride * size);
  for (let row = 0, top = before * stride; row < side; row++, top += scale * stride) {
    const line = scanlines.subarray(top, top + stride);
    for (let column = 0; column < side; column++) {
      if (modules[row * side + column] !== 1) continue;
      const left = 8 + before + column * scale;
      for (let x = left; x < left + scale; x++) line[x >> 3] = (line[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
    for (let copy = 1; copy < scale; copy++) scanlines.copyWithin(top + copy * stride, top, top + stride);
  }
  return scanlines;
}
