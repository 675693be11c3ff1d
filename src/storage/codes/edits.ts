import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Metadata } from '#core/codes/metadata.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Database } from '../database.ts';
import { apiKeys, people } from '../accounts/accounts-tables.ts';
import { qrCodeEdits as edits, qrCodes } from './codes-tables.ts';

/** The editor of a code: a person or an API key of an account. */
export interface Editor {
  readonly accountId: string;
  readonly editorId: string;
}

/** The editable fields of a dynamic code. An absent field stays unchanged. */
export interface QrCodeEdit {
  readonly target?: { readonly target: string; readonly redirectTo: string | null };
  readonly title?: string | null;
  /** Not part of the history, because it does not affect scans and nobody sees it. */
  readonly externalId?: string | null;
  /**
   * Not part of the history either. Present if they change, and then valid only for the revision that they were read at, because each is
   * one value.
   */
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
  readonly isArchived?: boolean;
  /** Null if nothing but the target decides. If it sets a limit, the scans so far. */
  readonly control?: { readonly control: Control | null; readonly scansTaken?: number };
}

export interface EditLimits {
  /** Maximum number of entries in the code's history: the oldest ones merge into one. */
  readonly entries: number;
  /** Bytes that the account may store afterwards. */
  readonly storedBytes: number;
}

/**
 * Records the state that an edit is about to replace in the codes that match `isEdited`. It must run before the edit, in the same
 * transaction, so that it reads the old values. If nothing changes, it records nothing.
 */
export function recordEdit(
  db: Database,
  edit: QrCodeEdit,
  { editorId, editedAtMs }: { readonly editorId: string; readonly editedAtMs: number },
  isEdited: SQL | undefined,
) {
  const isNewTarget = edit.target ? sql`${qrCodes.target} <> ${edit.target.target}` : sql`FALSE`;
  const fromTarget = sql`iif(${isNewTarget}, ${qrCodes.target}, NULL)`;
  const toTarget = sql`iif(${isNewTarget}, ${edit.target?.target ?? null}, NULL)`;
  const toTitle = edit.title === undefined ? qrCodes.title : sql`${edit.title}`;
  const toControl = edit.control ? controlSql(edit.control.control) : sql`${qrCodes.control}`;
  return db.insert(edits).select(
    // In the order of the table's columns.
    sql`SELECT NULL, ${qrCodes.codeId}, ${editedAtMs}, ${editorId}, ${fromTarget}, ${toTarget}, ${qrCodes.title}, ${toTitle},
        ${withoutHash(sql`${qrCodes.control}`)}, ${withoutHash(toControl)}, 1
      FROM ${qrCodes} WHERE ${and(isEdited, changesHistory(edit))}`,
  );
}

/**
 * Keeps the newest `entries` of the history of the code that matches `isEdited`: the last of them then also stands for all edits before it.
 * It must run between `recordEdit` and the edit itself, in the same transaction.
 */
export function mergeOldestEdits(db: Database, isEdited: SQL | undefined, entries: number) {
  const isOfCode = sql`code_id = (SELECT code_id FROM qr_codes WHERE ${isEdited})`;
  const last = sql`(SELECT id FROM qr_code_edits WHERE ${isOfCode} ORDER BY id DESC LIMIT 1 OFFSET ${entries - 1})`;
  const merged = (expression: string, rest = '') =>
    sql`(SELECT ${sql.raw(expression)} FROM qr_code_edits WHERE ${isOfCode} AND id <= ${last} ${sql.raw(rest)})`;
  return [
    db
      .update(edits)
      .set({
        // Entries that left the target unchanged have none.
        fromTarget: merged('from_target', 'AND from_target IS NOT NULL ORDER BY id LIMIT 1'),
        toTarget: merged('to_target', 'AND to_target IS NOT NULL ORDER BY id DESC LIMIT 1'),
        fromTitle: merged('from_title', 'ORDER BY id LIMIT 1'),
        fromControl: merged('from_control', 'ORDER BY id LIMIT 1'),
        edits: merged('sum(edits)'),
      })
      .where(sql`id = ${last} AND id > ${merged('min(id)')}`),
    db.delete(edits).where(sql`${isOfCode} AND id < ${last}`),
  ] as const;
}

/** Whether an edit changes anything, given the code's current state. */
export function changesCode(edit: QrCodeEdit): SQL {
  const { externalId, isArchived } = edit;
  if (edit.tags || edit.metadata) return sql`TRUE`;
  const isChange = or(
    changesHistory(edit),
    externalId === undefined ? undefined : sql`${qrCodes.externalId} IS NOT ${externalId}`,
    isArchived === undefined ? undefined : sql`${qrCodes.isArchived} <> ${Number(isArchived)}`,
  );
  return isChange ?? sql`FALSE`;
}

/** Whether an edit changes anything that the history records. */
function changesHistory({ target, title, control }: QrCodeEdit): SQL {
  const isChange = or(
    target && sql`${qrCodes.target} <> ${target.target}`,
    title === undefined ? undefined : sql`${qrCodes.title} IS NOT ${title}`,
    control && sql`${qrCodes.control} IS NOT ${controlSql(control.control)}`,
    control?.scansTaken === undefined ? undefined : sql`${qrCodes.scansTaken} <> ${control.scansTaken}`,
  );
  return isChange ?? sql`FALSE`;
}

