import { type Frame, type FrameSize, sizeFrame } from '#core/styles/frame.ts';
import { type Box, outlineBox, type Shape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { measure } from '#core/typeface/set-text.ts';
import { loadTypeface, type Typeface } from '#core/typeface/typeface.ts';

/** A frame as drawn around a symbol, in modules. */
export interface PlannedFrame extends FrameSize {
  readonly kind: Frame['kind'];
  readonly label: Label | null;
  /** Height of an em of the text. */
  readonly em: number;
}

/** Letters with fewer pixels per em are lost on a screen. */
const SMALLEST_EM_PX = 9;

/** Share of the bar's height for an em of text; the highest accents and the lowest letters still fit. */
const LARGEST_EM = 0.65;
/** Share of the bar's height that text leaves free on its left and right beside the border. */
const PADDING = 0.3;

/** Radius of the inner corners; the outer corners add the border. No corner of a symbol comes nearer to them than two modules. */
const LARGEST_RADIUS = 2;

/** Null if there is none. `inside` as in `sizeFrame`. */
export async function planFrame(frame: Frame | null, inside: number): Promise<PlannedFrame | null> {
  if (!frame) return null;
  const size = sizeFrame(frame, inside);
  const label = frame.text === null || frame.kind === 'border' ? null : await setLabel(frame.text);
  const { border, bar, side } = size;
  const room = side - 2 * (border + PADDING * bar);
  const em = label ? Math.min(LARGEST_EM * bar, room / label.width) : 0;
  return { ...size, kind: frame.kind, label, em };
}

/** The smallest picture size, in pixels, at which its text is readable. */
export function smallestSizeOf({ label, em, side }: PlannedFrame): number {
  return label ? side * Math.ceil(SMALLEST_EM_PX / em) : 0;
}

/** The area inside the frame in a picture of `size` with `scale` for a module: the whole picture if there is no frame. */
export function insideOf(frame: PlannedFrame | null, size: number, scale: number): Box {
  if (!frame) return { x: 0, y: 0, width: size, height: size };
  const [border, bar] = [frame.border * scale, frame.bar * scale];
  const y = frame.kind === 'label_top' ? bar : border;
  return { x: border, y, width: size - 2 * border, height: size - border - bar };
}

/**
 * The frame with its text, in a picture of `size` with `scale` for a module.
 *
 * @param paper the colour inside the frame; null if transparent
 */
export function drawFrame(
  frame: PlannedFrame,
  size: number,
  scale: number,
  colors: { readonly frame: HexColor; readonly text: HexColor; readonly paper: HexColor | null },
): Shape[] {
  const inside = insideOf(frame, size, scale);
  const border = frame.border * scale;
  const radius = Math.min(frame.border, LARGEST_RADIUS) * scale;
  const box = (of: Box, round: number) => outlineBox(of, [round, round, round, round]);
  const at = { x: 0, y: 0, scale: 1 };
  // Extends below the frame's edge, so that no paper shows outside of it.
  const under = border / 2;
  const paper = {
    x: inside.x - under,
    y: inside.y - under,
    width: inside.width + border,
    height: inside.height + border,
  };
  const outer = box({ x: 0, y: 0, width: size, height: size }, radius + border);
  return [
    ...(colors.paper
      ? [{ kind: 'outlines', fill: colors.paper, ...at, outlines: [box(paper, radius)] } as const]
      : []),
    { kind: 'outlines', fill: colors.frame, ...at, outlines: [outer, box(inside, radius)] },
    ...drawLabel(frame, size, scale, colors.text),
  ];
}

/** The text centred in its bar: capital letters have equal space above and below. */
function drawLabel(
  { kind, bar, em, label }: PlannedFrame,
  size: number,
  scale: number,
  color: HexColor,
): Shape[] {
  if (!label) return [];
  const height = em * scale;
  const middle = kind === 'label_top' ? (bar * scale) / 2 : size - (bar * scale) / 2;
  const { text, typeface, width } = label;
  const x = (size - width * height) / 2;
  const y = middle + ((typeface.capHeight / typeface.unitsPerEm) * height) / 2;
  return [{ kind: 'text', fill: color, x, y, size: height, text, typeface }];
}

/** The text of a frame. Every character has a glyph. */
interface Label {
  readonly text: string;
  readonly typeface: Typeface;
  /** In ems. */
  readonly width: number;
}

async function setLabel(text: string): Promise<Label> {
  const typeface = await loadTypeface('bold');
  return { text, typeface, width: measure(typeface, text) };
}
