import { err, ok, type Result } from '../result.ts';
import type { Typeface } from './typeface.ts';

/** Where a text is to stand. Lengths are in one unit, whichever that is. */
export interface TextBox {
  readonly width: number;
  /** The height of an em that is tried first, and the least one. */
  readonly largest: number;
  readonly smallest: number;
  /** How many lines it has at a size. */
  linesAt(size: number): number;
  /** Whether a text that does not fit is cut, with an ellipsis at its end. */
  readonly mayCut: boolean;
}

/** A text as it stands in its box, in the unit of the box. */
export interface SetText {
  /** The height of an em. */
  readonly size: number;
  readonly lines: readonly { readonly text: string; readonly width: number }[];
  readonly isCut: boolean;
}

/** From baseline to baseline, and what letters need above the first baseline and below the last one, in ems. */
export const LEADING = 1.2;
export const ASCENT = 1.07;
const DESCENT = 0.3;

/** How high so many lines are, in ems. */
export function heightOfLines(count: number): number {
  return ASCENT + DESCENT + (count - 1) * LEADING;
}

/** How many lines a height has room for, in ems; one at least. */
export function linesIn(height: number): number {
  return Math.max(1, Math.floor((height - ASCENT - DESCENT) / LEADING + 1e-9) + 1);
}

const ELLIPSIS = '…';

/** Each size that is tried is this much of the one before. */
const STEP = 0.95;

/** A text of one line as it is drawn: composed, without what nobody sees, its white space as single spaces. */
export function toDrawnText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** How long a line is, in ems. */
export function measure(typeface: Typeface, text: string): number {
  let units = 0;
  for (const character of text) units += typeface.advanceOf(character) ?? 0;
  return units / typeface.unitsPerEm;
}

/**
 * Sets a text in as many lines as it needs at the largest size that fits its box. Lines end at spaces and behind slashes.
 *
 * @returns the text; or how wide the box has to be for it at the smallest size, where it does not fit and may not be cut
 */
export function setText(typeface: Typeface, text: string, box: TextBox): Result<SetText, number> {
  const toLines = (lines: readonly string[], size: number) =>
    lines.map((line) => ({ text: line, width: measure(typeface, line) * size }));
  for (let size = box.largest; ; size = Math.max(size * STEP, box.smallest)) {
    const lines = wrap(typeface, text, box.width / size);
    if (lines !== null && lines.length <= box.linesAt(size))
      return ok({ size, lines: toLines(lines, size), isCut: false });
    if (size <= box.smallest) break;
  }
  const maxLines = box.linesAt(box.smallest);
  if (!box.mayCut) return err(narrowestOf(typeface, text, maxLines) * box.smallest);
  const lines = cut(typeface, text, box.width / box.smallest, maxLines);
  return ok({ size: box.smallest, lines: toLines(lines, box.smallest), isCut: true });
}

/** The lines of a text; null where a part that stays whole is longer than a line. `width` is in ems. */
function wrap(typeface: Typeface, text: string, width: number): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const part of splitParts(text)) {
    if (measure(typeface, part.trimEnd()) > width) return null;
    if (line !== '' && measure(typeface, (line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** What stays whole: up to a space or a slash, which it ends in. */
function splitParts(text: string): string[] {
  return text.match(/[^ /]*[ /]|[^ /]+/g) ?? [];
}

/** The narrowest box that takes a text in so many lines, in ems: as wide as its longest part, or as parts that share a line. */
function narrowestOf(typeface: Typeface, text: string, maxLines: number): number {
  const parts = splitParts(text);
  const widths = parts.flatMap((_, from) =>
    parts.slice(from).map((_part, i) =>
      measure(
        typeface,
        parts
          .slice(from, from + i + 1)
          .join('')
          .trimEnd(),
      ),
    ),
  );
  const fits = (width: number) => (wrap(typeface, text, width)?.length ?? Infinity) <= maxLines;
  return widths.toSorted((a, b) => a - b).find(fits) ?? 0;
}

/** As much of a text as so many lines hold, with an ellipsis at its end. `width` is in ems. */
function cut(typeface: Typeface, text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < maxLines - 1) {
    const whole = fill(typeface, rest, width);
    // Between words where there is a space, else within one.
    const end = whole.lastIndexOf(' ') > 0 ? whole.lastIndexOf(' ') + 1 : whole.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, `${fill(typeface, rest, width - measure(typeface, ELLIPSIS)).trimEnd()}${ELLIPSIS}`];
}

/** The longest start of a text that fits a width. */
function fill(typeface: Typeface, text: string, width: number): string {
  let start = '';
  let used = 0;
  for (const character of text) {
    used += measure(typeface, character);
    if (used > width) break;
    start += character;
  }
  return start;
}
