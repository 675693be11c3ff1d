import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { CHARACTERS_IN_WORDS, nameCodePoint, nameMissing } from '../typeface/characters.ts';
import { toDrawnText } from '../typeface/set-text.ts';
import type { HexColor } from './hex-color.ts';

/** The frame around a symbol: a plain border, or one with a bar of text above or below the symbol. */
export const FRAME_KINDS = ['border', 'label_top', 'label_bottom'] as const;

export interface Frame {
  readonly kind: (typeof FRAME_KINDS)[number];
  /** The drawn text, from `parseFrameText`. A border has none, a label always has one. */
  readonly text: string | null;
  /** Null: the hue of the symbol, as dark as a frame must be. */
  readonly color: HexColor | null;
}

/** In characters. */
export const LONGEST_FRAME_TEXT = 30;

/** For frames; lighter ones were not measured (docs/decisions/styles.md). */
export const LARGEST_FRAME_LUMA = 0.1;

/** A picture with its frame, in modules. */
export interface FrameSize {
  /** The thickness of the frame on the sides without text, and on the side with text. Both are 0 without a frame. */
  readonly border: number;
  readonly bar: number;
  /** Width and height of the picture. */
  readonly side: number;
}

/** Shares of the framed width, so that frames look equally thin around large and small symbols. */
const BORDER_SHARE = 1 / 36;
const BAR_SHARE = 0.18;
/** Room for letters when modules have their smallest size. */
const LOWEST_BAR = 5;

/**
 * The size of a picture with a frame. It stays square: beside a symbol with a bar of text, there are more light modules on the left and
 * right.
 * @param inside modules per side of the symbol with its quiet zone, inside the frame
 */
export function sizeFrame(frame: Pick<Frame, 'kind'> | null, inside: number): FrameSize {
  if (!frame) return { border: 0, bar: 0, side: inside };
  const border = Math.max(1, Math.round(inside * BORDER_SHARE));
  const bar = frame.kind === 'border' ? border : Math.max(LOWEST_BAR, Math.round(inside * BAR_SHARE));
  return { border, bar, side: inside + border + bar };
}

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
