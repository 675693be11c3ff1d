import { DEFAULT_COLOR, STANDARD_MARGINS } from '#core/codes/limits.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import type { Carrier } from '#core/gs1/identity.ts';
import { type ElementText, sizeWhole } from '#core/styles/element-text.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type CodeStyle, listColors } from '#core/styles/style.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type Caption, type PlacedCaption, placeCaption } from './caption.ts';
import { darkenMixes, listMixFaults } from './ink-contrast.ts';
import { type Inks, isInOneInk } from './ink.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import {
  DEFAULT_CONDITION,
  MODULE_MM,
  type PdfStandard,
  type PrintFormat,
  type PrintingCondition,
  type PrintRequest,
  WIDTH_MM,
} from '#core/prints/print-request.ts';
import { readInks } from './read-ink.ts';

/** The properties of a code that decide its print file. */
export interface PrintedCode {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** The quiet zone that its owner chose, in modules. */
  readonly margin: number;
  readonly color: SymbolColor;
  /** Its look besides the two colours; null for plain squares. */
  readonly style: CodeStyle | null;
  /** A QR code if absent. */
  readonly carrier?: Carrier;
  /** The text of its elements below the symbol; nothing if absent. */
  readonly text?: ElementText | null;
  /** The caption below that; null for none. */
  readonly caption: Caption | null;
  /** The side of the symbol without its quiet zone, and the least quiet zone, where a standard says them. */
  readonly fixed?: { readonly sideMm: number; readonly clearMm: number } | null;
}

/** A print file that is possible to make. Lengths are in millimetres. */
export interface PrintPlan {
  readonly format: PrintFormat;
  readonly standard: PdfStandard;
  /** The condition of an X-1a file; null for other formats. */
  readonly condition: PrintingCondition | null;
  readonly inks: Inks;
  /** The paint behind the symbol, up to the bleed; null for bare paper. */
  readonly paper: HexColor | null;
  /** Whether it is only painted inside the frame, as in pictures: what is around a frame is not part of the design. */
  readonly isBareOutside: boolean;
  /** The colours of the design, the light one first. */
  readonly colors: readonly HexColor[];
  /** The colour of the caption. */
  readonly dark: HexColor;
  readonly hasFrame: boolean;
  readonly moduleMm: number;
  readonly carrier: Carrier;
  /** The width in modules with quiet zone, frame and the paper around that, the height with the text, too, and the side without. */
  readonly side: number;
  readonly height: number;
  readonly modules: number;
  /** Where the symbol with its quiet zone begins, in modules. */
  readonly x: number;
  readonly y: number;
  /** The paper between a frame and the trim, in modules. */
  readonly edge: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  readonly bleedMm: number;
  readonly marks: boolean;
  /** How far each dark edge moves in, in modules. */
  readonly inset: number;
  readonly caption: PlacedCaption | null;
  /** Where it begins below the upper edge of the trim, and how much it adds to the height. */
  readonly captionTopMm: number;
  readonly captionMm: number;
}

/** The largest share of a module that may be left to the press: beyond it, the drawn symbol would differ from the real one. */
const LARGEST_GROWTH = 1 / 4;

/** What a frame and a caption keep from the cut, as a share of the picture with its frame: knives are off by up to a millimetre. */
export const SAFE_SHARE = 1 / 10;

/** Between a caption and the edge of a file that is placed and not cut, in modules. */
const CAPTION_EDGE = 1;

/** The quiet zone of a print, the size of its picture with that, the frame and the paper around it, and where the symbol begins; in modules. */
export function sizePrint(
  { margin: chosen, bleedMm, marks }: Pick<PrintRequest, 'margin' | 'bleedMm' | 'marks'>,
  code: PrintedCode,
) {
  const { modules, margin: own, style, fixed } = code;
  const least = fixed ? Math.ceil((fixed.clearMm * modules) / fixed.sideMm) : 0;
  const margin = Math.max(chosen ?? own, least);
  const { width, height, x, y } = sizeWhole(code, modules, margin);
  const safe = Math.round(SAFE_SHARE * width);
  // A file that is placed in another document may be cut, too, and a PDF itself says where: at its trim box.
  const edge = style?.frame ? safe : 0;
  return {
    ...{ width: width + 2 * edge, height: height + 2 * edge, x: x + edge, y: y + edge },
    ...{ margin, edge, captionEdge: edge > 0 || bleedMm > 0 || marks ? safe : CAPTION_EDGE },
  };
}

