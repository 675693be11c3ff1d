import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { accounts, activities, people } from './accounts-tables.ts';

/** More wait for the next run: each costs a look through all codes, as `HAS_NO_TOMBSTONE` and the foreign key do. */
const MOST_AT_ONCE = 20;

/**
 * Nobody ever signed in: no address of its people is proved, nothing that signs in is there or on its way, and nothing was made. What was
 * opened on the command line has a key from its first moment, and what was opened without mail has people without an address.
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

/** Deleted codes keep their account. No index has them, so this is asked only of what is to be deleted. */
const HAS_NO_TOMBSTONE = sql`NOT EXISTS (SELECT 1 FROM qr_codes WHERE account_id = accounts.id)`;

/** Deletes the accounts opened before a time whose claimed addresses nobody has proved; returns how many. */
export async function deleteAbandonedAccounts(db: Database, beforeMs: number): Promise<number> {
  const found = await db.all<{ id: string }>(
    sql`SELECT id FROM accounts WHERE created_at_ms < ${beforeMs} AND ${IS_ABANDONED}
      AND id IN (SELECT account_id FROM people WHERE email_proved_at_ms IS NULL AND email IS NOT NULL)
      LIMIT ${MOST_AT_ONCE}`,
  );
  if (found.length === 0) return 0;
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(found.map(({ id }) => id))}))`;
  const isLeft = sql`account_id IN ${ids} AND NOT EXISTS (SELECT 1 FROM people WHERE people.account_id = activities.account_id)`;
  const [, , deleted] = await db.batch([
    // Asked again, in the transaction that deletes: somebody may have signed in since.
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
