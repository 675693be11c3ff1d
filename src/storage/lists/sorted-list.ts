import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { firstPositionOf } from '#core/lists/position.ts';
import type { ListPlace, OtherSort } from '#core/lists/sort.ts';
import type { Database } from '../database.ts';
import { allOf, sql } from '../sql.ts';
import { qrCodes, TITLE_ORDER } from '../codes/codes-tables.ts';
import { listFiled, mergeWalks } from './filed.ts';
import type { ListFilter } from './filter.ts';

/** A part of an account's sorted list: the places after `after`, of codes that may match the filter. */
interface SortedPart {
  readonly sort: OtherSort;
  readonly after: ListPlace | null;
  readonly filter: Pick<ListFilter, 'createdAfterMs' | 'createdBeforeMs' | 'updatedAfterMs'>;
}

/** The range of one walk along an index, from its front. */
interface Stretch {
  readonly value: SQL;
  readonly where: SQL | undefined;
  readonly orderBy: readonly SQL[];
}

/** The first `count` places of a part. Reads no more rows than these from the indexes of the order. */
export async function walkSorted(
  db: Database,
  accountId: string,
  part: SortedPart,
  count: number,
): Promise<ListPlace[]> {
  if (part.sort === 'created_at') return walkCreated(db, accountId, part, count);
  const places: ListPlace[] = [];
  for (const { value, where, orderBy } of listStretches(part)) {
    if (places.length === count) break;
    const rows = await db
      .select({ value: value as SQL<ListPlace['value']>, position: qrCodes.position })
      .from(qrCodes)
      .where(and(eq(qrCodes.accountId, accountId), isNull(qrCodes.deletedAtMs), where))
      .orderBy(...orderBy)
      .limit(count - places.length);
    places.push(...rows);
  }
  return places;
}

/** The index ranges of a part, in order. */
function listStretches({ sort, after, filter }: SortedPart): readonly Stretch[] {
  const { updatedAfterMs } = filter;
  switch (sort) {
    case 'created_at':
      return [];
    case '-updated_at': {
      const isInTime = updatedAfterMs === undefined ? undefined : gt(qrCodes.updatedAtMs, updatedAfterMs);
      return downwards(sql`${qrCodes.updatedAtMs}`, after, isInTime);
    }
    case '-scans':
      return downwards(sql`${qrCodes.scansRolledUp}`, after);
    case '-last_scan_at': {
      const scanned = downwards(sql`${qrCodes.lastScanAtMs}`, after, isNotNull(qrCodes.lastScanAtMs));
      return after?.value === null ? [neverScanned(after)] : [...scanned, neverScanned(null)];
    }
    case 'title':
      return after?.value === null ? [untitled(after)] : [...titled(after), untitled(null)];
  }
}

/** In list order, upwards. */
async function walkCreated(
  db: Database,
  accountId: string,
  { after, filter: { createdAfterMs, createdBeforeMs } }: SortedPart,
  count: number,
): Promise<ListPlace[]> {
  const { position } = qrCodes;
  const own = and(
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    after === null ? undefined : gt(position, after.position),
    createdAfterMs === undefined ? undefined : gte(position, firstPositionOf(createdAfterMs + 1)),
    createdBeforeMs === undefined ? undefined : lt(position, firstPositionOf(createdBeforeMs)),
  );
  const stretches = listFiled({}).map((stretch) => allOf(own, stretch));
  const places = await db.all<ListPlace>(
    sql`SELECT created_at_ms AS value, position FROM (${mergeWalks(stretches, sql`ASC`, count)}) CROSS JOIN qr_codes USING (position)`,
  );
  return places.sort((a, b) => a.position - b.position);
}

/**
 * In descending order of a column: first the rest of those with an equal value, then the others. A single comparison of both columns would
 * start at the front of the index, because SQLite does not include the rowid.
 */
function downwards(column: SQL, after: ListPlace | null, isMeant?: SQL): readonly Stretch[] {
  const orderBy = [desc(column), desc(qrCodes.position)];
  if (after === null) return [{ value: column, where: isMeant, orderBy }];
  const isEqual = and(eq(column, after.value), lt(qrCodes.position, after.position));
  return [isEqual, lt(column, after.value)].map((where) => ({
    value: column,
    where: and(isMeant, where),
    orderBy,
  }));
}

/** Unscanned codes are missing in the index of last scans. The index of counts has them, at 0. */
function neverScanned(after: ListPlace | null): Stretch {
  const isNever = and(eq(qrCodes.scansRolledUp, 0), sql`+last_scan_at_ms IS NULL`);
  const isBehind = after === null ? undefined : lt(qrCodes.position, after.position);
  return { value: sql`NULL`, where: and(isNever, isBehind), orderBy: [desc(qrCodes.position)] };
}

function titled(after: ListPlace | null): readonly Stretch[] {
  const value = sql`${qrCodes.title}`;
  const orderBy = [asc(TITLE_ORDER), asc(qrCodes.position)];
  if (after === null) return [{ value, where: isNotNull(qrCodes.title), orderBy }];
  const isEqual = and(eq(TITLE_ORDER, after.value), gt(qrCodes.position, after.position));
  return [isEqual, gt(TITLE_ORDER, after.value)].map((where) => ({ value, where, orderBy }));
}

function untitled(after: ListPlace | null): Stretch {
  const isBehind = after === null ? undefined : gt(qrCodes.position, after.position);
  return {
    value: sql`NULL`,
    where: and(isNull(qrCodes.title), isBehind),
    orderBy: [asc(qrCodes.position)],
  };
}
