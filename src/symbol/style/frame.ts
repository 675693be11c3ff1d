import { type Frame, type FrameSize, sizeFrame } from '#core/styles/frame.ts';
import { measure } from '#core/typeface/set-text.ts';
import { type Contour, loadTypeface } from '#core/typeface/typeface.ts';

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

/** The area inside the frame, in pixels: the whole picture if there is no frame. */
export interface Inside {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function insideOf(frame: PlannedFrame | null, size: number, scale: number): Inside {
  if (!frame) return { left: 0, top: 0, width: size, height: size };
  const [border, bar] = [frame.border * scale, frame.bar * scale];
  const top = frame.kind === 'label_top' ? bar : border;
  return { left: border, top, width: size - 2 * border, height: size - border - bar };
}

/**
 * The frame with its text, in a picture of `size` pixels with `scale` pixels per module.
 *
 * @param paper the colour inside the frame; null if transparent
 */
export function drawFrame(
  frame: PlannedFrame,
  size: number,
  scale: number,
  colors: { readonly frame: string; readonly text: string; readonly paper: string | null },
): string {
  const { left, top, width, height } = insideOf(frame, size, scale);
  const border = frame.border * scale;
  const radius = Math.min(frame.border, LARGEST_RADIUS) * scale;
  const inner = drawBox(left, top, width, height, radius);
  const outer = drawBox(0, 0, size, size, radius + border);
  // Extends below the frame's edge, so that no paper shows outside of it.
  const under = border / 2;
  const paper = colors.paper
    ? `<path fill="${colors.paper}" d="${drawBox(left - under, top - under, width + border, height + border, radius)}"/>`
    : '';
  return `${paper}<path fill="${colors.frame}" fill-rule="evenodd" d="${outer}${inner}"/>${drawLabel(frame, size, scale, colors.text)}`;
}

/** The text centred in its bar: capital letters have equal space above and below. */
function drawLabel(
  { kind, bar, em, label }: PlannedFrame,
  size: number,
  scale: number,
  color: string,
): string {
  if (!label) return '';
  const height = em * scale;
  const middle = ((kind === 'label_top' ? 0 : size) * 2 + (kind === 'label_top' ? 1 : -1) * bar * scale) / 2;
  const x = round((size - label.width * height) / 2);
  const y = round(middle + (label.capHeight * height) / 2);
  const place = `translate(${x} ${y}) scale(${round(height / label.unitsPerEm)})`;
  return `<path fill="${color}" transform="${place}" d="${label.outlines}"/>`;
}

function drawBox(x: number, y: number, width: number, height: number, radius: number): string {
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  return (
    `M${x + radius} ${y}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}` +
    `h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}z`
  );
}

/** The scale of letters is at most a thousandth of a pixel. */
function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** The text of a frame as outlines, so that no picture needs a font. */
interface Label {
  /** SVG path data in units of the typeface, y down, from the start of the baseline; for the non-zero rule. */
  readonly outlines: string;
  /** In ems. */
  readonly width: number;
  readonly capHeight: number;
  readonly unitsPerEm: number;
}

/** Sets a text in one line. Every character has a glyph. */
async function setLabel(text: string): Promise<Label> {
  const typeface = await loadTypeface();
  let pen = 0;
  let outlines = '';
  for (const character of text) {
    for (const contour of typeface.contoursOf(character)) outlines += writeContour(contour, pen);
    pen += typeface.advanceOf(character) ?? 0;
  }
  const { unitsPerEm, capHeight } = typeface;
  return { outlines, width: measure(typeface, text), capHeight: capHeight / unitsPerEm, unitsPerEm };
}

function writeContour({ start, segments }: Contour, pen: number): string {
  const write = ([x, y]: Contour['start']) => `${x + pen} ${-y}`;
  const lines = segments.map(([first, end]) =>
    end === undefined ? `L${write(first)}` : `Q${write(first)} ${write(end)}`,
  );
  return `M${write(start)}${lines.join('')}z`;
}
