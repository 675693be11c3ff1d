import { and, gte, lt } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { LINK_COLUMNS, type LinkedCode } from '../codes/qr-codes.ts';

/** A time span without its end; the first `limit` changes in it are wanted. */
export interface ChangeSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

export type ChangedCode = LinkedCode & { readonly changedAtMs: number };

/** Codes by creation time, oldest first, including deleted ones. */
export async function listCreatedCodes(
  db: Database,
  { fromMs, toMs, limit }: ChangeSpan,
): Promise<ChangedCode[]> {
  return db
    .select({ ...LINK_COLUMNS, changedAtMs: qrCodes.createdAtMs })
    .from(qrCodes)
    .where(and(gte(qrCodes.position, firstPositionOf(fromMs)), lt(qrCodes.position, firstPositionOf(toMs))))
    .orderBy(qrCodes.position)
    .limit(limit);
}

/** Codes by the time of their last edit or deletion, oldest first. SQLite uses the index only with its literal condition. */
export async function listEditedCodes(
  db: Database,
  { fromMs, toMs, limit }: ChangeSpan,
): Promise<ChangedCode[]> {
  return db
    .select({ ...LINK_COLUMNS, changedAtMs: qrCodes.updatedAtMs })
    .from(qrCodes)
    .where(and(sql`revision > 1`, gte(qrCodes.updatedAtMs, fromMs), lt(qrCodes.updatedAtMs, toMs)))
    .orderBy(qrCodes.updatedAtMs)
    .limit(limit);
}

/** The first `limit` codes ordered by id, from `firstId` on, including deleted ones. */
export async function listCodesFrom(db: Database, firstId: CodeId, limit: number): Promise<LinkedCode[]> {
  return db
    .select(LINK_COLUMNS)
    .from(qrCodes)
    .where(gte(qrCodes.codeId, firstId))
    .orderBy(qrCodes.codeId)
    .limit(limit);
}
