import type { CodeStyle } from '#core/codes/style.ts';
import { SMALLEST_CAPTION_PT } from '#core/print/caption.ts';
import type { PrintCheck, PrintWarning } from '#core/print/print-check.ts';
import type { PrintProblem } from '#core/print/print-problem.ts';
import { type PrintRequest, WIDTH_MM } from '#core/print/print-request.ts';
import { err, ok, type Result } from '#core/result.ts';
import { redReflectance } from './ink-contrast.ts';
import { listPlates } from './ink.ts';
import { formatNumber, POINTS_PER_MM } from './numbers.ts';
import type { PrintedCode, PrintPlan } from './plan-print.ts';

/** What else a check looks at, besides the file. */
export interface CheckFacts {
  /** From how far people are to read it; null where nobody said. */
  readonly distanceMm: number | null;
  /** Whether the code's own colours are black on white. */
  readonly isBlackOnWhite: boolean;
  /** How its images look; null where their modules are plain squares. */
  readonly style: CodeStyle | null;
  /** What a scan of it meets now. */
  readonly status: string;
}

/** X-dimensions of QR codes at the point of sale (GS1 General Specifications, symbol specification table 1). */
const POINT_OF_SALE_MM = { min: 0.396, max: 0.99 } as const;

/** Narrower modules survive neither office printers nor the cameras of older phones. */
const TINY_MODULE_MM = 0.25;

/** What ISO/IEC 18004 §9.1 asks for, in modules. */
const STANDARD_MARGIN = 4;

/**
 * A phone reads a symbol from ten times its width: a rule of thumb that no standard has, made of codes of version 2, 33 modules wide with
 * their quiet zone. More modules on the same width are finer, and what counts for the camera is the module.
 */
const DISTANCE_PER_WIDTH = 10;
const RULE_MODULES = 33;

/** How many modules wide the rule takes a symbol to be. */
function countRuleModules(modules: number): number {
  return Math.min(modules + 2 * STANDARD_MARGIN, RULE_MODULES);
}

/** How wide a symbol has to be with its quiet zone, in millimetres, to be read from a distance. */
function widthForDistance(distanceMm: number, modules: number, margin: number): number {
  const moduleMm = distanceMm / DISTANCE_PER_WIDTH / countRuleModules(modules);
  return Math.ceil(Number((moduleMm * (modules + 2 * margin) * 100).toFixed(6))) / 100;
}

/** A request without a width, at the width that a distance takes. Any other is as it was. */
export function sizeForDistance(
  request: PrintRequest,
  { modules, margin }: PrintedCode,
  distanceMm: number | null,
): Result<PrintRequest, PrintProblem> {
  if (distanceMm === null || request.widthMm !== undefined || request.moduleMm !== undefined)
    return ok(request);
  const widthMm = widthForDistance(distanceMm, modules, request.margin ?? margin);
  if (widthMm <= WIDTH_MM.max) return ok({ ...request, widthMm: Math.max(widthMm, WIDTH_MM.min) });
  const message = `"distance_mm" of ${distanceMm} takes a width of ${formatNumber(widthMm, 2)} mm for this code, and at most ${WIDTH_MM.max} mm are printed.`;
  return err({ field: 'distance_mm', code: 'too_big', message });
}

/** From how far a phone reads a symbol, in millimetres. */
function distanceOf(moduleMm: number, modules: number): number {
  return Math.floor(Number((DISTANCE_PER_WIDTH * moduleMm * countRuleModules(modules)).toFixed(6)));
}

/** Says what the file of a plan comes to on paper. */
export function checkPrint(exact: PrintPlan, facts: CheckFacts): PrintCheck {
  // A width at the end of a range lies in it, whatever a division leaves behind.
  const plan = { ...exact, moduleMm: round(exact.moduleMm, 9) };
  const { moduleMm, modules, margin, side } = plan;
  const maxDistanceMm = distanceOf(moduleMm, modules);
  const inks = listPlates(plan.ink);
  const warnings = [
    ...listSizeWarnings(plan),
    ...listDistanceWarnings(plan, facts.distanceMm, maxDistanceMm),
    ...listInkWarnings(plan, inks),
    ...listCaptionWarnings(plan),
    ...listCodeWarnings(plan, facts),
  ];
  const widthMm = round(moduleMm * side, 2);
  return {
    modules,
    moduleMm: round(moduleMm, 3),
    widthMm,
    heightMm: round(moduleMm * side + plan.captionMm, 2),
    quietZoneModules: margin,
    quietZoneMm: round(moduleMm * margin, 2),
    maxDistanceMm,
    minWidthMm: facts.distanceMm === null ? null : widthForDistance(facts.distanceMm, modules, margin),
    pointOfSale: {
      minWidthMm: Math.ceil(POINT_OF_SALE_MM.min * side * 100) / 100,
      maxWidthMm: Math.floor(POINT_OF_SALE_MM.max * side * 100) / 100,
      fits: moduleMm >= POINT_OF_SALE_MM.min && moduleMm <= POINT_OF_SALE_MM.max,
    },
    caption: plan.caption && {
      lines: plan.caption.lines.map(({ text }) => text),
      sizePt: round(plan.caption.size * POINTS_PER_MM, 1),
      isCut: plan.caption.isCut,
    },
    inks,
    warnings,
    summary: summarize(plan, widthMm, maxDistanceMm, inks, warnings.length),
  };
}

