import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import type { Plan } from '#core/accounts/plan.ts';
import type { Database } from '../database.ts';
import { accounts, activities, apiKeys, people, sessions, signInLinks } from './accounts-tables.ts';
import { type ActivityRow, insertActivityOfChange, runRecorded } from './activities.ts';
import type { ApiKeyRow } from './api-keys.ts';

/** An account, and the time of its suspension; null if it does not exist. */
export async function findAccount(
  db: Database,
  id: string,
): Promise<(Account & { readonly suspendedAtMs: number | null }) | null> {
  const { name, plan, suspendedAtMs } = accounts;
  const row = await db
    .select({ id: accounts.id, name, plan, suspendedAtMs })
    .from(accounts)
    .where(eq(accounts.id, id))
    .get();
  return row ?? null;
}

export type ListedAccount = typeof accounts.$inferSelect & {
  /** Keys that are not revoked. */
  readonly keys: number;
};

/** All accounts, oldest first. */
export function listAccounts(db: Database, limit = -1): Promise<ListedAccount[]> {
  const isWorking = and(eq(apiKeys.accountId, accounts.id), isNull(apiKeys.revokedAtMs));
  const { id, name, plan, createdAtMs, suspendedAtMs, suspendedReason } = accounts;
  return db
    .select({
      ...{ id, name, plan, createdAtMs, suspendedAtMs, suspendedReason },
      keys: db.$count(apiKeys, isWorking),
    })
    .from(accounts)
    .orderBy(asc(createdAtMs), asc(id))
    .limit(limit);
}

export function countAccounts(db: Database): Promise<number> {
  return db.$count(accounts);
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
  return db.update(accounts).set(change).where(eq(accounts.id, id)).returning({ id: accounts.id });
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
      .where(eq(accounts.id, id))
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
