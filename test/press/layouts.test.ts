import type { LogoPicture } from '#core/drawing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageId } from '#core/logos/image-id.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutRequest } from '#core/prints/layouts.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { printLayout } from '#harness/data/layouts.ts';
import { designOf } from '#harness/data/print.ts';
import { LAYOUT_DPI, proveLayout } from '#harness/data/proofs.ts';
import { provePrints } from '#harness/programs/prove-prints.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { type GrayPicture, rasterizeToPng } from '#harness/symbols/read-symbol.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import {
  type ColorPicture,
  createPrintFolder,
  hasPrintTools,
  type PrintFolder,
} from '#harness/programs/print-tools.ts';
import { makeLogo } from '#symbol/logos/make-logo.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';
const COLOR = { dark: hexColor('#0b3d2e'), light: hexColor('#f5efe0') };
const LOGO = { image: 'img_0' as ImageId, size: 'auto', fit: null } as const;
const FRAME = { kind: 'label_bottom', text: 'Scan me', color: null } as const;

type Wish = Partial<Omit<LayoutRequest, 'layout'>> & { readonly look?: Partial<CodeStyle> };

const WISHES: Readonly<Record<string, Wish>> = {
  branded: { headline: 'See our menu', text: 'No app needed.', look: { logo: LOGO, modules: 'rounded' } },
  framed: { headline: 'Rate your stay and win', look: { frame: FRAME } },
  alone: { marks: false, bleedMm: 0 },
  black: { headline: 'Menu', color: 'k', look: { logo: LOGO, frame: FRAME } },
};

const DPI = 300;
const MARKED_MM = 8;
const nameOf = (layout: string, wish: string) => `${layout}-${wish}.pdf`;

async function readLogo(): Promise<LogoPicture> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#8a1c1c"/></svg>';
  const made = await makeLogo(await rasterizeToPng(svg, 200), 2_000);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.picture;
}

/** The colour of a rendered page at a place in millimetres. */
function colorAt({ width, pixels }: ColorPicture, dpi: number, x: number, y: number): number[] {
  const at = 3 * (Math.floor((y * dpi) / 25.4) * width + Math.floor((x * dpi) / 25.4));
  return [...pixels.subarray(at, at + 3)];
}

/** The places of a rendered page that are dark, in millimetres. */
function listInk({ width, pixels }: GrayPicture, dpi: number): (readonly [x: number, y: number])[] {
  return [...pixels].flatMap((shade, i) =>
    shade > 128 ? [] : [[((i % width) * 25.4) / dpi, (Math.floor(i / width) * 25.4) / dpi] as const],
  );
}

const WHITE = [255, 255, 255];
const PAPER = [0xf5, 0xef, 0xe0];

describe.runIf(hasPrintTools())('layouts, as print shops see them', () => {
  let folder: PrintFolder;
  let picture: LogoPicture;
  beforeAll(async () => {
    picture = await readLogo();
    const files = new Map<string, Uint8Array>();
    for (const layout of LAYOUT_NAMES) {
      for (const [wish, { look, ...request }] of Object.entries(WISHES)) {
        const symbol = designOf(CONTENT, { look: { ...PLAIN, ...look }, color: COLOR, picture });
        files.set(nameOf(layout, wish), await printLayout({ ...request, layout }, symbol));
      }
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test.each(LAYOUT_NAMES)('%s is what its preview shows, and is read at its printed size', async (layout) => {
    const proofs = Object.values(WISHES).map(({ look, ...request }, i) => () => {
      const design = { content: CONTENT, look: { ...PLAIN, ...look }, color: COLOR, picture };
      return proveLayout(design, { ...request, layout }, i);
    });
    const { faults, unread } = await provePrints(proofs, LAYOUT_DPI[layout]);
    expect([...faults, ...unread]).toEqual([]);
  });

  test.each(LAYOUT_NAMES)('%s has its paper up to the bleed, and marks outside of it', async (layout) => {
    const [page] = await folder.renderColors([nameOf(layout, 'branded')], DPI);
    const { width, height, isRound, isFolded } = LAYOUTS[layout];
    const at = (x: number, y: number) => colorAt(page!, DPI, MARKED_MM + x, MARKED_MM + y);
    expect(at(width / 2, -2.7), 'the bleed').toEqual(PAPER);
    expect(at(-2.7, height / 2 + 3), 'the bleed').toEqual(PAPER);
    expect(at(width / 2, -3.3), 'outside of the bleed').toEqual(WHITE);
    expect(at(-2, -2), 'the corner').toEqual(isRound ? WHITE : PAPER);
    const hasInk = (left: number, top: number, right: number, bottom: number) => {
      const rows = Array.from({ length: (bottom - top) * 25 }, (_, i) => top + i / 25);
      return rows.some((y) => {
        const columns = Array.from({ length: (right - left) * 25 }, (_, i) => left + i / 25);
        return columns.some((x) => (at(x, y)[0] ?? 255) < 128);
      });
    };
    expect(hasInk(-8, -0.3, -4, 0.3), 'a crop mark').toBe(true);
    expect(hasInk(-3.9, -0.3, 0, 0.3), 'no mark in the bleed').toBe(false);
    expect(hasInk(-8, height / 2 - 0.3, -4, height / 2 + 0.3), 'a fold mark').toBe(isFolded);
  });

  test.each(LAYOUT_NAMES)('%s keeps words and code within its safe area', async (layout) => {
    const { width, height, isRound, kind } = LAYOUTS[layout];
    const safe = kind === 'sticker' || layout === 'business_card' ? 3 : 5;
    // Without paper, everything that is drawn is ink.
    const [page] = await folder.render([nameOf(layout, 'black')], 150);
    const inked = listInk(page!, 150)
      .map(([x, y]) => [x - MARKED_MM, y - MARKED_MM] as const)
      .filter(([x, y]) => x > 0 && y > 0 && x < width && y < height);
    const distances = inked.map(([x, y]) =>
      isRound ? width / 2 - Math.hypot(x - width / 2, y - height / 2) : Math.min(x, y, width - x, height - y),
    );
    expect(distances.length).toBeGreaterThan(100);
    expect(distances.reduce((least, distance) => Math.min(least, distance))).toBeGreaterThan(safe - 0.1);
  });

  test('have only black ink with the colour k', async () => {
    for (const [cyan, magenta, yellow, black] of await folder.measureInks(
      LAYOUT_NAMES.map((layout) => nameOf(layout, 'black')),
    )) {
      expect([cyan, magenta, yellow]).toEqual([0, 0, 0]);
      expect(black).toBeGreaterThan(0.02);
    }
  });

  test('have nothing that qpdf finds wrong, and each picture once', async () => {
    const names = LAYOUT_NAMES.flatMap((layout) => Object.keys(WISHES).map((wish) => nameOf(layout, wish)));
    expect(await folder.findFaults(names)).toEqual([]);
    const objects = Object.values(await folder.readObjects(nameOf('table_tent', 'branded')));
    const pictures = objects.filter(
      ({ stream }) => stream?.dict['/Subtype'] === '/Image' && stream.dict['/ColorSpace'] === '/DeviceRGB',
    );
    expect(pictures).toHaveLength(1);
  });
});
