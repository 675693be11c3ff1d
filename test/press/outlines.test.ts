import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FillRule, OutlinesShape, Shape } from '#core/drawing.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { PLAIN_PDF } from '#print/pdf/output-intent.ts';
import { writePdf } from '#print/pdf/write-pdf.ts';
import { writeEps } from '#print/write-eps.ts';
import { writeSvg } from '#symbol/picture/write-svg.ts';

const SIDE_MM = 20;
const PIXELS = 400;

/** Every kind of segment, a star that crosses itself, squares within squares, and a square on its corner. */
const OUTLINES: OutlinesShape['outlines'] = [
  // prettier-ignore
  { start: [10, 40], segments: [[10, 10, 50, -10, 50, 20], [70, 20], [70, 40, 10], [60, 55, 20, 30, 10, 40]] },
  {
    start: [30, 45],
    segments: [
      [45, 95],
      [5, 62],
      [55, 62],
      [15, 95],
    ].map(([x = 0, y = 0]) => [x, y] as const),
  },
  {
    start: [60, 60],
    segments: [
      [60, 90],
      [90, 90],
      [90, 60],
    ],
  },
  {
    start: [68, 68],
    segments: [
      [82, 68],
      [82, 82],
      [68, 82],
    ],
  },
  {
    start: [72, 72],
    segments: [
      [72, 78],
      [78, 78],
      [78, 72],
    ],
  },
  {
    start: [85, 30],
    segments: [
      [95, 40],
      [85, 50],
      [75, 40],
    ],
  },
];

/** The same outlines in SVG as its specification has them, written here. */
function toReference(rule: FillRule): string {
  const path =
    'M10 40C10 10 50 -10 50 20L70 20A10 10 0 0 1 70 40C60 55 20 30 10 40Z' +
    'M30 45L45 95L5 62L55 62L15 95ZM60 60V90H90V60ZM68 68H82V82H68ZM72 72V78H78V72ZM85 30L95 40L85 50L75 40Z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${PIXELS}" height="${PIXELS}"><path fill="#fff" d="M0 0H100V100H0z"/><path fill="#206040" fill-rule="${rule}" d="${path}"/></svg>`;
}

const RULES = ['evenodd', 'nonzero'] as const satisfies readonly FillRule[];

describe.runIf(hasPrintTools())('outlines of lines, arcs and curves', () => {
  let folder: PrintFolder;
  const draw = (rule: FillRule): Shape[] => [
    {
      kind: 'outlines',
      fill: hexColor('#206040'),
      rule,
      x: 0,
      y: 0,
      scale: SIDE_MM / 100,
      outlines: OUTLINES,
    },
  ];
  beforeAll(async () => {
    const page = { x: 0, y: 0, width: SIDE_MM, height: SIDE_MM };
    const files = new Map<string, Uint8Array>();
    for (const rule of RULES) {
      const drawing = {
        ...page,
        trim: page,
        bleed: page,
        inks: { space: 'design' },
        shapes: draw(rule),
      } as const;
      const facts = { title: 'outlines', createdAtMs: 0 };
      files.set(`${rule}.pdf`, await writePdf([drawing], { ...facts, ...PLAIN_PDF }));
      files.set(`${rule}.eps`, Buffer.from(await writeEps(drawing, facts)));
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test.each(RULES)('are the same in SVG, PDF and EPS, by the rule %s', async (rule) => {
    const expected = (await rasterizeSvg(toReference(rule), PIXELS)).pixels;
    const svg = await writeSvg(
      [
        {
          kind: 'outlines',
          fill: hexColor('#ffffff'),
          x: 0,
          y: 0,
          scale: 1,
          outlines: [
            {
              start: [0, 0],
              segments: [
                [20, 0],
                [20, 20],
                [0, 20],
              ],
            },
          ],
        },
        ...draw(rule),
      ],
      { width: SIDE_MM, height: SIDE_MM, unit: 'mm', title: '' },
    );
    const drawn = (await rasterizeSvg(svg, PIXELS)).pixels;
    const dark = expected.filter((red, i) => i % 4 === 0 && red < 128).length;
    expect(dark).toBeGreaterThan(PIXELS ** 2 / 5);
    expect(countDifferent((i) => drawn[4 * i] ?? 0, expected)).toBe(0);
    for (const format of ['pdf', 'eps']) {
      const [page] = await folder.renderColors([`${rule}.${format}`], (PIXELS / SIDE_MM) * 25.4);
      const { width, pixels } = page!;
      const redAt = (i: number) => pixels[3 * (Math.floor(i / PIXELS) * width + (i % PIXELS))] ?? 0;
      expect(countDifferent(redAt, expected), format).toBeLessThan(dark / 50);
    }
  });
});

/** The number of pixels on different sides of the middle between the two colours. */
function countDifferent(redAt: (i: number) => number, expected: Uint8Array): number {
  let different = 0;
  for (let i = 0; i < expected.length / 4; i++)
    if (redAt(i) < 144 !== (expected[4 * i] ?? 0) < 144) different++;
  return different;
}
