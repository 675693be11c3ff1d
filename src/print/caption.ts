import { SMALLEST_CAPTION_PT } from '#core/prints/caption.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { heightOfLines, type SetText, setText, type TextBox } from '#core/typeface/set-text.ts';
import type { Typeface } from '#core/typeface/typeface.ts';
import { POINTS_PER_MM } from './numbers.ts';

/** The text that stands beside a symbol. Every character has a glyph. */
export interface Caption {
  readonly text: string;
  /** Whether the text may be cut: a title may, an address or an id may not. */
  readonly mayCut: boolean;
  readonly typeface: Typeface;
}

/** A caption as drawn, in millimetres. */
export interface PlacedCaption extends SetText {
  readonly typeface: Typeface;
  /** Height of all its lines together. */
  readonly height: number;
}

export const SMALLEST_MM = SMALLEST_CAPTION_PT / POINTS_PER_MM;

/**
 * Sets a caption in a box.
 *
 * @param share width of the box as a share of the width that people choose: the error names the width that they need
 */
export function placeCaption(
  { text, mayCut, typeface }: Caption,
  box: Pick<TextBox, 'width' | 'linesAt' | 'largest'>,
  share: number,
): Result<PlacedCaption, PrintProblem> {
  const largest = Math.max(box.largest, SMALLEST_MM);
  const set = setText(typeface, text, { ...box, largest, smallest: SMALLEST_MM, mayCut });
  if (set.ok) {
    const height = set.value.size * heightOfLines(set.value.lines.length);
    return ok({ ...set.value, typeface, height });
  }
  const leastMm = Number((Math.ceil((set.error / share) * 100) / 100).toFixed(2));
  return err({ code: 'caption_too_long', field: 'caption', values: { leastMm } });
}