/** The only width that a code can have in print, in millimetres with its quiet zone; null where it can have any. */
export function fixedWidthMm(code: PrintedCode): number | null {
  if (!code.fixed) return null;
  const { width } = sizePrint({ margin: undefined, bleedMm: 0, marks: false }, code);
  return round((code.fixed.sideMm / code.modules) * width, 2);
}

/** Gives the plan for a code's file, or everything that is wrong with the request. */
export function planPrint(request: PrintRequest, code: PrintedCode): Result<PrintPlan, PrintProblem[]> {
  const { margin, width: side, height, x, y, edge, captionEdge } = sizePrint(request, code);
  const { style, color, carrier = 'qr' } = code;
  const module = findModule(request, side, code);
  const inks = readInks(request, color.dark);
  const problems = [...listConflicts(request)];
  if (!module.ok) problems.unshift(module.error);
  const colors = listColors(style, color);
  if (!inks.ok) problems.push(inks.error);
  else problems.push(...listMixFaults(inks.value, colors));
  if (module.ok && request.growthMm > module.value * LARGEST_GROWTH) {
    const most = floor(module.value * LARGEST_GROWTH);
    const values = { most, moduleMm: round(module.value, 3) };
    problems.push({ code: 'growth_too_large', field: 'growth_mm', values });
  }
  if (!module.ok || !inks.ok) return err(problems);
  const caption = placeBelow(code.caption, module.value, side, captionEdge);
  if (!caption.ok) problems.push(caption.error);
  if (!caption.ok || problems.length > 0) return err(problems);
  const { format, bleedMm, marks, standard, condition } = request;
  const gap = gapAbove(margin + edge, carrier);
  return ok({
    carrier,
    format,
    standard,
    condition: standard === 'x-1a' ? (condition ?? DEFAULT_CONDITION) : null,
    inks: darkenMixes(inks.value, colors),
    paper: choosePaper(request, inks.value, code),
    // A bleed is asked for where the page is cut, so there its paper has to reach.
    isBareOutside: Boolean(style?.frame) && request.paper === undefined && bleedMm === 0,
    colors,
    dark: color.dark,
    hasFrame: style !== null && style.frame !== null,
    moduleMm: module.value,
    side,
    height,
    modules: code.modules,
    x,
    y,
    edge,
    margin,
    bleedMm,
    marks,
    inset: request.growthMm / 2 / module.value,
    caption: caption.value,
    captionTopMm: (height + gap) * module.value,
    captionMm: caption.value === null ? 0 : caption.value.height + (gap + captionEdge) * module.value,
  });
}

/** The given inks of colours that a design has not. The colours of a logo are not known, so a code with one may have any. */
export function findUnusedMix({ inks, colors }: PrintPlan, style: CodeStyle | null): PrintProblem | null {
  const given = inks.space === 'process' && !style?.logo ? [...inks.mixes.keys()] : [];
  const color = given.find((each) => !colors.includes(each as HexColor));
  return color === undefined
    ? null
    : { code: 'cmyk_value_unused', field: 'cmyk_values', values: { color, colors } };
}

/** As requested; otherwise as designed where the colours are those of the design, and bare where they are not. */
function choosePaper({ paper }: PrintRequest, inks: Inks, { style, color }: PrintedCode): HexColor | null {
  if (paper !== undefined) return paper === 'white' ? DEFAULT_COLOR.light : null;
  return !isInOneInk(inks) && style?.background !== 'transparent' ? color.light : null;
}

/** Height of an em below a code as a share of its width, if the text is short enough. */
const LARGEST_SHARE = 1 / 8;

/** Lines below a symbol. */
const CAPTION_LINES = 2;

/** Distance above a caption, in modules, below so much empty paper: letters keep the standard's distance from the symbol. */
function gapAbove(paper: number, carrier: Carrier): number {
  return Math.max(0, STANDARD_MARGINS[carrier] - paper);
}

