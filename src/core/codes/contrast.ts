import { err, ok, type Result } from '../result.ts';
import { fromChannels, toChannels, type HexColor } from './hex-color.ts';

/** The two colours of a symbol: that of its dark modules, and that of its light modules and quiet zone. */
export interface SymbolColor {
  readonly dark: HexColor;
  readonly light: HexColor;
}

export interface ContrastProblem {
  /** Luma of light minus luma of dark, from -1 to 1, cut to three digits. */
  readonly difference: number;
  readonly required: number;
  /** The pair of the same hues and saturations with the smallest change of lightness that passes; a pair the wrong way round, swapped. */
  readonly nearest: SymbolColor;
  readonly message: string;
}

/** Below this a camera, which sees luma, starts to fail: at 0.45 every reader that was tried read every clean symbol. */
const LUMA_DIFFERENCE_REQUIRED = 0.45;

type Channels = [red: number, green: number, blue: number];

/** Luma weights of ITU-R BT.601 in thousandths: what YUV cameras deliver and readers binarise. Whole numbers keep the rule exact. */
const LUMA_WEIGHTS: Channels = [299, 587, 114];
const FULL_LUMA = 255_000;
const REQUIRED_LUMA = LUMA_DIFFERENCE_REQUIRED * FULL_LUMA;

/**
 * Says whether scanners can tell the two colours apart: dark must be darker than light by a luma difference of at
 * least 0.45 (of 1), luma being 0.299 R + 0.587 G + 0.114 B on the sRGB values.
 * The problem carries the measured difference and the nearest pair that passes.
 */
export function checkContrast(color: SymbolColor): Result<void, ContrastProblem> {
  const dark = toChannels(color.dark);
  const light = toChannels(color.light);
  const measured = lumaDifference(dark, light);
  if (measured >= REQUIRED_LUMA) return ok(undefined);

  const difference = Math.floor((measured / FULL_LUMA) * 1000) / 1000;
  // An inverted pair is one that was swapped by mistake, or wished for but unreadable to many scanners: offer it the right way round.
  const nearest =
    -measured >= REQUIRED_LUMA ? { dark: color.light, light: color.dark } : nearestPassing(dark, light);
  const relation =
    measured < 0
      ? 'The dark colour is lighter than the light one, which many scanners cannot read'
      : 'The colours are too alike to be scanned reliably';
  return err({
    difference,
    required: LUMA_DIFFERENCE_REQUIRED,
    nearest,
    message:
      `${relation}: the luma of light minus that of dark is ${difference}, and at least ` +
      `${LUMA_DIFFERENCE_REQUIRED} is needed. The nearest colours that pass are dark ${nearest.dark} and light ${nearest.light}.`,
  });
}

function lumaDifference(dark: Channels, light: Channels): number {
  return luma(light) - luma(dark);
}

function luma(channels: Channels): number {
  return channels.reduce((sum, channel, i) => sum + channel * (LUMA_WEIGHTS[i] ?? 0), 0);
}

/**
 * The smallest change of lightness, the same for both colours, that sets them far enough apart: dark gets darker and light lighter. Hue and
 * saturation (HSL) stay, so that a brand's colour stays recognizable and grey stays grey.
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
  // A step far below one of the 255 of a channel.
  while (high - low > 2 ** -12) {
    const middle = (low + high) / 2;
    if (lumaDifference(...at(middle)) >= REQUIRED_LUMA) high = middle;
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
    // Without what floating point adds to a whole number.
    return Math.min(255, Math.max(0, round(Math.round(value * 255e6) / 1e6)));
  };
  return [channel(0), channel(8), channel(4)];
}
