import { and, asc, eq, lte } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { nextCheck, type TargetFailure, type TargetFault } from '#core/targets/failure.ts';
import type { Database } from '../database.ts';
import { isAnyOf, tableOf, writeLists } from '../json-list.ts';
import { happenings } from '../events/happenings.ts';
import { sql } from '../sql.ts';
import type { ScreenedCode } from '../abuse/blocked-hosts.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { LINK_COLUMNS } from '../codes/qr-codes.ts';
import { targetFailures } from './target-failures-tables.ts';

/** The fault of a code's target; null if none is known. Includes a fault that was seen only once: see `isBroken`. */
export async function findTargetFailure(db: Database, codeId: CodeId): Promise<TargetFailure | null> {
  const row = await db.select().from(targetFailures).where(eq(targetFailures.codeId, codeId)).get();
  return row ?? null;
}

/** Codes with a faulty target that is due for another check, longest-waiting first. */
export function listDueFailures(db: Database, nowMs: number, limit: number): Promise<ScreenedCode[]> {
  return db
    .select({ ...LINK_COLUMNS, position: qrCodes.position })
    .from(targetFailures)
    .innerJoin(qrCodes, eq(qrCodes.codeId, targetFailures.codeId))
    .where(lte(targetFailures.dueAtMs, nowMs))
    .orderBy(asc(targetFailures.dueAtMs))
    .limit(limit);
}

/** A code as it was when its targets were checked. */
type AskedCode = Pick<ScreenedCode, 'codeId' | 'revision'>;

export type SeenFault = TargetFault & AskedCode & { readonly url: string };

/**
 * Records faults: a new row is a suspicion, a second sighting makes it certain. Leaves out codes that changed meanwhile, because they no
 * longer lead to the checked address.
 */
export async function saveFaults(db: Database, faults: readonly SeenFault[], nowMs: number): Promise<void> {
  const rows = faults.map(({ codeId, revision, url, status, reason }) => [
    codeId,
    revision,
    url,
    status,
    reason,
  ]);
  await writeLists(rows, (list) =>
    db.run(sql`
    INSERT INTO target_failures (code_id, account_id, position, url, status, reason, since_ms, due_at_ms, is_broken)
    SELECT code_id, account_id, position, value ->> 2, value ->> 3, value ->> 4, ${nowMs}, ${nextCheck(true, nowMs)}, 0
    FROM ${tableOf(list)} CROSS JOIN qr_codes
    WHERE code_id = value ->> 0 AND revision = value ->> 1 AND deleted_at_ms IS NULL
    ON CONFLICT (code_id) DO UPDATE SET url = excluded.url, status = excluded.status, reason = excluded.reason, is_broken = 1,
      due_at_ms = ${nextCheck(false, nowMs)}
    WHERE due_at_ms <= ${nowMs}`),
  );
}

/** Deletes the faults of codes whose targets work again. */
export async function forgetFaults(db: Database, codeIds: readonly CodeId[], nowMs: number): Promise<void> {
  await writeLists(codeIds, (list) => {
    const isOne = isAnyOf(targetFailures.codeId, list);
    // A row also goes with an edit, which is no news about the target.
    const note = sql`SELECT account_id, 'qr.target_works', code_id, NULL, ${nowMs}
      FROM ${targetFailures} WHERE ${isOne} AND is_broken = 1`;
    return db.batch([db.insert(happenings).select(note), db.delete(targetFailures).where(isOne)]);
  });
}

/** Postpones the checks of these codes for a day, because scans do not reach their targets. */
export async function postpone(db: Database, codeIds: readonly CodeId[], nowMs: number): Promise<void> {
  await writeLists(codeIds, (list) =>
    db
      .update(targetFailures)
      .set({ dueAtMs: nextCheck(false, nowMs) })
      .where(and(isAnyOf(targetFailures.codeId, list), lte(targetFailures.dueAtMs, nowMs))),
  );
}
