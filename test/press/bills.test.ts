import { describe, expect, test } from 'vitest';
import { PLAIN_STYLE } from '#core/styles/style.ts';
import { type Reader, listReaders, readPictures } from '#harness/programs/symbol-readers.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { drawSvgSymbol } from '#symbol/draw-symbol.ts';

const STYLE = {
  ...({ errorCorrection: 'M', isExactLevel: true, color: BLACK_ON_WHITE, margin: 4, title: '' } as const),
  look: { ...PLAIN_STYLE, hasSwissCross: true },
};

/** Pixels per module. */
const SCALES = [3, 4, 6, 10];

/** The readers of the harness take no line ends. They cost a symbol as much as any other character. */
const textOf = (length: number) =>
  ['SPC', '0200', '1', 'CH6431961000004421557', 'S', 'Max Muster']
    .join('_')
    .padEnd(length, ' lorem ipsum dolor sit amet consectetur');

/** The longest text of each smallest version that a bill can have. */
const TEXTS = new Map(
  Array.from({ length: 997 }, (_, i) => textOf(i + 1))
    .slice(99)
    .map((text) => [
      chooseVersion(new TextEncoder().encode(text), 'M', { isExactLevel: true })!.version,
      text,
    ]),
);

const READERS = listReaders();

describe('a Swiss bill', () => {
  test('has a symbol that every reader reads at any size, of whichever length it is', async () => {
    expect([...TEXTS.keys()]).toEqual(Array.from({ length: 20 }, (_, i) => 6 + i));
    const drawn = [...TEXTS.values()].flatMap((text) => SCALES.map((scale) => ({ text, scale })));
    const pictures = await Promise.all(drawn.map(({ text, scale }) => draw(text, scale)));
    const readings = await readPictures(pictures, READERS);
    const unread = Object.entries(readings).flatMap(([reader, texts]) =>
      drawn.flatMap(({ text, scale }, i) =>
        texts[i] === text ? [] : [`${reader as Reader} ${text.length} ${scale}`],
      ),
    );
    expect(unread).toEqual([]);
  });
});

async function draw(text: string, scale: number) {
  const symbol = await drawSvgSymbol(text, { ...STYLE, size: 4_000 });
  if (!symbol.ok) throw new Error(symbol.error.code);
  expect(symbol.value.version).toBeLessThanOrEqual(25);
  const width = scale * (symbol.value.modules + 8);
  const svg = await drawSvgSymbol(text, { ...STYLE, size: Math.max(width, 4 * (symbol.value.modules + 8)) });
  if (!svg.ok) throw new Error(svg.error.code);
  const { pixels, height } = await rasterizeSvg(svg.value.svg, width);
  return { width, height, data: new Uint8ClampedArray(pixels) };
}
