import type { NoValues, ProblemOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import {
  checkContrast,
  type ContrastValues,
  darkenTo,
  lightenTo,
  lightestReadable,
  lumasOf,
  type SymbolColor,
} from './contrast.ts';

import { DEFAULT_COLOR, MARGIN } from '../codes/limits.ts';
import type { Logo, LogoFit } from './logo.ts';
import { type Frame, FRAME_TEXTS, LARGEST_FRAME_LUMA } from './frame.ts';
import type { HexColor } from './hex-color.ts';

/** The shape of the dark data modules. Function patterns are always full squares, because readers find a symbol by them. */
export const MODULE_SHAPES = ['square', 'rounded', 'dot', 'classy', 'gapped', 'bars_h', 'bars_v'] as const;
export type ModuleShape = (typeof MODULE_SHAPES)[number];

/** The shape of the three finder patterns, frame and ball alike. */
export const EYE_SHAPES = ['square', 'rounded', 'leaf'] as const;
export type EyeShape = (typeof EYE_SHAPES)[number];

export const GRADIENT_TYPES = ['linear', 'radial'] as const;

export interface Gradient {
  readonly type: (typeof GRADIENT_TYPES)[number];
  /** For a linear one, in degrees clockwise, 0 to 359: 0 runs from left to right, 90 from top to bottom. 0 if it is radial. */
  readonly angle: number;
  /** The colour at its start: at the left, or in the middle. */
  readonly from: HexColor;
  readonly to: HexColor;
}

/** The look of a symbol besides its two colours. Every combination of shapes is as readable as squares: docs/decisions/styles.md. */
export interface CodeStyle {
  readonly modules: ModuleShape;
  readonly eyes: { readonly shape: EyeShape; readonly color: HexColor | null };
  readonly gradient: Gradient | null;
  /** Transparent pictures have no light modules; the colour light is that of the paper behind them. */
  readonly background: 'solid' | 'transparent';
  readonly logo: Logo | null;
  /** The frame around the symbol with its quiet zone. */
  readonly frame: Frame | null;
  /** The cross that the Swiss QR-bill puts in the middle: of a standard, not of a designer. */
  readonly hasSwissCross?: boolean;
}

/** The look of every symbol without a style. */
export const PLAIN_STYLE: CodeStyle = {
  modules: 'square',
  eyes: { shape: 'square', color: null },
  gradient: null,
  background: 'solid',
  logo: null,
  frame: null,
};

/** The possible problems of colours and style, whatever the symbol's content. `nearest` is the nearest colour of the same hue that passes. */
export interface StyleProblems {
  readonly low_contrast: ContrastValues;
  /** For another colour than the two of the symbol. If no colour passes beside the light one, `nearest` is null. */
  readonly part_low_contrast: {
    readonly dark: HexColor;
    readonly light: HexColor;
    readonly contrast: ContrastValues;
    readonly nearest: HexColor | null;
  };
  readonly gradient_and_dark: NoValues;
  readonly frame_text_without_room: NoValues;
  readonly frame_text_required: NoValues;
  readonly eyes_too_light: { readonly eyes: HexColor; readonly nearest: HexColor };
  readonly frame_too_light: { readonly frame: HexColor; readonly luma: number; readonly nearest: HexColor };
  /** The paper behind a transparent picture. */
  readonly paper_too_dark: { readonly luma: number; readonly nearest: HexColor };
}

export type StyleProblem = ProblemOf<StyleProblems>;

/** The reader of a styled symbol before it is stored, and the number of pixels per module in its test picture. */
export const SCAN_TEST = { reader: 'jsQR', module_px: 4 } as const;

/** The field of a create that makes the symbol unreadable; `style` if there is more than one. */
export type ScanFault =
  | 'style.gradient'
  | 'style.eyes.color'
  | 'color'
  | 'style.logo'
  | 'style.frame'
  | 'style.modules'
  | 'style';

/**
 * The module size, in millimetres, below which a style is not recommended: more than the 0.25 at which print-check warns about any symbol.
 * A choice, not a measurement.
 */
const STYLED_MODULE_MM = 0.33;

/** A cautious smallest printed width, in millimetres, for a picture that is this many modules wide. */
export function leastWidthMm(modules: number): number {
  return Math.ceil(modules * STYLED_MODULE_MM * 10) / 10;
}

/**
 * Eyes may be lighter than the rest up to this share of the paper's luma: each of five readers then reads every crisp picture, and loses at
 * most two points of photos.
 */
const LARGEST_EYES_SHARE = 0.21;

/** Eyes this dark cost no reader anything, however dark the rest is. */
export const DARK_ENOUGH_LUMA = 0.06;

/** By each weighting. */
const MOST_OF_FRAME = [LARGEST_FRAME_LUMA, LARGEST_FRAME_LUMA];

/** Paper must be at least this light behind a picture: darker paper is where readers fail first. */
export const DARKEST_PAPER_LUMA = 0.85;

/** The colour of the finder patterns. Gradients never run through them: they have its darker end. */
export function eyeColorOf(style: CodeStyle, color: SymbolColor): HexColor {
  return style.eyes.color ?? darkEndOf(style, color);
}

/** The colour of the frame. Its text is in the light colour. */
export function frameColorOf(style: CodeStyle, color: SymbolColor): HexColor {
  return style.frame?.color ?? darkenTo(darkEndOf(style, color), MOST_OF_FRAME);
}

/** The colour of words beside a symbol: that of its frame, or of its darkest modules. */
export function wordColorOf(style: CodeStyle, color: SymbolColor): HexColor {
  return style.frame ? frameColorOf(style, color) : darkEndOf(style, color);
}

function darkEndOf({ gradient }: CodeStyle, color: SymbolColor): HexColor {
  if (!gradient) return color.dark;
  return isLighter(gradient.from, gradient.to) ? gradient.to : gradient.from;
}

/** The colours of a whole picture, each once, its light one first. Those of a logo are not known here. */
export function listColors(style: CodeStyle | null, color: SymbolColor): HexColor[] {
  const look = style ?? PLAIN_STYLE;
  const colors = [
    color.light,
    ...bodyColorsOf(look, color).map(([, body]) => body),
    eyeColorOf(look, color),
    ...(look.frame ? [frameColorOf(look, color)] : []),
  ];
  return [...new Set(colors.map((each) => each.toLowerCase() as HexColor))];
}

/** The colours of all modules except the finder patterns. */
export function bodyColorsOf(
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
 * Checks whether readers can tell all colours of a style from the light one, and find its finder patterns, which must not be lighter than
 * the rest. The rule for every symbol checks the colour dark.
 */
export function checkStyle(style: CodeStyle, color: SymbolColor): Result<void, StyleProblem[]> {
  const problems: StyleProblem[] = [];
  const { gradient, eyes, frame } = style;
  const own = [
    ...(gradient ? bodyColorsOf(style, color) : []),
    ...(eyes.color ? [['style.eyes.color', eyes.color] as const] : []),
    ...(frame?.color ? [['style.frame.color', frame.color] as const] : []),
  ];
  for (const [field, dark] of own) {
    const { light } = color;
    const contrast = checkContrast({ dark, light });
    if (contrast.ok) continue;
    const nearest = darkenToReadable(dark, field, style, color);
    const values = { dark, light, contrast: contrast.error, nearest };
    problems.push({ field, code: 'part_low_contrast', values });
  }
  if (gradient && color.dark !== DEFAULT_COLOR.dark)
    problems.push({ field: 'color.dark', code: 'gradient_and_dark', values: {} });
  if (frame) problems.push(...checkFrame(frame));
  const nearest = eyes.color && darkenEyes(eyes.color, style, color);
  if (eyes.color && nearest && nearest !== eyes.color) {
    const values = { eyes: eyes.color, nearest };
    problems.push({ field: 'style.eyes.color', code: 'eyes_too_light', values });
  }
  const paper = Math.min(...lumasOf(color.light));
  if (style.background === 'transparent' && paper < DARKEST_PAPER_LUMA) {
    const luma = Math.floor(paper * 1000) / 1000;
    const values = { luma, nearest: lightenTo(color.light, DARKEST_PAPER_LUMA) };
    problems.push({ field: 'color.light', code: 'paper_too_dark', values });
  }
  return problems.length === 0 ? ok(undefined) : err(problems);
}

function checkFrame({ kind, text, color }: Frame): StyleProblem[] {
  const problems: StyleProblem[] = [];
  const field = 'style.frame.text';
  if (FRAME_TEXTS[kind] === 'none' && text !== null)
    problems.push({ field, code: 'frame_text_without_room', values: {} });
  if (FRAME_TEXTS[kind] === 'required' && text === null)
    problems.push({ field, code: 'frame_text_required', values: {} });
  const nearest = color && darkenTo(color, MOST_OF_FRAME);
  if (color && nearest && color !== nearest) {
    const luma = Math.ceil(Math.max(...lumasOf(color)) * 1000) / 1000;
    const values = { frame: color, luma, nearest };
    problems.push({ field: 'style.frame.color', code: 'frame_too_light', values });
  }
  return problems;
}

/** The same hue, dark enough for the light colour and for its place; null if the light colour has no such dark colour. */
function darkenToReadable(
  dark: HexColor,
  field: string,
  style: CodeStyle,
  color: SymbolColor,
): HexColor | null {
  const most = lightestReadable(color.light);
  if (most.some((luma) => luma < 0)) return null;
  const nearest = darkenTo(dark, most);
  if (field === 'style.frame.color') return darkenTo(nearest, MOST_OF_FRAME);
  return field === 'style.eyes.color' ? darkenEyes(nearest, style, color) : nearest;
}

/** As dark as the darkest colour of the rest, or dark enough for the paper. */
function darkenEyes(eyes: HexColor, style: CodeStyle, color: SymbolColor): HexColor {
  const bodies = bodyColorsOf(style, color).map(([, body]) => lumasOf(body));
  const paper = lumasOf(color.light);
  const most = paper.map((_, i) =>
    Math.max((paper[i] ?? 0) * LARGEST_EYES_SHARE, Math.min(...bodies.map((lumas) => lumas[i] ?? 0))),
  );
  return darkenTo(eyes, most);
}

/** By either weighting that readers use. */
function isLighter(a: HexColor, b: HexColor): boolean {
  const others = lumasOf(b);
  return lumasOf(a).some((luma, i) => luma > (others[i] ?? 0));
}

/** The same shapes, in one dark colour. */
export function withoutColors(style: CodeStyle): CodeStyle {
  const { eyes, frame } = style;
  return {
    ...style,
    gradient: null,
    eyes: { ...eyes, color: null },
    frame: frame && { ...frame, color: null },
  };
}

/** A style with the results for its logo; unchanged if it has none. */
export function withLogoFit(style: CodeStyle, fit: LogoFit | null): CodeStyle {
  return style.logo ? { ...style, logo: { ...style.logo, fit } } : style;
}

/** The quiet zone of a code whose owner chose none, in modules. */
export function defaultMargin(style: Pick<CodeStyle, 'frame'> | null): number {
  return style?.frame ? MARGIN.inFrame : MARGIN.default;
}

/** Null if a style equals the default look: such a code is drawn as one without a style. */
export function withoutPlain(style: CodeStyle): CodeStyle | null {
  const { modules, eyes, gradient, background, logo, frame } = style;
  const isPlain =
    modules === 'square' &&
    eyes.shape === 'square' &&
    eyes.color === null &&
    gradient === null &&
    background === 'solid' &&
    logo === null &&
    frame === null;
  return isPlain ? null : style;
}
