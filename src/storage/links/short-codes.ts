import { type AddressKey, toAddressKey } from '#core/links/link-address.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { linkNames } from '../codes/codes-tables.ts';

/** The names with one of the paths, on all hosts, that a code of any account has or had. */
export async function listTakenNames(db: Database, paths: readonly string[]): Promise<ReadonlySet<AddressKey>> {
  const rows = await findInLists([...new Set(paths)], (list) =>
    db.select({ path: linkNames.path, host: linkNames.host }).from(linkNames).where(isAnyOf(linkNames.path, list)),
  );
  return new Set(rows.map(({ path, host }) => toAddressKey({ path, host: host === '' ? null : host })));
}
