import type { CodeId } from '#core/codes/code-id.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { ListedCode, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { NO_SCANS, type ScanLifetime } from '#core/scans/scan.ts';
import { isExact, type ListFilter, resolveFilter } from '#storage/lists/filter.ts';
import { listCodesAt, listQrCodes } from '#storage/lists/list.ts';
import { walkCodes } from '#storage/lists/walks.ts';
import { findQrCode, listLiveCodeIds } from '#storage/codes/qr-codes.ts';
import { listAddedNames, listAddedNamesOf } from '#storage/links/names.ts';
import { findTargetFailure } from '#storage/targets/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { readStatus } from './control.ts';
import { openPages, type PageStream } from '../lists/page-stream.ts';

/** One code of the account with its scans; null if the account has no such code. */
export async function readQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<CountedQrCode | null> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code && withScans(deps, code);
}

/** A code with all that is known about it. A new one is not asked about: nobody can have scanned it. */
export async function withScans(deps: Dependencies, code: QrCode, isNew = false): Promise<CountedQrCode> {
  const { codeId } = code;
  if (isNew) return { ...count(deps, code, new Map()), names: [] };
  const [scans, failure, names] = await Promise.all([
    countScans(deps, [code]),
    findTargetFailure(deps.db, codeId),
    listAddedNames(deps.db, codeId),
  ]);
  return {
    ...count(deps, code, scans),
    names,
    targetFailure: failure?.isBroken ? failure : null,
  };
}

/** Several codes of one account with their scans, in their order. */
export async function withAllScans(deps: Dependencies, codes: readonly QrCode[]): Promise<CountedQrCode[]> {
  const scans = await countScans(deps, codes);
  return codes.map((code) => count(deps, code, scans));
}

/** Adds the scans to the codes among results. New codes are not asked about: nobody can have scanned them. */
export async function countResults<T extends { readonly code: QrCode }, E>(
  deps: Dependencies,
  results: readonly Result<T, E>[],
  isNew: (result: T) => boolean = () => false,
): Promise<readonly Result<T & CountedQrCode, E>[]> {
  const old = results.flatMap((result) => (result.ok && !isNew(result.value) ? [result.value.code] : []));
  const scans = await countScans(deps, old);
  return results.map((result) =>
    result.ok ? ok({ ...result.value, ...count(deps, result.value.code, scans) }) : result,
  );
}

function count(
  deps: Dependencies,
  code: QrCode,
  lifetimes: ReadonlyMap<CodeId, ScanLifetime>,
): CountedQrCode {
  const { scans, lastScanAtMs } = lifetimes.get(code.codeId) ?? NO_SCANS;
  return {
    code,
    scans,
    lastScanAtMs,
    status: readStatus(code, deps.nowMs()),
  };
}

export interface QrCodePage {
  readonly codes: readonly CountedQrCode[];
  /** Start of the next page; null on the last one. */
  readonly next: ListPosition | null;
}

/**
 * No index covers words of one or two characters. A list looks for them page by page; what is done with all codes that have them is done among
 * this many only.
 */
export const MAX_CODES_OF_SHORT_SEARCH = 100;

/** The text is too short for a search in so many codes. */
export interface SearchProblem {
  readonly reason: 'search_too_short';
}

/** A page of a list: at most `limit` codes after `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: ListPosition | null;
  readonly filter: QrCodeFilter;
}

/**
 * The most codes that a page reads if no index matches the filter exactly. If they do not fill the page, the next one continues after them.
 */
export const MAX_CODES_LOOKED_AT = 150;

/** A page of the account's codes, newest first. It may hold fewer than `limit` even if others follow. */
export async function readQrCodePage(
  deps: Dependencies,
  accountId: string,
  { filter: sent, ...page }: PageRequest,
): Promise<QrCodePage> {
  const filter = await resolveFilter(deps, accountId, sent);
  if (!filter) return { codes: [], next: null };
  const { codes, next } = await findPage(deps, accountId, { ...page, filter });
  return { codes: await withAllScans(deps, codes), next };
}

type Found = { readonly codes: readonly ListedCode[]; readonly next: ListPosition | null };

