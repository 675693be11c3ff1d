import type { CurvedOutline } from '#core/curves.ts';
import type { Typeface } from '#core/typeface/typeface.ts';
import { ASCENT, LEADING } from '#core/typeface/set-text.ts';
import type { PlacedCaption } from './caption.ts';
import type { Ink } from './ink.ts';
import type { Outline, PrintedSymbol } from './outlines.ts';
import { traceOutlines } from './outlines.ts';
import type { PrintPlan } from './plan-print.ts';

/** A page and its shapes, in millimetres from the upper left corner, x to the right and y down. Later shapes cover earlier ones. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** The trim, and how far painted areas extend beyond it; both lie within the page. */
  readonly trim: Box;
  readonly bleed: Box;
  readonly ink: Ink;
  readonly shapes: readonly Shape[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Shape =
  /** Bare paper. */
  | ({ readonly kind: 'paper' } & Box)
  /** Outlines filled with the ink by the even-odd rule; their unit is `scale` millimetres, and they start at x and y. */
  | {
      readonly kind: 'outlines';
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly outlines: readonly Outline[];
    }
  /** The same with curves. */
  | {
      readonly kind: 'curves';
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly outlines: readonly CurvedOutline[];
    }
  | TextShape
  /** Lines in the ink, each from its first point to its second. */
  | { readonly kind: 'lines'; readonly width: number; readonly lines: readonly Line[] };

/** A line of text in the ink, as glyph outlines: the baseline begins at x and y, and an em is `size` millimetres. */
export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly typeface: Typeface;
}

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** A quarter of a point, above the 0.07 mm that offset printing holds. */
const MARK_WIDTH_MM = (0.25 * 25.4) / 72;
const MARK_LENGTH_MM = 4;
/** Distance between bleed and crop marks, so that no mark touches printed areas. */
const MARK_GAP_MM = 1;

/** Lays out the symbol of a plan on its page. */
export function layOut(plan: PrintPlan, symbol: PrintedSymbol): Drawing {
  const { moduleMm, side, bleedMm } = plan;
  const width = moduleMm * side;
  const height = width + plan.captionMm;
  const around = bleedMm + (plan.marks ? MARK_GAP_MM + MARK_LENGTH_MM : 0);
  const trim = { x: around, y: around, width, height };
  const bleed = grow(trim, bleedMm);
  const quiet = plan.margin * moduleMm;
  return {
    width: width + 2 * around,
    height: height + 2 * around,
    trim,
    bleed,
    ink: plan.ink,
    shapes: [
      ...(plan.paper === 'white' ? [{ kind: 'paper', ...bleed } as const] : []),
      drawSymbol(symbol, plan.inset, { x: trim.x + quiet, y: trim.y + quiet, scale: moduleMm }),
      ...(plan.caption
        ? drawCaption(
            plan.caption,
            trim.y + height - moduleMm - plan.caption.height,
            (line) => trim.x + (width - line) / 2,
          )
        : []),
      ...(plan.marks
        ? [{ kind: 'lines', width: MARK_WIDTH_MM, lines: drawMarks(trim, bleedMm + MARK_GAP_MM) } as const]
        : []),
    ],
  };
}

function drawSymbol(
  symbol: PrintedSymbol,
  inset: number,
  place: { readonly x: number; readonly y: number; readonly scale: number },
): Shape {
  return symbol.shapes
    ? { kind: 'curves', ...place, outlines: symbol.shapes(inset) }
    : { kind: 'outlines', ...place, outlines: traceOutlines(symbol, inset) };
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
): TextShape[] {
  const { size, typeface, lines } = caption;
  return lines.map(({ text, width }, i) => {
    const y = top + size * (ASCENT + i * LEADING);
    return { kind: 'text', x: lineX(width), y, size, text, typeface };
  });
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Two crop marks at each corner of the trim, starting `gap` away from it. */
function drawMarks({ x, y, width, height }: Box, gap: number): Line[] {
  const far = gap + MARK_LENGTH_MM;
  const [right, bottom] = [x + width, y + height];
  const across = [y, bottom].flatMap((at): Line[] => [
    [x - far, at, x - gap, at],
    [right + gap, at, right + far, at],
  ]);
  const down = [x, right].flatMap((at): Line[] => [
    [at, y - far, at, y - gap],
    [at, bottom + gap, at, bottom + far],
  ]);
  return [...across, ...down];
}
