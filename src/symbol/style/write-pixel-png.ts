import { deflateSync } from 'node:zlib';
import { writePngFile } from '../picture/png-file.ts';
import type { PixelBands } from '../picture/render-pixels.ts';
import { type HexColor, toChannels } from '#core/styles/hex-color.ts';
import { divideByAlpha, findPalette, type Palette } from './palette.ts';

/** The filter of a row that is None is 0, and the one that is Up is this (PNG specification §9.2). */
const UP = 2;

/** One more level of zlib takes two to three times as long for 5 to 20 % of the bytes. Pictures in true colour have its default, 6. */
const INDEXED_EFFORT = 7;

/**
 * Writes RGBA pixels as a PNG: indexed if there are at most 256 colours, with four bits per pixel if these are mixes of two or three
 * (`findPalette` says what moves by how much), otherwise in true colour. Of a picture in many bands it never holds more than one in full.
 *
 * @param bands read twice or three times if the picture has more than 256 colours
 * @param width in pixels; the height follows from the number of pixels
 * @param ground the colour of pixels that are not to be seen, for programs that drop alpha; black if absent
 * @param dpi pixels per inch, which the file then states; null leaves them out
 */
export async function writePixelPng(
  bands: PixelBands,
  width: number,
  { ground, dpi = null }: { readonly ground?: HexColor; readonly dpi?: number | null } = {},
): Promise<Uint8Array> {
  const clear = ground ? toChannels(ground) : [0, 0, 0];
  const palette = await findPalette(bands, width, clear);
  return palette ? writeIndexed(palette, width, dpi) : writeColors(bands, width, clear, dpi);
}

function writeIndexed(palette: Palette, width: number, dpi: number | null): Uint8Array {
  const { colors, places } = palette;
  const depth = bitDepthOf(colors.length);
  return writePngFile({
    width,
    height: places.reduce((pixels, part) => pixels + part.length, 0) / width,
    depth,
    palette: colors,
    isOpaque: colors.every(([, , , alpha]) => alpha === 255),
    dpi,
    data: deflateSync(scanIndexed(palette, width, depth), { level: INDEXED_EFFORT }),
  });
}

/** With an alpha channel only if a pixel needs one. */
async function writeColors(bands: PixelBands, width: number, ground: readonly number[], dpi: number | null) {
  const opaque = await deflateColors(bands, width, toOpaqueScanlines);
  const drawn = opaque ?? (await deflateColors(bands, width, (band) => toScanlines(band, width, ground)));
  if (!drawn) throw new Error('a picture with an alpha channel is always written');
  const { data, height } = drawn;
  return writePngFile({ width, height, depth: 8, palette: null, isOpaque: opaque !== null, dpi, data });
}

/**
 * Compresses the rows, without a filter, because the steps of a gradient repeat from module to module.
 *
 * @param toRows the rows of a band; if there are none, the result is null
 */
async function deflateColors(
  bands: PixelBands,
  width: number,
  toRows: (band: Uint8Array, width: number) => Uint8Array | null,
): Promise<{ readonly data: Uint8Array; readonly height: number } | null> {
  const { readable, writable } = new CompressionStream('deflate');
  const data = new Response(readable).bytes();
  const writer = writable.getWriter();
  let height = 0;
  for await (const band of bands) {
    const rows = toRows(band, width);
    if (!rows) {
      await Promise.allSettled([writer.abort(), data]);
      return null;
    }
    height += band.length / 4 / width;
    await writer.write(rows);
  }
  await writer.close();
  return { data: await data, height };
}

function bitDepthOf(colors: number): number {
  return [1, 2, 4].find((bits) => colors <= 2 ** bits) ?? 8;
}

/** Only one row in so many is compared with the one above it: all shapes and sizes together take the same bytes within 1 %. */
const SAMPLE = 8;

