import type { HexColor } from '#core/styles/hex-color.ts';

/** Shares of cyan, magenta, yellow and black, from 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** The ink that a symbol is printed with. */
export type Ink =
  /** Process inks. Black alone is `[0, 0, 0, 1]`. */
  | { readonly space: 'cmyk'; readonly cmyk: Cmyk }
  /** A spot ink with a plate of its own, and the inks that replace it on a screen or a proof. */
  | { readonly space: 'spot'; readonly name: string; readonly cmyk: Cmyk }
  /** A screen colour. */
  | { readonly space: 'rgb'; readonly color: HexColor };

/** The process inks, as people and files call them. */
export const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;

/** The plates that an ink needs, by name. A screen colour has no known plates until it is converted. */
export function listPlates(ink: Ink): readonly string[] {
  if (ink.space === 'spot') return [ink.name];
  return ink.space === 'rgb' ? [] : PROCESS_INKS.filter((_, i) => (ink.cmyk[i] ?? 0) > 0);
}
