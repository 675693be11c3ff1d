import type { SymbolColor } from '#core/styles/contrast.ts';
import { type CodeStyle, eyeColorOf, frameColorOf, type Gradient, wordColorOf } from '#core/styles/style.ts';
import { type ElementText, sizeWhole, type WholeSize } from '#core/styles/element-text.ts';
import { sizePicture } from '#core/styles/frame-size.ts';
import { type LogoPicture, type GradientFill, type OutlinesShape, paint, type Shape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { placeLines } from '#core/typeface/place-lines.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { writeSvg } from '../picture/write-svg.ts';
import { drawFrame, planFrame } from './frame.ts';
import { drawSwissCross } from './swiss-cross.ts';
import { outlineEyes, outlineModules } from './shapes.ts';

/** How a symbol is drawn, whichever format it is written in. */
export interface PictureOptions {
  readonly style: CodeStyle;
  readonly color: SymbolColor;
  /** Quiet zone in modules. */
  readonly margin: number;
  /** The logo in the middle, if the style has a fitted one. */
  readonly picture?: LogoPicture | null;
  /** What stands below the symbol for people; nothing if absent. */
  readonly text?: ElementText | null;
  /** Width of the picture, in its own unit; with a frame or a text, it may be higher. */
  readonly size: number;
  /** Whether the unit is a pixel, on whose edges those of all modules lie. What is left over of the size widens the quiet zone. */
  readonly isPixels: boolean;
  /** Whether the light colour is painted behind the symbol, unless the style is transparent; true if absent. */
  readonly hasPaper?: boolean;
  /** How far every edge of the symbol moves into the dark, in modules; less than a quarter. */
  readonly inset?: number;
}

/** What a picture for screens takes besides. */
export interface StyledSvgOptions extends Omit<PictureOptions, 'isPixels'> {
  /** What the symbol is, for people who cannot see it; left out when empty. */
  readonly title: string;
}

/**
 * A styled symbol as a self-contained SVG document of `size` units. The PNG is made from it, so modules have whole numbers of units. The
 * title repeats the frame's text, because the picture has only outlines of it.
 */
export async function drawStyledSvg(symbol: SymbolMatrix, options: StyledSvgOptions): Promise<string> {
  const { title, size, style } = options;
  const text = title !== '' && style.frame?.text ? `, with the text “${style.frame.text}”` : '';
  const shapes = await drawPicture(symbol, { ...options, isPixels: true });
  const { height } = sizePicture(sizeWhole(options, symbol.side, options.margin), size);
  return writeSvg(shapes, { width: size, height, unit: '', title: title + text });
}

/** The shapes of a styled symbol with its quiet zone, logo, frame and text: what every format writes. */
export async function drawPicture(symbol: SymbolMatrix, options: PictureOptions): Promise<Shape[]> {
  const { style, color, size, margin, isPixels, hasPaper = true, inset = 0 } = options;
  const modules = symbol.side + 2 * margin;
  const whole = sizeWhole(options, symbol.side, margin);
  const { width, x, y } = whole;
  const align = isPixels ? Math.floor : (length: number) => length;
  const scale = align(size / width);
  const spare = size / scale - width;
  const frame = await planFrame(style.frame, modules, spare);
  const side = (modules + spare) * scale;
  const inside = { x: x * scale, y: y * scale, width: side, height: side };
  const place = {
    x: inside.x + align((inside.width - scale * symbol.side) / 2),
    y: inside.y + align((inside.height - scale * symbol.side) / 2),
    scale,
  };
  const isClear = style.background === 'transparent';
  const paper = hasPaper && !isClear ? color.light : null;
  const outlines = outlineEyes(symbol.side, style.eyes.shape, inset);
  const eyes = { kind: 'outlines', fill: eyeColorOf(style, color), ...place, outlines } as const;
  const hole = style.logo?.fit?.modules ?? 0;
  const square = placeLogo(symbol.side, hole, place);
  const logo = { kind: 'picture', ...square, ground: color.light, isClear } as const;
  return [
    ...(frame
      ? drawFrame(frame, scale, { frame: frameColorOf(style, color), light: color.light, paper })
      : paper
        ? [paint(paper, inside)]
        : []),
    {
      kind: 'outlines',
      fill: style.gradient ? toFill(style.gradient, symbol.side) : color.dark,
      ...place,
      outlines: outlineModules(symbol, style.modules, { hole, inset }),
    },
    ...(symbol.carrier === 'qr' ? [eyes] : []),
    ...(hole > 0 && options.picture ? [{ ...logo, picture: options.picture }] : []),
    ...(style.hasSwissCross ? drawSwissCross(symbol.side, place) : []),
    ...drawText(whole, { scale, size, paper, ink: wordColorOf(style, color) }),
  ];
}

/** The text below a picture, each line in its middle, on the paper of the symbol. */
function drawText(
  { text, width, height }: WholeSize,
  { scale, size, paper, ink }: { scale: number; size: number; paper: HexColor | null; ink: HexColor },
): Shape[] {
  if (!text) return [];
  // What is left over of the size is above the text, too.
  const top = size / scale - width + text.top;
  const box = { x: 0, y: top * scale, width: size, height: (height - text.top) * scale };
  return [
    ...(paper ? [paint(paper, box)] : []),
    ...placeLines(text, top, (line) => (size / scale - line) / 2, ink, scale),
  ];
}

/** Distance between a logo and the modules around it, in modules, to tell the two apart. */
const LOGO_MARGIN = 0.5;

/** The square of a logo in the hole in the middle. */
function placeLogo(side: number, hole: number, { x, y, scale }: Pick<OutlinesShape, 'x' | 'y' | 'scale'>) {
  const start = ((side - hole) / 2 + LOGO_MARGIN) * scale;
  return { x: x + start, y: y + start, side: (hole - 2 * LOGO_MARGIN) * scale };
}

/** A gradient over the whole symbol. */
function toFill({ type, angle, from, to }: Gradient, side: number): GradientFill {
  const middle = side / 2;
  if (type === 'radial') return { type, from, to, centre: [middle, middle], radius: Math.SQRT1_2 * side };
  const turn = (angle * Math.PI) / 180;
  // As in CSS, the corner farthest along the line has the last colour.
  const half = middle * (Math.abs(Math.cos(turn)) + Math.abs(Math.sin(turn)));
  const [x, y] = [half * Math.cos(turn), half * Math.sin(turn)];
  return { type, from, to, start: [middle - x, middle - y], end: [middle + x, middle + y] };
}
