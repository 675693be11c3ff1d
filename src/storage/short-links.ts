import type { CodeId } from '../core/code-id.ts';
import type { ContentType } from '../core/content.ts';

/**
 * Where a code id leads. Plain SQL instead of drizzle: this is the one query of the redirect, and the short-link Worker stays small.
 * `shown`: content that is no address (a text, a Wi-Fi network…) is shown to people instead.
 */
export type ShortLink =
  | { readonly kind: 'redirect'; readonly location: string; readonly isTracked: boolean }
  | { readonly kind: 'shown'; readonly type: ContentType; readonly content: string }
  | { readonly kind: 'gone' };

interface Row {
  readonly type: ContentType;
  readonly target: string;
  readonly redirect_to: string | null;
  readonly is_dynamic: number;
  readonly deleted_at_ms: number | null;
}

const FIND = 'SELECT type, target, redirect_to, is_dynamic, deleted_at_ms FROM qr_codes WHERE code_id = ?';

/** One look-up by primary key; null where the id was never issued. */
export async function findShortLink(db: D1Database, codeId: CodeId): Promise<ShortLink | null> {
  const row = await db.prepare(FIND).bind(codeId).first<Row>();
  if (!row) return null;
  if (row.deleted_at_ms !== null) return { kind: 'gone' };
  if (row.redirect_to === null) return { kind: 'shown', type: row.type, content: row.target };
  return { kind: 'redirect', location: row.redirect_to, isTracked: row.is_dynamic === 1 };
}
