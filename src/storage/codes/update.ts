import type { Actor } from '#core/accounts/account.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { exceeds, refuseWhere } from '../accounts/quota-guard.ts';
import type { Database } from '../database.ts';
import { refuseWithoutFiles } from '../files/files.ts';
import { refuseWithoutLogos } from '../logos/logos.ts';
import { sql } from '../sql.ts';
import { qrCodes } from './codes-tables.ts';
import { type CodeEdit, type EditRows, toEditRows, valueAfter } from './edit-rows.ts';
import { changesCode, mergeOldestEdits, recordEdits } from './history.ts';
import { CODE_COLUMNS, type Row, toQrCode } from './qr-codes.ts';
import { addTags, dropUnusedTags } from './tags.ts';

export interface EditLimits {
  /** Maximum number of entries in a code's history: the oldest ones merge into one. */
  readonly entries: number;
  /** Bytes that the account may store afterwards. */
  readonly storedBytes: number;
}

/**
 * Changes codes of an account in one transaction, each if it is at one of its expected revisions, and records the changes. Gives the codes
 * that it found. An edit without changes leaves the revision and the times of its code unchanged. Throws an error that `isQuotaRefusal`
 * recognises if the account would exceed its storage, one that `isExternalIdTaken` recognises if another code has an external id, and one
 * that `isLogoMissing` or `isFileMissing` recognises if an image or a file was deleted meanwhile: then nothing is changed.
 *
 * @param edits at most one for each code; all of them fit into one slice of `sliceEdits`
 */
export async function updateQrCodes(
  db: Database,
  { id: editorId, account: { id: accountId } }: Actor,
  edits: readonly CodeEdit[],
  nowMs: number,
  limits: EditLimits,
): Promise<ReadonlyMap<CodeId, QrCode>> {
  const rows = toEditRows(accountId, edits);
  const tags = edits.flatMap(({ edit }) => edit.tags ?? []);
  const images = edits.flatMap(({ edit }) => edit.control?.control?.preview?.image ?? []);
  const files = edits.flatMap(({ edit }) => edit.target?.file ?? []);
  const hasTags = rows.fields.has('tags');
  const before = [
    ...(hasTags ? addTags(db, [{ accountId, tags }]) : []),
    recordEdits(db, rows, { editorId, editedAtMs: nowMs }),
    ...mergeOldestEdits(db, rows, limits.entries),
  ];
  const results = await db.batch([
    // drizzle wants to see that a batch is not empty.
    ...(before as [(typeof before)[0], ...typeof before]),
    db
      .update(qrCodes)
      .set(listChanges(rows, nowMs))
      .from(rows.edits)
      .where(rows.isEdited)
      .returning(CODE_COLUMNS),
    ...(hasTags ? dropUnusedTags(db, accountId, tags) : []),
    refuseWhere(db, exceeds(accountId, { stored_bytes: limits.storedBytes }, nowMs)),
    ...refuseWithoutLogos(db, accountId, images),
    ...refuseWithoutFiles(db, accountId, files),
  ]);
  const updated = results[before.length] as unknown as readonly Row[];
  return new Map(updated.map((row) => [row.codeId, toQrCode(row)]));
}

/** Only the columns that an edit has: a trigger or an index that an edit does not concern costs nothing. */
function listChanges(rows: EditRows, nowMs: number) {
  const isChange = changesCode(rows);
  const { tags: tagIds, ...others } = Object.fromEntries(
    [...rows.fields].map((field) => [field, valueAfter(rows, field)]),
  );
  return {
    ...others,
    ...(tagIds && { tagIds }),
    revision: sql`${qrCodes.revision} + (${isChange})`,
    updatedAtMs: sql`iif(${isChange}, ${nowMs}, ${qrCodes.updatedAtMs})`,
  };
}
