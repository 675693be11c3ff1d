import type { Box, Shape, TextShape } from '#core/drawing.ts';
import type { LabelTemplate } from '#core/prints/label-templates.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { Result } from '#core/result.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type Inks, isInOneInk } from '../ink.ts';
import { placeLines } from '#core/typeface/place-lines.ts';
import { heightOfLines, linesIn } from '#core/typeface/set-text.ts';
import { type Caption, type PlacedCaption, placeCaption, SMALLEST_MM } from '../caption.ts';
import { BLACK } from '../trimmed-page.ts';
import {
  drawPrinted,
  marginOnSheet,
  moveShapes,
  type PlacedCode,
  type PrintedSymbol,
  sizeOnSheet,
} from '../drawing.ts';

/** The narrowest module: two or three dots of a label printer, which has 200 to 300 dots per inch. */
const SMALLEST_MODULE_MM = 0.2;

/** A label that is this many times wider than high has its caption beside the code; other labels have it below. */
const WIDE = 1.4;

/** Share of the label's height for a caption below the code: at least two lines of the smallest size. */
const SHARE_OF_HEIGHT = 0.2;

/** Height of an em as a share of the code's width, if the text is short enough. */
const LARGEST_SHARE = 1 / 6;

/** Distance between a caption and the edges of its label, in millimetres: printers shift. */
const PADDING_MM = 1;

/** Positions of code and caption on a label, in millimetres from its upper left corner. */
export interface LabelLayout {
  /** The code with its quiet zone. */
  readonly code: { readonly x: number; readonly y: number; readonly side: number };
  /** The box for a caption; null if the label has none. Lines are centred or begin at the left. */
  readonly text: (Box & { readonly isCentred: boolean }) | null;
}

/** Divides a label of a template between code and caption. */
export function layOutLabel({ label: { width, height } }: LabelTemplate, hasCaption: boolean): LabelLayout {
  const middle = (side: number) => ({ x: (width - side) / 2, y: (height - side) / 2, side });
  if (!hasCaption) return { code: middle(Math.min(width, height)), text: null };
  if (width >= height * WIDE) {
    const area = { x: height, y: PADDING_MM, width: width - height - PADDING_MM };
    return {
      code: { x: 0, y: 0, side: height },
      text: { ...area, height: height - 2 * PADDING_MM, isCentred: false },
    };
  }
  const textHeight = Math.max(height * SHARE_OF_HEIGHT, heightOfLines(2) * SMALLEST_MM + PADDING_MM);
  const side = Math.min(width, height - textHeight);
  // Code and caption are centred together.
  const top = (height - side - textHeight) / 2;
  const area = { x: PADDING_MM, y: top + side, width: width - 2 * PADDING_MM };
  return {
    code: { x: (width - side) / 2, y: top, side },
    text: { ...area, height: textHeight - PADDING_MM, isCentred: true },
  };
}

/** What a frame keeps free around itself, in millimetres and as a share of its place: it has no quiet zone outside. */
const FRAME_PADDING_MM = 1.5;
const FRAME_PADDING_SHARE = 0.06;

/** The whole picture on a label, with its quiet zone and its frame, and what stays free around it. */
function sizeOnLabel({ code: { side } }: LabelLayout, code: PlacedCode) {
  const { width, height } = sizeOnSheet(code);
  const padding = code.style?.frame ? Math.min(FRAME_PADDING_MM, side * FRAME_PADDING_SHARE) : 0;
  const moduleMm = (side - 2 * padding) / Math.max(width, height);
  return { width: moduleMm * width, height: moduleMm * height, moduleMm };
}

/** Width of the picture on a label and of a module, in millimetres; null if the module is too narrow for label printers. */
export function measureOnLabel(
  layout: LabelLayout,
  labelled: PlacedCode,
): { readonly codeMm: number; readonly moduleMm: number } | null {
  const { width, moduleMm } = sizeOnLabel(layout, labelled);
  return moduleMm < SMALLEST_MODULE_MM ? null : { codeMm: width, moduleMm };
}

/** The smallest place for a code with its quiet zone and its frame, in millimetres. */
export function smallestCode(code: PlacedCode): number {
  const { width, height } = sizeOnSheet(code);
  const side = SMALLEST_MODULE_MM * Math.max(width, height);
  const padded = Math.min(side + 2 * FRAME_PADDING_MM, side / (1 - 2 * FRAME_PADDING_SHARE));
  return Math.ceil((code.style?.frame ? padded : side) * 10) / 10;
}

/** Sets a caption on a label; null if the layout has no room for one. */
export function placeOnLabel(
  { code, text }: LabelLayout,
  caption: Caption | null,
): Result<PlacedCaption, PrintProblem> | null {
  if (caption === null || text === null) return null;
  const linesAt = (size: number) => linesIn(text.height / size);
  return placeCaption(caption, { width: text.width, linesAt, largest: code.side * LARGEST_SHARE }, 1);
}

/**
 * The shapes of a label: the code and its caption.
 *
 * @param margin the quiet zone that the owner of the code chose, in modules
 */
export async function drawLabel(
  symbol: PrintedSymbol,
  margin: number,
  inks: Inks,
  layout: LabelLayout,
  caption: PlacedCaption | null,
): Promise<Shape[]> {
  const { code, text } = layout;
  const isOneInk = isInOneInk(inks);
  const { side: modules, carrier } = symbol.matrix;
  const placed = { ...symbol, margin, modules, carrier };
  const { width, height } = sizeOnLabel(layout, placed);
  const quiet = marginOnSheet(placed);
  const size = { size: width, margin: quiet, inset: 0, hasPaper: !isOneInk };
  const [x, y] = [code.x + (code.side - width) / 2, code.y + (code.side - height) / 2];
  return [
    ...moveShapes(await drawPrinted(symbol, inks, size), x, y),
    ...(caption && text ? drawOnLabel(caption, text, isOneInk ? BLACK : symbol.color.dark) : []),
  ];
}

/** The lines of a caption in its part of a label, centred vertically. */
function drawOnLabel(
  caption: PlacedCaption,
  { x, y, width, height, isCentred }: NonNullable<LabelLayout['text']>,
  fill: HexColor,
): TextShape[] {
  const top = y + (height - caption.height) / 2;
  return placeLines(caption, top, (line) => (isCentred ? x + (width - line) / 2 : x), fill);
}
