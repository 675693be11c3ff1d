import { asc, eq } from 'drizzle-orm';
import { describeError } from '#core/log-line.ts';
import type { Database, Statement } from '../database.ts';
import { tableOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { gs1Prefixes } from './gs1-tables.ts';

/** The company prefixes that are approved for an account. */
export async function listPrefixes(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.select().from(gs1Prefixes).where(eq(gs1Prefixes.accountId, accountId));
  return rows.map(({ prefix }) => prefix);
}

/** All of them, for the operator. */
export function listAllPrefixes(db: Database): Promise<(typeof gs1Prefixes.$inferSelect)[]> {
  return db.select().from(gs1Prefixes).orderBy(asc(gs1Prefixes.prefix));
}

/** Approves a prefix; gives that of another account that begins with it, or with which it begins, and then approves nothing. */
export async function insertPrefix(
  db: Database,
  row: typeof gs1Prefixes.$inferInsert,
): Promise<string | null> {
  const overlaps = sql`${gs1Prefixes.accountId} <> ${row.accountId}
    AND (substr(${row.prefix}, 1, length(prefix)) = prefix OR substr(prefix, 1, length(${row.prefix})) = ${row.prefix})`;
  const [inserted, found] = await db.batch([
    db
      .insert(gs1Prefixes)
      .select(
        sql`SELECT ${row.prefix}, ${row.accountId}, ${row.approvedAtMs} WHERE NOT EXISTS (SELECT 1 FROM gs1_prefixes WHERE ${overlaps})`,
      )
      .onConflictDoNothing()
      .returning({ prefix: gs1Prefixes.prefix }),
    db.select().from(gs1Prefixes).where(overlaps).limit(1),
  ]);
  return inserted.length > 0 ? null : (found[0]?.prefix ?? null);
}

/** Withdraws the approval of a prefix; false if there is none. */
export async function deletePrefix(db: Database, prefix: string): Promise<boolean> {
  const deleted = await db.delete(gs1Prefixes).where(eq(gs1Prefixes.prefix, prefix)).returning();
  return deleted.length > 0;
}

/** A statement that undoes its batch if no prefix of the account begins one of the keys, given from their company prefix on. */
export function refuseWithoutPrefixes(db: Database, accountId: string, keys: readonly string[]): Statement[] {
  if (keys.length === 0) return [];
  const isApproved = sql`EXISTS (SELECT 1 FROM gs1_prefixes WHERE account_id = ${accountId} AND substr(key.value, 1, length(prefix)) = prefix)`;
  return [
    db
      .insert(gs1Prefixes)
      .select(sql`SELECT NULL, '', 0 FROM ${tableOf(toList(keys))} AS key WHERE NOT ${isApproved}`),
  ];
}

export function isPrefixMissing(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: gs1_prefixes.prefix');
}
