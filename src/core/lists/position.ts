/**
 * The position of a code in lists: `created at, in ms` × 1,024 + the number of codes created before it in the same millisecond. It is a
 * whole number that grows with time, so that one ordered column serves the order of the list, its cursor, and the search for codes of a
 * period. Exact until the year 2248.
 */
export type ListPosition = number & { readonly __brand: 'ListPosition' };

const POSITIONS_PER_MS = 1024;

/** The first position of a millisecond: codes that were created earlier have lower positions. */
export function firstPositionOf(timeMs: number): ListPosition {
  return (timeMs * POSITIONS_PER_MS) as ListPosition;
}
