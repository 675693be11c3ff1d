import type { CurvedOutline, Point, Segment } from '#core/drawing.ts';

/** Whether the module at a column and row is dark; false outside of the symbol. */
export type IsDark = (x: number, y: number) => boolean;

/** A corner of an outline, and the dark module inside it. */
interface Corner {
  readonly x: number;
  readonly y: number;
  /** The direction of the outline before and after: 0 east, 1 south, 2 west, 3 north. Dark is always on its right. */
  readonly before: number;
  readonly after: number;
  readonly column: number;
  readonly row: number;
}

const STEP_X = [1, 0, -1, 0] as const;
const STEP_Y = [0, 1, 0, -1] as const;

/** The module on the right of an edge that leaves a grid point, by its direction. */
const RIGHT_X = [0, -1, -1, 0] as const;
const RIGHT_Y = [0, 0, -1, -1] as const;

/** Radius of the outer corner of a dark module, 0 to 0.5; `corner` counts clockwise from 0, the upper left. */
export type RadiusAt = (column: number, row: number, corner: number) => number;

/**
 * The outlines of the dark modules, with some outer corners rounded; for the even-odd rule. Touching modules have no edge between them, so
 * that no line shows at any scale. Two modules that touch at a corner keep separate outlines.
 *
 * @param inset how far every edge moves into the dark, in modules; less than half a module
 */
export function traceRounded(
  side: number,
  isDark: IsDark,
  radiusAt: RadiusAt,
  inset: number,
): CurvedOutline[] {
  const isTraced = new Uint8Array(side * (side + 1));
  const outlines: CurvedOutline[] = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x < side; x++) {
      if (isTraced[y * side + x] === 1 || !hasEdge(isDark, x, y, 0)) continue;
      outlines.push(toOutline(traceCorners(side, isDark, x, y, isTraced), radiusAt, inset));
    }
  }
  return outlines;
}

/** Whether an outline leaves a grid point in a direction: dark on the right, light on the left. */
function hasEdge(isDark: IsDark, x: number, y: number, direction: number): boolean {
  const left = (direction + 3) % 4;
  const rightX = x + (RIGHT_X[direction] ?? 0);
  const rightY = y + (RIGHT_Y[direction] ?? 0);
  return isDark(rightX, rightY) && !isDark(rightX + (STEP_X[left] ?? 0), rightY + (STEP_Y[left] ?? 0));
}

/** Follows the outline that leaves a grid point eastward and marks its eastward edges. */
function traceCorners(side: number, isDark: IsDark, startX: number, startY: number, isTraced: Uint8Array) {
  const corners: Corner[] = [];
  let [x, y, direction] = [startX, startY, 0];
  do {
    if (direction === 0) isTraced[y * side + x] = 1;
    const column = x + (RIGHT_X[direction] ?? 0);
    const row = y + (RIGHT_Y[direction] ?? 0);
    x += STEP_X[direction] ?? 0;
    y += STEP_Y[direction] ?? 0;
    // The right turn comes first, so that modules that touch at a corner stay apart.
    const turn = [1, 0, 3].find((by) => hasEdge(isDark, x, y, (direction + by) % 4)) ?? 0;
    const after = (direction + turn) % 4;
    if (turn !== 0) corners.push({ x, y, before: direction, after, column, row });
    direction = after;
  } while (x !== startX || y !== startY || direction !== 0);
  return corners;
}

function toOutline(corners: readonly Corner[], radiusAt: RadiusAt, inset: number): CurvedOutline {
  const points = corners.flatMap((corner): Segment[] => {
    const { before, after, column, row } = corner;
    const [stepX, stepY] = [STEP_X[before] ?? 0, STEP_Y[before] ?? 0];
    const [nextX, nextY] = [STEP_X[after] ?? 0, STEP_Y[after] ?? 0];
    // Dark is on the right, so inward is a right turn from either edge.
    const x = corner.x - inset * (stepY + nextY);
    const y = corner.y + inset * (stepX + nextX);
    // A right turn is an outer corner; the turn from north to east is the upper left corner.
    const rounded = (before + 1) % 4 === after ? radiusAt(column, row, after) : 0;
    const radius = Math.max(0, rounded - inset);
    const start: Point = [x - radius * stepX, y - radius * stepY];
    return radius === 0 ? [start] : [start, [x + radius * nextX, y + radius * nextY, radius]];
  });
  const [first = [0, 0], ...segments] = points;
  return { start: [first[0], first[1]], segments };
}
