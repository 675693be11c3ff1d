import type { Modules } from './draw-modules.ts';

/** The quiet zone in modules that the service is asked for (ISO/IEC 18004 §6.3.8). */
export const QUIET_ZONE = 4;

/** A row through the middle of a finder pattern, from the quiet zone on. */
const FINDER = '010111010';

/**
 * Reads the modules of a symbol from the SVG of the service, so that a terminal shows what is printed. Null unless it is a plain symbol of
 * squares: a wrong symbol is worse than none.
 */
export function readModules(svg: string): Modules | null {
  const side = Number(/^<svg [^<>]*viewBox="0 0 (\d{2,3}) /.exec(svg)?.[1]);
  const path = svg.slice(svg.lastIndexOf(' d="') + 4, svg.lastIndexOf('"'));
  if (!svg.includes('shape-rendering="crispEdges"') || !/^[MmHhVvz\d -]+$/.test(path)) return null;
  const modules = fillOutlines(path, side);
  const isFinder = (row: number) =>
    modules
      ?.slice(row * side + 3)
      .join('')
      .startsWith(FINDER);
  return modules && side % 4 === 1 && isFinder(7) && isFinder(side - 8) ? { side, modules } : null;
}

/** By the even-odd rule, each vertical edge turns over all that is to its right. Null where a line leaves the grid or is slanted. */
function fillOutlines(path: string, side: number): Uint8Array | null {
  const filled = new Uint8Array(side * side);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, command = '', text = ''] of path.matchAll(/([a-z])([\d -]*)/gi)) {
    const [first = 0, second = 0] = (text.match(/-?\d+/g) ?? []).map(Number);
    const [fromX, fromY] = [x, y];
    const move = (from: number, by: number) => (command === command.toLowerCase() ? from + by : by);
    if (command === 'z') [x, y] = [startX, startY];
    if ('HhMm'.includes(command)) x = move(x, first);
    if ('Vv'.includes(command)) y = move(y, first);
    if ('Mm'.includes(command)) [y, startX, startY] = [move(y, second), x, move(y, second)];
    if (Math.min(x, y) < 0 || Math.max(x, y) > side) return null;
    if ('Mm'.includes(command)) continue;
    if (x !== fromX && y !== fromY) return null;
    for (let row = Math.min(fromY, y); row < Math.max(fromY, y); row++)
      for (let at = row * side + x; at < (row + 1) * side; at++) filled[at] = 1 - (filled[at] ?? 0);
  }
  return filled;
}
