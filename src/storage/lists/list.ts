import { and, desc, eq, gt, gte, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { firstPositionOf, type ListPosition } from '#core/lists/position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { toTagKey } from '#core/codes/tags.ts';
import type { Database } from '../database.ts';
import { codeMetadata, codeTags, qrCodes } from '../codes/codes-tables.ts';
import { CODE_COLUMNS, toQrCode } from '../codes/qr-codes.ts';
import { type Search, readSearch } from '#core/lists/search.ts';
import { holdsShortWords, holdsWords, isNamed, matchesText, selectNamed } from './search.ts';
import { findTags, type Tag } from '../codes/tags.ts';
import { targetFailures } from '../targets/target-failures-tables.ts';
import { hasStatus, mayHaveStatus } from './status.ts';

/** A filter with tag ids instead of names, and its text as a search. */
export type ListFilter = Omit<QrCodeFilter, 'tags' | 'anyTags' | 'contains'> & {
  readonly search?: Search | undefined;
  readonly tagIds: readonly number[];
  readonly anyTagIds: readonly number[];
  /** The tags of an any-filter with the fewest codes: every code with one of them is read. */
  readonly walkedTagIds: readonly number[];
};

/** Looks up the tags of a filter; null if no code can have them. */
export async function resolveFilter(
  { db, shortUrlBase }: { readonly db: Database; readonly shortUrlBase: string },
  accountId: string,
  { tags = [], anyTags = [], contains, ...filter }: QrCodeFilter,
): Promise<ListFilter | null> {
  const known = await findTags(db, accountId, [...tags, ...anyTags].map(toTagKey));
  const find = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => known.get(toTagKey(name)) ?? [])),
  ];
  const isMissing = tags.some((name) => !known.has(toTagKey(name)));
  if (isMissing || (anyTags.length > 0 && find(anyTags).length === 0)) return null;
  const toIds = (found: readonly Tag[]) => found.map(({ id }) => id);
  const countCodes = (found: readonly Tag[]) => found.reduce((codes, tag) => codes + tag.codes, 0);
  const groups = [...find(tags).map((tag) => [tag]), find(anyTags)].filter(({ length }) => length > 0);
  const [walked = []] = groups.sort((a, b) => countCodes(a) - countCodes(b));
  return {
    ...filter,
    search: contains === undefined ? undefined : readSearch(contains, shortUrlBase),
    tagIds: toIds(find(tags)),
    anyTagIds: toIds(find(anyTags)),
    walkedTagIds: toIds(walked),
  };
}

/** A part of an account's list: the codes after `after` that match the filter. */
interface ListPart {
  readonly after: ListPosition | null;
  readonly filter: ListFilter;
}

/** Whether every code that the filter's index finds belongs to the list, so that no comparison is left. */
export function isExact({ filter }: Pick<ListPart, 'filter'>): boolean {
  const { type, isDynamic, search, updatedAfterMs, status, isArchived, metadata, isBroken } = filter;
  const compared = search ?? updatedAfterMs ?? status ?? metadata ?? isBroken;
  if (compared !== undefined || filter.walkedTagIds.length > 0) return false;
  const isPlain = type === undefined && isDynamic === undefined;
  return isAddressed(filter) || isArchived === undefined || isPlain;
}

/** Whether a filter names a code: its list has at most one code. */
function isAddressed({ externalId, shortCode }: ListFilter): boolean {
  return externalId !== undefined || shortCode !== undefined;
}

/** The codes of a part with `isExact`, newest first, at most `limit`. */
export async function listQrCodes(
  db: Database,
  accountId: string,
  part: ListPart,
  limit: number,
): Promise<QrCode[]> {
  const rows = await db
    .select(CODE_COLUMNS)
    .from(qrCodes)
    .where(and(isWalked(accountId, part), isCompared(part.filter)))
    .orderBy(desc(qrCodes.position))
    .limit(limit);
  return rows.map(toQrCode);
}

interface ListRequest {
  readonly filter: ListFilter;
  readonly nowMs: number;
}

/** The codes at these positions that match a filter, newest first. */
export async function listCodesAt(
  db: Database,
  accountId: string,
  positions: readonly ListPosition[],
  { filter, nowMs }: ListRequest,
): Promise<QrCode[]> {
  if (positions.length === 0) return [];
  const words = filter.search?.indexed ?? [];
  const named = words.length > 0 && filter.search ? isNamed(accountId, filter.search.names) : undefined;
  const rows = await db
    .select({ ...CODE_COLUMNS, isNamed: sql<number>`${named ?? sql`FALSE`}` })
    .from(listAt(positions))
    // CROSS JOIN keeps SQLite from reordering the join to walk an index of the table.
    .crossJoin(qrCodes)
    .where(isListed(accountId, filter, nowMs));
  return rows
    .flatMap(({ isNamed: isMeant, ...row }) => (isMeant || holdsWords(row, words) ? [toQrCode(row)] : []))
    .sort((a, b) => b.position - a.position);
}

