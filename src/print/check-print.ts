import { toChannels } from '#core/styles/hex-color.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { SMALLEST_CAPTION_PT } from '#core/prints/caption.ts';
import type { PrintCheck, PrintedMix, PrintWarning } from '#core/prints/print-check.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { type PrintRequest, WIDTH_MM } from '#core/prints/print-request.ts';
import { err, ok, type Result } from '#core/result.ts';
import { redReflectance } from './ink-contrast.ts';
import { isGrey, isInOneInk, listPlates, paintOf } from './ink.ts';
import { POINTS_PER_MM } from './numbers.ts';
import { type PrintedCode, type PrintPlan, sizePrint } from './plan-print.ts';
import { STANDARD_MARGINS } from '#core/codes/limits.ts';
import { leastTillWidthMm, POINT_OF_SALE_MM } from '#core/prints/point-of-sale.ts';

/** What a check looks at besides the file. */
export interface CheckFacts {
  /** Reading distance; null if none was given. */
  readonly distanceMm: number | null;
  /** Whether the code's own colours are black on white. */
  readonly isBlackOnWhite: boolean;
  /** The look of its images; null if their modules are plain squares. */
  readonly style: CodeStyle | null;
  /** What a scan of the code meets now. */
  readonly status: string;
}

/** Narrower modules survive neither office printers nor the cameras of older phones. */
const TINY_MODULE_MM = 0.25;

/**
 * A phone reads a symbol from ten times its width. This rule of thumb stands in no standard; it was made for codes of version 2, which are
 * 33 modules wide with their quiet zone. What counts for the camera is the size of a module, so larger versions need more width.
 */
const DISTANCE_PER_WIDTH = 10;
const RULE_MODULES = 33;

/** Width in modules of the symbol that the rule assumes. */
function countRuleModules(modules: number): number {
  return Math.min(modules + 2 * STANDARD_MARGINS.qr, RULE_MODULES);
}

/** The width in millimetres, with quiet zone and frame, that a symbol needs to be read from a distance. */
function widthForDistance(distanceMm: number, { modules, side }: Pick<PrintPlan, 'modules' | 'side'>) {
  const moduleMm = distanceMm / DISTANCE_PER_WIDTH / countRuleModules(modules);
  return Math.ceil(Number((moduleMm * side * 100).toFixed(6))) / 100;
}

/** A request without a width gets the width that the distance requires. Other requests stay unchanged. */
export function sizeForDistance(
  request: PrintRequest,
  code: PrintedCode,
  distanceMm: number | null,
): Result<PrintRequest, PrintProblem> {
  if (distanceMm === null || code.fixed || request.widthMm !== undefined || request.moduleMm !== undefined)
    return ok(request);
  const widthMm = widthForDistance(distanceMm, { ...code, side: sizePrint(request, code).width });
  if (widthMm <= WIDTH_MM.max) return ok({ ...request, widthMm: Math.max(widthMm, WIDTH_MM.min) });
  return err({ code: 'distance_too_large', field: 'distance_mm', values: { distanceMm, widthMm } });
}

/** The distance from which a phone reads a symbol, in millimetres. */
export function distanceOf(moduleMm: number, modules: number): number {
  return Math.floor(Number((DISTANCE_PER_WIDTH * moduleMm * countRuleModules(modules)).toFixed(6)));
}

/** Describes how the file of a plan comes out on paper. */
export function checkPrint(exact: PrintPlan, facts: CheckFacts): PrintCheck {
  // A width at the end of a range counts as inside it, despite rounding.
  const plan = { ...exact, moduleMm: round(exact.moduleMm, 9) };
  const { moduleMm, modules, margin, side } = plan;
  const maxDistanceMm = distanceOf(moduleMm, modules);
  const inks = listPlatesOf(plan, facts.style);
  const mixes = listMixes(plan);
  const warnings = [
    ...listSizeWarnings(plan),
    ...listDistanceWarnings(plan, facts.distanceMm, maxDistanceMm),
    ...listInkWarnings(plan, inks),
    ...listMixWarnings(plan, mixes, facts),
    ...listCaptionWarnings(plan),
    ...listCodeWarnings(plan, facts),
  ];
  const widthMm = round(moduleMm * side, 2);
  return {
    modules,
    moduleMm,
    widthMm,
    heightMm: round(moduleMm * plan.height + plan.captionMm, 2),
    quietZoneModules: margin,
    quietZoneMm: round(moduleMm * margin, 2),
    maxDistanceMm,
    minWidthMm: facts.distanceMm === null ? null : widthForDistance(facts.distanceMm, plan),
    pointOfSale: {
      minWidthMm: leastTillWidthMm(side),
      maxWidthMm: Math.floor(POINT_OF_SALE_MM.max * side * 100) / 100,
      fits: moduleMm >= POINT_OF_SALE_MM.min && moduleMm <= POINT_OF_SALE_MM.max,
    },
    caption: plan.caption && {
      lines: plan.caption.lines.map(({ text }) => text),
      sizePt: round(plan.caption.size * POINTS_PER_MM, 1),
      isCut: plan.caption.isCut,
    },
    inks,
    mixes,
    warnings,
  };
}

