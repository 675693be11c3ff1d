/** Black on white whatever the colors of the terminal are: many phones cannot read an inverted symbol. */
const BLACK_ON_WHITE = '\u001B[38;5;16;48;5;231m';
/** Two rows of modules are one line of characters, which are about twice as high as wide; by the upper and the lower module. */
const HALVES = [' ', '▄', '▀', '█'];

/** The quiet zone in modules that the service is asked for (ISO/IEC 18004 §6.3.8). */
export const QUIET_ZONE = 4;

/** A row through the middle of a finder pattern, from the quiet zone on. */
const FINDER = '010111010';

/** A symbol with its quiet zone, row by row: 1 for a dark module, 0 for a light one. */
interface Modules {
  readonly side: number;
  readonly modules: Uint8Array;
}

/** Draws a QR Code symbol in characters: lines with ANSI colors, each with its line break. */
export function drawModules({ side, modules }: Modules): string {
  let drawn = '';
  for (let row = 0; row < side; row += 2) {
    drawn += BLACK_ON_WHITE;
    for (let at = row * side; at < (row + 1) * side; at++)
      drawn += HALVES[2 * (modules[at] ?? 0) + (modules[at + side] ?? 0)];
    drawn += '\u001B[0m\n';
  }
  return drawn;
}

/**
 * Reads the modules of a symbol from the SVG of the service, so that a terminal shows what is printed. Null unless it is a plain symbol of
 * squares: a wrong symbol is worse than none.
 */
export function readModules(svg: string): Modules | null {
  const side = Number(/^<svg [^<>]*viewBox="0 0 (\d{2,3}) /.exec(svg)?.[1]);
  const path = svg.slice(svg.lastIndexOf(' d="') + 4, svg.lastIndexOf('"'));
  if (!svg.includes('shape-rendering="crispEdges"') || !/^[MmHhVvz\d -]+$/.test(path)) return null;
  const modules = fillOutlines(path, side);
  const drawn = modules?.join('');
  const hasFinders = [7, side - 8].every((row) => drawn?.startsWith(FINDER, row * side + 3));
  return modules && side % 4 === 1 && hasFinders ? { side, modules } : null;
}

/** By the even-odd rule, each vertical edge turns over all that is to its right. Null where a line leaves the grid. */
function fillOutlines(path: string, side: number): Uint8Array | null {
  const filled = new Uint8Array(side * side);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, command = '', text = ''] of path.matchAll(/([a-z])([\d -]*)/gi)) {
    const [first = 0, second = 0] = (text.match(/-?\d+/g) ?? []).map(Number);
    const fromY = y;
    const move = (from: number, by: number) => (command === command.toLowerCase() ? from + by : by);
    if (command === 'z') [x, y] = [startX, startY];
    if ('HhMm'.includes(command)) x = move(x, first);
    if ('Vv'.includes(command)) y = move(y, first);
    if ('Mm'.includes(command)) [y, startX, startY] = [move(y, second), x, move(y, second)];
    if (Math.min(x, y) < 0 || Math.max(x, y) > side) return null;
    if ('Mm'.includes(command)) continue;
    for (let row = Math.min(fromY, y); row < Math.max(fromY, y); row++)
      for (let at = row * side + x; at < (row + 1) * side; at++) filled[at] = 1 - (filled[at] ?? 0);
  }
  return filled;
}
