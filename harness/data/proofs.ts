import type { Box } from '#core/drawing.ts';
import type { LabelTemplate } from '#core/prints/label-templates.ts';
import type { LayoutName } from '#core/prints/layouts.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import { writePageSvg } from '#print/layouts/page-svg.ts';
import { SAFE_SHARE } from '#print/plan-print.ts';
import type { Part, Place } from '#print/pdf/write-sheets.ts';
import type { ColorPicture } from '../programs/print-tools.ts';
import type { Proof, Spot } from '../programs/prove-prints.ts';
import { toPage } from '../symbols/compare-pages.ts';
import { draw } from '../symbols/draw.ts';
import { readPixels } from '../symbols/read-png.ts';
import { rasterizeSvg } from '../symbols/read-symbol.ts';
import type { Design } from './designs.ts';
import { type LayoutWish, planLayout, printLayout } from './layouts.ts';
import { BARE_LABELS, designOf, planLabels, print, printLabels } from './print.ts';

/** At this resolution a module has a whole number of pixels, so that a PNG has nothing over. */
export const CODE_DPI = 600;
const MODULE_PIXELS = 12;
const MODULE_MM = (MODULE_PIXELS * 25.4) / CODE_DPI;

/** The files of one code. */
export const FORMS = {
  'design.pdf': { color: 'design' },
  'design.eps': { color: 'design', format: 'eps' },
  'design.svg': { color: 'design', format: 'svg' },
  'x-4.pdf': { color: 'design', standard: 'x-4' },
  'x-1a.pdf': { color: 'cmyk', standard: 'x-1a' },
  'process.eps': { color: 'cmyk', format: 'eps' },
  'black.pdf': { color: 'k' },
  'spot.pdf': { color: 'spot:PANTONE 185 C', alternate: '0,91,76,0' },
} as const satisfies Record<string, Partial<PrintRequest>>;

export type Form = keyof typeof FORMS;

/**
 * A design as a file of one code, half a millimetre a module. In screen colours it must be the PNG of the design, frame and all, with paper
 * between the frame and the trim.
 */
export async function proveCode(design: Design, form: Form, number: number): Promise<Proof> {
  const { content, look } = design;
  const symbol = designOf(content, design);
  const request = { paper: undefined, widthMm: undefined, moduleMm: MODULE_MM, ...FORMS[form] };
  const bytes = await print({ content, design: symbol, request });
  const { width, height } = sizeFrame(look.frame, symbol.matrix.side + 8);
  const edge = look.frame ? SAFE_SHARE * width : 0;
  const box = { x: Math.round(edge), y: Math.round(edge), width, height };
  const drawPng = async () => {
    const { rgba, ...drawn } = readPixels(
      (await draw(content, { ...design, size: width * MODULE_PIXELS })).png,
    );
    return toPage({ ...drawn, data: rgba });
  };
  const picture = FORMS[form].color === 'design' ? drawPng : null;
  const about = `${form} of ${number}: ${describe(design)}`;
  return { name: `${number}-${form}`, bytes, spots: [{ about, box: scale(box), content, picture }] };
}

function scale({ x, y, width, height }: Box): Box {
  return { x: x * MODULE_MM, y: y * MODULE_MM, width: width * MODULE_MM, height: height * MODULE_MM };
}

/** Modules then have about eight pixels, and the narrowest ones three. */
export const LAYOUT_DPI: Readonly<Record<LayoutName, number>> = {
  business_card: 300,
  card_a6: 200,
  table_tent: 150,
  poster_a4: 100,
  poster_a3: 75,
  sticker_round_50: 400,
  sticker_square_50: 400,
};

/** The page of a design in a layout. As designed, all of it must be its preview, marks too. A table tent has the code twice. */
export async function proveLayout(design: Design, wish: LayoutWish, number: number): Promise<Proof> {
  const symbol = designOf(design.content, design);
  const { page, parts, pages } = await planLayout(wish, symbol);
  const [part, shown] = [parts[0]!, pages[0]!];
  const about = `${JSON.stringify(wish)} of ${number}: ${describe(design)}`;
  const isDesigned = (wish.color ?? 'design') === 'design';
  const drawPreview = showing(await writePageSvg(shown, part), LAYOUT_DPI[wish.layout]);
  const whole = { x: 0, y: 0, width: page.width, height: page.height };
  return {
    name: `${number}-${wish.layout}.pdf`,
    bytes: await printLayout(wish, symbol),
    spots: [
      ...shown.places.map((place) => {
        return { about, box: boxOf(place, part), content: design.content, picture: null };
      }),
      { about, box: whole, content: null, picture: isDesigned ? drawPreview : null },
    ],
  };
}

/** The resolution for labels: a module of 0.2 mm, the narrowest, has four pixels. */
export function labelDpiOf({ label }: LabelTemplate): number {
  return label.height < 20 ? 500 : 300;
}

/** A sheet of labels, each of which must be what the images of its design show. */
export async function proveLabels(designs: readonly Design[], template: LabelTemplate): Promise<Proof> {
  const symbols = designs.map((design) => designOf(design.content, design));
  const request = { ...BARE_LABELS, template };
  const { parts, pages } = planLabels(request, symbols);
  const spots = pages[0]!.places.map(async (place, i): Promise<Spot> => {
    const [part, design] = [parts[place.part]!, designs[place.part]!];
    const svg = await writePageSvg({ shapes: [], places: [place] }, part);
    const picture = showing(svg, labelDpiOf(template));
    const about = `label ${i + 1}: ${describe(design)}`;
    return { about, box: boxOf(place, part), content: design.content, picture };
  });
  return {
    name: 'labels.pdf',
    bytes: await printLabels(request, symbols),
    spots: await Promise.all(spots),
  };
}

function boxOf({ x, y }: Place, { width, height }: Part): Box {
  return { x, y, width, height };
}

/** Draws a part of a page from the elements of its preview, which are in millimetres. */
function showing(elements: string, dpi: number): (part: Box) => Promise<ColorPicture> {
  return async ({ x, y, width, height }) => {
    const box = [x, y, width, height].map((pixels) => (pixels * 25.4) / dpi).join(' ');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${box}">${elements}</svg>`;
    const { pixels, ...size } = await rasterizeSvg(svg, width);
    return toPage({ ...size, data: new Uint8ClampedArray(pixels) });
  };
}

function describe({ content, look, color }: Design): string {
  return `${content} ${JSON.stringify({ ...look, ...color })}`;
}