/** A design without hue prints in black ink alone. What colours a logo has is not known here. */
function listPlatesOf({ inks, colors }: PrintPlan, style: CodeStyle | null): readonly string[] {
  const isGreyDesign =
    inks.space === 'design' && !style?.logo && colors.every((color) => isGrey(toChannels(color)));
  return isGreyDesign ? ['black'] : listPlates(inks);
}

function listSizeWarnings({ moduleMm: exactMm, side, margin, hasFrame, carrier }: PrintPlan): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  const moduleMm = round(exactMm, 3);
  const codeAt = (limit: number) => round(Math.ceil(limit * side * 100) / 100, 2);
  if (exactMm < TINY_MODULE_MM) {
    const values = { moduleMm, least: TINY_MODULE_MM, codeMm: codeAt(TINY_MODULE_MM) };
    warnings.push({ code: 'module_tiny', values });
  }
  const { min, max } = POINT_OF_SALE_MM;
  if (exactMm < min)
    warnings.push({ code: 'module_below_pos', values: { moduleMm, least: min, codeMm: codeAt(min) } });
  if (exactMm > max) warnings.push({ code: 'module_above_pos', values: { moduleMm, most: max } });
  // Inside a frame, readers need no more than the smallest margin.
  const standard = STANDARD_MARGINS[carrier];
  if (!hasFrame && margin < standard)
    warnings.push({ code: 'quiet_zone_narrow', values: { modules: margin, standard } });
  return warnings;
}

function listDistanceWarnings(
  plan: PrintPlan,
  distanceMm: number | null,
  maxDistanceMm: number,
): PrintWarning[] {
  if (distanceMm === null || distanceMm <= maxDistanceMm) return [];
  const codeMm = widthForDistance(distanceMm, plan);
  return [{ code: 'distance_too_far', values: { maxDistanceMm, distanceMm, codeMm } }];
}

function listInkWarnings({ inks, dark }: PrintPlan, plates: readonly string[]): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  if (plates.length > 1) warnings.push({ code: 'multi_ink', values: { inks: plates.length } });
  if (inks.space === 'rgb') warnings.push({ code: 'screen_color', values: {} });
  if (redReflectance(inks, dark) > 0.5) warnings.push({ code: 'red_ink', values: {} });
  return warnings;
}

function listMixes({ inks, colors }: PrintPlan): PrintedMix[] {
  if (inks.space !== 'process') return [];
  return colors.map((color) => {
    const paint = paintOf(inks, color);
    const shares = paint.space === 'cmyk' ? paint.shares : [];
    return { color, percents: shares.map((share) => round(share * 100, 1)), isGiven: inks.mixes.has(color) };
  });
}

/** Above this sum of inks, in percent, sheets of coated paper dry slowly and smear (ISO 12647-2). */
const MOST_INK = 300;

function listMixWarnings(
  { inks }: PrintPlan,
  mixes: readonly PrintedMix[],
  { style }: CheckFacts,
): PrintWarning[] {
  if (inks.space !== 'process') return [];
  const isMixed = style?.logo || mixes.some(({ isGiven }) => !isGiven);
  const heavy = mixes.flatMap(({ color, percents }): PrintWarning[] => {
    const percent = round(
      percents.reduce((sum, share) => sum + share, 0),
      1,
    );
    return percent > MOST_INK ? [{ code: 'ink_heavy', values: { color, percent, most: MOST_INK } }] : [];
  });
  return [...(isMixed ? [{ code: 'colors_mixed', values: {} } as const] : []), ...heavy];
}

function listCaptionWarnings({ caption }: PrintPlan): PrintWarning[] {
  if (!caption?.isCut) return [];
  const values = { smallestPt: SMALLEST_CAPTION_PT, lines: caption.lines.length };
  return [{ code: 'caption_cut', values }];
}

function listCodeWarnings(
  { inks, carrier }: PrintPlan,
  { isBlackOnWhite, style, status }: CheckFacts,
): PrintWarning[] {
  const warnings: PrintWarning[] = [];
  const hasMore =
    style && [style.gradient, style.eyes.color, style.frame?.color, style.logo].some((part) => part);
  if (isInOneInk(inks) && (hasMore || (!isBlackOnWhite && inks.space !== 'rgb')))
    warnings.push({ code: 'colors_not_printed', values: {} });
  if (carrier === 'datamatrix') warnings.push({ code: 'not_for_phones', values: {} });
  if (status !== 'active') warnings.push({ code: 'not_active', values: { status } });
  return warnings;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
