import { and, inArray, isNotNull } from 'drizzle-orm';
import type { ShortCode } from '#core/links/short-code.ts';
import { type Database, listSql } from '../database.ts';
import { qrCodes } from '../codes/codes-tables.ts';

/** The short codes among these that a code of any account has or had. */
export async function listTakenShortCodes(
  db: Database,
  shortCodes: readonly ShortCode[],
): Promise<ReadonlySet<ShortCode>> {
  const wanted = listSql(shortCodes);
  const rows = await db
    .select({ shortCode: qrCodes.shortCode })
    .from(qrCodes)
    .where(and(inArray(qrCodes.shortCode, wanted), isNotNull(qrCodes.shortCode)));
  return new Set(rows.flatMap(({ shortCode }) => shortCode ?? []));
}
