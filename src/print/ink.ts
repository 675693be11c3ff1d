import type { HexColor } from '#core/styles/hex-color.ts';

/** Shares of cyan, magenta, yellow and black, from 0 to 1. */
export type Cmyk = readonly [cyan: number, magenta: number, yellow: number, black: number];

/** What a symbol is printed with. */
export type Ink =
  /** The inks of the press. Black alone is `[0, 0, 0, 1]`. */
  | { readonly space: 'cmyk'; readonly cmyk: Cmyk }
  /** An ink of its own plate, and what stands for it where that is not there: on a screen, on a proof. */
  | { readonly space: 'spot'; readonly name: string; readonly cmyk: Cmyk }
  /** A colour of a screen. */
  | { readonly space: 'rgb'; readonly color: HexColor };

/** The inks of the press, as people and files call them. */
export const PROCESS_INKS = ['cyan', 'magenta', 'yellow', 'black'] as const;

/** The plates that an ink needs, as people call them. Of a screen's colour nobody knows before it is converted. */
export function listPlates(ink: Ink): readonly string[] {
  if (ink.space === 'spot') return [ink.name];
  return ink.space === 'rgb' ? [] : PROCESS_INKS.filter((_, i) => (ink.cmyk[i] ?? 0) > 0);
}
