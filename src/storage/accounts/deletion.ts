import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import type { AccountDeletion } from '#core/accounts/deletion.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { accounts } from './accounts-tables.ts';
import { type ActivityRow, runRecorded } from './activities.ts';

/** With the literal condition of `accounts_deleted`, so that no query of the cron walks the living accounts. */
const IS_DELETED = sql`deleted_at_ms IS NOT NULL`;
const IS_LEFT = and(isNull(accounts.removedAtMs), IS_DELETED);
const IS_BEING_REMOVED = and(IS_LEFT, isNull(accounts.restorableUntilMs));

/**
 * Deletes an account and records it. A deleted account can still be deleted for good, if `restorableUntilMs` is null. False if there is no
 * such account, or nothing changed.
 */
export async function deleteAccount(
  db: Database,
  entry: ActivityRow,
  { restorableUntilMs }: AccountDeletion,
): Promise<boolean> {
  const isFinalNow = restorableUntilMs === null ? isNotNull(accounts.restorableUntilMs) : undefined;
  const deletion = db
    .update(accounts)
    .set({ deletedAtMs: entry.happenedAtMs, restorableUntilMs, ownersToldAtMs: null })
    .where(and(eq(accounts.id, entry.accountId), or(isNull(accounts.deletedAtMs), isFinalNow)))
    .returning({ id: accounts.id });
  return (await runRecorded(db, deletion, entry)).length === 1;
}

/** Restores a deleted account as it was, and records it. False if it is not deleted, or it is too late. */
export async function restoreAccount(db: Database, entry: ActivityRow): Promise<boolean> {
  const restoration = db
    .update(accounts)
    .set({ deletedAtMs: null, restorableUntilMs: null, ownersToldAtMs: null })
    .where(and(eq(accounts.id, entry.accountId), gt(accounts.restorableUntilMs, entry.happenedAtMs)))
    .returning({ id: accounts.id });
  return (await runRecorded(db, restoration, entry)).length === 1;
}

/** Deleted accounts whose owners do not know yet. */
export function listUntoldDeletions(
  db: Database,
  limit: number,
): Promise<(Pick<Account, 'id' | 'name'> & AccountDeletion)[]> {
  const { id, name, restorableUntilMs } = accounts;
  return db
    .select({ id, name, restorableUntilMs })
    .from(accounts)
    .where(and(IS_LEFT, isNull(accounts.ownersToldAtMs)))
    .limit(limit);
}

/** Claims the telling: true for one of several callers. */
export async function markOwnersTold(db: Database, id: string, nowMs: number): Promise<boolean> {
  const marked = await db
    .update(accounts)
    .set({ ownersToldAtMs: nowMs })
    .where(and(eq(accounts.id, id), isNotNull(accounts.deletedAtMs), isNull(accounts.ownersToldAtMs)))
    .returning({ id: accounts.id });
  return marked.length === 1;
}

/** Ends the time in which accounts could be restored. From then on nothing brings them back. */
export async function beginRemovals(db: Database, nowMs: number): Promise<void> {
  await db
    .update(accounts)
    .set({ restorableUntilMs: null })
    .where(and(IS_LEFT, lte(accounts.restorableUntilMs, nowMs)));
}

/** Accounts to remove, in no order: one that takes weeks, or that fails, holds up no other. */
export async function listAccountsToRemove(
  db: Database,
  { deletedBeforeMs, limit }: { readonly deletedBeforeMs: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(IS_BEING_REMOVED, lte(accounts.deletedAtMs, deletedBeforeMs)))
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Records that nothing is left of an account, and forgets its name. */
export async function markRemoved(db: Database, id: string, nowMs: number): Promise<void> {
  await db
    .update(accounts)
    .set({ name: '', brand: null, suspendedReason: null, removedAtMs: nowMs })
    .where(and(eq(accounts.id, id), IS_BEING_REMOVED));
}
