/** Black on white whatever the colors of the terminal are: many phones cannot read an inverted symbol. */
const BLACK_ON_WHITE = '\u001B[38;5;16;48;5;231m';
const RESET = '\u001B[0m';
/** Two rows of modules are one line of characters, which are about twice as high as wide; by the upper and the lower module. */
const HALVES = [' ', '▄', '▀', '█'];

/** A symbol with its quiet zone, row by row: 1 for a dark module, 0 for a light one. */
export interface Modules {
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
    drawn += `${RESET}\n`;
  }
  return drawn;
}
