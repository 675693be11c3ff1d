import type { TextShape } from '../drawing.ts';
import type { HexColor } from '../styles/hex-color.ts';
import { ASCENT, LEADING, type SetText } from './set-text.ts';
import type { Typeface } from './typeface.ts';

/**
 * The lines of a text that is set as shapes.
 *
 * @param top upper edge of the text
 * @param lineX where a line of a given width begins
 * @param scale of the unit of all these lengths
 */
export function placeLines(
  { size, typeface, lines }: Pick<SetText, 'size' | 'lines'> & { readonly typeface: Typeface },
  top: number,
  lineX: (width: number) => number,
  fill: HexColor,
  scale = 1,
): TextShape[] {
  return lines.map(({ text, width }, i) => {
    const y = top + size * (ASCENT + i * LEADING);
    const place = { x: lineX(width) * scale, y: y * scale, size: size * scale };
    return { kind: 'text', fill, ...place, text, typeface };
  });
}
