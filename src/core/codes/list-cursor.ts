import type { ListPosition } from './list-position.ts';

/** A list cursor: opaque to callers, inside the position of the page's last code in base 36. Codes made meanwhile do not move it. */
export function formatCursor(position: ListPosition): string {
  return btoa(position.toString(36)).replace(/=+$/, '');
}

/** Reads a cursor; null where the text was not made by `formatCursor`. */
export function parseCursor(text: string): ListPosition | null {
  if (!/^[A-Za-z0-9]{1,16}$/.test(text)) return null;
  try {
    const position = Number.parseInt(atob(text), 36) as ListPosition;
    return Number.isSafeInteger(position) && formatCursor(position) === text ? position : null;
  } catch {
    return null;
  }
}
