import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import type { ShortCode } from '#core/links/short-code.ts';
import type { Database } from '../database.ts';
import { qrCodes } from '../codes/codes-tables.ts';

/** The short codes among these that a code of any account has or had. */
export async function listTakenShortCodes(
  db: Database,
  shortCodes: readonly ShortCode[],
): Promise<ReadonlySet<ShortCode>> {
  // One JSON parameter instead of one for each: D1 binds at most 100.
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(shortCodes)}))`;
  const rows = await db
    .select({ shortCode: qrCodes.shortCode })
    .from(qrCodes)
    .where(and(inArray(qrCodes.shortCode, wanted), isNotNull(qrCodes.shortCode)));
  return new Set(rows.flatMap(({ shortCode }) => shortCode ?? []));
}
