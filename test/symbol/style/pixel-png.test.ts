import { describe, expect, it } from 'vitest';
import { type HexColor, toChannels } from '#core/styles/hex-color.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { listReaders, readPictures } from '#harness/programs/symbol-readers.ts';
import { draw } from '#harness/symbols/draw.ts';
import { type PixelPicture, readPixels } from '#harness/symbols/read-png.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import {
  BANDED,
  compareBands,
  DOTS,
  largestDifference,
  SAME_BUT_FOR_EDGES,
  toPremultiplied,
} from '#harness/symbols/compare-bands.ts';
import { PLAIN, SHAPES } from '#harness/symbols/styles.ts';
import { writePixelPng } from '#symbol/style/write-pixel-png.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';

/** The PNG of a style as the harness reads it, and the premultiplied pixels that resvg draws for the same SVG. */
async function drawBoth(look: CodeStyle, color = BLACK_ON_WHITE) {
  const { svg, png } = await draw(CONTENT, { look, color });
  return { png, drawn: readPixels(png), exact: (await rasterizeSvg(svg, 1024)).pixels };
}

/** The premultiplied RGBA pixels of a PNG, as resvg's decoder reads it. */
async function decodeWithResvg(png: Uint8Array, size: number): Promise<Uint8Array> {
  const data = Buffer.from(png).toString('base64');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><image width="${size}" height="${size}" image-rendering="optimizeSpeed" href="data:image/png;base64,${data}"/></svg>`;
  return (await rasterizeSvg(svg, size)).pixels;
}

/** The number of pixels whose colour is in the second picture and not in the first. */
function countMoved({ rgba }: PixelPicture, exact: Uint8Array, color: HexColor): number {
  const [red, green, blue] = toChannels(color);
  const has = (pixels: ArrayLike<number>, i: number) =>
    pixels[i] === red && pixels[i + 1] === green && pixels[i + 2] === blue;
  let moved = 0;
  for (let i = 0; i < exact.length; i += 4) if (has(exact, i) && !has(rgba, i)) moved++;
  return moved;
}

describe('the PNG of a styled symbol', () => {
  it.each(
    // One of each shape of modules, with round eyes.
    SHAPES.filter(({ eyes }) => eyes.shape === 'rounded').map((look) => [look.modules, look] as const),
  )('has at most 15 KB, and the pixels of its SVG but for half a step along edges: %s', async (_, look) => {
    const { png, drawn, exact } = await drawBoth(look);
    expect(png.length).toBeLessThanOrEqual(15_000);
    expect(drawn).toMatchObject({ width: 1024, height: 1024, bitDepth: 4, colorType: 3 });
    // 255 ÷ 30.
    expect(largestDifference(toPremultiplied(drawn), exact)).toBeLessThanOrEqual(9);
    for (const color of [BLACK_ON_WHITE.dark, BLACK_ON_WHITE.light])
      expect(countMoved(drawn, exact, color)).toBe(0);
    expect(largestDifference(await decodeWithResvg(png, 1024), toPremultiplied(drawn))).toBe(0);
  });

  it.each([
    ['of another hue', '#400060'],
    // A mix of the other two that still counts as an area.
    ['between the other two', '#303030'],
  ])('keeps every pixel of eyes %s', async (_, eyes) => {
    const look: CodeStyle = { ...DOTS, eyes: { shape: 'rounded', color: hexColor(eyes) } };
    const { drawn, exact, png } = await drawBoth(look);
    expect(drawn.bitDepth).toBe(4);
    expect(png.length).toBeLessThanOrEqual(15_000);
    expect(largestDifference(toPremultiplied(drawn), exact)).toBeLessThanOrEqual(Math.ceil(255 / 14));
    for (const color of [BLACK_ON_WHITE.dark, BLACK_ON_WHITE.light, hexColor(eyes)])
      expect(countMoved(drawn, exact, color)).toBe(0);
  });

  it('has edges of the dark colour if its background is transparent, not of a darker one', async () => {
    const dark = hexColor('#a02060');
    const { drawn, exact, png } = await drawBoth(
      { ...DOTS, background: 'transparent' },
      { ...BLACK_ON_WHITE, dark },
    );
    expect(drawn.bitDepth).toBe(4);
    expect(png.length).toBeLessThanOrEqual(15_000);
    const colors = new Set<string>();
    const alphas = new Set<number>();
    for (let i = 0; i < drawn.rgba.length; i += 4) {
      const [red, green, blue, alpha] = drawn.rgba.subarray(i, i + 4);
      if (alpha !== 0) colors.add([red, green, blue].join());
      alphas.add(alpha!);
    }
    expect([...colors]).toEqual([toChannels(dark).join()]);
    expect(alphas.size).toBeGreaterThan(4);
    expect(largestDifference(toPremultiplied(drawn), exact)).toBeLessThanOrEqual(9);
  });

  it.each(['solid', 'transparent'] as const)(
    'has every pixel of its SVG if it has a gradient: %s',
    async (background) => {
      const look: CodeStyle = {
        ...DOTS,
        background,
        gradient: { type: 'linear', angle: 37, from: hexColor('#0030a0'), to: hexColor('#a00020') },
      };
      const { drawn, exact } = await drawBoth(look);
      expect(drawn).toMatchObject({ bitDepth: 8, colorType: background === 'solid' ? 2 : 6 });
      expect(largestDifference(toPremultiplied(drawn), exact)).toBeLessThanOrEqual(
        // Half-transparent pixels are rounded when written to a file.
        background === 'solid' ? 0 : 1,
      );
    },
  );
});

describe('a picture that is drawn in bands', () => {
  it.each(BANDED)('has every pixel of the same picture in one: %s', async (_, look) => {
    expect(await compareBands(look, 1100)).toEqual(SAME_BUT_FOR_EDGES);
  });
});

describe('a transparent PNG whose alpha a program drops', () => {
  const light = hexColor('#f4ead0');
  const gradient: CodeStyle['gradient'] = {
    type: 'linear',
    angle: 30,
    from: hexColor('#0030a0'),
    to: hexColor('#700018'),
  };
  it.each<[string, number, CodeStyle]>([
    ['dots', 1024, DOTS],
    ['a gradient', 512, { ...DOTS, gradient }],
    ['a gradient in bands', 1100, { ...DOTS, gradient }],
    ['squares', 300, PLAIN],
  ])('has the light colour where nothing is drawn, and is read: %s', async (_, size, look) => {
    const color = { dark: BLACK_ON_WHITE.dark, light };
    const { png } = await draw(CONTENT, { look: { ...look, background: 'transparent' }, color, size });
    const { width, height, rgba } = readPixels(png);
    const data = new Uint8ClampedArray(rgba);
    const clear = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 0) clear.add(data.subarray(at, at + 3).join(' '));
      data[at + 3] = 255;
    }
    expect([...clear]).toEqual([toChannels(light).join(' ')]);
    const readers = listReaders();
    const readings = await readPictures([{ width, height, data }], readers);
    expect(Object.values(readings)).toEqual(readers.map(() => [CONTENT]));
  });
});

describe('a PNG of any pixels', () => {
  const [width, height] = [37, 12];
  /** Each pixel by its place. */
  const write = async (colorAt: (x: number, y: number) => readonly number[]) => {
    const pixels = new Uint8Array(4 * width * height);
    for (let i = 0; i < width * height; i++) pixels.set(colorAt(i % width, Math.floor(i / width)), 4 * i);
    return { pixels, picture: readPixels(await writePixelPng([pixels], width)) };
  };
  const grey = (value: number, alpha = 255) => [value, value, value, alpha];

  it.each([
    ['one colour', 1, () => grey(7)],
    ['two colours', 1, (x: number) => grey(x % 2)],
    [
      'three colours, one of them transparent',
      2,
      (_x: number, y: number) => grey(y % 3, y % 3 === 0 ? 0 : 255),
    ],
    ['16 colours', 4, (x: number) => [x % 16, 200, 0, 255]],
    // An area of each shade, none of which is an edge.
    [
      '39 shades of grey in squares',
      8,
      (x: number, y: number) => grey(Math.floor(x / 3) * 3 + Math.floor(y / 4)),
    ],
    ['37 shades of grey in columns', 8, (x: number) => grey(x)],
    ['four colours, and mixes of them', 8, (x: number, y: number) => mixOf(x, y)],
    ['256 colours', 8, (x: number, y: number) => [(x + y * 37) % 256, 0, 0, 255]],
  ])('has them unchanged, wider than high: %s', async (_, bitDepth, colorAt) => {
    const { pixels, picture } = await write(colorAt);
    expect(picture).toMatchObject({ width, height, bitDepth, colorType: 3 });
    expect(Buffer.compare(Buffer.from(picture.rgba), Buffer.from(pixels))).toBe(0);
  });

  it('has them unchanged if there are more than 256 colours', async () => {
    const { pixels, picture } = await write((x, y) => [x, y, 0, 255]);
    expect(picture).toMatchObject({ width, height, bitDepth: 8, colorType: 2 });
    expect(Buffer.compare(Buffer.from(picture.rgba), Buffer.from(pixels))).toBe(0);
  });

  it('reads pixels that begin anywhere in memory', async () => {
    const memory = new Uint8Array(4 * width * height + 1).map((_, i) => (i % 4 === 0 ? 255 : i % 251));
    const picture = readPixels(await writePixelPng([memory.subarray(1)], width));
    expect(Buffer.compare(Buffer.from(picture.rgba), Buffer.from(memory.subarray(1)))).toBe(0);
  });

  /** Four areas, with steps between each and the next. */
  function mixOf(x: number, y: number): number[] {
    const areas = [
      [0, 0, 0],
      [255, 255, 255],
      [200, 0, 0],
      [0, 0, 200],
    ];
    const [at, rest] = [Math.floor(x / 10), x % 10];
    const [from, to] = [areas[at % 4]!, areas[(at + 1) % 4]!];
    const share = rest < 3 ? 0 : (rest - 2) / 8 + (y % 2) / 50;
    return [...from.map((channel, i) => Math.round(channel + (to[i]! - channel) * share)), 255];
  }
});
