import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { AddedName } from '#core/links/added-name.ts';
import { type AddressKey, type LinkAddress, toAddressKey } from '#core/links/link-address.ts';
import { exceeds, refuseWhere } from '../accounts/quota-guard.ts';
import { linkNames, qrCodes } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { refuseWithoutDomains } from '../domains/domains.ts';
import { refuseWithoutPrefixes } from '../gs1/prefixes.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { sql } from '../sql.ts';

/** Names that were added to a code, and were not taken off it. */
const IS_ADDED = sql`${linkNames.createdAtMs} IS NOT NULL AND ${linkNames.removedAtMs} IS NULL`;

/**
 * The names with one of the paths, on all hosts, that an account cannot have: on the operator's host those that a code of another one has or
 * had, and everywhere those that a code of its own has, except a GS1 code that is deleted. The trigger `link_names_give_way` says the same.
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
        and(
          isAnyOf(linkNames.path, list),
          or(
            and(eq(linkNames.host, ''), ne(qrCodes.accountId, accountId)),
            and(
              isNull(linkNames.removedAtMs),
              eq(qrCodes.accountId, accountId),
              or(ne(qrCodes.type, 'gs1'), isNull(qrCodes.deletedAtMs)),
            ),
          ),
        ),
      ),
  );
  return new Set(rows.map((row) => toAddressKey(toAddress(row))));
}

/** The names that a code was given after it was printed, oldest first. */
export async function listAddedNames(db: Database, codeId: CodeId): Promise<AddedName[]> {
  const rows = await db
    .select()
    .from(linkNames)
    .where(and(eq(linkNames.codeId, codeId), IS_ADDED))
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
      .where(and(isAnyOf(linkNames.codeId, list), IS_ADDED))
      .orderBy(asc(linkNames.codeId), asc(linkNames.createdAtMs), asc(linkNames.path)),
  );
  const named = new Map<CodeId, AddedName[]>();
  for (const row of rows) named.set(row.codeId, [...(named.get(row.codeId) ?? []), toAddedName(row)]);
  return named;
}

/** Those of some codes on hosts whose printed names other codes have by now. */
export async function listNamesakes(db: Database, codeIds: readonly CodeId[]): Promise<ReadonlySet<CodeId>> {
  const { codeId, shortCode, host } = qrCodes;
  const { path, host: at, codeId: holder } = linkNames;
  const isOfAnother = and(eq(path, shortCode), eq(at, host), ne(holder, codeId));
  const rows = await findInLists(codeIds, (list) =>
    db.select({ codeId }).from(qrCodes).innerJoin(linkNames, isOfAnother).where(isAnyOf(codeId, list)),
  );
  return new Set(rows.map((row) => row.codeId));
}

/** The code with a name, and whether the name is printed; null if no code has it. */
export async function findHolder(
  db: Database,
  address: LinkAddress,
): Promise<{ readonly codeId: CodeId; readonly isPrinted: boolean } | null> {
  const isHeld = and(isAt(address), isNull(linkNames.removedAtMs));
  const row = await db.select().from(linkNames).where(isHeld).get();
  return row ? { codeId: row.codeId, isPrinted: row.createdAtMs === null } : null;
}

/**
 * Gives a code another name; false if the name is taken, or the code has `most` already. Throws an error that `isQuotaRefusal` recognises if
 * the account would exceed its storage, and one that `isDomainMissing` or `isPrefixMissing` recognises if it may no longer have the name.
 *
 * @param key the company part of the name's key on the operator's host for GS1 codes; null elsewhere
 */
export async function insertName(
  db: Database,
  { codeId, accountId }: Pick<QrCode, 'codeId' | 'accountId'>,
  { host, path, createdAtMs }: AddedName,
  {
    most,
    storedBytes,
    key,
  }: { readonly most: number; readonly storedBytes: number; readonly key: string | null },
): Promise<boolean> {
  const count = sql`SELECT count(*) FROM ${linkNames} WHERE code_id = ${codeId} AND ${IS_ADDED}`;
  const [inserted] = await db.batch([
    db
      .insert(linkNames)
      .select(sql`SELECT ${path}, ${host ?? ''}, ${codeId}, ${createdAtMs}, NULL WHERE (${count}) < ${most}`)
      .onConflictDoNothing()
      .returning({ path: linkNames.path }),
    refuseWhere(db, exceeds(accountId, { stored_bytes: storedBytes }, createdAtMs)),
    ...(key === null
      ? refuseWithoutDomains(db, accountId, host === null ? [] : [host])
      : refuseWithoutPrefixes(db, accountId, [key])),
  ]);
  return inserted.length > 0;
}

/** Takes an added name off a code; false if it has no such name. */
export async function removeName(
  db: Database,
  codeId: CodeId,
  address: LinkAddress,
  nowMs: number,
): Promise<boolean> {
  const removed = await db
    .update(linkNames)
    .set({ removedAtMs: nowMs })
    .where(and(isAt(address), eq(linkNames.codeId, codeId), IS_ADDED))
    .returning({ path: linkNames.path });
  return removed.length > 0;
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
