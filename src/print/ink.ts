import type { GradientFill } from '#core/drawing.ts';
import { type HexColor, toChannels } from '#core/styles/hex-color.ts';

/** Shares of cyan, magenta, yellow and black, from 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** The one ink that a symbol is printed with. */
export type Ink =
  /** Process inks. Black alone is `[0, 0, 0, 1]`. */
  | { readonly space: 'cmyk'; readonly cmyk: Cmyk }
  /** A spot ink with a plate of its own, and the inks that replace it on a screen or a proof. */
  | SpotInk
  /** A screen colour. */
  | { readonly space: 'rgb'; readonly color: HexColor };

export interface SpotInk {
  readonly space: 'spot';
  readonly name: string;
  readonly cmyk: Cmyk;
}

/** How the colours of a drawing come to paper: as designed in RGB, each mixed of the process inks, or all in one ink. */
export type Inks = { readonly space: 'design' } | ProcessInks | Ink;

export interface ProcessInks {
  readonly space: 'process';
  /** As the customer gives them. */
  readonly mixes: Mixes;
  /** By the rule, with as much more black as readers need. */
  readonly darkened: Mixes;
}

/** The process inks of some colours. Colours are in small letters. */
export type Mixes = ReadonlyMap<string, Cmyk>;

/** Whether everything is printed in one ink, in the shades of which drawings are then made. */
export function isInOneInk(inks: Inks): inks is Ink {
  return inks.space !== 'design' && inks.space !== 'process';
}

/** The process inks, as people and files call them. */
export const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;

/** The plates that inks need, by name. A screen colour has no known plates until it is converted. */
export function listPlates(inks: Inks): readonly string[] {
  switch (inks.space) {
    case 'spot':
      return [inks.name];
    case 'cmyk':
      return PROCESS_INKS.filter((_, i) => (inks.cmyk[i] ?? 0) > 0);
    case 'process':
      return PROCESS_INKS;
    case 'design':
    case 'rgb':
      return [];
  }
}

/** What a file paints with: its numbers are shares from 0 to 1. */
export type Paint = DevicePaint | { readonly space: 'spot'; readonly tint: number };

/** In a colour space that formats have anyway. Grey is from 0, which is black. */
export interface DevicePaint {
  readonly space: 'grey' | 'rgb' | 'cmyk';
  readonly shares: readonly number[];
}

/**
 * What a colour of a drawing is painted with. Drawings in one ink are in shades of grey, from black, which is all of the ink, to white,
 * which is bare paper in the inks that the file uses anyway, so that it needs no other plate.
 */
export function paintOf(inks: Inks, color: HexColor): Paint {
  if (inks.space === 'process') return { space: 'cmyk', shares: mixOf(inks, color) };
  return toPaint(inks, toChannels(color));
}

/** The process inks of a colour: those that are given, else by the rule. */
export function mixOf({ mixes, darkened }: ProcessInks, color: HexColor): Cmyk {
  const key = color.toLowerCase();
  return mixes.get(key) ?? darkened.get(key) ?? toCmyk(toChannels(color));
}

/** The same for red, green and blue, 0 to 255 each. */
export function toPaint(inks: Inks, channels: readonly [red: number, green: number, blue: number]): Paint {
  const tint = 1 - lumaOf(channels);
  switch (inks.space) {
    case 'design': {
      const shares = channels.map((channel) => channel / 255);
      // A press makes four inks of black in RGB, but prints grey in black ink alone.
      return isGrey(channels) ? { space: 'grey', shares: shares.slice(0, 1) } : { space: 'rgb', shares };
    }
    case 'process':
      return { space: 'cmyk', shares: toCmyk(channels) };
    case 'cmyk': {
      const [cyan, magenta, yellow, black] = inks.cmyk;
      return { space: 'cmyk', shares: [cyan * tint, magenta * tint, yellow * tint, black * tint] };
    }
    case 'spot':
      return { space: 'spot', tint };
    case 'rgb': {
      const shares = toChannels(inks.color).map((channel) => 1 - tint * (1 - channel / 255));
      return { space: 'rgb', shares };
    }
  }
}

/** Whether a colour has no hue. */
export function isGrey([red, green, blue]: readonly [red: number, green: number, blue: number]): boolean {
  return red === green && green === blue;
}

/** The two ends of a gradient, in one colour space. */
export function paintEnds(
  inks: Inks,
  { from, to }: Pick<GradientFill, 'from' | 'to'>,
): readonly [DevicePaint, DevicePaint] {
  const [start, end] = [paintOf(inks, from), paintOf(inks, to)];
  if (start.space === 'spot' || end.space === 'spot') throw new Error('a spot colour has no gradient');
  return start.space === end.space ? [start, end] : [withHue(start), withHue(end)];
}

function withHue(paint: DevicePaint): DevicePaint {
  const [grey = 0] = paint.shares;
  return paint.space === 'grey' ? { space: 'rgb', shares: [grey, grey, grey] } : paint;
}

/** Brightness from 0 to 1, as the eye weighs red, green and blue (ITU-R BT.601). Greys keep theirs. */
function lumaOf([red, green, blue]: readonly [red: number, green: number, blue: number]): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/**
 * The process inks of a screen colour by a rule that needs no profile: what cyan, magenta and yellow have in common becomes black, so that
 * greys take one ink. A press shows saturated colours less bright than a screen, and middle tones lighter.
 */
export function toCmyk(channels: readonly [red: number, green: number, blue: number]): Cmyk {
  const most = Math.max(...channels) / 255;
  if (most === 0) return [0, 0, 0, 1];
  const share = (channel: number) => 1 - channel / 255 / most;
  return [share(channels[0]), share(channels[1]), share(channels[2]), 1 - most];
}
