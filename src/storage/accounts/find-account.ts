import { eq } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import type { Database } from '../database.ts';
import { accounts } from './accounts-tables.ts';

/** An account, and when the operator suspended it; null where there is none. */
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
