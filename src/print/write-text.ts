import type { Contour, Typeface } from '#core/typeface/typeface.ts';
import { formatNumber } from './numbers.ts';

/** How a file format writes a path: numbers before the operator or after it. */
export interface PathWriter {
  move(point: string): string;
  line(point: string): string;
  /** A cubic curve: its two control points, then its end. */
  curve(points: string): string;
  /** A whole rectangle: a corner, then width and height. Formats without one write its lines. */
  box?(corner: string, size: string): string;
}

/** The operator follows its numbers, as in PDF and PostScript. */
export function postfix(move: string, line: string, curve: string): PathWriter {
  return {
    move: (point) => `${point} ${move}`,
    line: (point) => `${point} ${line}`,
    curve: (points) => `${points} ${curve}`,
  };
}

/** A tenth of a unit is the ten-thousandth part of an em. */
const DECIMALS = 1;

/**
 * The glyphs of a line of text, each as a path at its own origin, in units of the typeface and y up; for the non-zero rule, which closes
 * the path.
 */
export function writeGlyphs(
  typeface: Typeface,
  text: string,
  writer: PathWriter,
): { readonly path: string[]; readonly advance: number }[] {
  const written = new Map<string, string[]>();
  return Array.from(text, (character) => {
    const path =
      written.get(character) ?? typeface.contoursOf(character).flatMap((it) => writeContour(it, writer));
    written.set(character, path);
    return { path, advance: typeface.advanceOf(character) ?? 0 };
  });
}

function writeContour({ start, segments }: Contour, writer: PathWriter): string[] {
  const path = [writer.move(formatUnits(...start))];
  let from = start;
  for (const segment of segments) {
    const to = segment.at(-1) ?? start;
    const [control] = segment;
    // A quadratic curve written as a cubic one.
    const toward = (end: number, middle: number) => end + ((middle - end) * 2) / 3;
    path.push(
      segment.length === 1
        ? writer.line(formatUnits(...to))
        : writer.curve(
            formatUnits(
              toward(from[0], control[0]),
              toward(from[1], control[1]),
              toward(to[0], control[0]),
              toward(to[1], control[1]),
              ...to,
            ),
          ),
    );
    from = to;
  }
  return path;
}

function formatUnits(...values: readonly number[]): string {
  return values.map((value) => formatNumber(value, DECIMALS)).join(' ');
}
