import { or, type SQL } from 'drizzle-orm';
import type { Actor } from '#core/accounts/account.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { exceeds, refuseWhere } from '../accounts/quota-guard.ts';
import type { Database } from '../database.ts';
import { refuseWithoutLogos } from '../logos/logos.ts';
import { sql } from '../sql.ts';
import { qrCodes } from './codes-tables.ts';
import { type CodeEdit, type EditRows, changes, isSet, path, toEditRows, valueAfter } from './edit-rows.ts';
import { changesHistory, mergeOldestEdits, recordEdits } from './history.ts';
import { CODE_COLUMNS, type Row, toQrCode } from './qr-codes.ts';
import { addTags, dropUnusedTags, tagIdsSql } from './tags.ts';

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
 * that `isLogoMissing` recognises if an image was deleted meanwhile: then nothing is changed.
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
  const hasTags = rows.fields.has('tags');
  const before = [
    ...mergeOldestEdits(db, rows, limits.entries),
    ...(hasTags ? addTags(db, [{ accountId, tags }]) : []),
  ];
  const results = await db.batch([
    recordEdits(db, rows, { editorId, editedAtMs: nowMs }),
    ...before,
    db
      .update(qrCodes)
      .set(listChanges(accountId, rows, nowMs))
      .from(rows.edits)
      .where(rows.isEdited)
      .returning(CODE_COLUMNS),
    ...(hasTags ? dropUnusedTags(db, accountId, tags) : []),
    refuseWhere(db, exceeds(accountId, { stored_bytes: limits.storedBytes }, nowMs)),
    ...refuseWithoutLogos(db, accountId, images),
  ]);
  const updated = results[before.length + 1] as unknown as readonly Row[];
  return new Map(updated.map((row) => [row.codeId, toQrCode(row)]));
}

/** Only the columns that an edit has: a trigger or an index that an edit does not concern costs nothing. */
function listChanges(accountId: string, rows: EditRows, nowMs: number) {
  const isChange = changesCode(rows);
  const { tags, ...others } = Object.fromEntries(
    [...rows.fields].map((field) => [field, valueAfter(rows, field)]),
  );
  const ids = tagIdsSql(accountId, sql`json_each(edit.value, ${path('tags')})`);
  return {
    ...others,
    ...(tags && { tagIds: sql`iif(${isSet('tags')}, ${ids}, ${qrCodes.tagIds})` }),
    revision: sql`${qrCodes.revision} + (${isChange})`,
    updatedAtMs: sql`iif(${isChange}, ${nowMs}, ${qrCodes.updatedAtMs})`,
  };
}

/** Whether an edit changes anything. */
function changesCode(rows: EditRows): SQL {
  const isChange = or(
    changesHistory(rows),
    changes(rows, 'content'),
    changes(rows, 'externalId'),
    changes(rows, 'isArchived'),
    // These are only there if they change.
    rows.fields.has('tags') ? isSet('tags') : undefined,
    rows.fields.has('metadata') ? isSet('metadata') : undefined,
  );
  return isChange ?? sql`FALSE`;
}
