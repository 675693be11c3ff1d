import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import type { ListedCode } from '#core/codes/qr-code.ts';
import type { Database } from '../database.ts';
import { findInLists, type JsonList, listSql, tableOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { CODE_COLUMNS, toQrCode } from '../codes/qr-codes.ts';
import {
  hasHost,
  hasShortCode,
  isCompared,
  isInSpan,
  isKind,
  type ListFilter,
  type ListPart,
  toSpan,
} from './filter.ts';
import { holdsWords, isNamed, type SearchedTexts } from './search.ts';
import { hasStatus } from './status.ts';
import { selectWalked } from './walks.ts';

/** The codes of a part with `isExact`, newest first, at most `limit`. */
export async function listQrCodes(
  db: Database,
  accountId: string,
  part: ListPart,
  limit: number,
): Promise<ListedCode[]> {
  const rows = await db
    .select(CODE_COLUMNS)
    .from(sql`(${selectWalked(accountId, part, limit)}) AS walked`)
    // CROSS JOIN keeps SQLite from reordering the join to walk an index of the table.
    .crossJoin(qrCodes)
    .where(sql`${qrCodes.position} = walked.position`);
  return rows.map(toQrCode).sort(newestFirst);
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
): Promise<ListedCode[]> {
  const rows = await findInLists(positions, (list) =>
    db
      .select({ ...CODE_COLUMNS, addedPaths: qrCodes.addedPaths, isNamed: isNamedBy(accountId, filter) })
      .from(listAt(list))
      // CROSS JOIN keeps SQLite from reordering the join to walk an index of the table.
      .crossJoin(qrCodes)
      .where(isListed(accountId, filter, nowMs)),
  );
  return rows
    .flatMap(({ isNamed: isMeant, ...row }) => (isMeant || isFound(row, filter) ? [toQrCode(row)] : []))
    .sort(newestFirst);
}

/** The number of codes at these positions that match a filter. */
export async function countCodesAt(
  db: Database,
  accountId: string,
  positions: readonly ListPosition[],
  { filter, nowMs }: ListRequest,
): Promise<number> {
  const isIt = isListed(accountId, filter, nowMs);
  if (!filter.search) {
    const counted = await findInLists(positions, (list) =>
      db
        .select({ codes: sql<number>`count(*)` })
        .from(listAt(list))
        .crossJoin(qrCodes)
        .where(isIt),
    );
    return counted.reduce((sum, { codes }) => sum + codes, 0);
  }
  // SQL cannot fold case and accents.
  const { title, target, addedPaths } = qrCodes;
  const rows = await findInLists(positions, (list) =>
    db
      .select({ title, target, addedPaths, isNamed: isNamedBy(accountId, filter) })
      .from(listAt(list))
      .crossJoin(qrCodes)
      .where(isIt),
  );
  return rows.filter((row) => row.isNamed || isFound(row, filter)).length;
}

/** Whether the search of a filter names the code, whatever its texts. */
function isNamedBy(accountId: string, { search }: ListFilter): SQL<number> {
  return sql<number>`${search ? isNamed(accountId, search.names) : sql`FALSE`}`;
}

/** Whether a code has the words of the search of a filter. */
function isFound(row: SearchedTexts, { search }: ListFilter): boolean {
  return holdsWords(row, search?.words ?? []);
}

function listAt(positions: JsonList): SQL {
  return sql`${tableOf(positions)} AS walked`;
}

/** Whether the code at a walked position belongs to the list, unless its search leaves it out. */
function isListed(accountId: string, filter: ListFilter, nowMs: number): SQL | undefined {
  const { updatedAfterMs, status, externalId, isBroken, metadata = [], tagIds, anyTagIds } = filter;
  return and(
    sql`${qrCodes.position} = walked.value`,
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    isInSpan(qrCodes.position, toSpan({ after: null, filter })),
    isCompared(filter),
    isKind(filter),
    status === undefined ? undefined : hasStatus(status, nowMs),
    externalId === undefined ? undefined : eq(qrCodes.externalId, externalId),
    hasShortCode(filter),
    hasHost(filter),
    isBroken ? isBrokenCode : undefined,
    updatedAfterMs === undefined ? undefined : gt(qrCodes.updatedAtMs, updatedAfterMs),
    ...tagIds.map((id) => hasTagOf([id])),
    anyTagIds.length === 0 ? undefined : hasTagOf(anyTagIds),
    ...metadata.map(([key, value]) => hasMetadata(key, value)),
  );
}

const isBrokenCode = sql`EXISTS (SELECT 1 FROM target_failures WHERE target_failures.code_id = ${qrCodes.codeId} AND is_broken = 1)`;

function hasTagOf(ids: readonly number[]): SQL {
  return sql`EXISTS (SELECT 1 FROM code_tags WHERE position = ${qrCodes.position}
    AND tag_id IN ${listSql(toList(ids))})`;
}

function hasMetadata(key: string, value: string): SQL {
  return sql`EXISTS (SELECT 1 FROM code_metadata WHERE account_id = ${qrCodes.accountId} AND key = ${key} AND value = ${value}
    AND position = ${qrCodes.position})`;
}

function newestFirst(a: ListedCode, b: ListedCode): number {
  return b.position - a.position;
}
