import { type AccountBrand, parseAccountBrand } from '#core/accounts/account-brand.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type DisabledFor, isDisabledFor } from '#core/abuse/disabled.ts';
import type { Control } from '#core/control/control.ts';
import { parseStoredControl } from '#core/control/stored-control.ts';
import type { ContentType } from '#core/content/static-content.ts';
import type { ContentValues, Values } from '#core/content/fields/field.ts';
import { readShownBrand, shownBrandOf } from '../accounts/shown-brand.ts';
import type { LookUp } from './look-up.ts';

/**
 * Where a code id leads: to an address; to whatever its control decides for each scan; to a page that shows content which is no address (a
 * text, a Wi-Fi network…); nowhere while the operator has disabled it; or nowhere for ever once its code was deleted. `unreadable` is
 * control that a later version of this code wrote. `revision` is the row's: of two short links of one code id, the higher one is right.
 */
export type ShortLink = {
  readonly revision: number;
  readonly accountId: string;
  /** For the pages of the code: absent if it has none, or leads to an address without any. */
  readonly brand?: AccountBrand;
} & (
  | { readonly kind: 'redirect'; readonly location: string; readonly isTracked: boolean }
  | RuledLink
  | ({ readonly kind: 'shown'; readonly isTracked: boolean } & ShownContent)
  | { readonly kind: 'gone' }
  | { readonly kind: 'disabled'; readonly disabledFor: DisabledFor }
  | { readonly kind: 'unreadable' }
);

/** What a page shows. */
export interface ShownContent {
  readonly content: string;
  /** The same by fields; null if it is only known as a text. */
  readonly fields: ContentValues | null;
  /** Of the row. */
  readonly revision: number;
  readonly updatedAtMs: number;
}

/** Of `ShortLink`. */
export interface RuledLink {
  readonly accountId: string;
  readonly brand?: AccountBrand;
  readonly kind: 'ruled';
  /** Empty for content that a page shows. */
  readonly location: string;
  readonly shown: ShownContent | null;
  readonly control: Control;
  /** Whether the limit was used up when the row was read. If not, the scan itself checks. */
  readonly isExhausted: boolean;
}

/** The columns of `qr_codes` that determine where a short link leads. */
export interface ShortLinkColumns {
  readonly accountId: string;
  readonly type: ContentType;
  readonly target: string;
  readonly content: Values | null;
  readonly redirectTo: string | null;
  readonly isDynamic: boolean;
  readonly control: unknown;
  readonly scansTaken: number;
  readonly revision: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs?: number | null;
  readonly disabledFor: DisabledFor | null;
}

export function toShortLink(columns: ShortLinkColumns): ShortLink {
  const { accountId, redirectTo, isDynamic, revision, deletedAtMs, disabledFor } = columns;
  const row = { revision, accountId };
  if (typeof deletedAtMs === 'number') return { kind: 'gone', ...row };
  if (disabledFor !== null) return { kind: 'disabled', disabledFor, ...row };
  const shown = redirectTo === null ? toShown(columns) : null;
  const isTracked = isDynamic;
  if (columns.control === null)
    return shown
      ? { kind: 'shown', ...shown, isTracked, ...row }
      : { kind: 'redirect', location: redirectTo ?? '', isTracked, ...row };
  const control = parseStoredControl(columns.control);
  if (!control) return { kind: 'unreadable', ...row };
  const isExhausted = isLimitUsedUp(control, columns.scansTaken);
  return { kind: 'ruled', location: redirectTo ?? '', shown, control, isExhausted, ...row };
}

function toShown({ type, target, content, revision, updatedAtMs }: ShortLinkColumns): ShownContent {
  return { content: target, fields: content && { type, values: content }, revision, updatedAtMs };
}

export function isLimitUsedUp({ maxScans }: Control, scansTaken: number): boolean {
  return maxScans !== null && scansTaken >= maxScans;
}

/** Reads a stored short link from the result of `JSON.parse`; null if it is not one, or has a later version. */
export function parseShortLink(value: unknown): ShortLink | null {
  const { kind, revision, location, isTracked, isExhausted, shown, control, disabledFor, accountId, brand } =
    (value ?? {}) as Record<string, unknown>;
  if (typeof revision !== 'number' || typeof accountId !== 'string') return null;
  const shownBrand = parseAccountBrand(brand);
  const row = { revision, accountId, ...(shownBrand && { brand: shownBrand }) };
  switch (kind) {
    case 'redirect':
      return typeof location === 'string' && typeof isTracked === 'boolean'
        ? { kind, location, isTracked, ...row }
        : null;
    case 'ruled': {
      const parsed = parseStoredControl(control);
      return parsed && typeof location === 'string' && typeof isExhausted === 'boolean'
        ? { kind, location, shown: parseShown(shown), control: parsed, isExhausted, ...row }
        : null;
    }
    case 'shown': {
      const parsed = parseShown(value);
      return parsed && { kind, ...parsed, isTracked: isTracked === true, ...row };
    }
    case 'gone':
      return { kind, ...row };
    case 'disabled':
      return isDisabledFor(disabledFor) ? { kind, disabledFor, ...row } : null;
    default:
      return null;
  }
}

