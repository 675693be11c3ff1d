import type { ListPosition } from './list-position.ts';
import type { QrCode } from './qr-code.ts';

/** The orders of a list; a minus stands for the highest first. */
export const LIST_SORTS = ['-created_at', 'created_at', '-updated_at'] as const;
type ListSort = (typeof LIST_SORTS)[number];

/** Every order but that of `-created_at`, whose places are positions alone. */
export type OtherSort = Exclude<ListSort, '-created_at'>;

/** Where a code stands in an order: by a time in ms, and among those of one time by its position. */
export interface ListPlace {
  readonly timeMs: number;
  readonly position: ListPosition;
}

export function placeOf(
  code: Pick<QrCode, 'position' | 'createdAtMs' | 'updatedAtMs'>,
  sort: OtherSort,
): ListPlace {
  return { timeMs: sort === 'created_at' ? code.createdAtMs : code.updatedAtMs, position: code.position };
}

/** Below zero where `a` comes before `b`. */
export function comparePlaces(a: ListPlace, b: ListPlace, sort: OtherSort): number {
  const ascending = a.timeMs - b.timeMs || a.position - b.position;
  return sort === 'created_at' ? ascending : -ascending;
}
