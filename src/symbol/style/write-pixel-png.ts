// oxlint-disable-next-line typescript/triple-slash-reference -- every program that compiles this file finds the types with it
/// <reference path="./node-zlib.d.ts" />
import { deflateSync } from 'node:zlib';
import { joinBytes } from '#core/join-bytes.ts';
import { SIGNATURE, toChunk, writeDensity } from '../picture/write-png.ts';

/** Entries of a palette (PNG specification §11.2.2). */
const MOST_COLORS = 256;

/** Colour types of a PNG (PNG specification §11.2.1). */
const [TRUECOLOR, INDEXED, TRUECOLOR_ALPHA] = [2, 3, 6];

/**
 * Writes RGBA pixels as a PNG: indexed where they have at most 256 colours, otherwise as they are.
 *
 * @param size width and height in pixels
 * @param dpi pixels to an inch, which the file then states; it states none where this is null
 */
export function writePixelPng(rgba: Uint8Array, size: number, dpi: number | null = null): Uint8Array {
  const pixels = new Uint32Array(rgba.slice().buffer);
  const indices = indexColors(pixels);
  const isOpaque = pixels.every((pixel) => pixel >>> 24 === 255);
  const colorType = indices ? INDEXED : isOpaque ? TRUECOLOR : TRUECOLOR_ALPHA;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header[8] = 8; // bits per sample
  header[9] = colorType;
  const scanlines = indices
    ? toScanlines(indices.places, size, 1)
    : toScanlines(isOpaque ? dropAlpha(rgba) : rgba, size, isOpaque ? 3 : 4);
  return joinBytes([
    SIGNATURE,
    toChunk('IHDR', header),
    ...(dpi === null ? [] : [toChunk('pHYs', writeDensity(dpi))]),
    ...(indices ? writePalette(indices.colors, isOpaque) : []),
    toChunk('IDAT', deflateSync(scanlines, { level: 9 })),
    toChunk('IEND', new Uint8Array(0)),
  ]);
}

interface Indices {
  /** As in RGBA bytes, read little-endian. */
  readonly colors: readonly number[];
  /** The place of each pixel's colour among them. */
  readonly places: Uint8Array;
}

/** Null where there are too many colours. */
function indexColors(pixels: Uint32Array): Indices | null {
  const placeOf = new Map<number, number>();
  const places = new Uint8Array(pixels.length);
  // Most pixels have the colour of the one before.
  let [last, place] = [-1, 0];
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i] ?? 0;
    if (pixel !== last) {
      const known = placeOf.get(pixel);
      if (known === undefined && placeOf.size === MOST_COLORS) return null;
      place = known ?? placeOf.size;
      placeOf.set(pixel, place);
      last = pixel;
    }
    places[i] = place;
  }
  return { colors: [...placeOf.keys()], places };
}

function writePalette(colors: readonly number[], isOpaque: boolean): Uint8Array[] {
  const palette = toChunk(
    'PLTE',
    Uint8Array.from(colors.flatMap((color) => [color & 255, (color >>> 8) & 255, (color >>> 16) & 255])),
  );
  if (isOpaque) return [palette];
  return [
    palette,
    toChunk(
      'tRNS',
      Uint8Array.from(colors, (color) => color >>> 24),
    ),
  ];
}

/** Rows with the filter Up before each (PNG specification §9.2): most rows are what the row above them is. */
function toScanlines(bytes: Uint8Array, size: number, bytesPerPixel: number): Uint8Array {
  const stride = size * bytesPerPixel;
  const scanlines = new Uint8Array((stride + 1) * size);
  for (let row = 0, to = 0; row < size; row++) {
    scanlines[to++] = 2;
    for (let from = row * stride; from < (row + 1) * stride; from++) {
      scanlines[to++] = (bytes[from] ?? 0) - (row === 0 ? 0 : (bytes[from - stride] ?? 0));
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
