import { eq } from 'drizzle-orm';
import { type AccountBrand, NO_ACCOUNT_BRAND, parseAccountBrand } from '#core/accounts/account-brand.ts';
import type { Database } from '../database.ts';
import { refuseWithoutLogos } from '../logos/logos.ts';
import { sql } from '../sql.ts';
import { accounts } from './accounts-tables.ts';

/** What an account shows of itself, also while nobody sees it. */
export async function findAccountBrand(db: Database, accountId: string): Promise<AccountBrand> {
  const row = await db
    .select({ brand: accounts.brand })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .get();
  return parseAccountBrand(row?.brand) ?? NO_ACCOUNT_BRAND;
}

/** Changes its name and what it shows; null takes something away. Throws an error that `isLogoMissing` recognises if the logo has just been deleted. */
export async function changeAccountBrand(
  db: Database,
  accountId: string,
  change: Partial<AccountBrand>,
  name: string,
): Promise<AccountBrand> {
  // A merge patch (RFC 7396): two changes of different fields both hold.
  const merged = sql`nullif(json_patch(coalesce(${accounts.brand}, '{}'), ${JSON.stringify(change)}), '{}')`;
  const update = db.update(accounts).set({ brand: merged, name }).where(eq(accounts.id, accountId));
  const results = await db.batch([
    update.returning({ brand: accounts.brand }),
    ...refuseWithoutLogos(db, accountId, change.logo ? [change.logo] : []),
  ]);
  return parseAccountBrand(results[0][0]?.brand) ?? NO_ACCOUNT_BRAND;
}
