import { CROCKFORD_BASE32 } from '../bytes/base32.ts';
import type { CodeId } from '../codes/code-id.ts';

/**
 * The position of a code in lists: `created at, in ms` × 1,024 + the last 10 bits of its code id. It is a whole number that grows with
 * time, so that one ordered column serves the order of the list, its cursor, and the search for codes of a period. Exact until the year
 * 2248.
 */
export type ListPosition = number & { readonly __brand: 'ListPosition' };

const POSITIONS_PER_MS = 1024;

/** Two codes of the same millisecond have the same position once in 1,024 times; then one of them gets another id. */
export function toListPosition(createdAtMs: number, codeId: CodeId): ListPosition {
  const tieBreaker =
    CROCKFORD_BASE32.indexOf(codeId.charAt(6)) * 32 + CROCKFORD_BASE32.indexOf(codeId.charAt(7));
  return (createdAtMs * POSITIONS_PER_MS + tieBreaker) as ListPosition;
}

/** The first position of a millisecond: codes that were created earlier have lower positions. */
export function firstPositionOf(timeMs: number): ListPosition {
  return (timeMs * POSITIONS_PER_MS) as ListPosition;
}
