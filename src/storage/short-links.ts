import type { CodeId } from '../core/code-id.ts';

/**
 * Where a code id leads: to an address; to a page that shows content which is no address (a text, a Wi-Fi network…); or, once its code
 * was deleted, nowhere for ever.
 */
export type ShortLink =
  | { readonly kind: 'redirect'; readonly location: string; readonly isTracked: boolean }
  | { readonly kind: 'shown'; readonly content: string }
  | { readonly kind: 'gone' };

/** The columns of `qr_codes` that tell where its short link leads. */
export interface ShortLinkColumns {
  readonly target: string;
  readonly redirectTo: string | null;
  readonly isDynamic: boolean;
  readonly deletedAtMs?: number | null;
}

export function toShortLink({ target, redirectTo, isDynamic, deletedAtMs }: ShortLinkColumns): ShortLink {
  if (typeof deletedAtMs === 'number') return { kind: 'gone' };
  if (redirectTo === null) return { kind: 'shown', content: target };
  return { kind: 'redirect', location: redirectTo, isTracked: isDynamic };
}

/** Reads what `JSON.parse` gave of a stored short link; null where it is none. */
export function parseShortLink(value: unknown): ShortLink | null {
  const link = value as Partial<Record<'kind' | 'location' | 'isTracked' | 'content', unknown>> | null;
  switch (link?.kind) {
    case 'redirect':
      return typeof link.location === 'string' && typeof link.isTracked === 'boolean'
        ? { kind: 'redirect', location: link.location, isTracked: link.isTracked }
        : null;
    case 'shown':
      return typeof link.content === 'string' ? { kind: 'shown', content: link.content } : null;
    case 'gone':
      return { kind: 'gone' };
    default:
      return null;
  }
}

interface Row {
  readonly target: string;
  readonly redirect_to: string | null;
  readonly is_dynamic: number;
  readonly deleted_at_ms: number | null;
}

/** Plain SQL instead of drizzle: this is the one query of the redirect, and the short-link Worker stays small. */
const FIND = 'SELECT target, redirect_to, is_dynamic, deleted_at_ms FROM qr_codes WHERE code_id = ?';

/** One look-up by unique index on the primary: without a session no replica answers. Null where the id was never issued. */
export async function findShortLink(db: D1Database, codeId: CodeId): Promise<ShortLink | null> {
  const row = await db.prepare(FIND).bind(codeId).first<Row>();
  if (!row) return null;
  return toShortLink({
    target: row.target,
    redirectTo: row.redirect_to,
    isDynamic: row.is_dynamic === 1,
    deletedAtMs: row.deleted_at_ms,
  });
}
