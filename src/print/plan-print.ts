import type { HexColor } from '#core/codes/hex-color.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type Caption, type PlacedCaption, placeCaption } from './caption.ts';
import type { Ink } from './ink.ts';
import { formatNumber } from './numbers.ts';
import type { PrintProblem } from '#core/print/print-problem.ts';
import {
  DEFAULT_CONDITION,
  MODULE_MM,
  type Paper,
  type PrintFormat,
  type PrintingCondition,
  type PrintRequest,
  WIDTH_MM,
} from '#core/print/print-request.ts';
import { readInk } from './read-ink.ts';

/** What decides, of a code, about its print file. */
export interface PrintedCode {
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** The quiet zone that its owner chose, in modules. */
  readonly margin: number;
  /** The colour of its dark modules on a screen. */
  readonly dark: HexColor;
  /** What stands below it; null for nothing. */
  readonly caption: Caption | null;
}

/** A print file that can be made. Lengths are in millimetres. */
export interface PrintPlan {
  readonly format: PrintFormat;
  /** The condition of an X-1a file; null of any other. */
  readonly condition: PrintingCondition | null;
  readonly ink: Ink;
  readonly paper: Paper;
  readonly moduleMm: number;
  /** Modules on a side, with the quiet zone and without. */
  readonly side: number;
  readonly modules: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  readonly bleedMm: number;
  readonly marks: boolean;
  /** How far each edge of the dark moves in, in modules. */
  readonly inset: number;
  readonly caption: PlacedCaption | null;
  /** How much higher than wide the caption makes the page. */
  readonly captionMm: number;
}

/** More of a module than this is left to no press: the symbol would be drawn another one than it is. */
const LARGEST_GROWTH = 1 / 4;

/** Says what file a request comes to for a code, or everything that is wrong with the request. */
export function planPrint(request: PrintRequest, code: PrintedCode): Result<PrintPlan, PrintProblem[]> {
  const margin = request.margin ?? code.margin;
  const side = code.modules + 2 * margin;
  const module = findModule(request, side);
  const ink = readInk(request, code.dark);
  const problems = [...listConflicts(request)];
  if (!module.ok) problems.unshift(module.error);
  if (!ink.ok) problems.push(ink.error);
  if (module.ok && request.growthMm > module.value * LARGEST_GROWTH) {
    const most = formatNumber(Math.floor(module.value * LARGEST_GROWTH * 1000) / 1000);
    problems.push({
      field: 'growth_mm',
      code: 'too_big',
      message: `"growth_mm" must be at most ${most} here, a quarter of a module: a module is ${formatNumber(module.value, 3)} mm wide.`,
    });
  }
  if (!module.ok || !ink.ok) return err(problems);
  const caption = placeBelow(code.caption, module.value, side);
  if (!caption.ok) problems.push(caption.error);
  if (!caption.ok || problems.length > 0) return err(problems);
  const { format, paper, bleedMm, marks, standard, condition } = request;
  return ok({
    format,
    condition: standard === 'x-1a' ? (condition ?? DEFAULT_CONDITION) : null,
    ink: ink.value,
    paper,
    moduleMm: module.value,
    side,
    modules: code.modules,
    margin,
    bleedMm,
    marks,
    inset: request.growthMm / 2 / module.value,
    caption: caption.value,
    captionMm: caption.value === null ? 0 : caption.value.height + (gapAbove(margin) + 1) * module.value,
  });
}

/** The height of an em below a code, as a share of its width, where the text is short enough. */
const LARGEST_SHARE = 1 / 8;

/** Lines below a symbol. */
const CAPTION_LINES = 2;

/** What ISO/IEC 18004 §9.1 asks for around a symbol, in modules. */
const STANDARD_MARGIN = 4;

/** Between quiet zone and caption, in modules: letters stay as far from the symbol as the standard asks, whatever the margin. */
function gapAbove(margin: number): number {
  return Math.max(0, STANDARD_MARGIN - margin);
}

