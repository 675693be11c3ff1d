import { and, asc, desc, eq, gt, gte, isNull, lt, type SQL } from 'drizzle-orm';
import { firstPositionOf } from '#core/codes/list-position.ts';
import type { ListPlace, OtherSort } from '#core/codes/list-sort.ts';
import type { Database } from '../database.ts';
import { qrCodes } from './codes-tables.ts';
import type { ListFilter } from './list.ts';

/** A part of an account's list in an order: the places behind `after`, of codes that the filter may let through. */
interface SortedPart {
  readonly sort: OtherSort;
  readonly after: ListPlace | null;
  readonly filter: Pick<ListFilter, 'createdAfterMs' | 'createdBeforeMs' | 'updatedAfterMs'>;
}

/** The first `count` places of a part. Reads no more rows than these, from the index of the order. */
export async function walkSorted(
  db: Database,
  accountId: string,
  { sort, after, filter }: SortedPart,
  count: number,
): Promise<ListPlace[]> {
  const isOwn = and(eq(qrCodes.accountId, accountId), isNull(qrCodes.deletedAtMs));
  if (sort === 'created_at') {
    const { createdAfterMs, createdBeforeMs } = filter;
    return db
      .select({ timeMs: qrCodes.createdAtMs, position: qrCodes.position })
      .from(qrCodes)
      .where(
        and(
          isOwn,
          after === null ? undefined : gt(qrCodes.position, after.position),
          createdAfterMs === undefined
            ? undefined
            : gte(qrCodes.position, firstPositionOf(createdAfterMs + 1)),
          createdBeforeMs === undefined ? undefined : lt(qrCodes.position, firstPositionOf(createdBeforeMs)),
        ),
      )
      .orderBy(asc(qrCodes.position))
      .limit(count);
  }
  const { updatedAfterMs } = filter;
  const walk = (isBehind: SQL | undefined, most: number) =>
    db
      .select({ timeMs: qrCodes.updatedAtMs, position: qrCodes.position })
      .from(qrCodes)
      .where(
        and(
          isOwn,
          updatedAfterMs === undefined ? undefined : gt(qrCodes.updatedAtMs, updatedAfterMs),
          isBehind,
        ),
      )
      .orderBy(desc(qrCodes.updatedAtMs), desc(qrCodes.position))
      .limit(most);
  if (after === null) return walk(undefined, count);
  // One comparison of both columns would begin at the front of the index: SQLite does not take the rowid into it.
  const sameTime = and(eq(qrCodes.updatedAtMs, after.timeMs), lt(qrCodes.position, after.position));
  const first = await walk(sameTime, count);
  if (first.length === count) return first;
  return [...first, ...(await walk(lt(qrCodes.updatedAtMs, after.timeMs), count - first.length))];
}
