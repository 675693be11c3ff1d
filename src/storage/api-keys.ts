import { eq } from 'drizzle-orm';
import type { Account, KeyScope } from '../core/account.ts';
import type { Database } from './database.ts';
import { accounts, apiKeys } from './schema.ts';

export interface StoredApiKey {
  readonly id: string;
  readonly scope: KeyScope;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly account: Account;
}

/** Finds a key and its account by the key's SHA-256: one look-up in a unique index. */
export async function findApiKey(db: Database, secretHash: string): Promise<StoredApiKey | null> {
  const row = await db
    .select({
      id: apiKeys.id,
      scope: apiKeys.scope,
      expiresAtMs: apiKeys.expiresAtMs,
      revokedAtMs: apiKeys.revokedAtMs,
      account: { id: accounts.id, name: accounts.name, plan: accounts.plan },
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.secretHash, secretHash))
    .get();
  return row ?? null;
}
