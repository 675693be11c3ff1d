import { and, desc, eq, getTableColumns, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { firstPositionOf, type ListPosition } from '#core/codes/list-position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ContentType } from '#core/content/content.ts';
import type { CodeStatus } from '#core/control/status.ts';
import type { Database } from '../database.ts';
import { qrCodes } from './codes-tables.ts';
import { toQrCode } from './qr-codes.ts';
import { holdsText, isIndexedSearch, matchesText, qrCodeSearch } from './search.ts';
import { hasStatus, mayHaveStatus } from './status-filter.ts';

export interface QrCodeFilter {
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  /** Title or target contains it, in either case. */
  readonly contains?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
  readonly status?: CodeStatus | undefined;
  readonly externalId?: string | undefined;
}

/** A part of an account's list: the codes behind `after` that the filter lets through. */
interface ListPart {
  readonly after: ListPosition | null;
  readonly filter: QrCodeFilter;
}

/** Newest first, at most `limit`; none behind `until`. */
export async function listQrCodes(
  db: Database,
  accountId: string,
  page: ListPart & { readonly limit: number; readonly until: ListPosition | null; readonly nowMs: number },
): Promise<QrCode[]> {
  const { contains } = page.filter;
  const isOnPage = and(
    isWalked(accountId, page),
    page.until === null ? undefined : gte(qrCodes.position, page.until),
    isListed(page),
  );
  const rows =
    contains !== undefined && isIndexedSearch(contains)
      ? await db
          .select(getTableColumns(qrCodes))
          .from(qrCodeSearch)
          .crossJoin(qrCodes)
          .where(
            and(
              matches(accountId, page, contains),
              eq(qrCodes.position, sql`-${qrCodeSearch.rowid}`),
              isOnPage,
            ),
          )
          .orderBy(qrCodeSearch.rowid)
          .limit(page.limit)
      : await db
          .select()
          .from(qrCodes)
          .where(and(isOnPage, contains === undefined ? undefined : holdsText(contains)))
          .orderBy(desc(qrCodes.position))
          .limit(page.limit);
  return rows.map(toQrCode);
}

/**
 * Where a page must stop looking, so that it looks at no more than `count` codes of a part: the position of the last one that it may look
 * at; null where the part ends before. Reads no more than these from an index.
 */
export async function findEndOfLook(
  db: Database,
  accountId: string,
  part: ListPart,
  count: number,
): Promise<ListPosition | null> {
  const { contains } = part.filter;
  const positions =
    contains !== undefined && isIndexedSearch(contains)
      ? db
          .select({ position: sql<ListPosition>`-${qrCodeSearch.rowid}` })
          .from(qrCodeSearch)
          .where(matches(accountId, part, contains))
          .orderBy(qrCodeSearch.rowid)
      : db
          .select({ position: qrCodes.position })
          .from(qrCodes)
          .where(isWalked(accountId, part))
          .orderBy(desc(qrCodes.position));
  const [last, next] = await positions.limit(2).offset(count - 1);
  return last && next ? last.position : null;
}

/** The codes that an index leads to. */
function isWalked(accountId: string, part: ListPart): SQL | undefined {
  const { type, isDynamic, externalId } = part.filter;
  const { from, before } = toSpan(part);
  const standing = standingOf(part);
  return and(
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    standing,
    standing || type === undefined ? undefined : eq(qrCodes.type, type),
    standing || isDynamic === undefined ? undefined : eq(qrCodes.isDynamic, isDynamic),
    externalId === undefined ? undefined : eq(qrCodes.externalId, externalId),
    from === null ? undefined : gte(qrCodes.position, from),
    before === null ? undefined : lt(qrCodes.position, before),
  );
}

/** What is left to compare of these codes. */
function isListed(part: ListPart & { readonly nowMs: number }): SQL | undefined {
  const { type, isDynamic, status } = part.filter;
  if (status === undefined) return undefined;
  // The `+` keeps SQLite from the indexes by type and kind, along which it might look at more codes.
  return and(
    hasStatus(status, part.nowMs),
    type === undefined ? undefined : sql`+${qrCodes.type} = ${type}`,
    isDynamic === undefined ? undefined : sql`+${qrCodes.isDynamic} = ${Number(isDynamic)}`,
  );
}

function standingOf({ filter: { status } }: ListPart): SQL | undefined {
  return status === undefined ? undefined : mayHaveStatus(status);
}

/** The rows of the search index that may be in a part. */
function matches(
  accountId: string,
  part: ListPart & { readonly until?: ListPosition | null },
  contains: string,
) {
  const { type, isDynamic, externalId } = part.filter;
  const { from, before } = toSpan(part);
  return and(
    matchesText(accountId, { contains, type, isDynamic, from: part.until ?? from, before }),
    externalId === undefined ? undefined : isRowOf(accountId, externalId),
  );
}

/** The one row of an external id: without this, all that match would be looked at one by one. */
function isRowOf(accountId: string, externalId: string): SQL {
  return sql`${qrCodeSearch.rowid} = (SELECT -position FROM qr_codes
    WHERE account_id = ${accountId} AND external_id = ${externalId} AND deleted_at_ms IS NULL)`;
}

/** Positions as a half-open range: `from` belongs to it, `before` does not. */
function toSpan({ after, filter }: ListPart) {
  const from = firstPositionAfter(filter.createdAfterMs);
  return { from, before: lowerOf(after, firstPositionFrom(filter.createdBeforeMs)) };
}

function firstPositionAfter(timeMs: number | undefined): ListPosition | null {
  return timeMs === undefined ? null : firstPositionOf(timeMs + 1);
}

function firstPositionFrom(timeMs: number | undefined): ListPosition | null {
  return timeMs === undefined ? null : firstPositionOf(timeMs);
}

function lowerOf(a: ListPosition | null, b: ListPosition | null): ListPosition | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
