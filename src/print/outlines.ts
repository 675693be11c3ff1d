import type { CurvedOutline } from '#core/curves.ts';

/** The modules of a symbol, without its quiet zone. */
export interface ModuleGrid {
  /** Modules on a side. */
  readonly side: number;
  /** Row by row, 1 for a dark module and 0 for a light one. */
  readonly modules: Uint8Array;
}

/** A symbol as printed. */
export interface PrintedSymbol extends ModuleGrid {
  /**
   * Outlines in modules of a symbol with styled modules or eyes; null if all are plain squares. `inset` moves every edge into the dark by
   * so many modules.
   */
  readonly shapes: ((inset: number) => readonly CurvedOutline[]) | null;
}

/** A closed outline of straight edges: x and y of each corner in turn, x to the right and y down. */
export type Outline = readonly number[];

/** Clockwise, because y goes down: adding one turns right. */
const [EAST, SOUTH, WEST] = [0, 1, 2];
const STEPS_X = [1, 0, -1, 0] as const;
const STEPS_Y = [0, 1, 0, -1] as const;

/** The turns that an outline tries at each grid point, counted to the right. */
const STRAIGHT_ON = [0, 1, 3] as const;
const RIGHT = [1, 0, 3] as const;

/**
 * The outlines of the dark modules, in modules from the symbol's upper left corner, for the even-odd rule.
 *
 * Where two dark modules touch at a corner, outlines go straight on and cross, as in the SVG for screens: that needs a third fewer corners.
 * Where edges move in, outlines turn there and keep dark on their right, so that each edge knows which way it moves.
 *
 * @param inset how far every edge moves into the dark, in modules; less than half a module
 */
export function traceOutlines(grid: ModuleGrid, inset: number): Outline[] {
  const { side } = grid;
  // Every outline has a horizontal edge, so this search finds it.
  const isTraced = new Uint8Array((side + 1) * side);
  const outlines: Outline[] = [];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x < side; x++) {
      if (isTraced[y * side + x] === 1 || !hasEdge(grid, x, y, EAST)) continue;
      if (inset > 0 && !isDark(grid, x, y)) continue;
      outlines.push(trace(grid, x, y, inset, isTraced));
    }
  }
  return outlines;
}

/** Follows the outline that leaves a grid point eastward and marks its horizontal edges. */
function trace(
  grid: ModuleGrid,
  startX: number,
  startY: number,
  inset: number,
  isTraced: Uint8Array,
): Outline {
  const corners: number[] = [];
  let [x, y, direction] = [startX, startY, EAST];
  do {
    if (direction === EAST) isTraced[y * grid.side + x] = 1;
    if (direction === WEST) isTraced[y * grid.side + x - 1] = 1;
    x += STEPS_X[direction] ?? 0;
    y += STEPS_Y[direction] ?? 0;
    const next = turnAt(grid, x, y, direction, inset > 0 ? RIGHT : STRAIGHT_ON);
    if (next !== direction) {
      // Inward is to the right. At a corner, one edge moves along x and the other along y.
      const inwardX = -(STEPS_Y[direction] ?? 0) - (STEPS_Y[next] ?? 0);
      const inwardY = (STEPS_X[direction] ?? 0) + (STEPS_X[next] ?? 0);
      corners.push(x + inset * inwardX, y + inset * inwardY);
    }
    direction = next;
  } while (x !== startX || y !== startY || direction !== EAST);
  return corners;
}

/** The direction in which an outline leaves a grid point. */
function turnAt(grid: ModuleGrid, x: number, y: number, direction: number, turns: readonly number[]): number {
  for (const turn of turns) {
    const next = (direction + turn) & 3;
    if (hasEdge(grid, x, y, next)) return next;
  }
  throw new Error('an outline of dark modules has no end');
}

/** Whether the edge that leaves a grid point in this direction separates dark from light. */
function hasEdge(grid: ModuleGrid, x: number, y: number, direction: number): boolean {
  if (direction === EAST) return isDark(grid, x, y) !== isDark(grid, x, y - 1);
  if (direction === SOUTH) return isDark(grid, x - 1, y) !== isDark(grid, x, y);
  if (direction === WEST) return isDark(grid, x - 1, y - 1) !== isDark(grid, x - 1, y);
  return isDark(grid, x, y - 1) !== isDark(grid, x - 1, y - 1);
}

function isDark({ side, modules }: ModuleGrid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
}
