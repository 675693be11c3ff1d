import { and, desc, eq, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Account, KeyScope } from '#core/accounts/account.ts';
import type { Database } from '../database.ts';
import { accounts, apiKeys, people } from './accounts-tables.ts';
import { refuseWhere } from './quota-guard.ts';
import { countKeys } from './usage.ts';

export interface StoredApiKey {
  readonly id: string;
  readonly scope: KeyScope;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedDay: string | null;
  /** Null where the operator has not suspended the account. */
  readonly suspendedAtMs: number | null;
  readonly account: Account;
}

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, 'revokedAtMs' | 'lastUsedDay'>;

/** A key as its owner sees it after the day it was made: everything but the key, and who made it. */
export type ListedApiKey = Omit<typeof apiKeys.$inferSelect, 'accountId' | 'secretHash' | 'createdBy'> & {
  /** Null where it was made on the command line. */
  readonly makerName: string | null;
};

const LISTED_COLUMNS = {
  id: apiKeys.id,
  name: apiKeys.name,
  firstCharacters: apiKeys.firstCharacters,
  lastCharacters: apiKeys.lastCharacters,
  scope: apiKeys.scope,
  createdAtMs: apiKeys.createdAtMs,
  expiresAtMs: apiKeys.expiresAtMs,
  revokedAtMs: apiKeys.revokedAtMs,
  lastUsedDay: apiKeys.lastUsedDay,
  makerName: people.name,
};

/** Finds a key and its account by the key's SHA-256: one look-up in a unique index. */
export async function findApiKey(db: Database, secretHash: string): Promise<StoredApiKey | null> {
  const row = await db
    .select({
      id: apiKeys.id,
      scope: apiKeys.scope,
      expiresAtMs: apiKeys.expiresAtMs,
      revokedAtMs: apiKeys.revokedAtMs,
      lastUsedDay: apiKeys.lastUsedDay,
      suspendedAtMs: accounts.suspendedAtMs,
      account: { id: accounts.id, name: accounts.name, plan: accounts.plan },
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.secretHash, secretHash))
    .get();
  return row ?? null;
}

/**
 * Stores a key. False where the id is taken: the key was made before. Throws what `isQuotaRefusal` knows where the account has `limit` keys
 * already.
 */
export async function insertApiKey(db: Database, row: ApiKeyRow, limit: number): Promise<boolean> {
  const isNew = notExists(db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, row.id)));
  const [, inserted] = await db.batch([
    refuseWhere(db, and(isNew, sql`(${countKeys(row.accountId, row.createdAtMs)}) >= ${limit}`)),
    db.insert(apiKeys).values(row).onConflictDoNothing({ target: apiKeys.id }).returning({ id: apiKeys.id }),
  ]);
  return inserted.length === 1;
}

/** The keys of an account, the newest first; those that were revoked stand at the end. */
export async function listApiKeys(db: Database, accountId: string): Promise<ListedApiKey[]> {
  return db
    .select(LISTED_COLUMNS)
    .from(apiKeys)
    .leftJoin(people, eq(people.id, apiKeys.createdBy))
    .where(eq(apiKeys.accountId, accountId))
    .orderBy(isNotNull(apiKeys.revokedAtMs), desc(apiKeys.createdAtMs));
}

/** A key of an account, revoked or not. */
export async function findListedApiKey(
  db: Database,
  accountId: string,
  id: string,
): Promise<ListedApiKey | null> {
  const isIt = and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId));
  const makers = eq(people.id, apiKeys.createdBy);
  return (await db.select(LISTED_COLUMNS).from(apiKeys).leftJoin(people, makers).where(isIt).get()) ?? null;
}

/** The keys that a person made and that still work, the newest first. */
export function listKeysMadeBy(
  db: Database,
  accountId: string,
  personId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(
      and(eq(apiKeys.accountId, accountId), eq(apiKeys.createdBy, personId), isNull(apiKeys.revokedAtMs)),
    )
    .orderBy(desc(apiKeys.createdAtMs));
}

/** Revokes a key of an account and says whether it did: one that was revoked before keeps its time. */
export async function revokeApiKey(
  db: Database,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAtMs)))
    .returning({ id: apiKeys.id });
  return revoked.length === 1;
}

/** Revokes a key of whatever account, for the operator, and gives the account; null where no key with the id works. */
export async function revokeAnyApiKey(db: Database, id: string, nowMs: number): Promise<string | null> {
  const [revoked] = await db
    .update(apiKeys)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAtMs)))
    .returning({ accountId: apiKeys.accountId });
  return revoked?.accountId ?? null;
}

/** Deletes a key without a trace: one that was made for a test only. */
export async function deleteApiKey(db: Database, secretHash: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.secretHash, secretHash));
}

/** Notes the UTC day of a request with a key: one row is written on the first such request of a day, none for the rest. */
export async function markApiKeyUsed(db: Database, id: string, day: string): Promise<void> {
  const isOlder = or(isNull(apiKeys.lastUsedDay), lt(apiKeys.lastUsedDay, day));
  await db
    .update(apiKeys)
    .set({ lastUsedDay: day })
    .where(and(eq(apiKeys.id, id), isOlder));
}
