import { comparePlaces, type ListPlace, type OtherSort, placeOf } from '#core/codes/list-sort.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  type ListFilter,
  listCodesAt,
  type QrCodeFilter,
  resolveFilter,
  walkCodes,
} from '#storage/codes/list.ts';
import { isIndexedSearch } from '#storage/codes/search.ts';
import { walkSorted } from '#storage/codes/sorted-list.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CountedQrCode, MAX_CODES_LOOKED_AT, withAllScans } from './read.ts';

export interface SortedPageRequest {
  readonly sort: OtherSort;
  readonly limit: number;
  readonly after: ListPlace | null;
  readonly filter: QrCodeFilter;
}

export interface SortedPage {
  readonly codes: readonly CountedQrCode[];
  /** Behind which place the next page starts; null on the last one. */
  readonly next: ListPlace | null;
}

/** A text is looked for along its own index, which has no other order. */
export interface SortProblem {
  readonly reason: 'search_too_broad_to_sort';
}

/**
 * A page of the account's codes in another order than that of their creation. Where the filter leads to few codes, all of them are read and sorted. Otherwise the
 * page goes along the index of the order, and looks at so many codes at most: then it may hold fewer than `limit`, also where others follow.
 */
export async function readSortedPage(
  deps: Dependencies,
  accountId: string,
  request: SortedPageRequest,
): Promise<Result<SortedPage, SortProblem>> {
  const filter = await resolveFilter(deps.db, accountId, request.filter);
  if (!filter) return ok({ codes: [], next: null });
  const all = await walkCodes(deps.db, accountId, { filter, after: null }, MAX_CODES_LOOKED_AT + 1);
  const isSmall = all.length <= MAX_CODES_LOOKED_AT;
  if (!isSmall && filter.contains !== undefined && isIndexedSearch(filter.contains))
    return err({ reason: 'search_too_broad_to_sort' });
  const found = isSmall
    ? { codes: await listCodesAt(deps.db, accountId, all, { filter, nowMs: deps.nowMs() }), end: null }
    : await lookThrough(deps, accountId, { ...request, filter });
  const { sort, after, limit } = request;
  const codes = found.codes
    .filter((code) => after === null || comparePlaces(after, placeOf(code, sort), sort) < 0)
    .sort((a, b) => comparePlaces(placeOf(a, sort), placeOf(b, sort), sort));
  const shown = codes.slice(0, limit);
  const last = shown.at(-1);
  const next = codes.length > limit && last ? placeOf(last, sort) : found.end;
  return ok({ codes: await withAllScans(deps, shown), next });
}

/** Looks at as many codes as would fill the page, and, where some are none of the list, at the rest of those that a page may look at. */
async function lookThrough(
  deps: Dependencies,
  accountId: string,
  { limit, filter, ...request }: Omit<SortedPageRequest, 'filter'> & { readonly filter: ListFilter },
): Promise<{ readonly codes: readonly QrCode[]; readonly end: ListPlace | null }> {
  const codes: QrCode[] = [];
  let { after } = request;
  for (const width of [limit + 1, MAX_CODES_LOOKED_AT - limit - 1]) {
    if (codes.length > limit) break;
    const places = await walkSorted(deps.db, accountId, { ...request, filter, after }, width);
    const positions = places.map(({ position }) => position);
    codes.push(...(await listCodesAt(deps.db, accountId, positions, { filter, nowMs: deps.nowMs() })));
    after = places[width - 1] ?? null;
    if (after === null) break;
  }
  return { codes, end: after };
}
