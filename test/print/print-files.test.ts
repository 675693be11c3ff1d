import { describe, expect, test } from 'vitest';
import { loadTypeface } from '#core/typeface/typeface.ts';
import { writeGlyphs } from '#print/write-text.ts';
import { print, PRINT_REQUEST, printSamples } from '#harness/data/print.ts';
import { rasterizeSvg, rasterizeToPng, readSymbol } from '#harness/symbols/read-symbol.ts';

/** Checks that need no print tools: test/press has those that do. */

const CONTENT = 'https://GO.EXAMPLE.COM/K7M2P9QA';
const BLED = { paper: 'white', bleedMm: 3, marks: true } as const;

describe('a print file', () => {
  test('has the same bytes in every run', async () => {
    for (const sample of printSamples(7)) {
      for (const format of ['pdf', 'eps'] as const) {
        const [first, second] = [
          await print({ ...sample, request: { ...sample.request, format } }),
          await print({ ...sample, request: { ...sample.request, format } }),
        ];
        expect(Buffer.compare(first, second)).toBe(0);
      }
    }
  });

  test('of a version-3 code takes at most 1.7 KB as PDF', async () => {
    const content = 'https://example.com/menus/lunch?table=12';
    expect((await print({ content, request: PRINT_REQUEST })).length).toBeLessThanOrEqual(1_700);
  });

  test('as SVG has its caption below, in glyphs that a browser fills', async () => {
    const svg = Buffer.from(
      await print({ content: CONTENT, captionText: 'Ab', request: { format: 'svg' } }),
    ).toString();
    const [, height] = /viewBox="0 0 20 ([\d.]+)"/.exec(svg) ?? [];
    expect(Number(height)).toBeGreaterThan(23);
    // The outer outlines of both letters, and the holes in them.
    expect(svg.split('<path ').at(-1)?.match(/M/g)).toHaveLength(4);
    const onPaper = svg.replace('<title>', '<path fill="#ffffff" d="M0 0H40V40H0z"/><title>');
    expect((await readSymbol(await rasterizeToPng(onPaper, 800))).text).toBe(CONTENT);
  });

  test('draws the curves of the typeface', async () => {
    const typeface = await loadTypeface('regular');
    const curves = typeface.contoursOf('8').map(({ start, segments }) => {
      const rest = segments.map((points) => `${points.length === 1 ? 'L' : 'Q'}${points.flat().join(' ')}`);
      return `M${start.join(' ')}${rest.join('')}`;
    });
    const [drawn] = writeGlyphs(typeface, '8', {
      move: (point) => `M${point}`,
      line: (point) => `L${point}`,
      curve: (points) => `C${points}`,
    });
    const picture = async (path: string) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -20 600 760" width="600" height="760"><path d="${path}"/></svg>`;
      return (await rasterizeSvg(svg, 600)).pixels;
    };
    const [expected, found] = [await picture(curves.join('')), await picture(drawn!.path.join(''))];
    expect(expected.some((value) => value > 0)).toBe(true);
    const different = found.filter((value, i) => Math.abs(value - expected[i]!) > 64).length;
    expect(different).toBe(0);
  });

  test('as SVG is in millimetres, and is read back', async () => {
    for (const [i, request] of [{}, BLED, { growthMm: 0.1 }, { color: 'rgb' }].entries()) {
      const svg = Buffer.from(
        await print({ content: CONTENT, request: { format: 'svg', ...request } }),
      ).toString();
      const side = i === 1 ? 36 : 20;
      expect(svg).toContain(`width="${side}mm" height="${side}mm" viewBox="0 0 ${side} ${side}"`);
      expect(svg).toContain(i === 3 ? 'fill="#14213d"' : 'fill="#000000"');
      const onPaper = svg.replace('<title>', '<path fill="#ffffff" d="M0 0H40V40H0z"/><title>');
      expect((await readSymbol(await rasterizeToPng(onPaper, 800))).text).toBe(CONTENT);
    }
  });
});
