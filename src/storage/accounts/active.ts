import type { SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { allOf, sql } from '../sql.ts';
import { accounts } from './accounts-tables.ts';

/** Whether an account is neither suspended nor deleted. Nothing is sent for one that is: no event, no mail, no question to a target. */
export function isActive(accountId: AnySQLiteColumn | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM accounts WHERE accounts.id = ${accountId} AND suspended_at_ms IS NULL AND deleted_at_ms IS NULL)`;
}

/** Those of these accounts that are suspended or deleted. */
export async function findInactive(db: Database, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await findInLists([...new Set(accountIds)], (list) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        allOf(isAnyOf(accounts.id, list), sql`(suspended_at_ms IS NOT NULL OR deleted_at_ms IS NOT NULL)`),
      ),
  );
  return new Set(rows.map(({ id }) => id));
}
