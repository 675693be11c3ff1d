import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import { qrCodeEdits as edits, qrCodes } from './codes-tables.ts';
import { changes, type EditRows, valueAfter } from './edit-rows.ts';

/** Statements that write the history. Each must run before the change that it is about, in the same transaction, so that it reads the old values. */

/** Records the state that edits are about to replace. Of an edit that changes nothing, it records nothing. */
export function recordEdits(
  db: Database,
  rows: EditRows,
  { editorId, editedAtMs }: { readonly editorId: string; readonly editedAtMs: number },
) {
  const toTarget = valueAfter(rows, 'target');
  const ifNew = (target: SQL) => sql`iif(${qrCodes.target} <> ${toTarget}, ${target}, NULL)`;
  return db.insert(edits).select(
    // In the order of the table's columns.
    sql`SELECT NULL, ${qrCodes.codeId}, ${editedAtMs}, ${editorId}, ${ifNew(sql`${qrCodes.target}`)}, ${ifNew(toTarget)},
        ${qrCodes.title}, ${valueAfter(rows, 'title')},
        ${withoutHash(sql`${qrCodes.control}`)}, ${withoutHash(valueAfter(rows, 'control'))}, 1
      FROM ${rows.edits} CROSS JOIN ${qrCodes} WHERE ${allOf(rows.isEdited, changesHistory(rows))}`,
  );
}

/** Whether an edit changes anything that the history records. */
export function changesHistory(rows: EditRows): SQL {
  return anyOf(
    changes(rows, 'target'),
    changes(rows, 'title'),
    changes(rows, 'control'),
    changes(rows, 'scansTaken'),
  );
}

/**
 * Keeps the newest `entries` of the history of each code that is edited: the last of them then also stands for all edits before it. It must
 * run after `recordEdits`.
 */
export function mergeOldestEdits(db: Database, { names, isEdited }: EditRows, entries: number) {
  // The last entry that each code keeps.
  const last = sql`(SELECT qr_codes.code_id AS code_id, (SELECT one.id FROM qr_code_edits AS one WHERE one.code_id = qr_codes.code_id
      ORDER BY one.id DESC LIMIT 1 OFFSET ${entries - 1}) AS id
    FROM ${names} CROSS JOIN qr_codes WHERE ${isEdited})`;
  const merged = (expression: string, rest = '') =>
    sql`(SELECT ${sql.raw(expression)} FROM qr_code_edits AS old
      WHERE old.code_id = qr_code_edits.code_id AND old.id <= qr_code_edits.id ${sql.raw(rest)})`;
  return [
    db
      .update(edits)
      .set({
        // Entries that left the target unchanged have none.
        fromTarget: merged('old.from_target', 'AND old.from_target IS NOT NULL ORDER BY old.id LIMIT 1'),
        toTarget: merged('old.to_target', 'AND old.to_target IS NOT NULL ORDER BY old.id DESC LIMIT 1'),
        fromTitle: merged('old.from_title', 'ORDER BY old.id LIMIT 1'),
        fromControl: merged('old.from_control', 'ORDER BY old.id LIMIT 1'),
        edits: merged('sum(old.edits)'),
      })
      .where(
        sql`id IN (SELECT id FROM ${last}) AND EXISTS (SELECT 1 FROM qr_code_edits AS old
          WHERE old.code_id = qr_code_edits.code_id AND old.id < qr_code_edits.id)`,
      ),
    db.delete(edits).where(
      sql`id IN (SELECT old.id FROM ${last} AS last CROSS JOIN qr_code_edits AS old
        WHERE old.code_id = last.code_id AND old.id < last.id)`,
    ),
  ] as const;
}

/** Deletes the edits of the codes that a query finds. */
export function forgetEdits(db: Database, deleted: SQLWrapper) {
  return db.delete(edits).where(inArray(edits.codeId, deleted));
}

function withoutHash(control: SQL): SQL {
  return sql`json_remove(${control}, '$.password.hash')`;
}
