import { and, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions } from '#core/codes/qr-code.ts';
import { type ActivityEntry, insertActivitiesOfCodes } from '../accounts/activities.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList, writeLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { qrCodes } from './codes-tables.ts';
import { forgetEdits } from './history.ts';
import { areOwnedBy, isAtRevision, LINK_COLUMNS, type LinkedCode } from './qr-codes.ts';

/** What a tombstone keeps of the columns that can be empty: a new column is forgotten with its code. */
const KEPT: ReadonlySet<string> = new Set([
  'host',
  'shortCode',
  'deletedAtMs',
  'imagesDeletedAtMs',
  'disabledFor',
  'disabledReason',
  'lastScanAtMs',
  'colorDark',
  'colorLight',
]);
const FORGOTTEN = Object.fromEntries(
  Object.entries(getTableColumns(qrCodes)).flatMap(([name, { notNull }]) =>
    notNull || KEPT.has(name) ? [] : [[name, null]],
  ),
);

export interface Deletion {
  readonly accountId: string;
  readonly codeIds: readonly CodeId[];
  /** What the audit log says about each code; a code without an entry is not recorded. */
  readonly entries: ReadonlyMap<CodeId, ActivityEntry>;
  readonly expected: ExpectedRevisions | null;
}

/**
 * Turns the living ones of an account's codes into tombstones, if they are at one of the expected revisions, and in the same transaction
 * records that and deletes their edits. Gives the tombstones.
 */
export async function deleteQrCodes(
  db: Database,
  { accountId, codeIds, entries, expected }: Deletion,
  nowMs: number,
): Promise<readonly LinkedCode[]> {
  const isDeleted = and(areOwnedBy(accountId, toList(codeIds)), isAtRevision(expected));
  const deleted = db.select({ codeId: qrCodes.codeId }).from(qrCodes).where(isDeleted);
  const [, , tombstones] = await db.batch([
    insertActivitiesOfCodes(db, accountId, entries, deleted),
    forgetEdits(db, deleted),
    db
      .update(qrCodes)
      .set({
        ...FORGOTTEN,
        target: '',
        isArchived: false,
        revision: sql`${qrCodes.revision} + 1`,
        updatedAtMs: nowMs,
        deletedAtMs: nowMs,
      })
      .where(isDeleted)
      .returning(LINK_COLUMNS),
  ]);
  return tombstones;
}

/** Records that the images of tombstones are deleted. */
export async function markImagesDeleted(
  db: Database,
  codeIds: readonly CodeId[],
  nowMs: number,
): Promise<void> {
  await writeLists(codeIds, (list) =>
    db
      .update(qrCodes)
      .set({ imagesDeletedAtMs: nowMs })
      .where(and(isAnyOf(qrCodes.codeId, list), isNotNull(qrCodes.deletedAtMs))),
  );
}

/** Tombstones whose images may still exist, longest-waiting first. */
export async function listCodesWithImagesToDelete(
  db: Database,
  limit: number,
): Promise<{ readonly codeId: CodeId; readonly deletedAtMs: number }[]> {
  const rows = await db
    .select({ codeId: qrCodes.codeId, deletedAtMs: qrCodes.deletedAtMs })
    .from(qrCodes)
    .where(and(isNotNull(qrCodes.deletedAtMs), isNull(qrCodes.imagesDeletedAtMs)))
    .orderBy(qrCodes.deletedAtMs)
    .limit(limit);
  return rows.map(({ codeId, deletedAtMs }) => ({ codeId, deletedAtMs: deletedAtMs ?? 0 }));
}
