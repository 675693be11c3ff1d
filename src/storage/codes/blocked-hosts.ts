import { and, asc, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/codes/list-position.ts';
import type { Database } from '../database.ts';
import { blockedHosts, qrCodes } from './codes-tables.ts';
import { type LinkedCode, LINK_COLUMNS } from './qr-codes.ts';

/** Which of these hosts are blocked, in one query: D1 binds at most 100 parameters, so they come as one JSON text. */
export async function findBlockedHosts(db: Database, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const rows = await db
    .select({ host: blockedHosts.host })
    .from(blockedHosts)
    .where(inArray(blockedHosts.host, sql`(SELECT value FROM json_each(${JSON.stringify(hosts)}))`));
  return new Set(rows.map(({ host }) => host));
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

/** Disables codes for a host that they lead to, unless they are disabled; gives those that were changed. */
export function disableCodes(
  db: Database,
  codeIds: readonly CodeId[],
  reason: string,
  nowMs: number,
): Promise<LinkedCode[]> {
  return db
    .update(qrCodes)
    .set({
      disabledFor: 'abuse',
      disabledReason: reason,
      revision: sql`${qrCodes.revision} + 1`,
      updatedAtMs: nowMs,
    })
    .where(
      and(
        inArray(qrCodes.codeId, sql`(SELECT value FROM json_each(${JSON.stringify(codeIds)}))`),
        isNull(qrCodes.deletedAtMs),
        isNull(qrCodes.disabledFor),
      ),
    )
    .returning(LINK_COLUMNS);
}
