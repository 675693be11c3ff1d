import { and, desc, eq, getTableColumns, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { firstPositionOf, type ListPosition } from '#core/codes/list-position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ContentType } from '#core/content/content.ts';
import type { CodeStatus } from '#core/control/status.ts';
import type { Database } from '../database.ts';
import { qrCodes } from './codes-tables.ts';
import { toQrCode } from './qr-codes.ts';
import { holdsText, isIndexedSearch, matchesText, qrCodeSearch } from './search.ts';
import { hasStatus } from './status-filter.ts';

export interface QrCodeFilter {
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  /** Title or target contains it, in either case. */
  readonly contains?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
  readonly status?: CodeStatus | undefined;
}

/** A part of an account's list: the codes behind `after` that the filter lets through. */
interface ListPart {
  readonly after: ListPosition | null;
  readonly filter: QrCodeFilter;
}

/** Newest first, at most `limit`. */
export async function listQrCodes(
  db: Database,
  accountId: string,
  page: ListPart & { readonly limit: number; readonly nowMs: number },
): Promise<QrCode[]> {
  const { contains, type, isDynamic, status } = page.filter;
  const { from, before } = toSpan(page);
  const isListed = and(
    isInPart(accountId, page),
    status === undefined ? undefined : hasStatus(status, page.nowMs),
  );
  const rows =
    contains !== undefined && isIndexedSearch(contains)
      ? await db
          .select(getTableColumns(qrCodes))
          .from(qrCodeSearch)
          .crossJoin(qrCodes)
          .where(
            and(
              matchesText(accountId, { contains, type, isDynamic, from, before }),
              eq(qrCodes.position, sql`-${qrCodeSearch.rowid}`),
              isListed,
            ),
          )
          .orderBy(qrCodeSearch.rowid)
          .limit(page.limit)
      : await db
          .select()
          .from(qrCodes)
          .where(and(isListed, contains === undefined ? undefined : holdsText(contains)))
          .orderBy(desc(qrCodes.position))
          .limit(page.limit);
  return rows.map(toQrCode);
}

/** Whether a part of the list holds more than `count` codes, their text and status aside. Reads no more than these from an index. */
export async function hasMoreCodesThan(
  db: Database,
  accountId: string,
  part: ListPart,
  count: number,
): Promise<boolean> {
  const next = await db
    .select({ position: qrCodes.position })
    .from(qrCodes)
    .where(isInPart(accountId, part))
    .orderBy(desc(qrCodes.position))
    .limit(1)
    .offset(count)
    .get();
  return next !== undefined;
}

/** Every filter but the text and the status. */
function isInPart(accountId: string, part: ListPart): SQL | undefined {
  const { type, isDynamic } = part.filter;
  const { from, before } = toSpan(part);
  return and(
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    type === undefined ? undefined : eq(qrCodes.type, type),
    isDynamic === undefined ? undefined : eq(qrCodes.isDynamic, isDynamic),
    from === null ? undefined : gte(qrCodes.position, from),
    before === null ? undefined : lt(qrCodes.position, before),
  );
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