/** The filter is Up if rows are much alike, as in vertical bars; dots repeat along the rows, not down. */
function scanIndexed(palette: Palette, width: number, depth: number): Uint8Array {
  const scanlines = packPlaces(palette, width, depth);
  const stride = 1 + Math.ceil((width * depth) / 8);
  let [across, down] = [0, 0];
  for (let row = stride; row < scanlines.length; row += SAMPLE * stride) {
    for (let i = row; i < row + stride; i++) {
      if (scanlines[i] !== scanlines[i - 1]) across++;
      if (scanlines[i] !== scanlines[i - stride]) down++;
    }
  }
  // Between the 0.54 of rounded modules and the 0.68 of dots, each of which compresses best with a different filter.
  if (down < 0.61 * across) filterUp(scanlines, stride);
  return scanlines;
}

/** The rows in so many bits a pixel, each after a filter byte that says None. */
function packPlaces({ places, indexOf }: Palette, width: number, depth: number): Uint8Array {
  const stride = 1 + Math.ceil((width * depth) / 8);
  const rows = places.reduce((pixels, part) => pixels + part.length, 0) / width;
  const scanlines = new Uint8Array(rows * stride);
  let row = 0;
  for (const part of places) {
    for (let from = 0; from < part.length; from += width, row += stride)
      packRow(part.subarray(from, from + width), indexOf, depth, scanlines.subarray(row + 1, row + stride));
  }
  return scanlines;
}

/** Nothing shows the bits that the last pixels of a row may leave over. */
function packRow(places: Uint8Array, indexOf: Uint8Array, depth: number, packed: Uint8Array): void {
  const perByte = 8 / depth;
  // The usual depth has a loop of its own, which takes less than half the time.
  if (depth === 4) {
    for (let to = 0; to < packed.length; to++)
      packed[to] = ((indexOf[places[2 * to] ?? 0] ?? 0) << 4) | (indexOf[places[2 * to + 1] ?? 0] ?? 0);
    return;
  }
  for (let to = 0, from = 0; to < packed.length; to++) {
    let byte = 0;
    for (const end = from + perByte; from < end; from++)
      byte = (byte << depth) | (indexOf[places[from] ?? 0] ?? 0);
    packed[to] = byte;
  }
}

/** From the last row up, because each row is stored as its difference from the one above. */
function filterUp(scanlines: Uint8Array, stride: number): void {
  for (let row = scanlines.length - stride; row > 0; row -= stride) {
    scanlines[row] = UP;
    for (let i = row + 1; i < row + stride; i++)
      scanlines[i] = (scanlines[i] ?? 0) - (scanlines[i - stride] ?? 0);
  }
}

/** Each row after a filter byte that says None, without alpha; null if a pixel needs it. */
function toOpaqueScanlines(rgba: Uint8Array, width: number): Uint8Array | null {
  const scanlines = new Uint8Array((rgba.length / 4 / width) * (1 + 3 * width));
  for (let from = 0, to = 0; from < rgba.length;) {
    to++;
    for (const end = from + 4 * width; from < end; from += 4, to += 3) {
      if (rgba[from + 3] !== 255) return null;
      scanlines[to] = rgba[from] ?? 0;
      scanlines[to + 1] = rgba[from + 1] ?? 0;
      scanlines[to + 2] = rgba[from + 2] ?? 0;
    }
  }
  return scanlines;
}

/** The same with alpha. */
function toScanlines(rgba: Uint8Array, width: number, ground: readonly number[]): Uint8Array {
  const scanlines = new Uint8Array((rgba.length / 4 / width) * (1 + 4 * width));
  for (let from = 0, to = 0; from < rgba.length;) {
    to++;
    for (const end = from + 4 * width; from < end; from += 4, to += 4) {
      const alpha = rgba[from + 3] ?? 0;
      for (let i = 0; i < 3; i++)
        scanlines[to + i] = divideByAlpha(rgba[from + i] ?? 0, alpha, ground[i] ?? 0);
      scanlines[to + 3] = alpha;
    }
  }
  return scanlines;
}
