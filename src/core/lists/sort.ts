import type { ListPosition } from './position.ts';
import type { ListedCode } from '../codes/qr-code.ts';

/** The orders of a list; a minus means descending. */
export const LIST_SORTS = [
  '-created_at',
  'created_at',
  '-updated_at',
  '-scans',
  '-last_scan_at',
  'title',
] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** Every order except `-created_at`, whose places are just positions. */
export type OtherSort = Exclude<ListSort, '-created_at'>;

/** The place of a code in an order: its sort value, and among equal ones its position. */
export interface ListPlace {
  /** A time in ms, a number of scans or a title; null if the code has none, which puts it after all others. */
  readonly value: number | string | null;
  readonly position: ListPosition;
}

export type SortedFields = Pick<
  ListedCode,
  'position' | 'createdAtMs' | 'updatedAtMs' | 'scansRolledUp' | 'lastScanAtMs' | 'title'
>;

export function placeOf(code: SortedFields, sort: OtherSort): ListPlace {
  return { value: valueOf(code, sort), position: code.position };
}

function valueOf(code: SortedFields, sort: OtherSort): ListPlace['value'] {
  switch (sort) {
    case 'created_at':
      return code.createdAtMs;
    case '-updated_at':
      return code.updatedAtMs;
    case '-scans':
      return code.scansRolledUp;
    case '-last_scan_at':
      return code.lastScanAtMs;
    case 'title':
      return code.title;
  }
}

/** Whether a value belongs to an order. */
export function isPlaceValue(value: ListPlace['value'], sort: OtherSort): boolean {
  if (value === null) return sort === 'title' || sort === '-last_scan_at';
  return sort === 'title' ? typeof value === 'string' : Number.isSafeInteger(value);
}

/** Below zero if `a` comes before `b`. */
export function comparePlaces(a: ListPlace, b: ListPlace, sort: OtherSort): number {
  const direction = sort.startsWith('-') ? -1 : 1;
  if ((a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1;
  return direction * (compareValues(a.value, b.value) || a.position - b.position);
}

function compareValues(a: ListPlace['value'], b: ListPlace['value']): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTitles(a, b);
  return Number(a) - Number(b);
}

/** Like SQLite's NOCASE: by code points, with A–Z as a–z. */
function compareTitles(a: string, b: string): number {
  const [left, right] = [a, b].map((text) =>
    new TextEncoder().encode(text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
  ) as [Uint8Array, Uint8Array];
  const at = left.findIndex((byte, i) => byte !== right[i]);
  if (at === -1) return left.length - right.length;
  return (left[at] ?? 0) - (right[at] ?? -1);
}
