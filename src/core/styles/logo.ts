import type { ImageId } from '../logos/image-id.ts';

/** Shares of the side of a symbol that its owner may ask for. */
export const LOGO_SIZE = { min: 0.1, max: 0.32 } as const;

/**
 * How many codewords of a Reed–Solomon block a logo may touch, as a share of those that the block repairs. Up to here no reader loses
 * anything; from 0.9 on zbar loses every fifth photo, and above 1 all readers fail.
 */
export const MOST_LOGO_DAMAGE = 0.5;

/** A picture in the middle of a symbol. */
export interface Logo {
  readonly image: ImageId;
  /** The share of the side that its owner wants; `auto` takes as much as costs no reader anything. */
  readonly size: 'auto' | number;
  /** What it came to, kept so that later drawings are the same; null before the symbol is drawn. */
  readonly fit: LogoFit | null;
}

export interface LogoFit {
  /** Side of the square that is left out of the symbol for it: an odd number of modules. */
  readonly modules: number;
  /** Codewords touched in the block that loses most, as a share of those that it repairs: at most `MOST_LOGO_DAMAGE`. */
  readonly damage: number;
}
