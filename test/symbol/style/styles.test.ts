import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import type { CodeStyle } from '#core/styles/style.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { draw, findUnscannable } from '#harness/symbols/draw.ts';
import { readPixels } from '#harness/symbols/read-png.ts';
import { rasterizeSvg, readSymbol } from '#harness/symbols/read-symbol.ts';
import { PLAIN, randomStyle, SHAPES } from '#harness/symbols/styles.ts';
import { encodeContent } from '#symbol/draw-symbol.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';
const STYLE = { errorCorrection: 'M', margin: 4, title: '' } as const;

/** The dark share of each module, 0 to 1, by the pixels of the picture. */
async function measureModules(look: CodeStyle, content = CONTENT) {
  const encoded = encodeContent(content, STYLE);
  if (!encoded.ok) throw new Error(encoded.error.code);
  const { side, modules } = encoded.value;
  const scale = 20;
  const { svg } = await draw(content, { look, margin: 2, size: scale * (side + 4) });
  const { pixels, width } = await rasterizeSvg(svg, scale * (side + 4));
  return (column: number, row: number) => {
    let light = 0;
    for (let y = 0; y < scale; y++) {
      for (let x = 0; x < scale; x++) {
        light += pixels[4 * (((row + 2) * scale + y) * width + (column + 2) * scale + x)]!;
      }
    }
    const isDark = modules[row * side + column] === 1;
    return { isDark, share: 1 - light / 255 / scale ** 2 };
  };
}