/** The number of codes at these positions that match a filter. */
export async function countCodesAt(
  db: Database,
  accountId: string,
  positions: readonly ListPosition[],
  request: ListRequest,
): Promise<number> {
  if (positions.length === 0) return 0;
  const { filter, nowMs } = request;
  // SQL cannot fold the case of all letters, as the index does.
  if (filter.search !== undefined) return (await listCodesAt(db, accountId, positions, request)).length;
  const [row] = await db
    .select({ codes: sql<number>`count(*)` })
    .from(listAt(positions))
    .crossJoin(qrCodes)
    .where(isListed(accountId, filter, nowMs));
  return row?.codes ?? 0;
}

function listAt(positions: readonly ListPosition[]): SQL {
  return sql`json_each(${JSON.stringify(positions)}) AS walked`;
}

/**
 * The positions of the codes in the narrowest index of a filter, newest first: they include the whole list. Reads no more than `count` rows
 * from the index.
 */
export async function walkCodes(
  db: Database,
  accountId: string,
  part: ListPart,
  count: number,
): Promise<ListPosition[]> {
  const { search, walkedTagIds, metadata: [entry] = [], isBroken } = part.filter;
  const isSearch = search !== undefined && search.indexed.length > 0;
  if (!isAddressed(part.filter)) {
    if (isSearch) return walkSearch(db, accountId, { ...part, search }, count);
    if (isBroken) return walkBroken(db, accountId, part, count);
    if (walkedTagIds.length > 0) return walkTags(db, walkedTagIds, part, count);
    if (entry) return walkMetadata(db, accountId, entry, part, count);
  }
  const rows = await db
    .select({ position: qrCodes.position })
    .from(qrCodes)
    .where(isWalked(accountId, part))
    .orderBy(desc(qrCodes.position))
    .limit(count);
  // At most one code: checking whether the search also finds it costs one more look-up.
  if (isSearch && rows[0]) return walkSearch(db, accountId, { ...part, search, only: rows[0].position }, 1);
  return rows.map(({ position }) => position);
}

/** What the index finds, and what the text names: at most `count` of each. To merge them in SQL would read each row once more. */
async function walkSearch(
  db: Database,
  accountId: string,
  part: ListPart & { readonly search: Search; readonly only?: ListPosition },
  count: number,
): Promise<ListPosition[]> {
  const { search, only } = part;
  const { type, isDynamic } = part.filter;
  const { from, before } = only === undefined ? toSpan(part) : { from: only, before: only + 1 };
  const span = { from, before: before as ListPosition | null };
  const found = matchesText(accountId, { words: search.indexed, type, isDynamic, ...span });
  const walks = [
    sql`SELECT position FROM (SELECT -rowid AS position FROM qr_code_search WHERE ${found} ORDER BY rowid LIMIT ${count})`,
    ...selectNamed(accountId, search.names, { isInSpan: (position) => isInSpan(position, span), count }),
  ];
  const rows = await db.all<{ position: ListPosition }>(sql.join(walks, sql` UNION ALL `));
  const positions = new Set(rows.map(({ position }) => position));
  return [...positions].sort((a, b) => b - a).slice(0, count);
}

/** UNION merges the codes of several tags in order, without reading more than it returns. */
async function walkTags(
  db: Database,
  ids: readonly number[],
  part: ListPart,
  count: number,
): Promise<ListPosition[]> {
  const span = isInSpan(codeTags.position, toSpan(part)) ?? sql`TRUE`;
  const walks = ids.map((id) => sql`SELECT position FROM code_tags WHERE tag_id = ${id} AND ${span}`);
  const rows = await db.all<{ position: ListPosition }>(
    sql`${sql.join(walks, sql` UNION `)} ORDER BY position DESC LIMIT ${count}`,
  );
  return rows.map(({ position }) => position);
}

async function walkMetadata(
  db: Database,
  accountId: string,
  [key, value]: readonly [string, string],
  part: ListPart,
  count: number,
): Promise<ListPosition[]> {
  const rows = await db
    .select({ position: codeMetadata.position })
    .from(codeMetadata)
    .where(
      and(
        eq(codeMetadata.accountId, accountId),
        eq(codeMetadata.key, key),
        eq(codeMetadata.value, value),
        isInSpan(codeMetadata.position, toSpan(part)),
      ),
    )
    .orderBy(desc(codeMetadata.position))
    .limit(count);
  return rows.map(({ position }) => position);
}

