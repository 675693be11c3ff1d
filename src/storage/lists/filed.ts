import type { SQL } from 'drizzle-orm';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { sql } from '../sql.ts';

/**
 * The stretches of the index `qr_codes_filed` that have an account's codes of a state and a kind, or of either: at most four. Each is in
 * list order. A walk of one stretch for every list would need an index for every list.
 */
export function listFiled({ isArchived, isDynamic }: Pick<QrCodeFilter, 'isArchived' | 'isDynamic'>): SQL[] {
  return toValues(isArchived).flatMap((archived) =>
    toValues(isDynamic).map((dynamic) => sql`is_archived = ${archived} AND is_dynamic = ${dynamic}`),
  );
}

function toValues(value: boolean | undefined): readonly number[] {
  return value === undefined ? [0, 1] : [Number(value)];
}

/**
 * The first `count` positions of several stretches, in list order or against it. SQLite merges them: it reads one more of each stretch than
 * it returns.
 */
export function mergeWalks(stretches: readonly SQL[], order: SQL, count: number): SQL {
  const walks = stretches.map((where) => sql`SELECT position FROM qr_codes WHERE ${where}`);
  return sql`${sql.join(walks, sql` UNION ALL `)} ORDER BY position ${order} LIMIT ${count}`;
}