/** A code's control in the form of its column. */
export function controlSql(control: Control | null): SQL {
  return control === null ? sql`NULL` : sql`${JSON.stringify(control)}`;
}

function withoutHash(control: SQL): SQL {
  return sql`json_remove(${control}, '$.password.hash')`;
}

/** Deletes the edits of the codes that a query finds. It must run before their deletion, in the same transaction. */
export function forgetEdits(db: Database, deleted: SQLWrapper) {
  return db.delete(edits).where(inArray(edits.codeId, deleted));
}

/** The latest edits of the account's code after the edit `before`, newest first. An editor without a row has no name. */
export async function listEdits(
  db: Database,
  accountId: string,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
): Promise<PastEdit[]> {
  const rows = await db
    .select({ edit: edits, person: people.name, apiKey: apiKeys.name })
    .from(edits)
    .innerJoin(qrCodes, and(eq(qrCodes.codeId, edits.codeId), eq(qrCodes.accountId, accountId)))
    .leftJoin(people, and(eq(people.id, edits.editorId), eq(people.accountId, accountId)))
    .leftJoin(apiKeys, and(eq(apiKeys.id, edits.editorId), eq(apiKeys.accountId, accountId)))
    .where(and(eq(edits.codeId, codeId), page.before === null ? undefined : lt(edits.id, page.before)))
    .orderBy(desc(edits.id))
    .limit(page.limit);
  return rows.map(toPastEdit);
}

/** An edit in an export. */
export interface EditOfCode extends Omit<PastEdit, 'editor'> {
  readonly codeId: CodeId;
}

/** The edits of some codes of an account after `after`, ordered by code id and then by time. */
export async function listEditsOfCodes(
  db: Database,
  accountId: string,
  codeIds: readonly CodeId[],
  { after, limit }: { readonly after: Pick<EditOfCode, 'codeId' | 'id'> | null; readonly limit: number },
): Promise<EditOfCode[]> {
  const wanted = after === null ? codeIds : codeIds.filter((codeId) => codeId >= after.codeId);
  if (wanted.length === 0) return [];
  const rows = await db
    .select()
    .from(edits)
    .where(
      and(
        // One JSON parameter instead of one for each id: D1 binds at most 100.
        inArray(edits.codeId, sql`(SELECT value FROM json_each(${JSON.stringify(wanted)}))`),
        after === null ? undefined : or(ne(edits.codeId, after.codeId), gt(edits.id, after.id)),
        sql`EXISTS (SELECT 1 FROM qr_codes WHERE code_id = ${edits.codeId} AND account_id = ${accountId})`,
      ),
    )
    .orderBy(asc(edits.codeId), asc(edits.id))
    .limit(limit);
  return rows.map(toEditOfCode);
}

function toEditOfCode(edit: EditRow['edit']): EditOfCode {
  return { ...toPastEdit({ edit, person: null, apiKey: null }), codeId: edit.codeId };
}

/** One edit of the account's code; null if there is none. */
export async function findEdit(
  db: Database,
  accountId: string,
  codeId: CodeId,
  id: number,
): Promise<PastEdit | null> {
  const [edit] = await listEdits(db, accountId, codeId, { limit: 1, before: id + 1 });
  return edit?.id === id ? edit : null;
}

/**
 * A code's target after an edit: the last one set by then, or the one that the next change replaced. Null if the history has no change of
 * the target: then the current target applies.
 */
export async function findTargetAfter(db: Database, codeId: CodeId, id: number): Promise<string | null> {
  const row = await db.get<{ target: string | null }>(sql`
    SELECT coalesce(
      (SELECT to_target FROM qr_code_edits WHERE code_id = ${codeId} AND id <= ${id} AND to_target IS NOT NULL ORDER BY id DESC LIMIT 1),
      (SELECT from_target FROM qr_code_edits WHERE code_id = ${codeId} AND id > ${id} AND from_target IS NOT NULL ORDER BY id LIMIT 1)
    ) AS target`);
  return row?.target ?? null;
}

interface EditRow {
  readonly edit: typeof edits.$inferSelect;
  readonly person: string | null;
  readonly apiKey: string | null;
}

function toPastEdit({ edit, person, apiKey }: EditRow): PastEdit {
  return {
    id: edit.id,
    editedAtMs: edit.editedAtMs,
    editorId: edit.editorId,
    editor: toEditor(person, apiKey),
    from: { target: edit.fromTarget, title: edit.fromTitle, control: edit.fromControl ?? NO_CONTROL },
    to: { target: edit.toTarget, title: edit.toTitle, control: edit.toControl ?? NO_CONTROL },
    edits: edit.edits,
  };
}

function toEditor(person: string | null, apiKey: string | null): PastEdit['editor'] {
  if (person !== null) return { kind: 'person', name: person };
  return apiKey === null ? null : { kind: 'api_key', name: apiKey };
}
