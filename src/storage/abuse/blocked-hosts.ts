import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import type { Database } from '../database.ts';
import { findInLists, tableOf, writeLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { blockedHosts, qrCodes } from '../codes/codes-tables.ts';
import { type LinkedCode, LINK_COLUMNS } from '../codes/qr-codes.ts';

/**
 * The hosts among these that are on the list, or a domain above them is: each with the entry, the longest if there are several; and those
 * of an account's own domains, with null.
 */
export async function findRefusedHosts(
  db: Database,
  hosts: readonly string[],
  accountId: string | null,
): Promise<ReadonlyMap<string, string | null>> {
  // SQLite goes up to the parents, because their names together are many times as long as the host.
  const rows = await findInLists(hosts, (list) =>
    db.all<{ host: string; entry: string | null }>(sql`
      WITH RECURSIVE parents (host, name) AS (
        SELECT value, value FROM ${tableOf(list)}
        UNION ALL
        SELECT host, substr(name, instr(name, '.') + 1) FROM parents WHERE instr(name, '.') > 0
      )
      SELECT parents.host AS host, blocked_hosts.host AS entry
      FROM parents CROSS JOIN blocked_hosts ON blocked_hosts.host = name
      UNION ALL
      SELECT domains.host, NULL FROM ${tableOf(list)} CROSS JOIN domains
      ON domains.host = value AND account_id = ${accountId} AND verified_at_ms IS NOT NULL`),
  );
  return new Map(
    rows
      .sort((a, b) => (a.entry?.length ?? 0) - (b.entry?.length ?? 0))
      .map(({ host, entry }) => [host, entry]),
  );
}

/** Adds hosts to the list; existing ones stay unchanged. */
export async function insertBlockedHosts(
  db: Database,
  hosts: readonly string[],
  nowMs: number,
): Promise<void> {
  await writeLists(hosts, (list) =>
    db
      .insert(blockedHosts)
      .select(sql`SELECT value, ${nowMs} FROM ${tableOf(list)} WHERE TRUE`)
      .onConflictDoNothing(),
  );
}

/** Removes a host from the list. False if it is not listed. */
export async function deleteBlockedHost(db: Database, host: string): Promise<boolean> {
  const deleted = await db.delete(blockedHosts).where(eq(blockedHosts.host, host)).returning();
  return deleted.length === 1;
}

/** The list, sorted by host. */
export function listBlockedHosts(db: Database): Promise<(typeof blockedHosts.$inferSelect)[]> {
  return db.select().from(blockedHosts).orderBy(asc(blockedHosts.host));
}

export async function isAnyHostBlocked(db: Database): Promise<boolean> {
  return (await db.select().from(blockedHosts).limit(1).get()) !== undefined;
}

export type ScreenedCode = LinkedCode & { readonly position: ListPosition };

/** Codes with a redirect, ordered by position, after `after`. */
export function listCodesToScreen(
  db: Database,
  after: number | null,
  limit: number,
): Promise<ScreenedCode[]> {
  return db
    .select({ ...LINK_COLUMNS, position: qrCodes.position })
    .from(qrCodes)
    .where(
      and(
        // The condition is always present, so that SQLite uses an index.
        gt(qrCodes.position, (after ?? -1) as ListPosition),
        isNull(qrCodes.deletedAtMs),
      ),
    )
    .orderBy(asc(qrCodes.position))
    .limit(limit);
}
