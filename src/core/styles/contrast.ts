import { err, ok, type Result } from '../result.ts';
import { fromChannels, toChannels, type HexColor } from './hex-color.ts';

/** The two colours of a symbol: that of its dark modules, and that of its light modules and quiet zone. */
export interface SymbolColor {
  readonly dark: HexColor;
  readonly light: HexColor;
}

/** The measurements of colours that scanners cannot tell apart. */
export interface ContrastValues {
  /** The measure that fails: the difference of the lumas, or the luma of dark as a share of the luma of light. */
  readonly fault: 'difference' | 'share';
  /** Luma of light minus luma of dark, from -1 to 1, cut to three digits. */
  readonly difference: number;
  /** Luma of dark divided by luma of light, rounded up to three digits; null if light has none. */
  readonly share: number | null;
  /** The nearest pair that passes: the same hues and saturations, with the smallest change of lightness; an inverted pair is swapped. */
  readonly nearest: SymbolColor;
}

/** Below this, a camera, which sees luma, starts to fail. */
export const LUMA_DIFFERENCE_REQUIRED = 0.45;

/**
 * Above this, readers that halve the brightest luma read dark as light, however large the difference is: ZXing-C++ and jsQR lose #808080 on
 * white.
 */
export const LARGEST_LUMA_SHARE = 0.49;

type Channels = [red: number, green: number, blue: number];

/**
 * Luma weights in ten-thousandths: ITU-R BT.601, which YUV cameras deliver, and BT.709, which other readers use. Whole numbers keep the
 * rule exact.
 */
const WEIGHTINGS: readonly Channels[] = [
  [2990, 5870, 1140],
  [2126, 7152, 722],
];
const LARGEST_SHARE_PERCENT = 49;
const FULL_LUMA = 2_550_000;
const REQUIRED_LUMA = LUMA_DIFFERENCE_REQUIRED * FULL_LUMA;

/**
 * Checks whether scanners can tell the two colours apart, whichever way they weigh red, green and blue: the luma of dark must be at least
 * 0.45 (of 1) less than that of light, and at most 0.49 of it. The problem contains the measurements and the nearest pair that passes.
 */
export function checkContrast(color: SymbolColor): Result<void, ContrastValues> {
  const dark = toChannels(color.dark);
  const light = toChannels(color.light);
  if (passes(dark, light)) return ok(undefined);

  const measured = smallestDifference(dark, light);
  const difference = Math.floor((measured / FULL_LUMA) * 1000) / 1000;
  const largest = largestShare(dark, light);
  const share = Number.isFinite(largest) ? Math.ceil(largest * 1000) / 1000 : null;
  const fault = measured < REQUIRED_LUMA ? 'difference' : 'share';
  // An inverted pair may be swapped by mistake; many scanners cannot read it. The offered pair is the right way round.
  const nearest = passes(light, dark)
    ? { dark: color.light, light: color.dark }
    : nearestPassing(dark, light);
  return err({ fault, difference, share, nearest });
}

function passes(dark: Channels, light: Channels): boolean {
  return WEIGHTINGS.every((weights) => {
    const [darkLuma, lightLuma] = [luma(dark, weights), luma(light, weights)];
    return lightLuma - darkLuma >= REQUIRED_LUMA && darkLuma * 100 <= lightLuma * LARGEST_SHARE_PERCENT;
  });
}

/** By the weights that make it smaller. */
function smallestDifference(dark: Channels, light: Channels): number {
  return Math.min(...WEIGHTINGS.map((weights) => luma(light, weights) - luma(dark, weights)));
}

function largestShare(dark: Channels, light: Channels): number {
  return Math.max(...WEIGHTINGS.map((weights) => luma(dark, weights) / luma(light, weights)));
}

/** The luma of a colour from 0 to 1, by each of the weightings. */
export function lumasOf(color: HexColor): readonly number[] {
  return lumasOfChannels(toChannels(color));
}

/** The same for red, green and blue, each from 0 to 255 and not always whole. */
export function lumasOfChannels(channels: Readonly<Channels>): readonly number[] {
  return WEIGHTINGS.map((weights) => luma(channels, weights) / FULL_LUMA);
}

/** The same hue, darkened until its luma by each weighting is at most this; unchanged if it already is. */
export function darkenTo(color: HexColor, most: readonly number[]): HexColor {
  const factor = Math.min(1, ...lumasOf(color).map((is, i) => (is === 0 ? 1 : (most[i] ?? 0) / is)));
  if (factor === 1) return color;
  const [red, green, blue] = toChannels(color).map((channel) => Math.floor(channel * Math.max(0, factor)));
  return fromChannels([red ?? 0, green ?? 0, blue ?? 0]);
}

/** The colour, with enough white added to reach this luma by each weighting; unchanged if it already does. */
export function lightenTo(color: HexColor, least: number): HexColor {
  const white = Math.max(0, ...lumasOf(color).map((is) => (is < least ? (least - is) / (1 - is) : 0)));
  if (white === 0) return color;
  const [red, green, blue] = toChannels(color).map((channel) => Math.ceil(channel + (255 - channel) * white));
  return fromChannels([red ?? 255, green ?? 255, blue ?? 255]);
}

/** The lightest lumas that scanners can tell from a light colour, by each weighting; below 0 if there are none. */
export function lightestReadable(light: HexColor): readonly number[] {
  return lumasOf(light).map((is) => Math.min(is - LUMA_DIFFERENCE_REQUIRED, is * LARGEST_LUMA_SHARE));
}

function luma(channels: Readonly<Channels>, weights: Channels): number {
  return channels.reduce((sum, channel, i) => sum + channel * (weights[i] ?? 0), 0);
}

/**
 * The smallest change of lightness, the same for both colours, that separates them enough: dark gets darker and light lighter. Hue and
 * saturation (HSL) stay, so that a brand's colour stays recognisable and grey stays grey.
 */
function nearestPassing(dark: Channels, light: Channels): SymbolColor {
  const [from, to] = [toHsl(dark), toHsl(light)];
  const at = (step: number): [dark: Channels, light: Channels] => [
    fromHsl({ ...from, lightness: Math.max(0, from.lightness - step) }, Math.floor),
    fromHsl({ ...to, lightness: Math.min(1, to.lightness + step) }, Math.ceil),
  ];
  let low = 0;
  // Black and white.
  let high = 1;
  // A step far below one of a channel's 255.
  while (high - low > 2 ** -12) {
    const middle = (low + high) / 2;
    if (passes(...at(middle))) high = middle;
    else low = middle;
  }
  const [darker, lighter] = at(high);
  return { dark: fromChannels(darker), light: fromChannels(lighter) };
}

/** Each from 0 to 1. */
interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

/** CSS Color 4 §7.1. */
function toHsl(channels: Channels): Hsl {
  const [red, green, blue] = channels.map((channel) => channel / 255) as Channels;
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const lightness = (max + min) / 2;
  const range = max - min;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const sector =
    max === red
      ? (green - blue) / range
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { hue: ((sector + 6) % 6) / 6, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function fromHsl({ hue, saturation, lightness }: Hsl, round: (value: number) => number): Channels {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue * 12) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    // Removes what floating point adds to a whole number.
    return Math.min(255, Math.max(0, round(Math.round(value * 255e6) / 1e6)));
  };
  return [channel(0), channel(8), channel(4)];
}
