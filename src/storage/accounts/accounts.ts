import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import type { AccountDeletion } from '#core/accounts/deletion.ts';
import type { Plan } from '#core/accounts/plan.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import {
  ACCOUNT_COLUMNS,
  accounts,
  activities,
  apiKeys,
  IS_IN_USE,
  people,
  sessions,
  signInLinks,
} from './accounts-tables.ts';
import { type ActivityRow, insertActivityOfChange, runRecorded } from './activities.ts';
import type { ApiKeyRow } from './api-keys.ts';

export interface FoundAccount extends Account {
  /** Null unless the operator has suspended it. */
  readonly suspendedAtMs: number | null;
  /** Null unless it is deleted. */
  readonly deletion: AccountDeletion | null;
}

/** An account that is not removed; null if it does not exist. */
export async function findAccount(db: Database, id: string): Promise<FoundAccount | null> {
  const row = await db
    .select({ ...ACCOUNT_COLUMNS, suspendedAtMs: accounts.suspendedAtMs, ...DELETION_COLUMNS })
    .from(accounts)
    .where(isThere(id))
    .get();
  return row ? { ...row, deletion: toDeletion(row) } : null;
}

/** The accounts among these that are neither suspended nor deleted. */
export async function findInUse(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await findInLists(ids, (list) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(isAnyOf(accounts.id, list), IS_IN_USE)),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The columns that tell whether an account is deleted, for `toDeletion`. */
export const DELETION_COLUMNS = {
  deletedAtMs: accounts.deletedAtMs,
  restorableUntilMs: accounts.restorableUntilMs,
};

export function toDeletion(row: {
  readonly deletedAtMs: number | null;
  readonly restorableUntilMs: number | null;
}): AccountDeletion | null {
  return row.deletedAtMs === null ? null : { restorableUntilMs: row.restorableUntilMs };
}

export type ListedAccount = Omit<typeof accounts.$inferSelect, 'ownersToldAtMs' | 'defaultHost' | 'brand'> & {
  /** Keys that are not revoked. */
  readonly keys: number;
};

/** All accounts, oldest first, also deleted and removed ones. */
export function listAccounts(db: Database): Promise<ListedAccount[]> {
  const isWorking = and(eq(apiKeys.accountId, accounts.id), isNull(apiKeys.revokedAtMs));
  const { id, name, plan, createdAtMs, suspendedAtMs, suspendedReason, removedAtMs } = accounts;
  return db
    .select({
      ...{ id, name, plan, createdAtMs, suspendedAtMs, suspendedReason, ...DELETION_COLUMNS, removedAtMs },
      keys: db.$count(apiKeys, isWorking),
    })
    .from(accounts)
    .orderBy(asc(createdAtMs), asc(id));
}

/** The oldest account that is not deleted; null if there is none. */
export async function findFirstAccount(db: Database): Promise<Account | null> {
  const { id, name, plan, createdAtMs } = accounts;
  const first = db.select({ id, name, plan }).from(accounts).where(IS_KEPT);
  return (await first.orderBy(asc(createdAtMs), asc(id)).limit(1).get()) ?? null;
}

/** Counts the accounts that are not deleted. */
export function countAccounts(db: Database): Promise<number> {
  return db.$count(accounts, IS_KEPT);
}

const IS_KEPT = isNull(accounts.deletedAtMs);

function isThere(id: string) {
  return and(eq(accounts.id, id), isNull(accounts.removedAtMs));
}

/** Opens an account with a key and no people, and records both. Stores everything, or nothing. */
export async function insertAccountWithKey(
  db: Database,
  account: Account & { readonly createdAtMs: number },
  key: ApiKeyRow,
  entries: readonly ActivityRow[],
): Promise<void> {
  await db.batch([
    db.insert(accounts).values(account),
    db.insert(apiKeys).values(key),
    db.insert(activities).values([...entries]),
  ]);
}

/** The statement that changes an account's name or plan. */
export function changeAccount(
  db: Database,
  id: string,
  change: { readonly name?: string; readonly plan?: Plan },
) {
  return db.update(accounts).set(change).where(isThere(id)).returning({ id: accounts.id });
}

/** Suspends an account, signs its people out and records it; or changes the reason. False if there is no such account. */
export async function suspendAccount(db: Database, reason: string, entry: ActivityRow): Promise<boolean> {
  const id = entry.accountId;
  const ofAccount = db.select({ id: people.id }).from(people).where(eq(people.accountId, id));
  const [, , suspended] = await db.batch([
    db.delete(sessions).where(inArray(sessions.personId, ofAccount)),
    db.delete(signInLinks).where(inArray(signInLinks.personId, ofAccount)),
    db
      .update(accounts)
      .set({ suspendedAtMs: entry.happenedAtMs, suspendedReason: reason })
      .where(isThere(id))
      .returning({ id: accounts.id }),
    insertActivityOfChange(db, entry),
  ]);
  return suspended.length === 1;
}

/** Lifts an account's suspension and records it. False if it is not suspended. */
export async function resumeAccount(db: Database, entry: ActivityRow): Promise<boolean> {
  const resumption = db
    .update(accounts)
    .set({ suspendedAtMs: null, suspendedReason: null })
    .where(and(eq(accounts.id, entry.accountId), isNotNull(accounts.suspendedAtMs)))
    .returning({ id: accounts.id });
  return (await runRecorded(db, resumption, entry)).length === 1;
}
