import type { CodeId } from '../core/code-id.ts';

/**
 * Where a code id leads: to an address; to a page that shows content which is no address (a text, a Wi-Fi network…); or, once its code
 * was deleted, nowhere for ever. `revision` is the row's: of two answers to one code id, the higher is right.
 */
export type ShortLink = { readonly revision: number } & (
  | { readonly kind: 'redirect'; readonly location: string; readonly isTracked: boolean }
  | { readonly kind: 'shown'; readonly content: string }
  | { readonly kind: 'gone' }
);

/** The columns of `qr_codes` that tell where its short link leads. */
export interface ShortLinkColumns {
  readonly target: string;
  readonly redirectTo: string | null;
  readonly isDynamic: boolean;
  readonly revision: number;
  readonly deletedAtMs?: number | null;
}

export function toShortLink(columns: ShortLinkColumns): ShortLink {
  const { target, redirectTo, isDynamic, revision, deletedAtMs } = columns;
  if (typeof deletedAtMs === 'number') return { kind: 'gone', revision };
  if (redirectTo === null) return { kind: 'shown', content: target, revision };
  return { kind: 'redirect', location: redirectTo, isTracked: isDynamic, revision };
}

/** Reads what `JSON.parse` gave of a stored short link; null where it is none. */
export function parseShortLink(value: unknown): ShortLink | null {
  const { kind, revision, location, isTracked, content } = (value ?? {}) as Record<string, unknown>;
  if (typeof revision !== 'number') return null;
  switch (kind) {
    case 'redirect':
      return typeof location === 'string' && typeof isTracked === 'boolean'
        ? { kind, location, isTracked, revision }
        : null;
    case 'shown':
      return typeof content === 'string' ? { kind, content, revision } : null;
    case 'gone':
      return { kind, revision };
    default:
      return null;
  }
}

interface Row {
  readonly target: string;
  readonly redirect_to: string | null;
  readonly is_dynamic: number;
  readonly revision: number;
  readonly deleted_at_ms: number | null;
}

/** Plain SQL instead of drizzle: this is the one query of the redirect, and the short-link Worker stays small. */
const FIND =
  'SELECT target, redirect_to, is_dynamic, revision, deleted_at_ms FROM qr_codes WHERE code_id = ?';

/** One look-up by unique index on the primary: without a session no replica answers. Null where the id was never issued. */
export async function findShortLink(db: D1Database, codeId: CodeId): Promise<ShortLink | null> {
  const row = await db.prepare(FIND).bind(codeId).first<Row>();
  if (!row) return null;
  return toShortLink({
    target: row.target,
    redirectTo: row.redirect_to,
    isDynamic: row.is_dynamic === 1,
    revision: row.revision,
    deletedAtMs: row.deleted_at_ms,
  });
}