function parseShown(value: unknown): ShownContent | null {
  const { content, fields, revision, updatedAtMs } = (value ?? {}) as Record<string, unknown>;
  if (typeof content !== 'string' || typeof revision !== 'number' || typeof updatedAtMs !== 'number')
    return null;
  return { content, fields: parseFields(fields), revision, updatedAtMs };
}

function parseFields(value: unknown): ContentValues | null {
  const { type, values } = (value ?? {}) as Record<string, unknown>;
  const isKnown = typeof type === 'string' && typeof values === 'object' && values !== null;
  return isKnown ? { type: type as ContentType, values: values as Values } : null;
}

export interface ShortLinkRow {
  readonly type: ContentType;
  readonly content: string | null;
  readonly target: string;
  readonly redirect_to: string | null;
  readonly is_dynamic: number;
  readonly control: string | null;
  readonly scans_taken: number;
  readonly revision: number;
  readonly updated_at_ms: number;
  readonly deleted_at_ms: number | null;
  readonly disabled_for: DisabledFor | null;
  readonly account_id: string;
  readonly brand: string | null;
}

/** Where scans lead: an address that is the target itself is stored once. */
export const READ_REDIRECT_TO = `iif(redirect_to = '', target, redirect_to)`;

/**
 * Plain SQL instead of drizzle: these are the redirect's queries, and the short-link Worker stays small. A code that only redirects has no
 * page, and reads no brand.
 */
export const LINK_COLUMNS = `type, target, content, ${READ_REDIRECT_TO} AS redirect_to, is_dynamic, control, scans_taken, qr_codes.revision AS revision, updated_at_ms, deleted_at_ms, disabled_for, qr_codes.account_id AS account_id,
  iif(control IS NULL AND redirect_to IS NOT NULL AND qr_codes.deleted_at_ms IS NULL, NULL, ${shownBrandOf('qr_codes.account_id')}) AS brand`;
const FIND = `SELECT ${LINK_COLUMNS} FROM qr_codes WHERE code_id = ?`;

/** By unique index. Null if the id was never issued, or if a replica does not know it yet. */
export async function findShortLink(lookUp: LookUp, codeId: CodeId): Promise<ShortLink | null> {
  const row = await lookUp.first<ShortLinkRow>(FIND, codeId);
  return row && readRow(row);
}

/** Since when a code exists, and leads where it leads, and whose it is, with what that shows of itself. */
export interface LinkDates {
  readonly accountName: string;
  readonly createdAtMs: number;
  readonly ledSinceMs: number;
  readonly brand: AccountBrand | null;
}

const FIND_DATES = `SELECT qr_codes.created_at_ms, name, ${shownBrandOf('account_id')} AS brand, coalesce(
    (SELECT max(edited_at_ms) FROM qr_code_edits WHERE code_id = ?1 AND coalesce(changes -> '$.target', changes -> '$.control') IS NOT NULL),
    qr_codes.created_at_ms) AS led_since_ms
  FROM qr_codes JOIN accounts ON accounts.id = account_id WHERE code_id = ?1`;

export async function findLinkDates(db: D1Database, codeId: CodeId): Promise<LinkDates | null> {
  const row = await db
    .prepare(FIND_DATES)
    .bind(codeId)
    .first<{ created_at_ms: number; led_since_ms: number; name: string; brand: string | null }>();
  return (
    row && {
      accountName: row.name,
      createdAtMs: row.created_at_ms,
      ledSinceMs: row.led_since_ms,
      brand: readShownBrand(row.brand),
    }
  );
}

export function readRow(row: ShortLinkRow): ShortLink {
  const brand = readShownBrand(row.brand);
  const link = toShortLink({
    accountId: row.account_id,
    type: row.type,
    target: row.target,
    content: row.content === null ? null : ((parseJson(row.content) ?? null) as Values | null),
    redirectTo: row.redirect_to,
    isDynamic: row.is_dynamic === 1,
    control: row.control === null ? null : parseJson(row.control),
    scansTaken: row.scans_taken,
    revision: row.revision,
    updatedAtMs: row.updated_at_ms,
    deletedAtMs: row.deleted_at_ms,
    disabledFor: row.disabled_for,
  });
  return brand ? { ...link, brand } : link;
}

/** Invalid JSON or a JSON null means unreadable control; a code without control has no text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A limit that was just raised or removed takes effect at once. */
const TAKE = `UPDATE qr_codes SET scans_taken = scans_taken + 1
  WHERE code_id = ? AND (control ->> '$.maxScans' IS NULL OR scans_taken < control ->> '$.maxScans') RETURNING scans_taken`;

/** Takes a scan from a code's limit, if there is one left: one statement, so that no two scans take the same one. */
export async function takeScan(db: D1Database, codeId: CodeId): Promise<boolean> {
  return (await db.prepare(TAKE).bind(codeId).first()) !== null;
}
