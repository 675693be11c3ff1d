import type { ImageId } from '../logos/image-id.ts';

/** The shares of a symbol's side that its owner may request. */
export const LOGO_SIZE = { min: 0.1, max: 0.32 } as const;

/**
 * The number of codewords of a Reed–Solomon block that a logo may touch, as a share of those that the block can repair. Up to here, no
 * reader loses anything; from 0.9 on, zbar loses every fifth photo, and above 1, all readers fail.
 */
export const MOST_LOGO_DAMAGE = 0.5;

/** A picture in the middle of a symbol. */
export interface Logo {
  readonly image: ImageId;
  /** The share of the side that the owner requests; `auto` is the largest one that costs no reader anything. */
  readonly size: 'auto' | number;
  /** The resulting measures, stored so that later drawings are the same; null before the symbol is drawn. */
  readonly fit: LogoFit | null;
}

export interface LogoFit {
  /** The side of the square that is cleared for it: an odd number of modules. */
  readonly modules: number;
  /** Codewords touched in the block that loses most, as a share of those that it can repair: at most `MOST_LOGO_DAMAGE`. */
  readonly damage: number;
}
