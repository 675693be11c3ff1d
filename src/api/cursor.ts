import { parseCodeId } from '../core/code-id.ts';
import type { ListPosition } from '../storage/qr-codes.ts';

/** A list cursor: opaque to callers, inside `<created at, in ms, base 36>.<code id>`. Codes made meanwhile do not move it. */
export function formatCursor(position: ListPosition): string {
  return btoa(`${position.createdAtMs.toString(36)}.${position.codeId}`).replace(/=+$/, '');
}

/** Reads a cursor; null where the text was not made by `formatCursor`. */
export function parseCursor(text: string): ListPosition | null {
  if (!/^[A-Za-z0-9]{1,40}$/.test(text)) return null;
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    return null;
  }
  const [, time = '', id = ''] = /^([0-9a-z]{1,10})\.(.{8})$/.exec(decoded) ?? [];
  const codeId = parseCodeId(id);
  const createdAtMs = Number.parseInt(time, 36);
  return codeId && Number.isSafeInteger(createdAtMs) ? { createdAtMs, codeId } : null;
}
