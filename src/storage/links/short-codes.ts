import { and, eq } from 'drizzle-orm';
import type { ShortCode } from '#core/links/short-code.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { linkNames } from '../codes/codes-tables.ts';

/** The paths among these that name a code of any account on the operator's host. */
export async function listTakenShortCodes(
  db: Database,
  shortCodes: readonly ShortCode[],
): Promise<ReadonlySet<ShortCode>> {
  const rows = await findInLists(shortCodes, (list) =>
    db
      .select({ path: linkNames.path })
      .from(linkNames)
      .where(and(isAnyOf(linkNames.path, list), eq(linkNames.host, ''))),
  );
  return new Set(rows.map(({ path }) => path));
}
