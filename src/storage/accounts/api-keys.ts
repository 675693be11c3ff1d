import { and, desc, eq, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Account, KeyScope } from '#core/accounts/account.ts';
import type { Database } from '../database.ts';
import { ownedRows } from '../owned-rows.ts';
import { sql } from '../sql.ts';
import { ACCOUNT_COLUMNS, accounts, apiKeys, people } from './accounts-tables.ts';
import { type ActivityEntry, type ActivityRow, runRecorded } from './activities.ts';
import { countKeys } from './usage.ts';

const own = ownedRows(apiKeys);

export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedDay: string | null;
  /** Null unless the operator has suspended the account. */
  readonly suspendedAtMs: number | null;
  /** Null unless the account is deleted. */
  readonly deletedAtMs: number | null;
  readonly account: Account;
}

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, 'revokedAtMs' | 'lastUsedDay'>;

/** A key as its owner sees it later: everything but the secret, and who created it. */
export type ListedApiKey = Omit<typeof apiKeys.$inferSelect, 'accountId' | 'secretHash' | 'createdBy'> & {
  /** Null for a key from the command line. */
  readonly makerId: string | null;
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
  makerId: apiKeys.createdBy,
  makerName: people.name,
  clientId: apiKeys.clientId,
};

/** Finds a key and its account by the key's SHA-256: one look-up in a unique index. */
export async function findApiKey(db: Database, secretHash: string): Promise<StoredApiKey | null> {
  const row = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scope: apiKeys.scope,
      expiresAtMs: apiKeys.expiresAtMs,
      revokedAtMs: apiKeys.revokedAtMs,
      lastUsedDay: apiKeys.lastUsedDay,
      suspendedAtMs: accounts.suspendedAtMs,
      deletedAtMs: accounts.deletedAtMs,
      account: ACCOUNT_COLUMNS,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.secretHash, secretHash))
    .get();
  return row ?? null;
}

/**
 * Stores a key. False if the id exists, because an earlier request stored the key. Throws an error that `isQuotaRefusal` recognises if the
 * account already has `limit` keys.
 */
export function insertApiKey(db: Database, row: ApiKeyRow, limit: number): Promise<boolean> {
  return own.insert(db, row, sql`(${countKeys(row.accountId, row.createdAtMs)}) >= ${limit}`);
}

/** Stores a key that the operator made, whatever the plan allows, and records it. */
export async function insertOperatorKey(db: Database, row: ApiKeyRow, entry: ActivityRow): Promise<void> {
  await runRecorded(db, db.insert(apiKeys).values(row), entry);
}

/** The keys of an account, newest first, with revoked keys at the end. */
export function listApiKeys(db: Database, accountId: string): Promise<ListedApiKey[]> {
  return listRows(db, accountId, isNull(apiKeys.clientId));
}

/** The connected apps of an account, newest first. */
export function listApps(db: Database, accountId: string): Promise<ListedApiKey[]> {
  return listRows(db, accountId, IS_CONNECTED_APP);
}

const IS_CONNECTED_APP = and(isNotNull(apiKeys.clientId), isNull(apiKeys.revokedAtMs));

async function listRows(
  db: Database,
  accountId: string,
  condition: SQL | undefined,
): Promise<ListedApiKey[]> {
  return db
    .select(LISTED_COLUMNS)
    .from(apiKeys)
    .leftJoin(people, eq(people.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.accountId, accountId), condition))
    .orderBy(isNotNull(apiKeys.revokedAtMs), desc(apiKeys.createdAtMs));
}

/** The connected app of a client that a person connected; null if there is none. */
export async function findAppOfPerson(
  db: Database,
  accountId: string,
  personId: string,
  clientId: string,
): Promise<Pick<ApiKeyRow, 'id' | 'secretHash'> | null> {
  const isTheirs = and(eq(apiKeys.accountId, accountId), eq(apiKeys.createdBy, personId));
  const row = await db
    .select({ id: apiKeys.id, secretHash: apiKeys.secretHash })
    .from(apiKeys)
    .where(and(isTheirs, eq(apiKeys.clientId, clientId), isNull(apiKeys.revokedAtMs)))
    .get();
  return row ?? null;
}

/** Stores what a person allowed an app when they connected it again. */
export async function updateApp(
  db: Database,
  id: string,
  allowed: Pick<ApiKeyRow, 'name' | 'scope'>,
): Promise<void> {
  await db.update(apiKeys).set(allowed).where(eq(apiKeys.id, id));
}

/** A connected app of an account. */
export async function findApp(db: Database, accountId: string, id: string): Promise<ListedApiKey | null> {
  const [app] = await listRows(db, accountId, and(eq(apiKeys.id, id), IS_CONNECTED_APP));
  return app ?? null;
}

/** A key of an account, revoked or not. */
export async function findListedApiKey(
  db: Database,
  accountId: string,
  id: string,
): Promise<ListedApiKey | null> {
  const [key] = await listRows(db, accountId, and(eq(apiKeys.id, id), isNull(apiKeys.clientId)));
  return key ?? null;
}

/** The working keys that a person created, and the apps that they connected, newest first. */
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

/** Revokes a key of an account; false if it was already revoked, and then it keeps its time. */
export async function revokeApiKey(
  db: Database,
  accountId: string,
  id: string,
  nowMs: number,
): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAtMs: nowMs })
    .where(and(own.isOwn(accountId, id), isNull(apiKeys.revokedAtMs)))
    .returning({ id: apiKeys.id });
  return revoked.length === 1;
}

/** Revokes a key of any account for the operator, and records it. False if no working key has the id. */
export async function revokeAnyApiKey(db: Database, id: string, entry: ActivityEntry): Promise<boolean> {
  const revocation = db
    .update(apiKeys)
    .set({ revokedAtMs: entry.happenedAtMs })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAtMs)))
    .returning({ id: apiKeys.id });
  const accountId = sql`(SELECT account_id FROM api_keys WHERE id = ${id})`;
  return (await runRecorded(db, revocation, { ...entry, accountId })).length === 1;
}

/** Deletes a key without a trace; for test keys only. */
export async function deleteApiKey(db: Database, secretHash: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.secretHash, secretHash));
}

/** Records the UTC day of a request with a key: the first request of a day writes one row, later ones write none. */
export async function markApiKeyUsed(db: Database, id: string, day: string): Promise<void> {
  const isOlder = or(isNull(apiKeys.lastUsedDay), lt(apiKeys.lastUsedDay, day));
  await db
    .update(apiKeys)
    .set({ lastUsedDay: day })
    .where(and(eq(apiKeys.id, id), isOlder));
}
