import type { Database } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { accounts, activities, people } from './accounts-tables.ts';

/** The next run takes the rest: each account costs a scan of all codes, by `HAS_NO_TOMBSTONE` and by the foreign key. */
const MOST_AT_ONCE = 20;

/**
 * Nobody ever signed in: no address of its people is proved, no means of signing in exists or is on its way, and nothing was created.
 * Accounts from the command line have a key from the start, and accounts opened without mail have people without an address.
 */
const IS_ABANDONED = sql`
  NOT EXISTS (SELECT 1 FROM api_keys WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT 1 FROM people WHERE account_id = accounts.id AND (
    email IS NULL OR email_proved_at_ms IS NOT NULL
    OR EXISTS (SELECT 1 FROM sessions WHERE person_id = people.id)
    OR EXISTS (SELECT 1 FROM passkeys WHERE person_id = people.id)
    OR EXISTS (SELECT 1 FROM passkey_challenges WHERE person_id = people.id)
    OR EXISTS (SELECT 1 FROM sign_in_links WHERE person_id = people.id)))
  AND NOT EXISTS (SELECT 1 FROM qr_codes WHERE account_id = accounts.id AND deleted_at_ms IS NULL)
  AND NOT EXISTS (SELECT 1 FROM logos WHERE account_id = accounts.id)`;

/** Deleted codes keep their account. No index covers them, so only candidates for deletion are checked. */
const HAS_NO_TOMBSTONE = sql`NOT EXISTS (SELECT 1 FROM qr_codes WHERE account_id = accounts.id)`;

/** Without the name, SQLite takes the index of all addresses, proved ones included. */
const CLAIMS = sql`people INDEXED BY people_by_claim WHERE email_proved_at_ms IS NULL AND email IS NOT NULL`;

/** Accounts that were opened before a time and whose claimed addresses nobody has proved. */
export async function listAbandonedAccounts(db: Database, beforeMs: number): Promise<string[]> {
  const found = await db.all<{ id: string }>(
    sql`SELECT id FROM accounts WHERE created_at_ms < ${beforeMs} AND ${IS_ABANDONED}
      AND id IN (SELECT account_id FROM ${CLAIMS}) LIMIT ${MOST_AT_ONCE}`,
  );
  return found.map(({ id }) => id);
}

/** Deletes the ones among these accounts that are still abandoned; returns how many. */
export async function deleteAbandonedAccounts(db: Database, accountIds: readonly string[]): Promise<number> {
  const ids = listSql(toList(accountIds));
  const isLeft = sql`account_id IN ${ids} AND NOT EXISTS (SELECT 1 FROM people WHERE people.account_id = activities.account_id)`;
  const [, , deleted] = await db.batch([
    // Checks again in the deleting transaction: somebody may have signed in since.
    db
      .delete(people)
      .where(
        sql`account_id IN ${ids} AND EXISTS (SELECT 1 FROM accounts WHERE id = people.account_id AND ${IS_ABANDONED} AND ${HAS_NO_TOMBSTONE})`,
      ),
    db.delete(activities).where(isLeft),
    db
      .delete(accounts)
      .where(sql`id IN ${ids} AND NOT EXISTS (SELECT 1 FROM people WHERE account_id = accounts.id)`)
      .returning({ id: accounts.id }),
  ]);
  return deleted.length;
}