function listSizeWarnings({ moduleMm, side, margin }: PrintPlan): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  const module = `A module is ${formatNumber(moduleMm, 3)} mm wide`;
  const widthAt = (limit: number) => formatNumber(Math.ceil(limit * side * 100) / 100, 2);
  if (moduleMm < TINY_MODULE_MM) {
    const message = `${module}: below ${TINY_MODULE_MM} mm, office printers and older phones lose it. Print the code at least ${widthAt(TINY_MODULE_MM)} mm wide.`;
    warnings.push({ code: 'module_tiny', message });
  }
  if (moduleMm < POINT_OF_SALE_MM.min) {
    const message = `${module}: GS1 asks for at least ${POINT_OF_SALE_MM.min} mm at the point of sale, which is ${widthAt(POINT_OF_SALE_MM.min)} mm for the code.`;
    warnings.push({ code: 'module_below_pos', message });
  }
  if (moduleMm > POINT_OF_SALE_MM.max) {
    const message = `${module}: GS1 allows at most ${POINT_OF_SALE_MM.max} mm at the point of sale. Anywhere else, larger is better.`;
    warnings.push({ code: 'module_above_pos', message });
  }
  if (margin < STANDARD_MARGIN) {
    const message = `The quiet zone is ${margin} modules wide, and the standard asks for ${STANDARD_MARGIN}: keep the paper around the code empty, or send "margin=${STANDARD_MARGIN}".`;
    warnings.push({ code: 'quiet_zone_narrow', message });
  }
  return warnings;
}

function listDistanceWarnings(
  { modules, margin }: PrintPlan,
  distanceMm: number | null,
  maxDistanceMm: number,
): PrintWarning[] {
  if (distanceMm === null || distanceMm <= maxDistanceMm) return [];
  const width = formatNumber(widthForDistance(distanceMm, modules, margin), 2);
  const message = `Phones read it from up to ${sayLength(maxDistanceMm)}, not from ${sayLength(distanceMm)}: that takes a width of ${width} mm.`;
  return [{ code: 'distance_too_far', message }];
}

function listInkWarnings({ ink }: PrintPlan, inks: readonly string[]): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  if (inks.length > 1) {
    const message = `${inks.length} inks print one above the other: where they do not meet exactly, edges blur. One dark ink is safer.`;
    warnings.push({ code: 'multi_ink', message });
  }
  if (ink.space === 'rgb') {
    const message =
      'The colour is one of a screen: the press makes up to four inks of it. Black ink alone is safer.';
    warnings.push({ code: 'screen_color', message });
  }
  if (redReflectance(ink) > 0.5) {
    const message =
      'Scanners with red light, as at tills, see this ink as white. Black, dark blue and dark green are safe.';
    warnings.push({ code: 'red_ink', message });
  }
  return warnings;
}

function listCaptionWarnings({ caption }: PrintPlan): PrintWarning[] {
  if (!caption?.isCut) return [];
  const message = `The caption is cut: at ${SMALLEST_CAPTION_PT} pt, the smallest size, its text is longer than ${caption.lines.length} lines. Print the code wider, or shorten the title.`;
  return [{ code: 'caption_cut', message }];
}

function listCodeWarnings({ ink }: PrintPlan, { isBlackOnWhite, style, status }: CheckFacts): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  const missing = style ? listNotPrinted(style) : [];
  if (missing.length > 0) {
    const list = new Intl.ListFormat('en').format(missing);
    const message = `Of the style of the code, print files have the shapes of modules and eyes, all in one ink, but not ${list}. The symbol is the same, and is read just as well; the SVG of the images of the code has all of its style.`;
    warnings.push({ code: 'style_not_printed', message });
  }
  if (!isBlackOnWhite && ink.space !== 'rgb') {
    const message =
      'The colours of the code are not printed: the ink is the one that you chose here, on the paper.';
    warnings.push({ code: 'colors_not_printed', message });
  }
  if (status !== 'active') {
    const message = `The code is not active but ${status}: whoever scans it now does not get to its target.`;
    warnings.push({ code: 'not_active', message });
  }
  return warnings;
}

/** What of a style no print file has. */
function listNotPrinted({ gradient, eyes, logo, frame }: CodeStyle): string[] {
  return [
    ...(gradient ? ['its gradient'] : []),
    ...(eyes.color ? ['the colour of its eyes'] : []),
    ...(logo ? ['its logo'] : []),
    ...(frame ? ['its frame'] : []),
  ];
}

function summarize(
  { moduleMm, ink }: PrintPlan,
  widthMm: number,
  maxDistanceMm: number,
  inks: readonly string[],
  warnings: number,
): string {
  const color = ink.space === 'rgb' ? 'a screen colour' : `${inks.join(', ')} ink`;
  const count = warnings === 1 ? 'one warning' : `${warnings} warnings`;
  const rest = warnings === 0 ? 'nothing speaks against it' : count;
  return `Printed ${formatNumber(widthMm, 2)} mm wide in ${color}, with modules of ${formatNumber(moduleMm, 2)} mm, it reads from up to ${sayLength(maxDistanceMm)}: ${rest}.`;
}

/** A length as people say it: `20 cm`, `2.5 m`. */
function sayLength(mm: number): string {
  if (mm < 10) return `${formatNumber(mm, 1)} mm`;
  return mm < 1000 ? `${formatNumber(mm / 10, 1)} cm` : `${formatNumber(mm / 1000, 2)} m`;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
