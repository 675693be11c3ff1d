import { inArray, type SQL, type SQLWrapper } from 'drizzle-orm';
import { RECORDED_FIELDS, type RecordedField } from '#core/codes/past-edit.ts';
import type { Database } from '../database.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import { qrCodeEdits as edits, qrCodes } from './codes-tables.ts';
import { changes, type EditRows, valueAfter, valueBefore } from './edit-rows.ts';
import { tagNamesSql } from './tags.ts';

/** Statements that write the history. Each must run before the change that it is about, in the same transaction, so that it reads the old values. */

const orElse = (json: string) => (value: SQL) => sql`coalesce(${value}, ${sql.raw(`'${json}'`)})`;
const text = (value: SQL) => sql`json_quote(${value})`;

/** How a column's value stands in the history, as JSON. All others are texts. */
const AS_JSON: { readonly [Field in RecordedField]?: (value: SQL) => SQL } = {
  tags: tagNamesSql,
  metadata: orElse('{}'),
  isArchived: (value) => sql`iif(${value}, 'true', 'false')`,
  // The salt of a password represents it.
  control: (value) => orElse('null')(sql`json_remove(${value}, '$.password.hash')`),
};

/** Records what edits are about to change. Of an edit that changes nothing, it records nothing. New tags must be there already. */
export function recordEdits(
  db: Database,
  rows: EditRows,
  { editorId, editedAtMs }: { readonly editorId: string; readonly editedAtMs: number },
) {
  const fields = RECORDED_FIELDS.flatMap((field) => {
    const isChange = changes(rows, field);
    const toJson = AS_JSON[field] ?? text;
    const [from, to] = [toJson(valueBefore(field)), toJson(valueAfter(rows, field))];
    return isChange ? [sql`(${field}, ${isChange}, ${from}, ${to})`] : [];
  });
  const changed = sql`(SELECT json_group_object(column1, json_array(json(column3), json(column4)))
    FROM (VALUES ${sql.join([NOTHING, ...fields], sql`, `)}) WHERE column2)`;
  return db.insert(edits).select(
    // In the order of the table's columns.
    sql`SELECT NULL, ${qrCodes.codeId}, ${editedAtMs}, ${editorId}, ${changed}, 1
      FROM ${rows.edits} CROSS JOIN ${qrCodes} WHERE ${allOf(rows.isEdited, changesHistory(rows))}`,
  );
}

/** A table has at least one row. */
const NOTHING = sql`('', FALSE, NULL, NULL)`;

/** Whether an edit changes anything that the history has. */
function changesHistory(rows: EditRows): SQL {
  return anyOf(...RECORDED_FIELDS.map((field) => changes(rows, field)));
}

/** Whether an edit changes anything: fields may differ that make the same target. */
export function changesCode(rows: EditRows): SQL {
  return anyOf(changesHistory(rows), changes(rows, 'content'));
}

/**
 * The values of each field at one end of some entries, `old`, as `field` and `value` in JSON: before the first of them, or after the last.
 * The row of a minimum or maximum also gives the other columns.
 */
export function valuesAt(end: 'first' | 'last', entries: SQL): SQL {
  const value = end === 'first' ? "'$[0]' AS value, min(old.id)" : "'$[1]' AS value, max(old.id)";
  return sql`(SELECT one.key AS field, one.value -> ${sql.raw(value)}
    FROM qr_code_edits AS old CROSS JOIN json_each(old.changes) AS one WHERE ${entries} GROUP BY one.key)`;
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
  const upToIt = sql`old.code_id = qr_code_edits.code_id AND old.id <= qr_code_edits.id`;
  return [
    db
      .update(edits)
      .set({
        changes: sql`(SELECT json_group_object(field, json_array(json(was.value), json(became.value)))
          FROM ${valuesAt('first', upToIt)} AS was JOIN ${valuesAt('last', upToIt)} AS became USING (field)
          WHERE was.value <> became.value)`,
        edits: sql`(SELECT sum(old.edits) FROM qr_code_edits AS old WHERE ${upToIt})`,
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
