import type { Box, LinesShape } from '#core/drawing.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { HexColor } from '#core/styles/hex-color.ts';

/** A page in millimetres. */
export interface TrimmedPage {
  readonly width: number;
  readonly height: number;
  /** The trim, and how far painted areas extend beyond it; both lie within the page. */
  readonly trim: Box;
  readonly bleed: Box;
}

/** What lies around the trim. */
interface Around {
  readonly bleedMm: number;
  /** Whether marks show where to cut. */
  readonly marks: boolean;
}

/** A quarter of a point, above the 0.07 mm that offset printing holds. */
const MARK_WIDTH_MM = (0.25 * 25.4) / 72;
const MARK_LENGTH_MM = 4;
/** Distance between bleed and marks, so that no mark touches printed areas. */
const MARK_GAP_MM = 1;
/** A mark for folding is dashed: this many dashes with gaps of the same length. */
const DASHES = 3;

export const BLACK: HexColor = DEFAULT_COLOR.dark;

/** The page for a trim of this size. */
export function pageAround(width: number, height: number, { bleedMm, marks }: Around): TrimmedPage {
  const around = bleedMm + (marks ? MARK_GAP_MM + MARK_LENGTH_MM : 0);
  const trim = { x: around, y: around, width, height };
  return { width: width + 2 * around, height: height + 2 * around, trim, bleed: grow(trim, bleedMm) };
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * Two crop marks at each corner of the trim, and one for each fold on both sides of it.
 *
 * @param folds how far down the trim it is folded across
 */
export function drawMarks(
  { trim: { x, y, width, height }, bleed }: TrimmedPage,
  folds: readonly number[] = [],
): LinesShape {
  const gap = x - bleed.x + MARK_GAP_MM;
  const far = gap + MARK_LENGTH_MM;
  const [right, bottom] = [x + width, y + height];
  const across = [y, bottom].flatMap((at): LinesShape['lines'] => [
    [x - far, at, x - gap, at],
    [right + gap, at, right + far, at],
  ]);
  const down = [x, right].flatMap((at): LinesShape['lines'] => [
    [at, y - far, at, y - gap],
    [at, bottom + gap, at, bottom + far],
  ]);
  const dash = MARK_LENGTH_MM / (2 * DASHES - 1);
  const starts = Array.from({ length: DASHES }, (_, i) => gap + 2 * i * dash);
  const folded = folds.flatMap((at) =>
    starts.flatMap((start): LinesShape['lines'] => [
      [x - start - dash, y + at, x - start, y + at],
      [right + start, y + at, right + start + dash, y + at],
    ]),
  );
  return { kind: 'lines', fill: BLACK, width: MARK_WIDTH_MM, lines: [...across, ...down, ...folded] };
}
