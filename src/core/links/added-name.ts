import type { LinkAddress } from './link-address.ts';

/** A name that a code was given after it was printed: an old print, or a better word. Unlike the printed one, it can be taken away. */
export interface AddedName extends LinkAddress {
  readonly createdAtMs: number;
}

/** Names of a code besides its id, the printed one included. */
export const MAX_NAMES = 20;
