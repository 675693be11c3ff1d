import { darkenTo, lumasOf, type SymbolColor } from './contrast.ts';
import { type ErrorCorrectionLevel, RECOVERY_SHARES } from '../codes/error-correction.ts';
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
  readonly message: string;
  /** A colour of the eyes that costs less. */
  readonly eyes: HexColor | null;
}

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

const LOST_BY_MODULES: Readonly<Record<ModuleShape, readonly [lost: number, name: string]>> = {
  square: [0, 'Squares'],
  rounded: [0.6, 'Rounded modules'],
  dot: [0.3, 'Dots'],
  classy: [0, 'Classy modules'],
  gapped: [0.3, 'Gaps between modules'],
  bars_h: [0.3, 'Bars'],
  bars_v: [0.3, 'Bars'],
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
    const message = `Modules with ${percent(body)} of the brightness of white.`;
    return [{ part: 'colors', lost: lookUp(LOST_BY_DARK, body), message, eyes: null }];
  }
  const costs: RobustnessCost[] = [];
  if (eyes > DARK_ENOUGH_LUMA) {
    const lost = lookUp(LOST_BY_DARK, eyes);
    const isGain = byBody.about + 1 < lost.about;
    const name = eyes === body ? 'The dark colour has' : 'The eyes have';
    const darker = darkenTo(eyesColor, [DARK_ENOUGH_LUMA, DARK_ENOUGH_LUMA]);
    const message = `${name} ${percent(eyes)} of the brightness of white.${isGain ? ' Readers find a code by its eyes: darker ones are enough.' : ''}`;
    costs.push({ part: 'eyes', lost, message, eyes: isGain ? darker : null });
  }
  if (body > eyes && byBody.about > 0) {
    const message = `Modules with ${percent(body)} of the brightness of white beside darker eyes.`;
    costs.push({ part: 'colors', lost: byBody, message, eyes: null });
  }
  return costs;
}

function rateLight(style: CodeStyle | null, { light }: SymbolColor): RobustnessCost[] {
  const luma = Math.min(...lumasOf(light));
  const lost = lookUp(LOST_BY_PAPER, luma);
  if (lost.about === 0) return [];
  const name = style?.background === 'transparent' ? 'Paper' : 'A light colour';
  return [
    { part: 'light', lost, message: `${name} with ${percent(luma)} of the brightness of white.`, eyes: null },
  ];
}

function rateShapes(style: CodeStyle | null): RobustnessCost[] {
  if (!style) return [];
  const costs: RobustnessCost[] = [];
  const [lost, name] = LOST_BY_MODULES[style.modules];
  if (lost > 0) costs.push(cost('modules', lost, `${name} instead of full squares.`));
  const byEyes = LOST_BY_EYES[style.eyes.shape];
  if (byEyes > 0) costs.push(cost('eyes', byEyes, 'Eyes like leaves.'));
  if (style.eyes.shape !== 'square') {
    const message =
      'The readers in phones take these eyes. quirc, a reader in small devices, loses many codes that have them.';
    costs.push(cost('eyes', null, message));
  }
  return costs;
}

/** A dark frame of 1 or 2 modules cost nothing; other surroundings were not measured. */
function rateMargin(style: CodeStyle | null, margin: number): RobustnessCost[] {
  if (style?.frame || margin >= MARGIN.default) return [];
  const message = `The margin is ${margin} modules, and the standard asks for ${MARGIN.default}. Other surroundings than a frame were not measured.`;
  return [cost('margin', null, message)];
}

/** Dark frames of 1 and 2 modules lost nothing, those of 4 modules lost 1.4: nothing in between was measured. */
function rateFrame(style: CodeStyle | null, margin: number): RobustnessCost[] {
  if (!style?.frame || margin < MARGIN.default) return [];
  return [cost('frame', LOST_BY_FRAME, 'A dark frame around the margin.')];
}

function rateLogo({ damage, share }: NonNullable<Look['logo']>, level: ErrorCorrectionLevel): RobustnessCost {
  const message = `The logo covers ${percent(share)} of the side and uses ${Math.ceil(damage * 100)}% of what level ${level} can repair.`;
  return cost('logo', LOST_BY_LOGO, message);
}

function rateLevel(level: ErrorCorrectionLevel): RobustnessCost[] {
  if (level !== 'L') return [];
  const message = `Level L repairs ${RECOVERY_SHARES.L}% of the code where it is dirty or torn, level M ${RECOVERY_SHARES.M}%.`;
  return [cost('level', null, message)];
}

function cost(part: RobustnessCost['part'], lost: number | null, message: string): RobustnessCost {
  return { part, lost: lost === null ? null : { from: lost, to: lost, about: lost }, message, eyes: null };
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

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
