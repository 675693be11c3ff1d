import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import type { Search } from '#core/lists/search.ts';
import type { Database } from '../database.ts';
import { allOf, sql } from '../sql.ts';
import { codeMetadata, codeTags, qrCodes } from '../codes/codes-tables.ts';
import { targetFailures } from '../targets/target-failures-tables.ts';
import {
  hasHost,
  hasShortCode,
  isAddressed,
  isCompared,
  isInSpan,
  isKind,
  type ListPart,
  toSpan,
} from './filter.ts';
import { listFiled, mergeWalks } from './filed.ts';
import { matchesText, selectNamed } from './search.ts';
import { mayHaveStatus } from './status.ts';

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
  const rows = await db.all<{ position: ListPosition }>(selectWalked(accountId, part, count));
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
    ...selectNamed(accountId, search.names, (position) => isInSpan(position, span), count),
  ];
  const rows = await db.all<{ position: ListPosition }>(sql.join(walks, sql` UNION ALL `));
  const positions = new Set(rows.map(({ position }) => position));
  return [...positions].sort((a, b) => b - a).slice(0, count);
}

/** UNION merges the codes of several tags in order, without reading more than it returns. */
async function walkTags(db: Database, ids: readonly number[], part: ListPart, count: number) {
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

async function walkBroken(db: Database, accountId: string, part: ListPart, count: number) {
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

/** The positions of the first `count` codes in the indexes of a part, newest first. */
export function selectWalked(accountId: string, part: ListPart, count: number): SQL {
  const own = and(
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    isInSpan(qrCodes.position, toSpan(part)),
  );
  return mergeWalks(
    listStretches(part).map((stretch) => allOf(own, stretch)),
    sql`DESC`,
    count,
  );
}

/** The stretches of an index of the table that have all codes of a part. */
function listStretches({ filter }: ListPart): readonly (SQL | undefined)[] {
  const { type, isDynamic, isArchived, externalId, host, status } = filter;
  const standing = status === undefined ? undefined : mayHaveStatus(status);
  if (isAddressed(filter)) {
    const isIt = externalId === undefined ? undefined : eq(qrCodes.externalId, externalId);
    return [and(isIt, hasShortCode(filter), isKind(filter), isCompared(filter))];
  }
  if (host !== undefined) return [hasHost(filter)];
  if (standing) return [standing];
  // Archived codes are few among those of a type.
  if (type === undefined || isArchived === true) return listFiled(filter);
  return isDynamic === undefined
    ? [true, false].map((kind) => isKind({ type, isDynamic: kind }))
    : [isKind(filter)];
}
