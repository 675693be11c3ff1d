import type { Frame } from '#core/styles/frame.ts';
import { type FrameSize, sizeFrame } from '#core/styles/frame-size.ts';
import type { Shape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { placeLines } from '#core/typeface/place-lines.ts';
import { ASCENT, LEADING, linesIn, measure, setText, type SetText } from '#core/typeface/set-text.ts';
import { loadTypeface, type Typeface } from '#core/typeface/typeface.ts';
import { FRAME_SHAPES, type FrameShapes } from './frame-shapes.ts';

/** A frame as drawn around a symbol, in modules. */
export interface PlannedFrame extends FrameSize {
  readonly shapes: FrameShapes;
  /** Every character of the text has a glyph. */
  readonly label: (Omit<SetText, 'isCut'> & { readonly typeface: Typeface }) | null;
}

/** Letters with fewer pixels per em are lost on a screen. */
const SMALLEST_EM_PX = 9;

/** Share of a label's height for an em of text; the highest accents and the lowest letters still fit. */
const LARGEST_EM = 0.65;
/** Share of a label's height that text leaves free on its left and right. */
const PADDING = 0.4;
/** Share of a label's height that two lines fill at most. */
const FILLED = 0.92;
/** Letters on two lines are at least so many times as large as on one. */
const CLEARLY_LARGER = 1.15;

/**
 * The outlines of a frame.
 *
 * @param inside as in `sizeFrame`
 * @param spare how much wider than that the quiet zone is drawn, in modules
 */
export function outlineFrame(
  frame: Pick<Frame, 'kind' | 'text'> | null,
  inside: number,
  spare = 0,
): FrameSize & { readonly shapes: FrameShapes | null } {
  const size = sizeFrame(frame, inside);
  if (!frame) return { ...size, shapes: null };
  const { x, y, unit } = size;
  const [width, height] = [size.width + spare, size.height + spare];
  const shapes = FRAME_SHAPES[frame.kind]({
    ...{ width, height, rim: x, unit, hasText: frame.text !== null },
    inside: { x, y, width: inside + spare, height: inside + spare },
  });
  return { ...size, shapes };
}

/** The outlines of a frame with its text set. Null if there is none. */
export async function planFrame(
  frame: Frame | null,
  inside: number,
  spare = 0,
): Promise<PlannedFrame | null> {
  const { shapes, ...size } = outlineFrame(frame, inside, spare);
  if (!frame || !shapes) return null;
  const label = frame.text !== null && shapes.label ? await setLabel(frame.text, shapes.label) : null;
  return { ...size, shapes, label };
}

/** On one line, unless its letters are clearly larger on two, which are then about equally long. */
async function setLabel(
  text: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<PlannedFrame['label']> {
  const typeface = await loadTypeface('bold');
  const room = width - 2 * PADDING * height;
  const length = measure(typeface, text);
  const single = Math.min(LARGEST_EM * height, room / length);
  const box = { width: room, largest: single, smallest: single, linesAt: () => 1, mayCut: true };
  const linesAt = (size: number) => linesIn((FILLED * height) / size);
  const double = setText(typeface, text, { ...box, largest: LARGEST_EM * height, linesAt });
  if (!double.ok || double.value.size < CLEARLY_LARGER * single)
    return { size: single, lines: [{ text, width: length * single }], typeface };
  return { ...double.value, lines: balance(typeface, text, double.value, room), typeface };
}

/** The same number of lines, in the narrowest room for them. */
function balance(typeface: Typeface, text: string, { size, lines }: SetText, room: number): SetText['lines'] {
  const box = { largest: size, smallest: size, linesAt: () => lines.length, mayCut: false };
  for (let share = 1 / lines.length; share < 1; share += 0.02) {
    const set = setText(typeface, text, { ...box, width: room * share });
    if (set.ok) return set.value.lines;
  }
  return lines;
}

/** The smallest picture size, in pixels, at which its text is readable. */
export function smallestSizeOf({ label, width }: PlannedFrame): number {
  return label ? width * Math.ceil(SMALLEST_EM_PX / label.size) : 0;
}

/**
 * The frame with its text.
 *
 * @param scale of a module
 * @param paper the colour inside the frame; null if transparent
 */
export function drawFrame(
  frame: PlannedFrame,
  scale: number,
  colors: { readonly frame: HexColor; readonly light: HexColor; readonly paper: HexColor | null },
): Shape[] {
  const { dark, paper } = frame.shapes;
  const fillAll = (fill: HexColor, areas: FrameShapes['dark']) =>
    areas.map((outlines): Shape => ({ kind: 'outlines', x: 0, y: 0, scale, fill, outlines }));
  const papers = paper.map((outline) => [outline]);
  return [
    ...(colors.paper === null ? [] : fillAll(colors.paper, papers)),
    ...fillAll(colors.frame, dark),
    ...drawLabel(frame, scale, colors),
  ];
}

/** The text centred in its room: capital letters have equal space above and below. */
function drawLabel(
  { shapes, label }: PlannedFrame,
  scale: number,
  colors: { readonly frame: HexColor; readonly light: HexColor },
): Shape[] {
  if (!label || !shapes.label) return [];
  const { x, y, width, height, isDark } = shapes.label;
  const { lines, size, typeface } = label;
  const capitals = (typeface.capHeight / typeface.unitsPerEm) * size;
  const first = y + (height + capitals - (lines.length - 1) * LEADING * size) / 2;
  const fill = isDark ? colors.light : colors.frame;
  return placeLines(label, first - ASCENT * size, (line) => x + (width - line) / 2, fill, scale);
}
