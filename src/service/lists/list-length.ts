import type { QrCodeFilter } from '#core/lists/filter.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import { isExact, resolveFilter } from '#storage/lists/filter.ts';
import { countCodesAt } from '#storage/lists/list.ts';
import { walkCodes } from '#storage/lists/walks.ts';
import type { Dependencies } from '../dependencies.ts';

export interface ListLength {
  /** Codes of the account, including archived ones. */
  readonly account: number;
  /** Codes in the list; null if none were found among the codes that may be counted. */
  readonly list: Total | null;
}

/** A number of codes; with `isMore`, there are at least so many. */
export interface Total {
  readonly codes: number;
  readonly isMore: boolean;
}

/** Beyond this many archived codes, the list of the others is counted instead. */
const MAX_ARCHIVED_COUNTED = 100;

/** The most codes that are counted for a page. */
const MAX_COUNTED = 1_000;

/** The length of a list: stored for all codes, and counted for a filter, among a limited number of codes. */
export async function readListLength(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): Promise<ListLength> {
  const [{ codes: account }, counted] = await Promise.all([
    readCodeUsage(deps.db, accountId, deps.nowMs()),
    isWhole(filter) ? null : countList(deps, accountId, filter, MAX_COUNTED),
  ]);
  if (counted) return { account, list: counted };
  if (filter.isArchived === undefined) return { account, list: { codes: account, isMore: false } };
  const archived = await countList(deps, accountId, { isArchived: true }, MAX_ARCHIVED_COUNTED);
  if (!archived?.isMore) return { account, list: { codes: account - (archived?.codes ?? 0), isMore: false } };
  return { account, list: await countList(deps, accountId, filter, MAX_COUNTED) };
}

/** All codes of the account, with or without the archived ones. */
function isWhole({ isArchived, ...others }: QrCodeFilter): boolean {
  return isArchived !== true && Object.values(others).every((value) => value === undefined);
}

/** Null if no code was found among those that may be counted, although there are more. */
async function countList(
  deps: Dependencies,
  accountId: string,
  sent: QrCodeFilter,
  most: number,
): Promise<Total | null> {
  const filter = await resolveFilter(deps, accountId, sent);
  if (!filter) return { codes: 0, isMore: false };
  const positions = await walkCodes(deps.db, accountId, { filter, after: null }, most + 1);
  const isMore = positions.length > most;
  const counted = positions.slice(0, most);
  const codes = isExact({ filter })
    ? counted.length
    : await countCodesAt(deps.db, accountId, counted, { filter, nowMs: deps.nowMs() });
  return isMore && codes === 0 ? null : { codes, isMore };
}