/** The page without the scans. */
export async function findQrCodePage(
  deps: Dependencies,
  accountId: string,
  { filter: sent, ...page }: PageRequest,
): Promise<Result<Found, SearchProblem>> {
  const filter = await resolveFilter(deps, accountId, sent);
  if (!filter) return ok({ codes: [], next: null });
  const isShort = filter.search?.indexed.length === 0;
  return isShort
    ? findShortText(deps, accountId, { ...page, filter })
    : ok(await findPage(deps, accountId, { ...page, filter }));
}

type Page = Omit<PageRequest, 'filter'> & { readonly filter: ListFilter };

async function findPage(deps: Dependencies, accountId: string, page: Page): Promise<Found> {
  const { limit } = page;
  // One more than requested shows whether there is a next page.
  if (isExact(page)) return toPage(await listQrCodes(deps.db, accountId, page, limit + 1), limit, null);
  return lookThrough(deps, accountId, page);
}

function toPage(codes: readonly ListedCode[], limit: number, end: ListPosition | null): Found {
  const shown = codes.slice(0, limit);
  return { codes: shown, next: codes.length > limit ? (shown.at(-1)?.position ?? null) : end };
}

/** Reads as many codes as would fill the page, and more if some do not match, up to the limit of a page. */
async function lookThrough(deps: Dependencies, accountId: string, page: Page): Promise<Found> {
  const { limit } = page;
  const nowMs = deps.nowMs();
  const codes: ListedCode[] = [];
  let { after } = page;
  for (const width of [limit + 1, limit + 1, MAX_CODES_LOOKED_AT - 2 * (limit + 1)]) {
    if (width <= 0 || codes.length > limit) break;
    const positions = await walkCodes(deps.db, accountId, { ...page, after }, width);
    codes.push(...(await listCodesAt(deps.db, accountId, positions, { ...page, nowMs })));
    after = positions[width - 1] ?? null;
    if (after === null) break;
  }
  return toPage(codes, limit, after);
}

/** Searches for words of one or two characters in all codes that match the other filters, or refuses if these are too many. */
async function findShortText(
  deps: Dependencies,
  accountId: string,
  page: Page,
): Promise<Result<Found, SearchProblem>> {
  const positions = await walkCodes(deps.db, accountId, page, MAX_CODES_OF_SHORT_SEARCH + 1);
  if (positions.length > MAX_CODES_OF_SHORT_SEARCH) return err({ reason: 'search_too_short' });
  const codes = await listCodesAt(deps.db, accountId, positions, { ...page, nowMs: deps.nowMs() });
  return ok(toPage(codes, page.limit, null));
}

/** Codes that an export reads at a time: three queries for each 500 codes stay far below D1's limit for a request. */
export const EXPORT_PAGE = 500;

/** Many codes: the first page, and the others on demand. */
export type CodeStream = PageStream<CountedQrCode>;

/** All codes that match the filter with their names, newest first. */
export function readAllQrCodes(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): Promise<Result<CodeStream, SearchProblem>> {
  return openPages(async (after) => {
    const page = await findQrCodePage(deps, accountId, { limit: EXPORT_PAGE, after, filter });
    if (!page.ok) return page;
    const { codes, next } = page.value;
    const ids = codes.map(({ codeId }) => codeId);
    const [counted, named] = await Promise.all([withAllScans(deps, codes), listAddedNamesOf(deps.db, ids)]);
    const withNames = counted.map((one) => Object.assign(one, { names: named.get(one.code.codeId) ?? [] }));
    return ok({ codes: withNames, next });
  });
}

/** The codes without the scans. */
export function findAllQrCodes(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): Promise<Result<PageStream<QrCode>, SearchProblem>> {
  return openPages((after) => findQrCodePage(deps, accountId, { limit: EXPORT_PAGE, after, filter }));
}

/** The deleted ones among these codes. */
export async function findDeletedCodes(
  deps: Dependencies,
  codeIds: readonly CodeId[],
): Promise<ReadonlySet<CodeId>> {
  const live = await listLiveCodeIds(deps.db, codeIds);
  return new Set(codeIds.filter((codeId) => !live.has(codeId)));
}

/** Only dynamic codes are tracked; static ones are not queried. */
export function countScans(deps: Dependencies, codes: readonly QrCode[]): Promise<Map<CodeId, ScanLifetime>> {
  const dynamic = codes.filter((code) => code.isDynamic);
  // The codes of one call belong to one account.
  const accountId = dynamic[0]?.accountId ?? '';
  return deps.scans.countScans(
    accountId,
    dynamic.map((code) => code.codeId),
  );
}
