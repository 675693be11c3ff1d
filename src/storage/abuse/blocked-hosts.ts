import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import type { Database } from '../database.ts';
import { blockedHosts, qrCodes } from '../codes/codes-tables.ts';
import { type LinkedCode, LINK_COLUMNS } from '../codes/qr-codes.ts';

/** Which of these hosts are blocked, in one query: D1 binds at most 100 parameters, so they come as one JSON text. */
export async function findBlockedHosts(db: Database, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const rows = await db
    .select({ host: blockedHosts.host })
    .from(blockedHosts)
    .where(inArray(blockedHosts.host, sql`(SELECT value FROM json_each(${JSON.stringify(hosts)}))`));
  return new Set(rows.map(({ host }) => host));
}

/** Hosts in one statement: D1 takes parameters of at most 2 MB. */
const HOSTS_PER_STATEMENT = 5_000;

/** Puts hosts on the list; one that is there stays as it is. */
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

/** Takes a host from the list. False where it is not on it. */
export async function deleteBlockedHost(db: Database, host: string): Promise<boolean> {
  const deleted = await db.delete(blockedHosts).where(eq(blockedHosts.host, host)).returning();
  return deleted.length === 1;
}

/** The list, by the names of the hosts. */
export function listBlockedHosts(db: Database): Promise<(typeof blockedHosts.$inferSelect)[]> {
  return db.select().from(blockedHosts).orderBy(asc(blockedHosts.host));
}

export async function isAnyHostBlocked(db: Database): Promise<boolean> {
  return (await db.select().from(blockedHosts).limit(1).get()) !== undefined;
}

export type ScreenedCode = LinkedCode & { readonly position: ListPosition };

/** Codes that lead somewhere, in the order of their positions, behind `after`. */
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
        // Also at the beginning, so that it is an index that is walked.
        gt(qrCodes.position, (after ?? -1) as ListPosition),
        isNull(qrCodes.deletedAtMs),
      ),
    )
    .orderBy(asc(qrCodes.position))
    .limit(limit);
}
