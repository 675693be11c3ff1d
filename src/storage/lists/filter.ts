import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { firstPositionOf, type ListPosition } from '#core/lists/position.ts';
import type { LinkAddress } from '#core/links/link-address.ts';
import { type Search, readSearch } from '#core/lists/search.ts';
import { toTagKey } from '#core/codes/tags.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { type codeMetadata, type codeTags, qrCodes } from '../codes/codes-tables.ts';
import { findTags, type Tag } from '../codes/tags.ts';
import type { targetFailures } from '../targets/target-failures-tables.ts';

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
export interface ListPart {
  readonly after: ListPosition | null;
  readonly filter: ListFilter;
}

/** Whether every code that the filter's index finds belongs to the list, so that no comparison is left. */
export function isExact({ filter }: Pick<ListPart, 'filter'>): boolean {
  const { type, search, updatedAfterMs, status, isArchived, metadata, isBroken, host } = filter;
  const compared = search ?? updatedAfterMs ?? status ?? metadata ?? isBroken ?? host;
  if (compared !== undefined || filter.walkedTagIds.length > 0) return false;
  return isAddressed(filter) || isArchived === undefined || type === undefined;
}

/** Whether a filter names a code: its list has at most one code. */
export function isAddressed({ externalId, shortCode }: ListFilter): boolean {
  return externalId !== undefined || shortCode !== undefined;
}

export function hasShortCode({ host, shortCode }: Pick<ListFilter, 'host' | 'shortCode'>): SQL | undefined {
  return shortCode === undefined ? undefined : hasName({ host: host ?? null, path: shortCode });
}

/** Whether an address names the code. One value: SQLite looks it up once for all rows, and then the code by its id. */
export function hasName({ host, path }: LinkAddress): SQL {
  return sql`code_id = (SELECT code_id FROM link_names WHERE path = ${path} AND host = ${host ?? ''} AND removed_at_ms IS NULL)`;
}

/** Whether a host is printed with the code. */
export function hasHost({ host }: Pick<ListFilter, 'host'>): SQL | undefined {
  return host === undefined ? undefined : sql`(host IS NOT NULL AND host = ${host})`;
}

export function isKind({ type, isDynamic }: Pick<ListFilter, 'type' | 'isDynamic'>): SQL | undefined {
  return and(
    type === undefined ? undefined : eq(qrCodes.type, type),
    isDynamic === undefined ? undefined : eq(qrCodes.isDynamic, isDynamic),
  );
}

/** Conditions that can be checked on any code. The `+` keeps SQLite from other indexes: the walk has chosen one. */
export function isCompared({ isArchived }: ListFilter): SQL | undefined {
  return isArchived === undefined ? undefined : sql`+is_archived = ${Number(isArchived)}`;
}

type PositionColumn =
  | typeof qrCodes.position
  | typeof codeTags.position
  | typeof codeMetadata.position
  | typeof targetFailures.position;

export function isInSpan(position: PositionColumn, { from, before }: Span): SQL | undefined {
  return and(
    from === null ? undefined : gte(position, from),
    before === null ? undefined : lt(position, before),
  );
}

/** Positions as a half-open range: `from` belongs to it, `before` does not. */
export interface Span {
  readonly from: ListPosition | null;
  readonly before: ListPosition | null;
}

export function toSpan({ after, filter }: ListPart): Span {
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