/** A caption in the width of a symbol, a module from either end and from the end of the page. */
function placeBelow(
  caption: Caption | null,
  moduleMm: number,
  side: number,
): Result<PlacedCaption | null, PrintProblem> {
  if (caption === null) return ok(null);
  const width = moduleMm * side;
  const share = (side - 2) / side;
  const box = { width: width * share, linesAt: () => CAPTION_LINES, largest: width * LARGEST_SHARE };
  return placeCaption(caption, box, share);
}

/** The width of a module, from one of the two widths. */
function findModule({ widthMm, moduleMm }: PrintRequest, side: number): Result<number, PrintProblem> {
  if (widthMm !== undefined && moduleMm !== undefined) return refuseBoth(widthMm, moduleMm, side);
  if (widthMm !== undefined) {
    if (widthMm / side >= MODULE_MM.min) return ok(widthMm / side);
    const least = formatNumber(Math.ceil(side * MODULE_MM.min * 100) / 100);
    return err({
      field: 'width_mm',
      code: 'too_small',
      message: `"width_mm" must be at least ${least} for this code: it is ${side} modules wide with its quiet zone, and none can be narrower than ${MODULE_MM.min} mm.`,
    });
  }
  if (moduleMm === undefined) {
    const width = 20;
    return err({
      field: 'width_mm',
      code: 'required',
      message: `"width_mm" or "module_mm" is required: how wide the code is printed with its quiet zone (${WIDTH_MM.min} to ${WIDTH_MM.max} mm), or one of its modules (${MODULE_MM.min} to ${MODULE_MM.max} mm). At ${width} mm, a module of this code is ${formatNumber(width / side, 3)} mm wide.`,
    });
  }
  const width = moduleMm * side;
  if (width >= WIDTH_MM.min && width <= WIDTH_MM.max) return ok(moduleMm);
  const least = formatNumber(Math.ceil((WIDTH_MM.min / side) * 1000) / 1000);
  const most = formatNumber(Math.floor((WIDTH_MM.max / side) * 1000) / 1000);
  return err({
    field: 'module_mm',
    code: width < WIDTH_MM.min ? 'too_small' : 'too_big',
    message: `"module_mm" must be from ${least} to ${most} for this code: it is ${side} modules wide with its quiet zone, and is printed ${WIDTH_MM.min} to ${WIDTH_MM.max} mm wide, not ${formatNumber(width, 2)}.`,
  });
}

function refuseBoth(widthMm: number, moduleMm: number, side: number): Result<never, PrintProblem> {
  return err({
    field: 'module_mm',
    code: 'conflict',
    message: `"module_mm" and "width_mm" exclude each other: send one of them. This code is ${side} modules wide with its quiet zone, so a width of ${widthMm} mm makes modules of ${formatNumber(widthMm / side, 3)} mm, and modules of ${moduleMm} mm make a width of ${formatNumber(moduleMm * side, 2)} mm.`,
  });
}

/** Fields that do not go together, whatever the code. */
function listConflicts({ format, standard, condition, color }: PrintRequest): PrintProblem[] {
  const problems: PrintProblem[] = [];
  const refuse = (field: string, rest: string) =>
    problems.push({ field, code: 'conflict', message: `"${field}" ${rest}` });
  if (standard === 'x-1a' && format !== 'pdf')
    refuse('standard', `"x-1a" is a kind of PDF, and "format" is "${format}". Send "format=pdf".`);
  if (standard === 'x-1a' && color === 'rgb')
    refuse(
      'color',
      'cannot be "rgb" with "standard=x-1a", which knows inks only. Send "k", "cmyk:c,m,y,k" or "spot:NAME".',
    );
  if (condition !== undefined && standard !== 'x-1a')
    refuse('condition', 'is for "standard=x-1a" only: no other file names a printing condition.');
  if (format === 'svg' && color !== 'k' && color !== 'rgb')
    refuse(
      'color',
      'of an SVG must be "k" or "rgb": an SVG knows no inks. Send "format=pdf" or "format=eps" for inks.',
    );
  return problems;
}
