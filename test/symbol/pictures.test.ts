import { describe, expect, test } from 'vitest';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { LOWER_CASE, randomText } from '#harness/data/contents.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { draw } from '#harness/symbols/draw.ts';
import { findUnreadColors, readWithJsQr } from '#harness/symbols/read-colors.ts';
import { readPng } from '#harness/symbols/read-png.ts';
import { rasterizeSvg, rasterizeToPng, readSymbol } from '#harness/symbols/read-symbol.ts';
import { rasterizeModules } from '#symbol/picture/rasterize-modules.ts';

describe('PNG and SVG', () => {
  test.each([
    ...[1, 20, 60, 200, 700, 1500, 2300].map((length) => ({ length, size: 1111 })),
    // The writer handles small modules, and modules of half and whole bytes, differently.
    ...[3, 4, 5, 8, 12, 16].map((scale) => ({ length: 60, size: 41 * scale + 5 })),
    { length: 60, size: 41 * 48 + 30 },
  ])('show the same modules for $length bytes at $size px', async ({ length, size }) => {
    const content = randomText(seededRandom(length), LOWER_CASE, length);
    const { png, svg, version } = await draw(content, { size });
    const picture = readPng(png);
    const side = 17 + 4 * version + 8;
    const scale = Math.floor(size / side);
    const before = Math.floor((size - side * scale) / 2);

    // Five pixels per module, whatever the PNG uses: the middle of each shows its colour.
    const raster = await rasterizeSvg(svg, side * 5);
    const differing: string[] = [];
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const isDarkInPng =
          picture.indexes[(before + row * scale + 1) * size + before + column * scale + 1] === 1;
        const isDarkInSvg = raster.pixels[((row * 5 + 2) * raster.width + column * 5 + 2) * 4] === 0;
        if (isDarkInPng !== isDarkInSvg) differing.push(`${row},${column}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test('are both read by both readers, and not mirrored', async () => {
    const random = seededRandom(7);
    for (const length of [5, 31, 90, 200, 500, 1000]) {
      const content = randomText(random, LOWER_CASE, length);
      const { png, svg } = await draw(content, { size: 512 });
      expect(await readSymbol(png)).toMatchObject({ text: content, isMirrored: false });
      expect(await readSymbol(await rasterizeToPng(svg, 512))).toMatchObject({
        text: content,
        isMirrored: false,
      });
      expect(readWithJsQr(readPng(png))).toBe(content);
    }
  });

  test('a mirrored picture would be noticed', async () => {
    const { svg } = await draw('https://example.com/menu');
    const mirrored = svg.replace(
      '<path fill="#000000"',
      '<path transform="matrix(0 1 1 0 0 0)" fill="#000000"',
    );
    expect(await readSymbol(await rasterizeToPng(mirrored, 512))).toMatchObject({ isMirrored: true });
  });

  test('are read in 30 random colours that the contrast rule allows', async () => {
    expect(await findUnreadColors(30)).toEqual([]);
  });
});

test('an SVG that does not show the symbol, or not in its colours, is never made into a PNG', async () => {
  const { svg, picture } = await draw('https://example.com/menu');
  const wrong = [svg.replace('zm', 'zM'), svg.replace('h1', 'h2'), svg.replace('#000000', '#000001')];
  for (const changed of wrong) {
    expect(changed).not.toBe(svg);
    await expect(rasterizeModules(changed, picture, BLACK_ON_WHITE)).rejects.toThrow(
      'resvg drew another colour',
    );
  }
});

describe('the PNG', () => {
  test.each([128, 129, 130, 131, 200, 255, 256, 333, 512, 1000, 1024, 1500, 2047, 2048])(
    'is exactly %i pixels square, one bit deep, with the two colours as its palette',
    async (size) => {
      const color = { dark: hexColor('#123ABC'), light: hexColor('#fedcba') };
      const picture = readPng((await draw('https://GO.EXAMPLE.COM/K7M2P9QA', { size, color })).png);
      expect(picture).toMatchObject({ width: size, height: size, bitDepth: 1, colorType: 3 });
      expect(picture.palette).toEqual(['#fedcba', '#123abc']);
    },
  );

  test('has modules of one size and the rest of the pixels in the quiet zone, evenly', async () => {
    for (const size of [128, 200, 333, 1000]) {
      const { indexes } = readPng((await draw('https://GO.EXAMPLE.COM/K7M2P9QA', { size })).png);
      const scale = Math.floor(size / 33);
      const dark = [...indexes.keys()].filter((i) => indexes[i] === 1);
      const columns = dark.map((i) => i % size);
      const rows = dark.map((i) => Math.floor(i / size));
      const before = Math.floor((size - 33 * scale) / 2) + 4 * scale;
      expect(extent(columns)).toEqual([before, before + 25 * scale - 1]);
      expect(extent(rows)).toEqual([before, before + 25 * scale - 1]);
    }
  });
});

describe('the SVG', () => {
  test('is one path of closed shapes over a light square, in module units', async () => {
    const { svg } = await draw('https://GO.EXAMPLE.COM/K7M2P9QA', { title: 'Menu', size: 512 });
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="512" height="512" viewBox="0 0 33 33" shape-rendering="crispEdges"><title>Menu<\/title><path fill="#ffffff" d="M0 0h33v33H0z"\/><path fill="#000000" fill-rule="evenodd" d="(M[0-9]+ [0-9]+([hvHV]-?[0-9]+)+z)(m-?[0-9]+[ -][0-9]+([hvHV]-?[0-9]+)+z|M[0-9]+ [0-9]+([hvHV]-?[0-9]+)+z)*"\/><\/svg>$/,
    );
  });

  test.each([
    '</title><script>alert(1)</script>',
    '"><script>alert(1)</script>',
    ']]><![CDATA[<script>',
    '&lt;script&gt; &amp; &unknown; &#0;',
    'null \u0000, bell \u0007, escape \u001b, delete \u007f',
    'half a pair \ud800, not a character \ufffe \uffff',
    'line\r\nbreaks\tand tabs',
    '',
  ])('contains the title %j only as text', async (title) => {
    const { svg } = await draw('https://example.com', { title });
    const [, text] = /<title>([^<>]*)<\/title>/.exec(svg) ?? [];
    // The title does not change the document's elements, and resvg, a strict parser, has already drawn it.
    expect(svg.match(/<[^>]*>/g)?.filter((tag) => !tag.includes('title'))).toHaveLength(4);
    expect(text === undefined).toBe(title === '');
    expect(text ?? '').not.toMatch(/&(?!amp;|lt;|gt;|#13;)/);
  });

  test('keeps the colours as they were given', async () => {
    const { svg } = await draw('x', { color: { dark: hexColor('#0A0b0C'), light: BLACK_ON_WHITE.light } });
    expect(svg).toContain('fill="#0A0b0C"');
  });
});

function extent(values: readonly number[]): number[] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}
