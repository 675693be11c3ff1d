import { darkenTo, lumasOf, type SymbolColor } from './contrast.ts';
import type { ErrorCorrectionLevel } from '../codes/error-correction.ts';
import type { HexColor } from './hex-color.ts';
import { MARGIN } from '../codes/limits.ts';
import {
  bodyColorsOf,
  type CodeStyle,
  DARK_ENOUGH_LUMA,
  eyeColorOf,
  type EyeShape,
  type ModuleShape,
} from './style.ts';

/** The rating of a look compared with a plain black code, best first. */
export const ROBUSTNESS_STEPS = ['plain', 'slightly_less', 'less', 'much_less'] as const;
export type RobustnessStep = (typeof ROBUSTNESS_STEPS)[number];

/** One thing that costs robustness, or might. */
export interface RobustnessCost {
  readonly part: 'colors' | 'eyes' | 'light' | 'modules' | 'margin' | 'level' | 'frame' | 'logo';
  /** The number of scans, out of 100 simulated photos, that readers lose compared with a plain black code; null if nothing was measured. */
  readonly lost: MeasuredLoss | null;
  readonly reason: RobustnessReason;
  /** A colour of the eyes that costs less. */
  readonly eyes: HexColor | null;
}

/** Why something costs robustness, for pages to put into words. A luma is a share of that of white. */
export type RobustnessReason =
  | { readonly is: 'light_modules' | 'modules_beside_darker_eyes'; readonly luma: number }
  /** `isWorthIt`: darker eyes alone would win most of it back. */
  | { readonly is: 'light_dark_color' | 'light_eyes'; readonly luma: number; readonly isWorthIt: boolean }
  | { readonly is: 'dark_paper' | 'dark_light_color'; readonly luma: number }
  | { readonly is: 'modules'; readonly shape: ModuleShape }
  | { readonly is: 'leaf_eyes' | 'eyes_in_small_devices' | 'frame' | 'level_l' }
  | { readonly is: 'margin'; readonly margin: number }
  /** Shares of the symbol's side, and of what its level repairs. */
  | {
      readonly is: 'logo';
      readonly share: number;
      readonly damage: number;
      readonly level: ErrorCorrectionLevel;
    };

/** The losses at the two nearest measured values, one on each side; equal if the value itself was measured. */
export interface MeasuredLoss {
  readonly from: number;
  /** Null if it is beyond all measured values. */
  readonly to: number | null;
  /** Interpolated between the two; `from` if there is only that one. */
  readonly about: number;
}

export interface Robustness {
  readonly step: RobustnessStep;
  /** The approximate sum of the losses from each part. */
  readonly lost: number;
  /** Largest loss first; unmeasured ones last. */
  readonly costs: readonly RobustnessCost[];
}

interface Look {
  readonly style: CodeStyle | null;
  readonly color: SymbolColor;
  readonly margin: number;
  /** The level of the drawn symbol. */
  readonly errorCorrection: ErrorCorrectionLevel;
  /** What its logo takes: shares of the level's repairs, and of the side. */
  readonly logo?: { readonly damage: number; readonly share: number } | null;
}

/** A luma, with the scans lost by dark colours up to it, or by light ones down to it. */
type Measured = readonly (readonly [luma: number, lost: number])[];

// All losses are the means of five readers over simulated photos (docs/decisions/styles.md).

/** Every dark module, including the eyes, has this luma on white. */
const LOST_BY_DARK: Measured = [
  [DARK_ENOUGH_LUMA, 0],
  [0.1, 2.8],
  [0.2, 9],
  [0.3, 15],
  [0.4, 22],
];

/** Modules of this luma, with dark enough eyes. */
const LOST_BESIDE_DARK_EYES: Measured = [
  [0.18, 0],
  [0.2, 0.3],
  [0.3, 1.7],
];

/** Black on paper of this luma. */
const LOST_BY_PAPER: Measured = [
  [1, 0],
  [0.9, 0.3],
  [0.8, 3.1],
  [0.7, 7],
];

const LOST_BY_MODULES: Readonly<Record<ModuleShape, number>> = {
  square: 0,
  rounded: 0.6,
  dot: 0.3,
  classy: 0,
  gapped: 0.3,
  bars_h: 0.3,
  bars_v: 0.3,
};

const LOST_BY_EYES: Readonly<Record<EyeShape, number>> = { square: 0, rounded: 0, leaf: 0.6 };

/** For logos that take at most half of what their level repairs, as all do here. */
const LOST_BY_LOGO = 1;
const LOST_BY_FRAME = 1.4;

/**
 * Sums below these get the first three ratings. The first is within the measurement error, and the second includes nearly every combination
 * of shapes.
 */
const STEP_ENDS = [1, 4.5, 12] as const;

/** Estimates how much robustness a look costs, from the measurements of its parts. Pure. A refused look has a rating too. */
export function rateRobustness({ style, color, margin, errorCorrection, logo = null }: Look): Robustness {
  const costs = [
    ...rateColors(style, color),
    ...rateShapes(style),
    ...rateMargin(style, margin),
    ...rateFrame(style, margin),
    ...rateLevel(errorCorrection),
    ...(logo ? [rateLogo(logo, errorCorrection)] : []),
  ].toSorted((a, b) => (b.lost?.about ?? -1) - (a.lost?.about ?? -1));
  const lost = costs.reduce((sum, part) => sum + (part.lost?.about ?? 0), 0);
  const byLoss = STEP_ENDS.findIndex((end) => lost < end);
  const step = byLoss === -1 ? ROBUSTNESS_STEPS.length - 1 : byLoss;
  // Margins below the standard's were measured in only one surrounding, so they never count as equally robust.
  const least = costs.some(({ part }) => part === 'margin') ? 1 : 0;
  return { step: ROBUSTNESS_STEPS[Math.max(step, least)] ?? 'much_less', lost, costs };
}

