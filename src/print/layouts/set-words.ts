import { measure, splitParts, wrapEvenly } from '#core/typeface/set-text.ts';
import type { Typeface } from '#core/typeface/typeface.ts';

/** The words of a layout as drawn. Every character has a glyph. */
export interface Words {
  readonly text: string;
  readonly typeface: Typeface;
}

/** Words in lines, in millimetres. */
export interface Block {
  readonly lines: readonly { readonly text: string; readonly width: number }[];
  readonly typeface: Typeface;
  /** Height of an em. */
  readonly size: number;
  /** From the top of its capitals to below its lowest letters. */
  readonly height: number;
}

/** Distance between the baselines of a headline, which is large, and of other words, in ems. */
const TIGHT = 1.14;
const LOOSE = 1.32;
/** From this size on, in millimetres, lines stand closer. */
const LARGE_MM = 5;
const DESCENT = 0.24;

function leadingOf(size: number): number {
  return size >= LARGE_MM ? TIGHT : LOOSE;
}

/** Words at one size in lines of about the same length; null if a word is longer than a line. */
export function setBlock({ text, typeface }: Words, size: number, width: number): Block | null {
  const lines = wrapEvenly(typeface, splitParts(text), width / size);
  if (lines === null) return null;
  const height = size * (capitalsOf(typeface) + (lines.length - 1) * leadingOf(size) + DESCENT);
  const toLine = (line: string) => ({ text: line, width: measure(typeface, line) * size });
  return { lines: lines.map(toLine), typeface, size, height };
}

/** The baselines of a block from its top, in millimetres. */
export function baselinesOf({ lines, typeface, size }: Block): number[] {
  return lines.map((_, i) => size * (capitalsOf(typeface) + i * leadingOf(size)));
}

function capitalsOf({ capHeight, unitsPerEm }: Typeface): number {
  return capHeight / unitsPerEm;
}
