import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { CHARACTERS_IN_WORDS, nameCodePoint, nameMissing } from '../typeface/characters.ts';
import { toDrawnText } from '../typeface/set-text.ts';
import type { HexColor } from './hex-color.ts';

/** The frames around a symbol, and whether each has a text: docs/pictures/frames.png shows them. */
export const FRAME_TEXTS = {
  border: 'none',
  label_top: 'required',
  label_bottom: 'required',
  card: 'optional',
  bubble: 'required',
  ribbon: 'required',
  phone: 'optional',
  ticket: 'required',
  bag: 'optional',
  underline: 'required',
  circle: 'optional',
} as const;

export type FrameKind = keyof typeof FRAME_TEXTS;
export const FRAME_KINDS = Object.keys(FRAME_TEXTS) as [FrameKind, ...FrameKind[]];

export interface Frame {
  readonly kind: FrameKind;
  /** The drawn text, from `parseFrameText`; null if it has none. */
  readonly text: string | null;
  /** Null: the hue of the symbol, as dark as a frame must be. */
  readonly color: HexColor | null;
}

/** In characters. */
export const LONGEST_FRAME_TEXT = 30;

/** For frames; lighter ones were not measured (docs/decisions/styles.md). */
export const LARGEST_FRAME_LUMA = 0.1;

/** The possible problems of a frame's text. */
export interface FrameTextProblems extends PlainTextProblems {
  readonly frame_text_has_control: { readonly character: string };
  readonly frame_text_not_drawn: { readonly missing: string; readonly known: string };
}

/** Reads the text of a frame: the text as drawn, null if nothing is left of it, or the problem. */
export function parseFrameText(text: string): Result<string | null, FaultOf<FrameTextProblems>> {
  const control = /\p{Cc}/u.exec(text)?.[0];
  if (control !== undefined) {
    return err({ code: 'frame_text_has_control', values: { character: nameCodePoint(control) } });
  }
  const drawn = toDrawnText(text);
  const problem = findPlainTextProblem(drawn, LONGEST_FRAME_TEXT);
  if (problem !== null) return err(problem);
  const missing = nameMissing(drawn);
  if (missing !== null)
    return err({ code: 'frame_text_not_drawn', values: { missing, known: CHARACTERS_IN_WORDS } });
  return ok(drawn === '' ? null : drawn);
}
