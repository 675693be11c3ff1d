import type { Box } from '#core/drawing.ts';
import type { ColorPicture } from '../programs/print-tools.ts';
import type { RgbaPicture } from './read-symbol.ts';

/** How far a channel may be off: programs round differently, and step through gradients in their own way. */
const TOLERANCE = 12;

/** How much darker or lighter an edge may come out, as a share of the difference of the colours that meet there: poppler draws edges light. */
const EDGE = 0.5;

/**
 * The share of pixels of a page with a channel that is not between the least and the greatest value of the picture there and right beside
 * it: each program smooths edges in its own way. A page of another size differs whole.
 */
export function shareOfDifferent({ width, height, pixels }: ColorPicture, picture: ColorPicture): number {
  if (Math.abs(width - picture.width) + Math.abs(height - picture.height) > 2) return 1;
  const [least, most] = [spread(picture, Math.min), spread(picture, Math.max)];
  const [columns, rows] = [Math.min(width, picture.width), Math.min(height, picture.height)];
  let different = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [page, at] = [3 * (y * width + x), 3 * (y * picture.width + x)];
      const isOff = (i: number) => {
        const [low, high, value] = [least[at + i]!, most[at + i]!, pixels[page + i]!];
        const room = TOLERANCE + EDGE * (high - low);
        return value < low - room || value > high + room;
      };
      if (isOff(0) || isOff(1) || isOff(2)) different++;
    }
  }
  return different / (columns * rows);
}

/** Each channel becomes the least or the greatest of its value and those of the eight pixels around it. */
function spread({ width, pixels }: ColorPicture, choose: (a: number, b: number) => number): Uint8Array {
  const row = 3 * width;
  return spreadAlong(spreadAlong(pixels, 3, row, choose), row, pixels.length, choose);
}

/** The same for the values one step before and behind, within lines of a length. */
function spreadAlong(
  values: Uint8Array,
  step: number,
  length: number,
  choose: (a: number, b: number) => number,
): Uint8Array {
  const result = values.slice();
  for (let start = 0; start < values.length; start += length) {
    for (let i = start + step; i < start + length; i++) {
      result[i] = choose(result[i]!, values[i - step]!);
      result[i - step] = choose(result[i - step]!, values[i]!);
    }
  }
  return result;
}

/** RGBA pixels as a page on white paper. */
export function toPage({ width, height, data }: RgbaPicture): ColorPicture {
  const pixels = new Uint8Array(3 * width * height);
  for (let i = 0; i < pixels.length; i++) {
    const at = 4 * Math.floor(i / 3);
    const alpha = data[at + 3]! / 255;
    pixels[i] = Math.round(data[at + (i % 3)]! * alpha + 255 * (1 - alpha));
  }
  return { width, height, pixels };
}

/** A page with an alpha channel, as readers take it. */
export function toRgba({ width, height, pixels }: ColorPicture): RgbaPicture {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let at = 0; at < data.length / 4; at++) data.set(pixels.subarray(3 * at, 3 * at + 3), 4 * at);
  return { width, height, data };
}

/** A part of a page. */
export function crop(page: ColorPicture, { x, y, width, height }: Box): ColorPicture {
  const pixels = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const at = 3 * ((y + row) * page.width + x);
    pixels.set(page.pixels.subarray(at, at + 3 * width), 3 * row * width);
  }
  return { width, height, pixels };
}