/** A caption as wide as the page, except for its edges. */
function placeBelow(
  caption: Caption | null,
  moduleMm: number,
  side: number,
  edge: number,
): Result<PlacedCaption | null, PrintProblem> {
  if (caption === null) return ok(null);
  const width = moduleMm * side;
  const share = (side - 2 * edge) / side;
  const box = { width: width * share, linesAt: () => CAPTION_LINES, largest: width * LARGEST_SHARE };
  return placeCaption(caption, box, share);
}

/** A width as people round it. */
const FIXED_WITHIN_MM = 0.5;

/** The width of a module, from whichever width was given; where a standard says it, from that. */
function findModule(
  { widthMm, moduleMm }: PrintRequest,
  side: number,
  { fixed, modules }: PrintedCode,
): Result<number, PrintProblem> {
  if (widthMm !== undefined && moduleMm !== undefined) return refuseBoth(widthMm, moduleMm, side);
  if (fixed) {
    const exact = fixed.sideMm / modules;
    const asked = moduleMm ?? (widthMm === undefined ? exact : widthMm / side);
    if (Math.abs(asked * modules - fixed.sideMm) <= FIXED_WITHIN_MM) return ok(exact);
    const field = moduleMm === undefined ? 'width_mm' : 'module_mm';
    const values = { sideMm: fixed.sideMm, widthMm: round(exact * side, 2) };
    return err({ code: 'print_side_fixed', field, values });
  }
  if (widthMm !== undefined) {
    if (widthMm / side >= MODULE_MM.min) return ok(widthMm / side);
    const least = round(Math.ceil(side * MODULE_MM.min * 100) / 100, 4);
    return err({ code: 'print_too_narrow', field: 'width_mm', values: { least, side } });
  }
  if (moduleMm === undefined) {
    const values = { side, exampleMm: EXAMPLE_MM, moduleMm: round(EXAMPLE_MM / side, 3) };
    return err({ code: 'print_width_required', field: 'width_mm', values });
  }
  const width = moduleMm * side;
  if (width >= WIDTH_MM.min && width <= WIDTH_MM.max) return ok(moduleMm);
  const least = round(Math.ceil((WIDTH_MM.min / side) * 1000) / 1000, 4);
  const values = { least, most: floor(WIDTH_MM.max / side), side, widthMm: round(width, 2) };
  const code = width < WIDTH_MM.min ? 'module_too_narrow' : 'module_too_wide';
  return err({ code, field: 'module_mm', values });
}

/** The example width for which errors name a module if the request gives no width. */
const EXAMPLE_MM = 20;

function refuseBoth(widthMm: number, moduleMm: number, side: number): Result<never, PrintProblem> {
  const made = { madeModuleMm: round(widthMm / side, 3), madeWidthMm: round(moduleMm * side, 2) };
  return err({
    code: 'print_widths_exclude',
    field: 'module_mm',
    values: { side, widthMm, moduleMm, ...made },
  });
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** To three decimals. */
function floor(value: number): number {
  return round(Math.floor(value * 1000) / 1000, 4);
}

/** The values of `color` that an SVG can have. */
const SVG_COLORS: readonly string[] = ['design', 'k', 'rgb'];

/** Fields that exclude each other, whatever the code. */
function listConflicts({ format, standard, condition, color }: PrintRequest): PrintProblem[] {
  const problems: PrintProblem[] = [];
  const isX1a = standard === 'x-1a';
  if (standard !== 'pdf-1.4' && format !== 'pdf')
    problems.push({ code: 'standard_needs_pdf', field: 'standard', values: {} });
  if (isX1a && (color === 'rgb' || color === 'design'))
    problems.push({ code: 'x1a_needs_inks', field: 'color', values: {} });
  if (standard === 'x-4' && color !== 'rgb' && color !== 'design')
    problems.push({ code: 'x4_needs_rgb', field: 'color', values: {} });
  if (condition !== undefined && !isX1a)
    problems.push({ code: 'condition_needs_x1a', field: 'condition', values: {} });
  if (format === 'svg' && !SVG_COLORS.includes(color))
    problems.push({ code: 'svg_has_no_inks', field: 'color', values: {} });
  return problems;
}
