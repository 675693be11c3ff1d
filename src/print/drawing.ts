import { paint, type Shape } from '#core/drawing.ts';
import { sizeWhole, type WholeSize } from '#core/styles/element-text.ts';
import { withoutColors } from '#core/styles/style.ts';
import { DEFAULT_COLOR, STANDARD_MARGINS } from '#core/codes/limits.ts';
import type { SymbolMatrix } from '#symbol/matrix/encode.ts';
import { drawPicture, type PictureOptions } from '#symbol/style/draw-picture.ts';
import { placeLines } from '#core/typeface/place-lines.ts';
import { type Inks, isInOneInk } from './ink.ts';
import type { PrintedCode, PrintPlan } from './plan-print.ts';
import { BLACK, drawMarks, pageAround, type TrimmedPage } from './trimmed-page.ts';

/** A page and its shapes, in millimetres. */
export interface Drawing extends TrimmedPage {
  readonly inks: Inks;
  readonly shapes: readonly Shape[];
}

/** A symbol as its owner designed it. */
export interface PrintedSymbol extends Pick<PictureOptions, 'style' | 'color' | 'picture' | 'text'> {
  readonly matrix: SymbolMatrix;
}

/** What decides how large a code is on a label or in a layout. */
export type PlacedCode = Omit<PrintedCode, 'color' | 'caption' | 'fixed'>;

/** The quiet zone of a code on a label or in a layout, in modules: inside a frame it stays as designed. */
export function marginOnSheet({ margin, style, carrier = 'qr' }: Omit<PlacedCode, 'modules'>): number {
  return style?.frame ? margin : STANDARD_MARGINS[carrier];
}

/** The whole picture of a code on a label or in a layout, in modules. */
export function sizeOnSheet(code: PlacedCode): WholeSize {
  return sizeWhole(code, code.modules, marginOnSheet(code));
}

type SymbolSize = Required<Pick<PictureOptions, 'size' | 'margin' | 'inset' | 'hasPaper'>>;

/**
 * The shapes of a symbol with its quiet zone, logo, frame and text, in millimetres from the upper left corner of the picture.
 *
 * @param inks if there is only one, all colours become black
 */
export function drawPrinted(
  { matrix, style, color, picture = null, text = null }: PrintedSymbol,
  inks: Inks,
  size: SymbolSize,
): Promise<Shape[]> {
  const look = isInOneInk(inks) ? { style: withoutColors(style), color: DEFAULT_COLOR } : { style, color };
  return drawPicture(matrix, { ...size, ...look, picture, text, isPixels: false });
}

/** Lays out the symbol of a plan on its page. */
export async function layOut(plan: PrintPlan, symbol: PrintedSymbol): Promise<Drawing> {
  const { moduleMm, side, edge, margin, inset, inks, paper, hasFrame } = plan;
  const width = moduleMm * side;
  const height = moduleMm * plan.height + plan.captionMm;
  const page = pageAround(width, height, plan);
  const { trim, bleed } = page;
  // Without a frame, the picture's own paper is part of the page's.
  const hasPaper = hasFrame && paper !== null;
  const around = moduleMm * edge;
  const picture = await drawPrinted(symbol, inks, { size: width - 2 * around, margin, inset, hasPaper });
  const lineX = (line: number) => trim.x + (width - line) / 2;
  return {
    ...page,
    inks,
    shapes: [
      ...(paper === null || plan.isBareOutside ? [] : [paint(paper, bleed)]),
      ...moveShapes(picture, trim.x + around, trim.y + around),
      ...(plan.caption
        ? placeLines(plan.caption, trim.y + plan.captionTopMm, lineX, isInOneInk(inks) ? BLACK : plan.dark)
        : []),
      ...(plan.marks ? [drawMarks(page)] : []),
    ],
  };
}

/** The same shapes, moved to the right and down. */
export function moveShapes(shapes: readonly Shape[], x: number, y: number): Shape[] {
  return shapes.map((shape) => {
    if (shape.kind !== 'lines') return { ...shape, x: shape.x + x, y: shape.y + y };
    const lines = shape.lines.map(([x1, y1, x2, y2]) => [x1 + x, y1 + y, x2 + x, y2 + y] as const);
    return { ...shape, lines };
  });
}
