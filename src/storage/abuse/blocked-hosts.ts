import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import { type Database, isAnyOf } from '../database.ts';
import { blockedHosts, qrCodes } from '../codes/codes-tables.ts';
import { type LinkedCode, LINK_COLUMNS } from '../codes/qr-codes.ts';

/** The blocked ones among these hosts, in one query: D1 binds at most 100 parameters, so the hosts come as one JSON text. */
export async function findBlockedHosts(db: Database, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const rows = await db
    .select({ host: blockedHosts.host })
    .from(blockedHosts)
    .where(isAnyOf(blockedHosts.host, hosts));
  return new Set(rows.map(({ host }) => host));
}

/** Hosts in one statement: D1 takes parameters of at most 2 MB. */
const HOSTS_PER_STATEMENT = 5_000;

/** Adds hosts to the list; existing ones stay unchanged. */
export async function insertBlockedHosts(
  db: Database,
  hosts: readonly string[],
  nowMs: number,
): Promise<void> {
  for (let i = 0; i < hosts.length; i += HOSTS_PER_STATEMENT) {
    const json = JSON.stringify(hosts.slice(i, i + HOSTS_PER_STATEMENT));
    await db
      .insert(blockedHosts)
      .select(sql`SELECT value, ${nowMs} FROM json_each(${json}) WHERE TRUE`)
      .onConflictDoNothing();
  }
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
