import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRAME_KINDS, FRAME_TEXTS, type FrameKind } from '#core/styles/frame.ts';
import { designOf, print, type Sample } from '#harness/data/print.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import type { GrayPicture } from '#harness/symbols/read-symbol.ts';
import { PLAIN } from '#harness/symbols/styles.ts';

const CONTENT = 'https://GO.EXAMPLE.COM/K7M2P9QA';
const WIDTH_MM = 40;
const DPI = 300;
const BLEED_MM = 3;
/** Bleed, a gap, and marks. */
const AROUND_MM = { placed: 0, oneInk: 0, bled: BLEED_MM, marked: 5, both: BLEED_MM + 5 };

const CUTS: Readonly<Record<keyof typeof AROUND_MM, Sample['request']>> = {
  placed: {},
  oneInk: { color: 'k' },
  bled: { bleedMm: BLEED_MM },
  marked: { marks: true },
  both: { bleedMm: BLEED_MM, marks: true },
};

function framedBy(kind: FrameKind): NonNullable<Sample['design']> {
  const frame = { kind, text: FRAME_TEXTS[kind] === 'none' ? null : 'Scan me', color: null };
  return designOf(CONTENT, { look: { ...PLAIN, frame }, color: BLACK_ON_WHITE });
}

/** How far everything dark within the trim is from the cut, in millimetres; Infinity if there is nothing. */
function distanceFromCut({ width, height, pixels }: GrayPicture, around: number): number {
  const toMm = (pixel: number) => ((pixel + 0.5) * 25.4) / DPI - around;
  const [right, bottom] = [toMm(width) - around, toMm(height) - around];
  let least = Infinity;
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at]! > 128) continue;
    const [x, y] = [toMm(at % width), toMm(Math.floor(at / width))];
    const distance = Math.min(x, y, right - x, bottom - y);
    if (distance > -0.2) least = Math.min(least, distance);
  }
  return least;
}

describe.runIf(hasPrintTools())('what a print shop cuts', () => {
  let folder: PrintFolder;
  const name = (kind: string, cut: string) => `${kind}-${cut}.pdf`;
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    for (const kind of FRAME_KINDS) {
      const sample = { content: CONTENT, design: framedBy(kind), captionText: 'Table 12' };
      const request = { color: 'design', paper: undefined, widthMm: WIDTH_MM, margin: 2 } as const;
      for (const [cut, asked] of Object.entries(CUTS))
        files.set(name(kind, cut), await print({ ...sample, request: { ...request, ...asked } }));
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test.each(Object.keys(CUTS) as (keyof typeof CUTS)[])(
    'with "%s" has its frame and its caption at a safe distance from the cut',
    async (cut) => {
      const pages = await folder.render(
        FRAME_KINDS.map((kind) => name(kind, cut)),
        DPI,
      );
      for (const [i, page] of pages.entries()) {
        const around = AROUND_MM[cut];
        expect((page.width * 25.4) / DPI, FRAME_KINDS[i]).toBeCloseTo(WIDTH_MM + 2 * around, 0);
        // A tenth of the picture, rounded to modules.
        const distance = distanceFromCut(page, around);
        expect(distance, FRAME_KINDS[i]).toBeGreaterThan(3);
        // An underline is within the paper of its frame.
        if (FRAME_KINDS[i] !== 'underline') expect(distance, FRAME_KINDS[i]).toBeLessThan(3.5);
      }
      expect(await folder.readRendered()).toEqual(FRAME_KINDS.map(() => CONTENT));
    },
  );
});