describe('a styled symbol', () => {
  it.each(SHAPES.map((look) => [`${look.modules}, eyes ${look.eyes.shape}`, look] as const))(
    'is read by both readers: %s',
    async (_, look) => {
      for (const [content, size] of [
        [CONTENT, 512],
        [`${CONTENT}?table=${'12'.repeat(60)}`, 4 * (17 + 4 * 9 + 8)],
      ] as const) {
        const { png } = await draw(content, { look, size });
        expect((await readSymbol(png)).text).toBe(content);
        const { rgba, width, height } = readPixels(png);
        expect([width, height]).toEqual([size, size]);
        expect(jsQR(rgba, size, size, { inversionAttempts: 'dontInvert' })?.data).toBe(content);
      }
    },
  );

  it('is read in random styles and colours that the rules allow, with few exceptions even on the bad photo', async () => {
    const random = seededRandom(18);
    const refused: string[] = [];
    for (let n = 0; n < 15; n++) {
      const content = `${CONTENT}/${'x'.repeat(n * 3)}`;
      const { look, color } = randomStyle(random);
      const { png } = await draw(content, { look, color, size: 512 });
      if (look.background === 'solid') expect((await readSymbol(png)).text).toBe(content);
      const field = await findUnscannable(content, { ...STYLE, size: 512, look, color });
      if (field !== null) refused.push(`${field} of ${JSON.stringify([look, color])}`);
    }
    expect(refused.length, refused.join('\n')).toBeLessThan(2);
  });

  // jsQR cannot read any of these in the upright photo, but reads it in the rotated one.
  it.each(['YPQFEXXG', 'K#F~QW~X', 'VCKAOTAR', 'UAFWKINH'])(
    'is not refused because of its content: dots with %s',
    async (shortCode) => {
      const look: CodeStyle = { ...PLAIN, modules: 'dot' };
      const options = {
        errorCorrection: 'M',
        margin: 3,
        size: 512,
        title: '',
        color: BLACK_ON_WHITE,
        look,
      } as const;
      expect(await findUnscannable(`HTTPS://LINK.EXAMPLE.COM/${shortCode}`, options)).toBeNull();
    },
  );

  it.each<[CodeStyle['modules'], number]>([
    ['dot', (Math.PI / 4) * 0.92 ** 2],
    ['gapped', 0.9 ** 2],
    // Alone, it is square except for its ends, which are half circles.
    ['bars_h', 0.9 * 0.1 + (Math.PI / 4) * 0.9 ** 2],
    ['bars_v', 0.9 * 0.1 + (Math.PI / 4) * 0.9 ** 2],
    ['rounded', Math.PI / 4],
    ['classy', 0.5 + Math.PI / 8],
    ['square', 1],
  ])('has as much ink in an isolated module as readers were measured to need: %s', async (modules, ink) => {
    const measure = await measureModules({ ...PLAIN, modules });
    const encoded = encodeContent(CONTENT, STYLE);
    if (!encoded.ok) throw new Error(encoded.error.code);
    const { side } = encoded.value;
    let alone = 0;
    // To the right of the finder pattern and below the timing pattern, there is only data.
    for (let row = 9; row < side - 9; row++) {
      for (let column = 9; column < side - 9; column++) {
        const neighbours = [
          [0, -1],
          [1, 0],
          [0, 1],
          [-1, 0],
        ].map(([x = 0, y = 0]) => measure(column + x, row + y).isDark);
        const own = measure(column, row);
        if (!own.isDark) expect(own.share).toBeLessThan(0.01);
        if (!own.isDark || neighbours.some(Boolean)) continue;
        alone++;
        expect(own.share).toBeCloseTo(ink, 1.7);
      }
    }
    expect(alone).toBeGreaterThan(2);
  });

  it.each(SHAPES.filter(({ eyes }) => eyes.shape === 'rounded').map((look) => [look.modules, look] as const))(
    'has timing, alignment, format and version patterns of full squares: %s',
    async (_, look) => {
      const content = CONTENT + 'a'.repeat(85);
      const encoded = encodeContent(content, STYLE);
      if (!encoded.ok) throw new Error(encoded.error.code);
      const { side, version } = encoded.value;
      expect(version).toBe(7);
      const measure = await measureModules(look, content);
      const line = Array.from({ length: side - 16 }, (_row, i) => i + 8);
      const patterns = [
        ...line.flatMap((at) => [
          [at, 6],
          [6, at],
        ]),
        // Format information, and the first alignment pattern of version 7.
        ...[0, 1, 2, 3, 4, 5, 7, 8].map((at) => [8, at]),
        ...[0, 1, 2, 3, 4].flatMap((dy) => [0, 1, 2, 3, 4].map((dx) => [20 + dx, 20 + dy])),
        // Version information.
        ...[0, 1, 2, 3, 4, 5].flatMap((at) => [0, 1, 2].map((dx) => [side - 11 + dx, at])),
      ];
      for (const [x = 0, y = 0] of patterns) {
        const { isDark, share } = measure(x, y);
        expect(share, `${x}, ${y}`).toBeCloseTo(isDark ? 1 : 0, 5);
      }
    },
  );

  it.each([
    ['rounded', 1.5, [1.5, 1.5, 1.5, 1.5]],
    ['leaf', 1.5, [0, 1.5, 0, 1.5]],
  ] as const)('has eyes of one stroke, and a ball of the same shape: %s', async (shape, radius, corners) => {
    const measure = await measureModules({ ...PLAIN, eyes: { shape, color: null } });
    const frame = [...Array(7).keys()].flatMap((row) => [...Array(7).keys()].map((column) => [column, row]));
    let ink = 0;
    for (const [column = 0, row = 0] of frame) ink += measure(column, row).share;
    const lost = (r: number) => corners.filter((one) => one > 0).length * (1 - Math.PI / 4) * r ** 2;
    const hole = 25 - lost(radius - 1);
    expect(ink).toBeCloseTo(49 - lost(radius) - hole + 9 - lost((radius * 3) / 7), 1);
  });

  it('has a gradient in the modules and not in the eyes, which have its darker end', async () => {
    const look: CodeStyle = {
      ...PLAIN,
      gradient: { type: 'linear', angle: 0, from: hexColor('#0000ff'), to: hexColor('#000060') },
    };
    const { svg, modules } = await draw(CONTENT, { look, margin: 2, size: 1024 });
    const { pixels } = await rasterizeSvg(svg, modules + 4);
    const blues = (row: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => 4 * ((row + 2) * (modules + 4) + from + i + 2))
        .filter((at) => pixels[at] === 0)
        .map((at) => pixels[at + 2]!);
    expect(new Set([...blues(0, 0, 7), ...blues(0, modules - 7, modules)])).toEqual(new Set([0x60]));
    // The timing pattern runs from one side to the other.
    const timing = blues(6, 8, modules - 8);
    expect(timing.length).toBeGreaterThan(5);
    expect(timing.every((blue, i) => i === 0 || blue < timing[i - 1]!)).toBe(true);
  });

  it('has no light modules if its background is transparent', async () => {
    const { png } = await draw(CONTENT, { look: { ...PLAIN, background: 'transparent' }, size: 512 });
    const { rgba } = readPixels(png);
    // In the light colour, for programs that drop alpha.
    expect([...rgba.subarray(0, 4)]).toEqual([255, 255, 255, 0]);
    expect(new Set(rgba.filter((_, i) => i % 4 === 3))).toEqual(new Set([0, 255]));
    const onPaper = rgba.map((value, i) => (i % 4 === 3 ? 255 : rgba[i - (i % 4) + 3] === 0 ? 250 : value));
    expect(jsQR(onPaper, 512, 512)?.data).toBe(CONTENT);
  });

  it('is an SVG that contains nothing from elsewhere, with its title escaped', async () => {
    const look: CodeStyle = {
      ...PLAIN,
      modules: 'dot',
      gradient: { type: 'radial', angle: 0, from: hexColor('#000000'), to: hexColor('#000060') },
    };
    const { svg } = await draw(CONTENT, { look, title: '<script>&' });
    expect(svg).toContain('<title>&lt;script&gt;&amp;</title>');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /href|script\b[^&]|style|https?:|data:|@/,
    );
  });
});

describe('the test picture', () => {
  it('is not read if dark is light, and the colours are blamed', async () => {
    const color = { dark: hexColor('#ffffff'), light: BLACK_ON_WHITE.light };
    const look: CodeStyle = { ...PLAIN, modules: 'dot' };
    expect(await findUnscannable(CONTENT, { ...STYLE, size: 512, color, look })).toBe('color');
  });

  it('is not read if a gradient is too pale, and the gradient is blamed', async () => {
    const look: CodeStyle = {
      ...PLAIN,
      modules: 'rounded',
      gradient: { type: 'linear', angle: 0, from: hexColor('#000000'), to: hexColor('#dddddd') },
    };
    expect(await findUnscannable(CONTENT, { ...STYLE, size: 512, color: BLACK_ON_WHITE, look })).toBe(
      'style.gradient',
    );
  });

  it('is not taken of a plain symbol', async () => {
    const color = { dark: hexColor('#fefefe'), light: BLACK_ON_WHITE.light };
    expect(await findUnscannable(CONTENT, { ...STYLE, size: 512, color, look: null })).toBe(null);
  });
});
