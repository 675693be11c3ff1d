import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol } from '#symbol/matrix/encode.ts';

/** The quiet zone in modules (ISO/IEC 18004 §6.3.8). */
const QUIET_ZONE = 4;
/** Black on white whatever the colors of the terminal are: many phones cannot read an inverted symbol. */
const BLACK_ON_WHITE = '\u001B[38;5;16;48;5;231m';
const RESET = '\u001B[0m';
/** Two rows of modules are one line of characters, which are about twice as high as wide; by the upper and the lower module. */
const HALVES = [' ', '▄', '▀', '█'];

/**
 * Draws a QR Code symbol in characters, for the terminal of an operator.
 * @param text what a phone reads, at most 2,953 bytes
 * @returns lines with ANSI colors, each with its line break
 * @throws RangeError if the text is too long
 */
export function drawTerminalSymbol(text: string): string {
  const content = new TextEncoder().encode(text);
  const layout = chooseVersion(content, 'L');
  if (layout === null) throw new RangeError(`a symbol holds no ${content.length} bytes`);
  const { side, modules } = encodeSymbol(content, layout);
  const isDark = (row: number, column: number) =>
    Math.min(row, column) >= 0 && Math.max(row, column) < side && modules[row * side + column] === 1;
  let drawn = '';
  for (let row = -QUIET_ZONE; row < side + QUIET_ZONE; row += 2) {
    drawn += BLACK_ON_WHITE;
    for (let column = -QUIET_ZONE; column < side + QUIET_ZONE; column++)
      drawn += HALVES[2 * Number(isDark(row, column)) + Number(isDark(row + 1, column))];
    drawn += `${RESET}\n`;
  }
  return drawn;
}
