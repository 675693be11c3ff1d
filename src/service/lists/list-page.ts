import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import {
  formatBoundCursor,
  formatPlaceCursor,
  parseBoundCursor,
  parsePlaceCursor,
} from '#core/lists/cursor.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { ListSort, OtherSort } from '#core/lists/sort.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { readQrCodePage } from '../codes/read.ts';
import { readSortedPage, type SortProblem } from './sorted-list.ts';

export interface ListRequest {
  readonly sort: ListSort;
  /** Codes per page. */
  readonly limit: number;
  readonly filter: QrCodeFilter;
  /** Start of the page: `nextCursor` of the page before; null for the first one. */
  readonly cursor: string | null;
  /** Everything that decides which codes are listed in which order: a cursor is valid only for the same list. */
  readonly parameters: string;
}

export interface ListPage {
  readonly codes: readonly CountedQrCode[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export type ListProblem =
  | SortProblem
  | { readonly reason: 'cursor_malformed' }
  | { readonly reason: 'cursor_of_another_list' };

/** A page of the account's codes, in any order. It may hold fewer than `limit` even if others follow. */
export function readListPage(
  deps: Dependencies,
  accountId: string,
  { sort, ...request }: ListRequest,
): Promise<Result<ListPage, ListProblem>> {
  return sort === '-created_at'
    ? readNewest(deps, accountId, request)
    : readSorted(deps, accountId, { ...request, sort });
}

type Unsorted = Omit<ListRequest, 'sort'>;

async function readNewest(
  deps: Dependencies,
  accountId: string,
  { cursor, parameters, ...request }: Unsorted,
): Promise<Result<ListPage, ListProblem>> {
  const bound = cursor === null ? null : parseBoundCursor(cursor);
  // Cursors of other orders hold a low line.
  if (cursor !== null && !bound && !cursor.includes('_')) return err({ reason: 'cursor_malformed' });
  if (cursor !== null && !bound?.isFor(parameters)) return err({ reason: 'cursor_of_another_list' });
  const after = bound?.position ?? null;
  const { codes, next } = await readQrCodePage(deps, accountId, { ...request, after });
  return ok({ codes, nextCursor: next && formatBoundCursor(next, parameters) });
}

async function readSorted(
  deps: Dependencies,
  accountId: string,
  { cursor, parameters, ...request }: Unsorted & { readonly sort: OtherSort },
): Promise<Result<ListPage, ListProblem>> {
  const after = cursor === null ? null : parsePlaceCursor(cursor, request.sort, parameters);
  if (cursor !== null && !after) return err({ reason: 'cursor_of_another_list' });
  const page = await readSortedPage(deps, accountId, { ...request, after });
  if (!page.ok) return page;
  const { codes, next } = page.value;
  return ok({ codes, nextCursor: next && formatPlaceCursor(next, parameters) });
}
