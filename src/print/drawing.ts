import { type Box, outlineBox, type Shape, type TextShape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type CodeStyle, withoutColors } from '#core/styles/style.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { SymbolMatrix } from '#symbol/matrix/encode.ts';
import { drawPicture, type PictureOptions } from '#symbol/style/draw-picture.ts';
import { ASCENT, LEADING } from '#core/typeface/set-text.ts';
import type { PlacedCaption } from './caption.ts';
import { type Inks, isInOneInk } from './ink.ts';
import type { PrintPlan } from './plan-print.ts';
import { BLACK, drawMarks, pageAround, type TrimmedPage } from './trimmed-page.ts';

/** A page and its shapes, in millimetres. */
export interface Drawing extends TrimmedPage {
  readonly inks: Inks;
  readonly shapes: readonly Shape[];
}

/** A symbol as its owner designed it. */
export interface PrintedSymbol extends Pick<PictureOptions, 'style' | 'color' | 'picture'> {
  readonly matrix: SymbolMatrix;
}

/** What decides how large a code is on a label or in a layout. */
export interface PlacedCode {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** The quiet zone that its owner chose, in modules. */
  readonly margin: number;
  readonly style: CodeStyle | null;
}

/** The quiet zone that ISO/IEC 18004 §9.1 requires, in modules: without a frame, anything may be printed beside it. */
export const STANDARD_MARGIN = 4;

/** The quiet zone of a code on a label or in a layout, in modules: inside a frame it stays as designed. */
export function marginOnSheet({ margin, style }: Pick<PlacedCode, 'margin' | 'style'>): number {
  return style?.frame ? margin : STANDARD_MARGIN;
}

type SymbolSize = Required<Pick<PictureOptions, 'size' | 'margin' | 'inset' | 'hasPaper'>>;

/**
 * The shapes of a symbol with its quiet zone, logo and frame, in millimetres from the upper left corner of the picture.
 *
 * @param inks if there is only one, all colours become black
 */
export function drawPrinted(
  { matrix, style, color, picture = null }: PrintedSymbol,
  inks: Inks,
  size: SymbolSize,
): Promise<Shape[]> {
  const look = isInOneInk(inks) ? { style: withoutColors(style), color: DEFAULT_COLOR } : { style, color };
  return drawPicture(matrix, { ...size, ...look, picture, isPixels: false });
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
        ? drawCaption(plan.caption, trim.y + plan.captionTopMm, lineX, isInOneInk(inks) ? BLACK : plan.dark)
        : []),
      ...(plan.marks ? [drawMarks(page)] : []),
    ],
  };
}

/** A box filled with one colour, its corners rounded. */
export function paint(fill: HexColor, box: Box, radius = 0): Shape {
  const radii = Array.from({ length: 4 }, () => radius);
  return { kind: 'outlines', fill, x: 0, y: 0, scale: 1, outlines: [outlineBox(box, radii)] };
}

/** The same shapes, moved to the right and down. */
export function moveShapes(shapes: readonly Shape[], x: number, y: number): Shape[] {
  return shapes.map((shape) => {
    if (shape.kind !== 'lines') return { ...shape, x: shape.x + x, y: shape.y + y };
    const lines = shape.lines.map(([x1, y1, x2, y2]) => [x1 + x, y1 + y, x2 + x, y2 + y] as const);
    return { ...shape, lines };
  });
}

/**
 * The lines of a caption as shapes.
 *
 * @param top upper edge of the caption
 * @param lineX where a line of a given width begins
 */
export function drawCaption(
  caption: PlacedCaption,
  top: number,
  lineX: (width: number) => number,
  fill: HexColor,
): TextShape[] {
  const { size, typeface, lines } = caption;
  return lines.map(({ text, width }, i) => {
    const y = top + size * (ASCENT + i * LEADING);
    return { kind: 'text', fill, x: lineX(width), y, size, text, typeface };
  });
}
