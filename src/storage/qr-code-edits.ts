import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { CodeId } from '../core/code-id.ts';
import type { Database } from './database.ts';
import { apiKeys, people, qrCodeEdits as edits, qrCodes } from './schema.ts';

/** Who changes a code: a person or an API key, of an account. */
export interface Editor {
  readonly accountId: string;
  readonly editorId: string;
}

/** What an owner may change of a dynamic code. An absent field stays as it is. */
export interface QrCodeEdit {
  readonly target?: { readonly target: string; readonly redirectTo: string | null };
  readonly title?: string | null;
}

/** An edit as its account sees it, later on. */
export interface PastEdit {
  readonly id: number;
  readonly editedAtMs: number;
  readonly editor: { readonly kind: 'person' | 'api_key'; readonly name: string } | null;
  readonly from: { readonly target: string; readonly title: string | null };
  readonly to: { readonly target: string; readonly title: string | null };
}

/**
 * Records what an edit is about to change in the codes that `isEdited` lets through: to be run before the edit itself, in the same
 * transaction, so that what it reads is what the edit replaces. Where nothing changes there is nothing to tell.
 */
export function recordEdit(
  db: Database,
  edit: QrCodeEdit,
  { editorId, editedAtMs }: { readonly editorId: string; readonly editedAtMs: number },
  isEdited: SQL | undefined,
) {
  const toTarget = edit.target ? sql`${edit.target.target}` : qrCodes.target;
  const toTitle = edit.title === undefined ? qrCodes.title : sql`${edit.title}`;
  const isChange = or(
    edit.target && sql`${qrCodes.target} <> ${toTarget}`,
    edit.title === undefined ? undefined : sql`${qrCodes.title} IS NOT ${toTitle}`,
  );
  return db.insert(edits).select(
    // The columns of the table, in its order.
    sql`SELECT NULL, ${qrCodes.codeId}, ${editedAtMs}, ${editorId}, ${qrCodes.target}, ${toTarget}, ${qrCodes.title}, ${toTitle}
      FROM ${qrCodes} WHERE ${and(isEdited, isChange ?? sql`FALSE`)}`,
  );
}

/** Forgets the edits of the codes that `isDeleted` lets through: to be run in the transaction of their deletion, before it. */
export function forgetEdits(db: Database, isDeleted: SQL | undefined) {
  const deleted = db.select({ codeId: qrCodes.codeId }).from(qrCodes).where(isDeleted);
  return db.delete(edits).where(inArray(edits.codeId, deleted));
}

/** The latest edits of the account's code, newest first, from behind the edit `before`. An editor without a row has no name. */
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
  return rows.map(({ edit, person, apiKey }) => ({
    id: edit.id,
    editedAtMs: edit.editedAtMs,
    editor: toEditor(person, apiKey),
    from: { target: edit.fromTarget, title: edit.fromTitle },
    to: { target: edit.toTarget, title: edit.toTitle },
  }));
}

function toEditor(person: string | null, apiKey: string | null): PastEdit['editor'] {
  if (person !== null) return { kind: 'person', name: person };
  return apiKey === null ? null : { kind: 'api_key', name: apiKey };
}
