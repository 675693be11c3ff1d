import { describe, expect, test } from 'vitest';
import { planLayout } from '#harness/data/layouts.ts';
import { designOf, print } from '#harness/data/print.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { draw } from '#harness/symbols/draw.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { writePageSvg } from '#print/layouts/page-svg.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';
const SIZE = 300;

function lookOf(from: string, to: string) {
  const gradient = { type: 'linear', angle: 0, from: hexColor(from), to: hexColor(to) } as const;
  return { ...PLAIN, gradient };
}

/** The same symbol twice, in reds and in blues. */
const LOOKS = [lookOf('#7a0000', '#a01010'), lookOf('#00007a', '#1010a0')];
const FRAMED = { kind: 'border', text: null, color: null } as const;

const picture = async (look: (typeof LOOKS)[number]) => (await draw(CONTENT, { look, size: SIZE })).svg;

/** Every kind of SVG that a page can show inline. */
const KINDS: Readonly<Record<string, typeof picture>> = {
  picture,
  'picture in a frame': async (look) =>
    (await draw(CONTENT, { look: { ...look, frame: FRAMED }, size: SIZE, margin: 2 })).svg,
  'print file': async (look) => {
    const design = designOf(CONTENT, { look, color: BLACK_ON_WHITE });
    const request = { format: 'svg', color: 'design', paper: undefined } as const;
    return Buffer.from(await print({ content: CONTENT, design, request })).toString();
  },
  'preview of a table tent': async (look) => {
    const design = designOf(CONTENT, { look, color: BLACK_ON_WHITE });
    const { page, parts, pages } = await planLayout({ layout: 'table_tent' }, design);
    const elements = await writePageSvg(pages[0]!, parts[0]!);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}">${elements}</svg>`;
  },
};

/** Both documents below each other, as a page has them inline. */
function inline(svgs: readonly string[]): string {
  const placed = svgs.map((svg, i) => {
    const inner = svg.replace(/ width="[^"]*" height="[^"]*"/, '');
    return inner.replace('<svg ', `<svg x="0" y="${i * SIZE}" width="${SIZE}" height="${SIZE}" `);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${2 * SIZE}" viewBox="0 0 ${SIZE} ${2 * SIZE}">${placed.join('')}</svg>`;
}

/** How many pixels of each half of a picture are red, and how many blue. */
async function countColors(svg: string): Promise<{ red: number; blue: number }[]> {
  const { pixels } = await rasterizeSvg(svg, SIZE);
  return [0, pixels.length / 2].map((start) => {
    const counts = { red: 0, blue: 0 };
    for (let at = start; at < start + pixels.length / 2; at += 4) {
      const [red, blue] = [pixels[at]!, pixels[at + 2]!];
      if (red > blue + 60) counts.red++;
      if (blue > red + 60) counts.blue++;
    }
    return counts;
  });
}

describe('two designs inline in one document', () => {
  test.each(Object.entries(KINDS))('as %s have their own gradients', async (_, write) => {
    const [first, second] = await Promise.all(LOOKS.map(write));
    for (const order of [
      [first!, second!],
      [second!, first!],
    ]) {
      const [above, below] = await countColors(inline(order));
      const [reds, blues] = order[0] === first ? [above, below] : [below, above];
      expect(reds?.red).toBeGreaterThan(1_000);
      expect(blues?.blue).toBeGreaterThan(1_000);
      expect([reds?.blue, blues?.red]).toEqual([0, 0]);
    }
  });

  test('have names that stay the same for the same picture', async () => {
    const ids = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    for (const write of Object.values(KINDS)) {
      const [first, again, other] = await Promise.all([write(LOOKS[0]!), write(LOOKS[0]!), write(LOOKS[1]!)]);
      expect(first).toBe(again);
      expect(ids(first).length).toBeGreaterThan(0);
      expect(ids(first).filter((id) => ids(other).includes(id))).toEqual([]);
    }
  });
});
