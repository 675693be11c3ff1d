import { describe, expect, test } from 'vitest';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { optimizePng } from '#harness/symbols/peers/optimize-png.ts';
import { readPng } from '#harness/symbols/read-png.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import type { ModulePicture } from '#symbol/picture/module-picture.ts';
import { writePng } from '#symbol/picture/write-png.ts';

/** Randomly dark modules, in a quiet zone of any width, including none. */
function randomPicture(random: () => number, side: number, margin: number): ModulePicture {
  const modules = new Uint8Array(side * side);
  const share = random();
  for (let row = margin; row < side - margin; row++) {
    for (let column = margin; column < side - margin; column++) {
      modules[row * side + column] = random() < share ? 1 : 0;
    }
  }
  return { side, modules };
}

/** The palette index of each pixel, one by one. */
function paint({ side, modules }: ModulePicture, size: number): Uint8Array {
  const scale = Math.floor(size / side);
  const before = Math.floor((size - side * scale) / 2);
  return Uint8Array.from({ length: size * size }, (_, pixel) => {
    const row = Math.floor((Math.floor(pixel / size) - before) / scale);
    const column = Math.floor(((pixel % size) - before) / scale);
    const isInside = row >= 0 && row < side && column >= 0 && column < side;
    return isInside ? modules[row * side + column]! : 0;
  });
}

function isDrawnRight(picture: ModulePicture, size: number): boolean {
  const { width, height, indexes } = readPng(writePng(picture, size, BLACK_ON_WHITE));
  return width === size && height === size && Buffer.from(indexes).equals(paint(picture, size));
}

describe('the PNG of modules', () => {
  test('shows each, at every scale from 1 to 64 and with any pixels left over', () => {
    const random = seededRandom(64);
    const wrong: string[] = [];
    for (let scale = 1; scale <= 64; scale++) {
      const side = 2 + Math.floor(random() * Math.min(60, 600 / scale));
      const picture = randomPicture(random, side, Math.floor((random() * side) / 3));
      const size = side * scale + Math.floor(random() * side);
      if (!isDrawnRight(picture, size)) wrong.push(`${side} modules of ${scale} in ${size} pixels`);
    }
    expect(wrong).toEqual([]);
  });

  test('shows each, on every side that a symbol has', () => {
    const random = seededRandom(40);
    const wrong: string[] = [];
    for (let version = 1; version <= 40; version++) {
      const margin = Math.floor(random() * 9);
      const side = 17 + 4 * version + 2 * margin;
      const size = side * (3 + Math.floor(random() * 3)) + Math.floor(random() * side);
      if (!isDrawnRight(randomPicture(random, side, margin), size)) wrong.push(`version ${version}: ${size}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['one light module', 1, () => 0, 1],
    ['one dark module', 1, () => 1, 8],
    ['nothing but light', 29, () => 0, 2048],
    ['nothing but dark, to all edges', 32, () => 1, 256],
    ['columns', 33, (_: number, column: number) => column & 1, 264],
    ['rows', 33, (row: number) => row & 1, 1000],
    ['a chessboard', 64, (row: number, column: number) => (row ^ column) & 1, 512],
    ['a single dark module', 41, (row: number, column: number) => Number(row === 20 && column === 7), 777],
  ])('shows %s', (_, side, colourOf, size) => {
    const modules = Uint8Array.from({ length: side * side }, (__, i) =>
      colourOf(Math.floor(i / side), i % side),
    );
    expect(isDrawnRight({ side, modules }, size)).toBe(true);
  });
});

test('a PNG is read alike by libraries with their own inflaters', async () => {
  const random = seededRandom(3);
  for (const scale of [3, 4, 13]) {
    const picture = randomPicture(random, 25, 2);
    const size = 25 * scale + 5;
    const pixels = paint(picture, size);
    const png = writePng(picture, size, BLACK_ON_WHITE);
    expect(Buffer.from(readPng(png).indexes).equals(pixels)).toBe(true);
    // resvg decodes with one reader, and oxipng reads with another before it writes the file for resvg.
    const rgba = Uint8Array.from({ length: 4 * pixels.length }, (_, i) =>
      i % 4 === 3 || pixels[i >> 2] === 0 ? 255 : 0,
    );
    expect((await decode(png, size)).equals(rgba)).toBe(true);
    expect((await decode(await optimizePng(png), size)).equals(rgba)).toBe(true);
  }
});

/** The RGBA pixels of a PNG, as resvg draws it in an SVG. */
async function decode(png: Uint8Array, size: number): Promise<Buffer> {
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" href="${href}" image-rendering="optimizeSpeed"/></svg>`;
  return Buffer.from((await rasterizeSvg(svg, size)).pixels);
}