async function walkBroken(
  db: Database,
  accountId: string,
  part: ListPart,
  count: number,
): Promise<ListPosition[]> {
  const rows = await db
    .select({ position: targetFailures.position })
    .from(targetFailures)
    .where(
      and(
        eq(targetFailures.accountId, accountId),
        sql`is_broken = 1`,
        isInSpan(targetFailures.position, toSpan(part)),
      ),
    )
    .orderBy(desc(targetFailures.position))
    .limit(count);
  return rows.map(({ position }) => position);
}

/** The codes in an index of the table. */
function isWalked(accountId: string, part: ListPart): SQL | undefined {
  const { type, isDynamic, externalId, shortCode, status, isArchived } = part.filter;
  const standing = status === undefined ? undefined : mayHaveStatus(status);
  const own = [
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    isInSpan(qrCodes.position, toSpan(part)),
  ];
  if (isAddressed(part.filter)) {
    const isIt = externalId === undefined ? undefined : eq(qrCodes.externalId, externalId);
    return and(...own, isIt, hasShortCode(shortCode), isKind(part.filter));
  }
  if (standing) return and(...own, standing);
  // SQLite uses the indexes only with their literal conditions.
  if (isArchived === true) return and(...own, sql`is_archived = 1`);
  const isPlain = type === undefined && isDynamic === undefined;
  if (isPlain && isArchived === false) return and(...own, sql`is_archived = 0`);
  return and(...own, isKind(part.filter));
}

/** SQLite uses the index only with its literal condition. */
function hasShortCode(shortCode: ShortCode | undefined): SQL | undefined {
  if (shortCode === undefined) return undefined;
  return and(sql`short_code IS NOT NULL`, eq(qrCodes.shortCode, shortCode));
}

function isKind({ type, isDynamic }: ListFilter): SQL | undefined {
  return and(
    type === undefined ? undefined : eq(qrCodes.type, type),
    isDynamic === undefined ? undefined : eq(qrCodes.isDynamic, isDynamic),
  );
}

/** Conditions that can be checked on any code. The `+` keeps SQLite from other indexes: the walk has chosen one. */
function isCompared({ isArchived }: ListFilter): SQL | undefined {
  return isArchived === undefined ? undefined : sql`+is_archived = ${Number(isArchived)}`;
}

/** Whether the code at a walked position belongs to the list. */
function isListed(accountId: string, filter: ListFilter, nowMs: number): SQL | undefined {
  const {
    search,
    updatedAfterMs,
    status,
    externalId,
    shortCode,
    isBroken,
    metadata = [],
    tagIds,
    anyTagIds,
  } = filter;
  return and(
    sql`${qrCodes.position} = walked.value`,
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    isInSpan(qrCodes.position, toSpan({ after: null, filter })),
    isCompared(filter),
    isKind(filter),
    status === undefined ? undefined : hasStatus(status, nowMs),
    externalId === undefined ? undefined : eq(qrCodes.externalId, externalId),
    hasShortCode(shortCode),
    isBroken ? isBrokenCode : undefined,
    updatedAfterMs === undefined ? undefined : gt(qrCodes.updatedAtMs, updatedAfterMs),
    search === undefined ? undefined : holdsShortWords(accountId, search),
    ...tagIds.map((id) => hasTagOf([id])),
    anyTagIds.length === 0 ? undefined : hasTagOf(anyTagIds),
    ...metadata.map(([key, value]) => hasMetadata(key, value)),
  );
}

const isBrokenCode = sql`EXISTS (SELECT 1 FROM target_failures WHERE target_failures.code_id = ${qrCodes.codeId} AND is_broken = 1)`;

function hasTagOf(ids: readonly number[]): SQL {
  return sql`EXISTS (SELECT 1 FROM code_tags WHERE position = ${qrCodes.position}
    AND tag_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
}

function hasMetadata(key: string, value: string): SQL {
  return sql`EXISTS (SELECT 1 FROM code_metadata WHERE account_id = ${qrCodes.accountId} AND key = ${key} AND value = ${value}
    AND position = ${qrCodes.position})`;
}

type PositionColumn =
  | typeof qrCodes.position
  | typeof codeTags.position
  | typeof codeMetadata.position
  | typeof targetFailures.position;

function isInSpan(position: PositionColumn, { from, before }: Span): SQL | undefined {
  return and(
    from === null ? undefined : gte(position, from),
    before === null ? undefined : lt(position, before),
  );
}

/** Positions as a half-open range: `from` belongs to it, `before` does not. */
interface Span {
  readonly from: ListPosition | null;
  readonly before: ListPosition | null;
}

function toSpan({ after, filter }: ListPart): Span {
  const { createdAfterMs, createdBeforeMs } = filter;
  return {
    from: createdAfterMs === undefined ? null : firstPositionOf(createdAfterMs + 1),
    before: lowerOf(after, createdBeforeMs === undefined ? null : firstPositionOf(createdBeforeMs)),
  };
}

function lowerOf(a: ListPosition | null, b: ListPosition | null): ListPosition | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
