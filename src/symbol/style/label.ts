import { measure } from '#core/typeface/set-text.ts';
import { type Contour, loadTypeface } from '#core/typeface/typeface.ts';

/** The text of a frame as outlines, so that no picture needs a font. */
export interface Label {
  /** SVG path data in units of the typeface, y down, from where the baseline begins; filled by the non-zero rule. */
  readonly outlines: string;
  /** In ems. */
  readonly width: number;
  readonly capHeight: number;
  readonly unitsPerEm: number;
}

/** Sets a text in one line. Every character has a glyph. */
export async function setLabel(text: string): Promise<Label> {
  const typeface = await loadTypeface();
  let pen = 0;
  let outlines = '';
  for (const character of text) {
    for (const contour of typeface.contoursOf(character)) outlines += writeContour(contour, pen);
    pen += typeface.advanceOf(character) ?? 0;
  }
  const { unitsPerEm, capHeight } = typeface;
  return { outlines, width: measure(typeface, text), capHeight: capHeight / unitsPerEm, unitsPerEm };
}

function writeContour({ start, segments }: Contour, pen: number): string {
  const write = ([x, y]: Contour['start']) => `${x + pen} ${-y}`;
  const lines = segments.map(([first, end]) =>
    end === undefined ? `L${write(first)}` : `Q${write(first)} ${write(end)}`,
  );
  return `M${write(start)}${lines.join('')}z`;
}
