import type { SymbolMatrix } from '../matrix/encode.ts';

/**
 * The outlines of the dark modules as SVG path data in module units, for the even-odd rule.
 *
 * An outline goes straight on wherever it can: where two dark modules touch at a corner, two outlines cross instead of both turning.
 * Even-odd filling gives the same picture with a third fewer commands.
 *
 * @param margin width of the quiet zone in modules, by which everything moves right and down
 */
export function toContours(symbol: SymbolMatrix, margin: number): string {
  const edges = findEdges(symbol);
  const { stride, horizontal } = edges;
  let path = '';
  let penX = 0;
  let penY = 0;
  for (let start = 0; start < horizontal.length; start++) {
    if (horizontal[start] !== 1) continue;
    const x = (start % stride) + margin;
    const y = Math.floor(start / stride) + margin;
    const move = path === '' ? `M${x} ${y}` : shorter(`m${x - penX}${signed(y - penY)}`, `M${x} ${y}`);
    path += move + traceOutline(edges, start, margin) + 'z';
    // Closing a path returns the pen to its start.
    penX = x;
    penY = y;
  }
  return path;
}

interface Edges {
  /** Grid points in a row: one more than the modules. */
  readonly stride: number;
  /** 1 if the line from a grid point to the next on its right separates dark from light. */
  readonly horizontal: Uint8Array;
  /** 1 if the line from a grid point to the one below separates dark from light. */
  readonly vertical: Uint8Array;
}

function findEdges({ side, modules }: SymbolMatrix): Edges {
  const stride = side + 1;
  const horizontal = new Uint8Array(stride * stride);
  const vertical = new Uint8Array(stride * stride);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isDark = modules[row * side + column] ?? 0;
      if (isDark === 0) continue;
      const point = row * stride + column;
      horizontal[point] = (horizontal[point] ?? 0) ^ 1;
      horizontal[point + stride] = (horizontal[point + stride] ?? 0) ^ 1;
      vertical[point] = (vertical[point] ?? 0) ^ 1;
      vertical[point + 1] = (vertical[point + 1] ?? 0) ^ 1;
    }
  }
  return { stride, horizontal, vertical };
}

/**
 * Follows the outline that starts at grid point `start` with a horizontal edge, removes its edges, and writes its commands. Closing the
 * path draws the last edge, which is always vertical.
 */
function traceOutline({ stride, horizontal, vertical }: Edges, start: number, margin: number): string {
  let commands = '';
  let point = start;
  while (true) {
    const beforeTurn = point;
    point = follow(horizontal, point, 1);
    const x = (point % stride) + margin;
    commands += shorter(`h${point - beforeTurn}`, `H${x}`);

    const beforeVertical = point;
    point = follow(vertical, point, stride);
    if (point === start) return commands;
    const y = Math.floor(point / stride) + margin;
    commands += shorter(`v${(point - beforeVertical) / stride}`, `V${y}`);
  }
}

/** Follows and removes edges in one direction until none is ahead. There is exactly one direction to go. */
function follow(edges: Uint8Array, from: number, step: number): number {
  let point = from;
  if (edges[point] === 1) {
    while (edges[point] === 1) {
      edges[point] = 0;
      point += step;
    }
  } else {
    while (edges[point - step] === 1) {
      point -= step;
      edges[point] = 0;
    }
  }
  return point;
}

function shorter(relative: string, absolute: string): string {
  return absolute.length < relative.length ? absolute : relative;
}

/** A number after another one: a minus sign separates as well as a space does. */
function signed(value: number): string {
  return value < 0 ? `${value}` : ` ${value}`;
}
