import { err, ok, type Result } from '../result.ts';
import type { Typeface } from './typeface.ts';

/** The space for a text. All lengths are in the same unit, whichever it is. */
export interface TextBox {
  readonly width: number;
  /** The first height of an em to try, and the smallest. */
  readonly largest: number;
  readonly smallest: number;
  linesAt(size: number): number;
  /** Whether a text that does not fit is truncated, with an ellipsis at its end. */
  readonly mayCut: boolean;
}

/** A text placed in its box, in the unit of the box. */
export interface SetText {
  /** The height of an em. */
  readonly size: number;
  readonly lines: readonly { readonly text: string; readonly width: number }[];
  readonly isCut: boolean;
}

/** The distance between baselines, and the room for letters above the first baseline and below the last one, in ems. */
export const LEADING = 1.2;
export const ASCENT = 1.07;
const DESCENT = 0.3;

/** The height of this many lines, in ems. */
export function heightOfLines(count: number): number {
  return ASCENT + DESCENT + (count - 1) * LEADING;
}

/** The number of lines that fit a height, in ems; at least one. */
export function linesIn(height: number): number {
  return Math.max(1, Math.floor((height - ASCENT - DESCENT) / LEADING + 1e-9) + 1);
}

const ELLIPSIS = '…';

/** Each size to try is this fraction of the previous one. */
const STEP = 0.95;

/** A text on one line as drawn: composed, without invisible characters, and with single spaces. */
export function toDrawnText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The length of a line, in ems. */
export function measure(typeface: Typeface, text: string): number {
  let units = 0;
  for (const character of text) units += typeface.advanceOf(character) ?? 0;
  return units / typeface.unitsPerEm;
}

/**
 * Sets a text in as many lines as it needs, at the largest size that fits its box. Lines break after spaces and slashes.
 * @returns the text; or, if it does not fit and must not be truncated, the width of the box that it needs at the smallest size
 */
export function setText(typeface: Typeface, text: string, box: TextBox): Result<SetText, number> {
  for (let size = box.largest; ; size = Math.max(size * STEP, box.smallest)) {
    const lines = wrap(typeface, splitParts(text), box.width / size);
    if (lines !== null && lines.length <= box.linesAt(size))
      return ok({ size, lines: toLines(typeface, lines, size), isCut: false });
    if (size <= box.smallest) break;
  }
  const maxLines = box.linesAt(box.smallest);
  if (!box.mayCut) return err(narrowestOf(typeface, text, maxLines) * box.smallest);
  const lines = cut(typeface, text, box.width / box.smallest, maxLines);
  return ok({ size: box.smallest, lines: toLines(typeface, lines, box.smallest), isCut: true });
}

/**
 * Sets texts, each in a line that others may share, at the largest size at which they all fit one; if there is none, at that at which their
 * words do; if there is none either, at the smallest. A text that does not fit a line has lines of its own.
 */
export function setTexts(
  typeface: Typeface,
  texts: readonly string[],
  { width, largest, smallest }: Pick<TextBox, 'width' | 'largest' | 'smallest'>,
): Pick<SetText, 'size' | 'lines'> {
  const words = texts.flatMap((text) => text.split(' '));
  const size =
    [texts, words]
      .map((parts) => Math.min(largest, ...parts.map((part) => width / measure(typeface, part))))
      .find((each) => each >= smallest) ?? smallest;
  // Where a text is exactly as long as a line, rounding must not break it.
  const ems = width / size + 1e-9;
  const groups: string[][] = [[]];
  for (const text of texts) {
    if (measure(typeface, text) <= ems) groups.at(-1)?.push(`${text} `);
    else groups.push(text.match(/[^ ]+ ?/g) ?? [], []);
  }
  const lines = groups
    .filter((parts) => parts.length > 0)
    .flatMap((parts) => wrap(typeface, parts, ems) ?? wrapEvenly(typeface, [...parts.join('')], ems) ?? []);
  return { size, lines: toLines(typeface, lines, size) };
}

/** Parts in lines of about the same length; null if one is longer than a line. `width` is in ems. */
export function wrapEvenly(typeface: Typeface, parts: readonly string[], width: number): string[] | null {
  let lines = wrap(typeface, parts, width);
  const count = lines?.length ?? 0;
  // A narrower box with as many lines leaves no single word on the last one.
  for (let share = 0.95; count > 1 && share > 0.5; share -= 0.05) {
    const narrower = wrap(typeface, parts, width * share);
    if (narrower === null || narrower.length > count) break;
    lines = narrower;
  }
  return lines;
}

function toLines(typeface: Typeface, lines: readonly string[], size: number): SetText['lines'] {
  return lines.map((line) => ({ text: line, width: measure(typeface, line) * size }));
}

/** Parts in lines; null if one is longer than a line. `width` is in ems. */
function wrap(typeface: Typeface, parts: readonly string[], width: number): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (measure(typeface, part.trimEnd()) > width) return null;
    if (line !== '' && measure(typeface, (line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** The unbreakable parts: each ends with a space or a slash. */
export function splitParts(text: string): string[] {
  return text.match(/[^ /]+[ /]?|[ /]/g) ?? [];
}

/** The narrowest box for a text in this many lines, in ems: as wide as its longest part, or as parts that share a line. */
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
  const fits = (width: number) => (wrap(typeface, parts, width)?.length ?? Infinity) <= maxLines;
  return widths.toSorted((a, b) => a - b).find(fits) ?? 0;
}

/** As much of a text as fits this many lines, with an ellipsis at its end. `width` is in ems. */
function cut(typeface: Typeface, text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < maxLines - 1) {
    const whole = fill(typeface, rest, width);
    // Between words if there is a space, otherwise within one.
    const end = whole.lastIndexOf(' ') > 0 ? whole.lastIndexOf(' ') + 1 : whole.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, `${fill(typeface, rest, width - measure(typeface, ELLIPSIS)).trimEnd()}${ELLIPSIS}`];
}

/** The longest beginning of a text that fits a width. */
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
