import { writePngFile } from '../picture/png-file.ts';
import { findPalette, type Palette } from './palette.ts';

/** Filters of a row (PNG specification §9.2). */
const [NONE, UP] = [0, 2];

/**
 * Levels of zlib: one more takes three times as long for 3 % of the bytes of an indexed picture, and a fifth longer for 1 % of a
 * true-colour one.
 */
const [INDEXED_EFFORT, TRUECOLOR_EFFORT] = [8, 6];

/**
 * Writes RGBA pixels as a PNG: indexed if there are at most 256 colours, with four bits per pixel if these are mixes of two or three
 * (`findPalette` says what moves by how much), otherwise in true colour.
 *
 * @param rgba row by row; the height follows from their number
 * @param width in pixels
 * @param dpi pixels per inch, which the file then states; null leaves them out
 */
export function writePixelPng(rgba: Uint8Array, width: number, dpi: number | null = null): Uint8Array {
  const isAligned = rgba.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? rgba : rgba.slice();
  const pixels = new Uint32Array(buffer, byteOffset, rgba.length / Uint32Array.BYTES_PER_ELEMENT);
  const palette = findPalette(pixels, width);
  const isOpaque = (palette?.colors ?? pixels).every((color) => color >>> 24 === 255);
  const depth = palette ? bitDepthOf(palette.colors.length) : 8;
  return writePngFile({
    width,
    height: pixels.length / width,
    depth,
    palette: palette?.colors.map(toChannels) ?? null,
    isOpaque,
    dpi,
    scanlines: palette ? scanIndexed(palette, width, depth) : scanColors(rgba, width, isOpaque),
    effort: palette ? INDEXED_EFFORT : TRUECOLOR_EFFORT,
  });
}

function bitDepthOf(colors: number): number {
  return [1, 2, 4].find((bits) => colors <= 2 ** bits) ?? 8;
}

function toChannels(color: number): [red: number, green: number, blue: number, alpha: number] {
  return [color & 255, (color >>> 8) & 255, (color >>> 16) & 255, color >>> 24];
}

/** The filter is Up if rows are much alike, as in vertical bars; dots repeat along the rows, not down. */
function scanIndexed({ places }: Palette, width: number, depth: number): Uint8Array {
  const packed = packPlaces(places, width, depth);
  const stride = Math.ceil((width * depth) / 8);
  let [across, down] = [0, 0];
  for (let i = stride; i < packed.length; i++) {
    if (packed[i] !== packed[i - 1]) across++;
    if (packed[i] !== packed[i - stride]) down++;
  }
  // Between the 0.54 of rounded modules and the 0.68 of dots, each of which compresses best with a different filter.
  const filter = down < 0.61 * across ? UP : NONE;
  return toScanlines(packed, stride, filter);
}

/** Each row begins with its filter byte. */
function packPlaces(places: Uint8Array, width: number, depth: number): Uint8Array {
  if (depth === 8) return places;
  const perByte = 8 / depth;
  const stride = Math.ceil(width / perByte);
  const packed = new Uint8Array((places.length / width) * stride);
  for (let from = 0, row = 0; from < places.length; row += stride) {
    for (let x = 0; x < width; x++, from++) {
      const at = row + Math.floor(x / perByte);
      packed[at] = (packed[at] ?? 0) | ((places[from] ?? 0) << (8 - depth - depth * (x % perByte)));
    }
  }
  return packed;
}

/** Without a filter, because the steps of a gradient repeat from module to module. */
function scanColors(rgba: Uint8Array, width: number, isOpaque: boolean): Uint8Array {
  return isOpaque ? toScanlines(dropAlpha(rgba), 3 * width, NONE) : toScanlines(rgba, 4 * width, NONE);
}

function toScanlines(bytes: Uint8Array, stride: number, filter: number): Uint8Array {
  const rows = bytes.length / stride;
  const scanlines = new Uint8Array((stride + 1) * rows);
  for (let row = 0, to = 0; row < rows; row++, to += stride + 1) {
    const line = bytes.subarray(row * stride, (row + 1) * stride);
    scanlines[to] = filter;
    scanlines.set(line, to + 1);
    if (filter === NONE || row === 0) continue;
    for (let i = 0; i < stride; i++) {
      scanlines[to + 1 + i] = (line[i] ?? 0) - (bytes[(row - 1) * stride + i] ?? 0);
    }
  }
  return scanlines;
}

function dropAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    rgb[to++] = rgba[from] ?? 0;
    rgb[to++] = rgba[from + 1] ?? 0;
    rgb[to++] = rgba[from + 2] ?? 0;
  }
  return rgb;
}
