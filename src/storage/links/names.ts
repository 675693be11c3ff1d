import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { AddedName } from '#core/links/added-name.ts';
import { type AddressKey, type LinkAddress, toAddressKey } from '#core/links/link-address.ts';
import { linkNames, qrCodes } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { sql } from '../sql.ts';

/**
 * The names with one of the paths, on all hosts, that a code has or had: of any account on the operator's host, and of this one on hosts of
 * accounts, whose earlier owners' codes answer there no more.
 */
export async function listTakenNames(
  db: Database,
  accountId: string,
  paths: readonly string[],
): Promise<ReadonlySet<AddressKey>> {
  const rows = await findInLists([...new Set(paths)], (list) =>
    db
      .select({ path: linkNames.path, host: linkNames.host })
      .from(linkNames)
      .innerJoin(qrCodes, eq(qrCodes.codeId, linkNames.codeId))
      .where(
        and(isAnyOf(linkNames.path, list), or(eq(linkNames.host, ''), eq(qrCodes.accountId, accountId))),
      ),
  );
  return new Set(rows.map((row) => toAddressKey(toAddress(row))));
}

/** The names that a code was given after it was printed, oldest first. */
export async function listAddedNames(db: Database, codeId: CodeId): Promise<AddedName[]> {
  const rows = await db
    .select()
    .from(linkNames)
    .where(and(eq(linkNames.codeId, codeId), isNotNull(linkNames.createdAtMs)))
    .orderBy(asc(linkNames.createdAtMs), asc(linkNames.path));
  return rows.map(toAddedName);
}

/** The same of several codes. */
export async function listAddedNamesOf(
  db: Database,
  codeIds: readonly CodeId[],
): Promise<ReadonlyMap<CodeId, AddedName[]>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select()
      .from(linkNames)
      .where(and(isAnyOf(linkNames.codeId, list), isNotNull(linkNames.createdAtMs)))
      .orderBy(asc(linkNames.codeId), asc(linkNames.createdAtMs), asc(linkNames.path)),
  );
  const named = new Map<CodeId, AddedName[]>();
  for (const row of rows) named.set(row.codeId, [...(named.get(row.codeId) ?? []), toAddedName(row)]);
  return named;
}

/** The code with a name, and whether the name is printed; null if no code has it. */
export async function findHolder(
  db: Database,
  address: LinkAddress,
): Promise<{ readonly codeId: CodeId; readonly isPrinted: boolean } | null> {
  const row = await db.select().from(linkNames).where(isAt(address)).get();
  return row ? { codeId: row.codeId, isPrinted: row.createdAtMs === null } : null;
}

/**
 * Gives a code another name; false if the name is taken, or the code has `most` already. On the host of an account, it takes the name from
 * the code of an earlier owner.
 */
export async function insertName(
  db: Database,
  codeId: CodeId,
  { host, path, createdAtMs }: AddedName,
  most: number,
): Promise<boolean> {
  const rows = await db.all(sql`
    INSERT INTO link_names (path, host, code_id, created_at_ms)
    SELECT ${path}, ${host ?? ''}, ${codeId}, ${createdAtMs}
    WHERE (SELECT count(*) FROM link_names WHERE code_id = ${codeId} AND created_at_ms IS NOT NULL) < ${most}
    ON CONFLICT (path, host) DO UPDATE SET code_id = excluded.code_id, created_at_ms = excluded.created_at_ms
      WHERE host <> '' AND (SELECT account_id FROM qr_codes WHERE code_id = link_names.code_id)
        <> (SELECT account_id FROM qr_codes WHERE code_id = excluded.code_id)
    RETURNING path`);
  return rows.length > 0;
}

/** Takes a name that is not printed from a code; false if it has no such name. */
export async function deleteName(db: Database, codeId: CodeId, address: LinkAddress): Promise<boolean> {
  const deleted = await db
    .delete(linkNames)
    .where(and(isAt(address), eq(linkNames.codeId, codeId), isNotNull(linkNames.createdAtMs)))
    .returning({ path: linkNames.path });
  return deleted.length > 0;
}

function isAt({ host, path }: LinkAddress) {
  return and(eq(linkNames.path, path as typeof linkNames.$inferSelect.path), eq(linkNames.host, host ?? ''));
}

function toAddedName({ path, host, createdAtMs }: typeof linkNames.$inferSelect): AddedName {
  return Object.assign(toAddress({ path, host }), { createdAtMs: createdAtMs ?? 0 });
}

function toAddress({ path, host }: Pick<typeof linkNames.$inferSelect, 'path' | 'host'>): LinkAddress {
  return { path, host: host === '' ? null : host };
}
