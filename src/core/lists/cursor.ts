import { fromBase64Url, toBase64Url } from '../bytes/base64url.ts';
import { checksum } from '../bytes/checksum.ts';
import type { ListPosition } from './position.ts';
import { isPlaceValue, type ListPlace, type OtherSort } from './sort.ts';

/** A list cursor, opaque to callers: the position of the page's last code in base 36. New codes do not move it. */
export function formatCursor(position: ListPosition): string {
  return btoa(position.toString(36)).replaceAll('=', '');
}

/** Reads a cursor; null if `formatCursor` did not make the text. */
export function parseCursor(text: string): ListPosition | null {
  if (!/^[A-Za-z0-9]{1,16}$/.test(text)) return null;
  try {
    const position = Number.parseInt(atob(text), 36) as ListPosition;
    return Number.isSafeInteger(position) && formatCursor(position) === text ? position : null;
  } catch {
    return null;
  }
}

/** A cursor with the parameters of its list, so that using it in another list is noticed. */
export function formatBoundCursor(position: ListPosition, parameters: string): string {
  return `${formatCursor(position)}-${checksum(parameters)}`;
}

export interface BoundCursor {
  readonly position: ListPosition;
  /** Whether it was made for a list with these parameters. */
  isFor(parameters: string): boolean;
}

/** Reads a cursor of `formatBoundCursor`; null for any other text. */
export function parseBoundCursor(text: string): BoundCursor | null {
  const [, cursor = '', sum] = /^([A-Za-z0-9]+)-([0-9a-z]{1,7})$/.exec(text) ?? [];
  const position = parseCursor(cursor);
  if (position === null) return null;
  return { position, isFor: (parameters) => sum === checksum(parameters) };
}

/** A cursor of a list in another order. It is bound to that order too, as one of the parameters. */
export function formatPlaceCursor({ value, position }: ListPlace, parameters: string): string {
  return `${formatValue(value)}_${position.toString(36)}-${checksum(parameters)}`;
}

/** Reads a cursor of `formatPlaceCursor` for a list in this order, with these parameters; null for any other text. */
export function parsePlaceCursor(text: string, sort: OtherSort, parameters: string): ListPlace | null {
  const [, written = '', at = ''] = /^([0-9a-z]{0,11}|~[\w-]*)_([0-9a-z]{1,11})-[0-9a-z]+$/.exec(text) ?? [];
  const value = parseValue(written);
  if (value === undefined || !isPlaceValue(value, sort)) return null;
  const place = { value, position: Number.parseInt(at, 36) as ListPosition };
  return formatPlaceCursor(place, parameters) === text ? place : null;
}

/** A number in base 36, a text after a tilde, or nothing for no value. */
function formatValue(value: ListPlace['value']): string {
  if (value === null) return '';
  return typeof value === 'number' ? value.toString(36) : `~${toBase64Url(new TextEncoder().encode(value))}`;
}

/** Undefined if the text is not a value. */
function parseValue(text: string): ListPlace['value'] | undefined {
  if (text === '') return null;
  if (!text.startsWith('~')) return Number.parseInt(text, 36);
  try {
    return new TextDecoder().decode(fromBase64Url(text.slice(1)));
  } catch {
    return undefined;
  }
}
