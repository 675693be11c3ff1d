import { type Frame, type FrameSize, sizeFrame } from '#core/styles/frame.ts';
import { measure } from '#core/typeface/set-text.ts';
import { type Contour, loadTypeface } from '#core/typeface/typeface.ts';

/** A frame as it is drawn around a symbol, in modules. */
export interface PlannedFrame extends FrameSize {
  readonly kind: Frame['kind'];
  readonly label: Label | null;
  /** Height of an em of the text. */
  readonly em: number;
}

/** Letters with fewer pixels to an em are lost on a screen. */
const SMALLEST_EM_PX = 9;

/** Of the height of its bar; the highest accents and the lowest letters still lie on it. */
const LARGEST_EM = 0.65;
/** Of the height of the bar, which text leaves free on its left and right beside the border. */
const PADDING = 0.3;

/** Of the inner corners; the outer ones are rounder by the border. No corner of a symbol comes nearer than two modules to them. */
const LARGEST_RADIUS = 2;

/** Null where there is none. `inside` as in `sizeFrame`. */
export async function planFrame(frame: Frame | null, inside: number): Promise<PlannedFrame | null> {
  if (!frame) return null;
  const size = sizeFrame(frame, inside);
  const label = frame.text === null || frame.kind === 'border' ? null : await setLabel(frame.text);
  const { border, bar, side } = size;
  const room = side - 2 * (border + PADDING * bar);
  const em = label ? Math.min(LARGEST_EM * bar, room / label.width) : 0;
  return { ...size, kind: frame.kind, label, em };
}

/** The smallest size of a picture, in pixels, whose text can be read. */
export function smallestSizeOf({ label, em, side }: PlannedFrame): number {
  return label ? side * Math.ceil(SMALLEST_EM_PX / em) : 0;
}

/** What lies in the frame, in pixels: all of the picture where there is none. */
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
 * The frame in a picture of `size` pixels, of which a module has `scale`, with the text on it.
 *
 * @param paper the colour in the frame; null where it is transparent
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
  // Under the frame's edge, so that no paper shows outside of it.
  const under = border / 2;
  const paper = colors.paper
    ? `<path fill="${colors.paper}" d="${drawBox(left - under, top - under, width + border, height + border, radius)}"/>`
    : '';
  return `${paper}<path fill="${colors.frame}" fill-rule="evenodd" d="${outer}${inner}"/>${drawLabel(frame, size, scale, colors.text)}`;
}

/** The text in the middle of its bar: capital letters have as much of it above as below. */
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

/** The scale of letters is the thousandth part of a pixel and less. */
function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** The text of a frame as outlines, so that no picture needs a font. */
interface Label {
  /** SVG path data in units of the typeface, y down, from where the baseline begins; filled by the non-zero rule. */
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
