import { parseDrawnText } from '../typeface/drawn-text.ts';
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

/** Reads the text of a frame: the text as drawn, null if nothing is left of it, or the problem. */
export function parseFrameText(text: string): ReturnType<typeof parseDrawnText> {
  return parseDrawnText(text, LONGEST_FRAME_TEXT, 'frames');
}
