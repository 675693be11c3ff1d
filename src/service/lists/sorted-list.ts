import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { comparePlaces, type ListPlace, type OtherSort, placeOf } from '#core/lists/sort.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { ListedCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type ListFilter, resolveFilter } from '#storage/lists/filter.ts';
import { listCodesAt } from '#storage/lists/list.ts';
import { walkSorted } from '#storage/lists/sorted-list.ts';
import { walkCodes } from '#storage/lists/walks.ts';
import type { Dependencies } from '../dependencies.ts';
import { MAX_CODES_LOOKED_AT, withAllScans } from '../codes/read.ts';

export interface SortedPageRequest {
  readonly sort: OtherSort;
  readonly limit: number;
  readonly after: ListPlace | null;
  readonly filter: QrCodeFilter;
}

export interface SortedPage {
  readonly codes: readonly CountedQrCode[];
  /** The place after which the next page starts; null on the last one. */
  readonly next: ListPlace | null;
}

/** A text search follows its own index, which has no other order. */
export interface SortProblem {
  readonly reason: 'search_too_broad_to_sort';
}

/**
 * A page of the account's codes in an order other than creation. If the filter matches few codes, all of them are read and sorted.
 * Otherwise the page follows the index of the order and reads a limited number of codes, so it may hold fewer than `limit` even if others
 * follow.
 */
export async function readSortedPage(
  deps: Dependencies,
  accountId: string,
  request: SortedPageRequest,
): Promise<Result<SortedPage, SortProblem>> {
  const filter = await resolveFilter(deps, accountId, request.filter);
  if (!filter) return ok({ codes: [], next: null });
  const all = await walkCodes(deps.db, accountId, { filter, after: null }, MAX_CODES_LOOKED_AT + 1);
  const isSmall = all.length <= MAX_CODES_LOOKED_AT;
  if (!isSmall && filter.search !== undefined && filter.search.indexed.length > 0)
    return err({ reason: 'search_too_broad_to_sort' });
  const { sort, after, limit } = request;
  const { placed, end } = isSmall
    ? { placed: await readPlaces(deps, accountId, all, sort, filter), end: null }
    : await lookThrough(deps, accountId, { ...request, filter });
  const codes = placed
    .filter(({ place }) => after === null || comparePlaces(after, place, sort) < 0)
    .sort((a, b) => comparePlaces(a.place, b.place, sort));
  const shown = codes.slice(0, limit);
  const next = codes.length > limit ? (shown.at(-1)?.place ?? null) : end;
  const counted = await withAllScans(
    deps,
    shown.map(({ code }) => code),
  );
  return ok({ codes: counted, next });
}

/** A code at the place where it was found. Scans and edits may move it meanwhile: on this page it keeps that place. */
interface PlacedCode {
  readonly code: ListedCode;
  readonly place: ListPlace;
}

async function readPlaces(
  deps: Dependencies,
  accountId: string,
  positions: readonly ListPosition[],
  sort: OtherSort,
  filter: ListFilter,
): Promise<readonly PlacedCode[]> {
  const codes = await listCodesAt(deps.db, accountId, positions, { filter, nowMs: deps.nowMs() });
  return codes.map((code) => ({ code, place: placeOf(code, sort) }));
}

/** Reads as many codes as would fill the page, and more if some do not match, up to the limit of a page. */
async function lookThrough(
  deps: Dependencies,
  accountId: string,
  { limit, filter, ...request }: Omit<SortedPageRequest, 'filter'> & { readonly filter: ListFilter },
): Promise<{ readonly placed: readonly PlacedCode[]; readonly end: ListPlace | null }> {
  const placed: PlacedCode[] = [];
  let { after } = request;
  const most = Math.max(MAX_CODES_LOOKED_AT, limit + 1);
  let lookedAt = 0;
  for (const wanted of [limit + 1, limit + 1, most]) {
    const width = Math.min(wanted, most - lookedAt);
    if (width === 0 || placed.length > limit) break;
    lookedAt += width;
    const places = await walkSorted(deps.db, accountId, { ...request, filter, after }, width);
    const placeAt = new Map(places.map((place) => [place.position, place]));
    for (const found of await readPlaces(deps, accountId, [...placeAt.keys()], request.sort, filter)) {
      placed.push({ code: found.code, place: placeAt.get(found.code.position) ?? found.place });
    }
    after = places[width - 1] ?? null;
    if (after === null) break;
  }
  return { placed, end: after };
}
