import { err, ok, type Result } from './result.ts';
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
  /** The pair with the smallest change in RGB space that passes. */
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
    measured < 0 ? 'The dark colour is lighter than the light one' : 'The colours are too alike';
  return err({
    difference,
    required: LUMA_DIFFERENCE_REQUIRED,
    nearest,
    message:
      `${relation} to be scanned reliably: the luma of light minus that of dark is ${difference}, and at least ` +
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
 * The closest point of the half space "difference >= required" within the colour cube: both colours move along the
 * luma weights by the same multiplier (Karush-Kuhn-Tucker), each channel stopping at its bound.
 */
function nearestPassing(dark: Channels, light: Channels): SymbolColor {
  let low = 0;
  let high = 1;
  const passes = (step: number): boolean =>
    lumaDifference(move(dark, -step, Math.floor), move(light, step, Math.ceil)) >= REQUIRED_LUMA;
  while (!passes(high)) high *= 2;
  // The step is in RGB units per thousandth of weight: 2^-20 is far below one unit of any channel.
  while (high - low > 2 ** -20) {
    const middle = (low + high) / 2;
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return {
    dark: fromChannels(move(dark, -high, Math.floor)),
    light: fromChannels(move(light, high, Math.ceil)),
  };
}

function move(channels: Channels, step: number, round: (value: number) => number): Channels {
  const moved = channels.map((channel, i) =>
    Math.min(255, Math.max(0, round(channel + step * (LUMA_WEIGHTS[i] ?? 0)))),
  );
  const [red = 0, green = 0, blue = 0] = moved;
  return [red, green, blue];
}
