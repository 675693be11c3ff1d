import { type LogoPicture, paint, type PictureShape, type Shape, type TextShape } from '#core/drawing.ts';
import { type LayoutName, type LayoutRequest, LAYOUT_NAMES, LAYOUTS } from '#core/prints/layouts.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type CodeStyle, wordColorOf } from '#core/styles/style.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { type Inks, isInOneInk } from '../ink.ts';
import {
  drawPrinted,
  marginOnSheet,
  moveShapes,
  type PlacedCode,
  type PrintedSymbol,
  sizeOnSheet,
} from '../drawing.ts';
import { STANDARD_MARGINS } from '#core/codes/limits.ts';
import { BLACK, drawMarks, pageAround } from '../trimmed-page.ts';
import type { Place, SheetPage } from '../pdf/write-sheets.ts';
import { arrange, largestModule, LEAST_MODULE_MM } from './arrange.ts';
import type { Arrangement, Content } from './arrangement.ts';
import { LOOKS } from './looks.ts';
import { baselinesOf, type Words } from './set-words.ts';

/** The words of a request, and their typefaces. */
export interface LayoutWords {
  readonly headline: Words | null;
  readonly text: Words | null;
}

function describe(code: PlacedCode, words: LayoutWords): Content {
  const quiet = code.style?.frame ? 0 : STANDARD_MARGINS[code.carrier ?? 'qr'];
  const { width, height } = sizeOnSheet(code);
  return {
    ...words,
    picture: { width: width - 2 * quiet, height: height - 2 * quiet },
    quiet,
    hasLogo: Boolean(code.style?.logo),
  };
}

/** Places a code and the words in a layout; or the problem, with a layout that has enough room. */
export function placeInLayout(
  layout: LayoutName,
  code: PlacedCode,
  words: LayoutWords,
): Result<Arrangement, PrintProblem> {
  const content = describe(code, words);
  const found = fit(layout, content);
  if (found) return ok(found);
  const larger = othersOf(layout).find((other) => fit(other, content)) ?? null;
  if (largestModule(LOOKS[layout], content) < LEAST_MODULE_MM)
    return err({ code: 'layout_too_small', field: 'template', values: { layout, larger } });
  const field =
    words.headline === null || fit(layout, { ...content, text: null }) !== null ? 'text' : 'headline';
  return err({ code: 'words_too_long', field, values: { larger } });
}

function fit(layout: LayoutName, content: Content): Arrangement | null {
  const look = LOOKS[layout];
  return largestModule(look, content) < LEAST_MODULE_MM ? null : arrange(look, content);
}

/** The other layouts: the larger ones of the same kind, then those of other kinds. */
function othersOf(layout: LayoutName): LayoutName[] {
  const { kind } = LAYOUTS[layout];
  const larger = LAYOUT_NAMES.slice(LAYOUT_NAMES.indexOf(layout) + 1).filter(
    (name) => LAYOUTS[name].kind === kind,
  );
  return [...larger, ...LAYOUT_NAMES.filter((name) => LAYOUTS[name].kind !== kind)];
}

/** The shapes of a layout, or of a half of a folded one, in millimetres from the upper left corner of its trim. */
export async function drawLayout(
  symbol: PrintedSymbol,
  margin: number,
  inks: Inks,
  { moduleMm, picture, logo, blocks }: Arrangement,
): Promise<Shape[]> {
  const { style, color } = symbol;
  const { carrier } = symbol.matrix;
  const isOneInk = isInOneInk(inks);
  const hasFrame = style.frame !== null;
  const quietMm = hasFrame ? 0 : STANDARD_MARGINS[carrier] * moduleMm;
  const size = {
    size: picture.width + 2 * quietMm,
    margin: marginOnSheet({ margin, style, carrier }),
    inset: 0,
    // Without a frame, the picture's own paper is part of the page's.
    hasPaper: hasFrame && !isOneInk,
  };
  const fill = isOneInk ? BLACK : wordColorOf(style, color);
  const shapes = await drawPrinted(symbol, inks, size);
  return [
    ...moveShapes(shapes, picture.x - quietMm, picture.y - quietMm),
    ...(logo && symbol.picture ? [drawLogo(symbol, symbol.picture, logo)] : []),
    ...blocks.flatMap((block) => {
      const baselines = baselinesOf(block);
      return block.lines.map(({ text, width }, i): TextShape => {
        const x = block.isCentred ? block.x - width / 2 : block.x;
        const y = block.top + (baselines[i] ?? 0);
        return { kind: 'text', fill, x, y, size: block.size, text, typeface: block.typeface };
      });
    }),
  ];
}

/** The logo once more, beside the words. */
function drawLogo(
  { style, color }: PrintedSymbol,
  picture: LogoPicture,
  { x, y, width }: { x: number; y: number; width: number },
): PictureShape {
  const isClear = style.background === 'transparent';
  return { kind: 'picture', x, y, side: width, picture, ground: color.light, isClear };
}

/** The page of a layout: where its trim is, and its paper and marks. Parts are placed by `placesOf`. */
export function pageOfLayout({ layout, bleedMm, marks }: LayoutRequest) {
  const { width, height } = LAYOUTS[layout];
  return pageAround(width, height, { bleedMm, marks });
}

/** A page with the part of a code. */
export function layOutPage(
  request: LayoutRequest,
  part: number,
  { style, color }: { readonly style: CodeStyle | null; readonly color: SymbolColor },
  inks: Inks,
): SheetPage {
  const { isRound, isFolded, width, height } = LAYOUTS[request.layout];
  const page = pageOfLayout(request);
  const paper: HexColor | null = isInOneInk(inks) || style?.background === 'transparent' ? null : color.light;
  const { x, y } = page.trim;
  const half = height / 2;
  const places: Place[] = isFolded
    ? [
        { part, x, y: y + half, isTurned: false },
        { part, x, y, isTurned: true },
      ]
    : [{ part, x, y, isTurned: false }];
  return {
    shapes: [
      ...(paper === null ? [] : [paint(paper, page.bleed, isRound ? width / 2 + request.bleedMm : 0)]),
      ...(request.marks ? [drawMarks(page, isFolded ? [half] : [])] : []),
    ],
    places,
  };
}

/** The size of a part: the trim, or half of one that is folded. */
export function partSizeOf(layout: LayoutName): { readonly width: number; readonly height: number } {
  const { width, height } = LOOKS[layout];
  return { width, height };
}
