import { describe, expect, test } from 'vitest';
import type { CurvedOutline } from '#core/drawing.ts';
import { gridOf } from '#harness/data/print.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import { SHAPES } from '#harness/symbols/styles.ts';
import { writeCurves } from '#print/write-curves.ts';
import { writePathData } from '#symbol/style/path-data.ts';
import { outlineEyes, outlineModules } from '#symbol/style/shapes.ts';

/** Pixels of a module. */
const SCALE = 20;
const GRID_CONTENT = 'https://go.example.com/k7m2p9qa';

/** The dark pixels of a symbol. */
async function rasterize(path: string, side: number): Promise<{ dark: Uint8Array; width: number }> {
  const width = side * SCALE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${width}" height="${width}"><path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path fill-rule="evenodd" d="${path}"/></svg>`;
  const { pixels } = await rasterizeSvg(svg, width);
  const dark = new Uint8Array(width ** 2);
  for (let i = 0; i < dark.length; i++) dark[i] = pixels[4 * i]! < 128 ? 1 : 0;
  return { width, dark };
}

const toCubics = (outlines: readonly CurvedOutline[]) =>
  writeCurves(outlines, {
    move: (point) => `M${point}`,
    line: (point) => `L${point}`,
    curve: (points) => `C${points}`,
  }).join('');

/** The number of pixels that differ between two pictures, relative to the number of dark ones. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const dark = one.reduce((sum, value) => sum + value, 0);
  return one.reduce((sum, value, i) => sum + (value === other[i] ? 0 : 1), 0) / dark;
}

/** Erodes a picture: a pixel stays dark only if everything within `reach` pixels of it is dark. */
function erode(dark: Uint8Array, width: number, reach: number): Uint8Array {
  const around: number[] = [];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (Math.hypot(dx, dy) <= reach) around.push(dy * width + dx);
  }
  return dark.map((value, i) => (value === 1 && around.every((step) => (dark[i + step] ?? 0) === 1) ? 1 : 0));
}

describe('the shapes of a printed symbol', () => {
  test.each(SHAPES.map((look) => [`${look.modules}, eyes ${look.eyes.shape}`, look] as const))(
    'are those of its images, and lose on each edge what ink spreads: %s',
    async (_, look) => {
      const symbol = gridOf(GRID_CONTENT);
      const { side } = symbol;
      const shapes = (inset: number) => [
        ...outlineModules(symbol, look.modules, { inset }),
        ...outlineEyes(side, look.eyes.shape, inset),
      ];
      const onScreen = await rasterize(writePathData(shapes(0)), side);
      const printed = await rasterize(toCubics(shapes(0)), side);
      expect(difference(onScreen.dark, printed.dark)).toBeLessThan(0.001);
      const narrow = await rasterize(toCubics(shapes(3 / SCALE)), side);
      // The edge of the picture is also an edge of the symbol.
      const page = new Uint8Array(onScreen.width * (onScreen.width + 8)).fill(0);
      for (let row = 0; row < onScreen.width; row++) {
        const line = onScreen.dark.subarray(row * onScreen.width, (row + 1) * onScreen.width);
        page.set(line, row * (onScreen.width + 8));
      }
      const eroded = erode(page, onScreen.width + 8, 3);
      const expected = narrow.dark.map(
        (_value, i) =>
          eroded[Math.floor(i / onScreen.width) * (onScreen.width + 8) + (i % onScreen.width)] ?? 0,
      );
      // At inner corners of dark areas, ours stay sharp, and those of the eroded picture are round.
      expect(difference(expected, narrow.dark)).toBeLessThan(0.02);
    },
  );
});