function rateColors(style: CodeStyle | null, color: SymbolColor): RobustnessCost[] {
  return [...rateDark(style, color), ...rateLight(style, color)];
}

function rateDark(style: CodeStyle | null, color: SymbolColor): RobustnessCost[] {
  const bodies = style ? bodyColorsOf(style, color).map(([, body]) => body) : [color.dark];
  const eyesColor = style ? eyeColorOf(style, color) : color.dark;
  const eyes = largestLuma(eyesColor);
  const body = Math.max(...bodies.map(largestLuma));
  const byBody = lookUp(LOST_BESIDE_DARK_EYES, body);
  // Lighter than measured with dark eyes: rated as if the eyes were equally light.
  if (byBody.to === null) {
    const reason = { is: 'light_modules', luma: body } as const;
    return [{ part: 'colors', lost: lookUp(LOST_BY_DARK, body), reason, eyes: null }];
  }
  const costs: RobustnessCost[] = [];
  if (eyes > DARK_ENOUGH_LUMA) {
    const lost = lookUp(LOST_BY_DARK, eyes);
    const isGain = byBody.about + 1 < lost.about;
    const is = eyes === body ? 'light_dark_color' : 'light_eyes';
    const darker = darkenTo(eyesColor, [DARK_ENOUGH_LUMA, DARK_ENOUGH_LUMA]);
    const reason = { is, luma: eyes, isWorthIt: isGain } as const;
    costs.push({ part: 'eyes', lost, reason, eyes: isGain ? darker : null });
  }
  if (body > eyes && byBody.about > 0) {
    const reason = { is: 'modules_beside_darker_eyes', luma: body } as const;
    costs.push({ part: 'colors', lost: byBody, reason, eyes: null });
  }
  return costs;
}

function rateLight(style: CodeStyle | null, { light }: SymbolColor): RobustnessCost[] {
  const luma = Math.min(...lumasOf(light));
  const lost = lookUp(LOST_BY_PAPER, luma);
  if (lost.about === 0) return [];
  const is = style?.background === 'transparent' ? 'dark_paper' : 'dark_light_color';
  return [{ part: 'light', lost, reason: { is, luma }, eyes: null }];
}

function rateShapes(style: CodeStyle | null): RobustnessCost[] {
  if (!style) return [];
  const costs: RobustnessCost[] = [];
  const lost = LOST_BY_MODULES[style.modules];
  if (lost > 0) costs.push(cost('modules', lost, { is: 'modules', shape: style.modules }));
  const byEyes = LOST_BY_EYES[style.eyes.shape];
  if (byEyes > 0) costs.push(cost('eyes', byEyes, { is: 'leaf_eyes' }));
  if (style.eyes.shape !== 'square') costs.push(cost('eyes', null, { is: 'eyes_in_small_devices' }));
  return costs;
}

/** A dark frame of 1 or 2 modules cost nothing; other surroundings were not measured. */
function rateMargin(style: CodeStyle | null, margin: number): RobustnessCost[] {
  if (style?.frame || margin >= MARGIN.default) return [];
  return [cost('margin', null, { is: 'margin', margin })];
}

/** Dark frames of 1 and 2 modules lost nothing, those of 4 modules lost 1.4: nothing in between was measured. */
function rateFrame(style: CodeStyle | null, margin: number): RobustnessCost[] {
  if (!style?.frame || margin < MARGIN.default) return [];
  return [cost('frame', LOST_BY_FRAME, { is: 'frame' })];
}

function rateLogo({ damage, share }: NonNullable<Look['logo']>, level: ErrorCorrectionLevel): RobustnessCost {
  return cost('logo', LOST_BY_LOGO, { is: 'logo', share, damage, level });
}

function rateLevel(level: ErrorCorrectionLevel): RobustnessCost[] {
  if (level !== 'L') return [];
  return [cost('level', null, { is: 'level_l' })];
}

function cost(part: RobustnessCost['part'], lost: number | null, reason: RobustnessReason): RobustnessCost {
  return { part, lost: lost === null ? null : { from: lost, to: lost, about: lost }, reason, eyes: null };
}

/** The measured losses on both sides of a luma. The table runs from the best luma to the worst. */
function lookUp(table: Measured, luma: number): MeasuredLoss {
  const [best = 0] = table[0] ?? [];
  const [worst = 0, most = 0] = table.at(-1) ?? [];
  const isPast = (measured: number) => (worst > best ? luma > measured : luma < measured);
  if (isPast(worst)) return { from: most, to: null, about: most };
  const next = table.findIndex(([measured]) => !isPast(measured));
  const [to = best, toLost = 0] = table[next] ?? [];
  const [from = to, fromLost = toLost] = table[next - 1] ?? [];
  const share = to === from ? 1 : (luma - from) / (to - from);
  return share === 1
    ? { from: toLost, to: toLost, about: toLost }
    : { from: fromLost, to: toLost, about: fromLost + share * (toLost - fromLost) };
}

function largestLuma(color: HexColor): number {
  return Math.max(...lumasOf(color));
}
