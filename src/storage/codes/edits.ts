import { and, asc, desc, eq, gt, lt, ne, or } from 'drizzle-orm';
import type { Metadata } from '#core/codes/metadata.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { apiKeys, people } from '../accounts/accounts-tables.ts';
import { qrCodeEdits as edits, qrCodes } from './codes-tables.ts';

/** The editable fields of a dynamic code. An absent field stays unchanged. */
export interface QrCodeEdit {
  readonly target?: Pick<QrCode, 'target' | 'redirectTo' | 'content'>;
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

/** Who created the account's code; null if nothing is known of them. */
export async function findCreator(
  db: Database,
  accountId: string,
  codeId: CodeId,
): Promise<PastEdit['editor']> {
  const row = await db
    .select({ person: people.name, apiKey: apiKeys.name })
    .from(qrCodes)
    .leftJoin(people, and(eq(people.id, qrCodes.createdBy), eq(people.accountId, accountId)))
    .leftJoin(apiKeys, and(eq(apiKeys.id, qrCodes.createdBy), eq(apiKeys.accountId, accountId)))
    .where(and(eq(qrCodes.codeId, codeId), eq(qrCodes.accountId, accountId)))
    .get();
  return toEditor(row?.person ?? null, row?.apiKey ?? null);
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
        isAnyOf(edits.codeId, toList(wanted)),
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
