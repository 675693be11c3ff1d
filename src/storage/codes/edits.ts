import { and, asc, desc, eq, gt, lt, ne, or, type SQL } from 'drizzle-orm';
import type { PastEdit, RecordedField, RecordedFields } from '#core/codes/past-edit.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Database } from '../database.ts';
import { isAnyOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { apiKeys, people } from '../accounts/accounts-tables.ts';
import { qrCodeEdits as edits, qrCodes } from './codes-tables.ts';
import { valuesAt } from './history.ts';

/** The latest edits of the account's code after the edit `before`, newest first. An editor without a row has no name. */
export async function listEdits(
  db: Database,
  accountId: string,
  codeId: CodeId,
  page: { readonly limit: number; readonly before: number | null },
): Promise<PastEdit[]> {
  const isIn = and(eq(edits.codeId, codeId), page.before === null ? undefined : lt(edits.id, page.before));
  const rows = await selectEdits(db, accountId, isIn).orderBy(desc(edits.id)).limit(page.limit);
  return rows.map(toPastEdit);
}

function selectEdits(db: Database, accountId: string, condition: SQL | undefined) {
  return db
    .select({ edit: edits, person: people.name, apiKey: apiKeys.name, clientId: apiKeys.clientId })
    .from(edits)
    .leftJoin(people, and(eq(people.id, edits.editorId), eq(people.accountId, accountId)))
    .leftJoin(apiKeys, and(eq(apiKeys.id, edits.editorId), eq(apiKeys.accountId, accountId)))
    .where(
      and(
        condition,
        sql`EXISTS (SELECT 1 FROM qr_codes WHERE code_id = ${edits.codeId} AND account_id = ${accountId})`,
      ),
    );
}

/** Who created the account's code; null if nothing is known of them. */
export async function findCreator(
  db: Database,
  accountId: string,
  codeId: CodeId,
): Promise<PastEdit['editor']> {
  const row = await db
    .select({ person: people.name, apiKey: apiKeys.name, clientId: apiKeys.clientId })
    .from(qrCodes)
    .leftJoin(people, and(eq(people.id, qrCodes.createdBy), eq(people.accountId, accountId)))
    .leftJoin(apiKeys, and(eq(apiKeys.id, qrCodes.createdBy), eq(apiKeys.accountId, accountId)))
    .where(and(eq(qrCodes.codeId, codeId), eq(qrCodes.accountId, accountId)))
    .get();
  return row ? toEditor(row) : null;
}

/** An edit in an export. */
export interface EditOfCode extends PastEdit {
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
  const isIn = and(
    isAnyOf(edits.codeId, toList(wanted)),
    after === null ? undefined : or(ne(edits.codeId, after.codeId), gt(edits.id, after.id)),
  );
  const rows = await selectEdits(db, accountId, isIn).orderBy(asc(edits.codeId), asc(edits.id)).limit(limit);
  return rows.map(toPastEdit);
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

/** What a code's recorded fields held after an edit. A field that is missing is as it is now: the history has no change of it. */
export async function findStateAfter(
  db: Database,
  codeId: CodeId,
  id: number,
): Promise<Partial<RecordedFields>> {
  // The last values set by then go over those that the next changes replaced.
  const rows = await db.all<{ field: RecordedField; value: string }>(sql`
    SELECT field, value FROM ${valuesAt('first', sql`old.code_id = ${codeId} AND old.id > ${id}`)}
    UNION ALL SELECT field, value FROM ${valuesAt('last', sql`old.code_id = ${codeId} AND old.id <= ${id}`)}`);
  return Object.fromEntries(rows.map(({ field, value }) => [field, JSON.parse(value)]));
}

interface EditRow {
  readonly edit: typeof edits.$inferSelect;
  readonly person: string | null;
  readonly apiKey: string | null;
  /** Null unless the key is that of an app. */
  readonly clientId: string | null;
}

function toPastEdit({ edit, ...names }: EditRow): EditOfCode {
  return { ...edit, editor: toEditor(names) };
}

function toEditor({ person, apiKey, clientId }: Omit<EditRow, 'edit'>): PastEdit['editor'] {
  if (person !== null) return { kind: 'person', name: person };
  return apiKey === null ? null : { kind: clientId === null ? 'api_key' : 'app', name: apiKey };
}
