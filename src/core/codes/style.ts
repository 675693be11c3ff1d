import { err, ok, type Result } from '../result.ts';
import { checkContrast, lumasOf, type SymbolColor } from './contrast.ts';
import { DEFAULT_COLOR } from './limits.ts';
import type { Logo } from './logo.ts';
import { fromChannels, type HexColor, toChannels } from './hex-color.ts';

/** How the dark modules of the data look. Function patterns are always full squares: readers find a symbol by them. */
export const MODULE_SHAPES = ['square', 'rounded', 'dot', 'classy', 'gapped', 'bars_h', 'bars_v'] as const;
export type ModuleShape = (typeof MODULE_SHAPES)[number];

/** How the three finder patterns look, frame and ball alike. */
export const EYE_SHAPES = ['square', 'rounded', 'leaf'] as const;
export type EyeShape = (typeof EYE_SHAPES)[number];

export const GRADIENT_TYPES = ['linear', 'radial'] as const;

export interface Gradient {
  readonly type: (typeof GRADIENT_TYPES)[number];
  /** Of a linear one, in degrees clockwise, 0 to 359: 0 runs from left to right, 90 from top to bottom. 0 where it is radial. */
  readonly angle: number;
  /** The colour where it begins: at the left, or in the middle. */
  readonly from: HexColor;
  readonly to: HexColor;
}

/** How a symbol looks beside its two colours. Every combination of shapes is read as well as squares are: docs/decisions/styles.md. */
export interface CodeStyle {
  readonly modules: ModuleShape;
  readonly eyes: { readonly shape: EyeShape; readonly color: HexColor | null };
  readonly gradient: Gradient | null;
  /** Transparent pictures have no light modules; the colour light names the paper that they are put on. */
  readonly background: 'solid' | 'transparent';
  readonly logo: Logo | null;
}

/** What every symbol looks like that has no style. */
export const PLAIN_STYLE: CodeStyle = {
  modules: 'square',
  eyes: { shape: 'square', color: null },
  gradient: null,
  background: 'solid',
  logo: null,
};

export interface StyleProblem {
  /** The field of the interface that is at fault. */
  readonly field: string;
  readonly code: 'low_contrast' | 'conflict';
  readonly message: string;
}

/** Who reads a styled symbol before it is stored, and how many pixels a module has in that picture. */
export const SCAN_TEST = { reader: 'jsQR', module_px: 4 } as const;

/** Millimetres of a module below which a style is not advised: more than the 0.25 at which print-check warns of any symbol. A choice, not a measurement. */
export const STYLED_MODULE_MM = 0.33;

/** Eyes as dark as this cost no reader anything, however dark the rest is; lighter ones than the rest lose up to every scan. */
const DARK_ENOUGH_LUMA = 0.06;

/** Paper must be at least as light as this where a picture lies on it: readers lose what lies on darker paper first. */
const LIGHTEST_PAPER_LUMA = 0.85;

/** The colour of the finder patterns. A gradient never runs through them: they take its darker end. */
export function eyeColorOf(style: CodeStyle, color: SymbolColor): HexColor {
  if (style.eyes.color) return style.eyes.color;
  if (!style.gradient) return color.dark;
  const { from, to } = style.gradient;
  return isLighter(from, to) ? to : from;
}

/** The colours of the modules that are no finder pattern. */
function bodyColorsOf(
  style: CodeStyle,
  color: SymbolColor,
): readonly (readonly [field: string, color: HexColor])[] {
  const { gradient } = style;
  return gradient
    ? [
        ['style.gradient.from', gradient.from],
        ['style.gradient.to', gradient.to],
      ]
    : [['color.dark', color.dark]];
}

/**
 * Says whether readers can tell all colours of a style from the light one, and find its finder patterns, which must not be lighter than the
 * rest. The colour dark is checked by the rule for every symbol.
 */
export function checkStyle(style: CodeStyle, color: SymbolColor): Result<void, StyleProblem[]> {
  const problems: StyleProblem[] = [];
  const { gradient, eyes } = style;
  const own = [
    ...(gradient ? bodyColorsOf(style, color) : []),
    ...(eyes.color ? [['style.eyes.color', eyes.color] as const] : []),
  ];
  for (const [field, dark] of own) {
    const contrast = checkContrast({ dark, light: color.light });
    if (contrast.ok) continue;
    const { message } = contrast.error;
    problems.push({ field, code: 'low_contrast', message: `${dark} on ${color.light}: ${message}` });
  }
  if (gradient && color.dark !== DEFAULT_COLOR.dark) {
    const message = `"color.dark" and "style.gradient" exclude each other: the gradient from ${gradient.from} to ${gradient.to} colours the dark modules. Leave "color.dark" out.`;
    problems.push({ field: 'color.dark', code: 'conflict', message });
  }
  const darker = eyes.color && darkenEyes(eyes.color, style, color);
  if (eyes.color && darker) {
    const message = `The eyes (${eyes.color}) are lighter than the rest of the symbol, and readers find it by its eyes. The nearest colour that passes is ${darker}.`;
    problems.push({ field: 'style.eyes.color', code: 'low_contrast', message });
  }
  const paper = Math.min(...lumasOf(color.light));
  if (style.background === 'transparent' && paper < LIGHTEST_PAPER_LUMA) {
    const message = `With a transparent background "color.light" is the paper that the picture is put on. Its luma is ${Math.floor(paper * 1000) / 1000}, and at least ${LIGHTEST_PAPER_LUMA} is read.`;
    problems.push({ field: 'color.light', code: 'low_contrast', message });
  }
  return problems.length === 0 ? ok(undefined) : err(problems);
}

/** The same hue, as dark as the darkest colour of the rest or as what is darker than readers notice; null where it is that already. */
function darkenEyes(eyes: HexColor, style: CodeStyle, color: SymbolColor): HexColor | null {
  const bodies = bodyColorsOf(style, color).map(([, body]) => lumasOf(body));
  const factors = lumasOf(eyes).map((luma, i) => {
    const most = Math.max(DARK_ENOUGH_LUMA, Math.min(...bodies.map((lumas) => lumas[i] ?? 0)));
    return luma <= most ? 1 : most / luma;
  });
  const factor = Math.min(...factors);
  if (factor === 1) return null;
  const [red, green, blue] = toChannels(eyes).map((channel) => Math.floor(channel * factor));
  return fromChannels([red ?? 0, green ?? 0, blue ?? 0]);
}

/** By either of the weightings in which readers see. */
function isLighter(a: HexColor, b: HexColor): boolean {
  const others = lumasOf(b);
  return lumasOf(a).some((luma, i) => luma > (others[i] ?? 0));
}

/** Null where a style only says what every symbol looks like anyway: such a code is drawn as one without a style. */
export function withoutPlain(style: CodeStyle): CodeStyle | null {
  const { modules, eyes, gradient, background, logo } = style;
  const isPlain =
    modules === 'square' &&
    eyes.shape === 'square' &&
    eyes.color === null &&
    gradient === null &&
    background === 'solid' &&
    logo === null;
  return isPlain ? null : style;
}
