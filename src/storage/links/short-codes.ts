import { and, isNotNull } from 'drizzle-orm';
import type { ShortCode } from '#core/links/short-code.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { qrCodes } from '../codes/codes-tables.ts';

/** The short codes among these that a code of any account has or had. */
export async function listTakenShortCodes(
  db: Database,
  shortCodes: readonly ShortCode[],
): Promise<ReadonlySet<ShortCode>> {
  const rows = await findInLists(shortCodes, (list) =>
    db
      .select({ shortCode: qrCodes.shortCode })
      .from(qrCodes)
      .where(and(isAnyOf(qrCodes.shortCode, list), isNotNull(qrCodes.shortCode))),
  );
  return new Set(rows.flatMap(({ shortCode }) => shortCode ?? []));
}
