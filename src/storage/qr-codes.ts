import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { CodeId } from '../core/code-id.ts';
import type { ContentType } from '../core/content.ts';
import { firstPositionOf, type ListPosition } from '../core/list-position.ts';
import { describeError } from '../core/log-line.ts';
import type { ExpectedRevisions, QrCode } from '../core/qr-code.ts';
import type { Database, Statement } from './database.ts';
import { type Editor, forgetEdits, type QrCodeEdit, recordEdit } from './qr-code-edits.ts';
import { holdsText, isIndexedSearch, matchesText, qrCodeSearch } from './qr-code-search.ts';
import { qrCodes } from './schema.ts';
import type { ShortLinkColumns } from './short-links.ts';

export interface QrCodeFilter {
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  /** Title or target contains it, in either case. */
  readonly contains?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
}

type Row = typeof qrCodes.$inferSelect;

/** D1 binds at most 100 parameters to a statement. */
const MAX_PARAMETERS = 100;

/**
 * Stores new codes together with what else the caller wants stored with them: all of it, or nothing.
 * False where an id or a position is taken, also by a code since deleted: then the caller chooses other ids.
 */
export async function insertQrCodes(
  db: Database,
  codes: readonly QrCode[],
  alongside: readonly Statement[] = [],
): Promise<boolean> {
  const rows = codes.map(({ color, ...columns }) => ({
    ...columns,
    colorDark: color.dark,
    colorLight: color.light,
  }));
  const rowsPerStatement = Math.floor(MAX_PARAMETERS / Object.keys(getTableColumns(qrCodes)).length);
  const inserts: Statement[] = [];
  for (let i = 0; i < rows.length; i += rowsPerStatement) {
    inserts.push(db.insert(qrCodes).values(rows.slice(i, i + rowsPerStatement)));
  }
  const [first, ...rest] = [...inserts, ...alongside];
  if (!first) return true;
  try {
    await db.batch([first, ...rest]);
    return true;
  } catch (error) {
    if (describeError(error).includes('UNIQUE constraint failed: qr_codes.')) return false;
    throw error;
  }
}

export async function findQrCode(db: Database, accountId: string, codeId: CodeId): Promise<QrCode | null> {
  const row = await db.select().from(qrCodes).where(ownedBy(accountId, codeId)).get();
  return row ? toQrCode(row) : null;
}

/** Newest first, at most `limit`, from behind `after`. */
export async function listQrCodes(
  db: Database,
  accountId: string,
  page: { readonly limit: number; readonly after: ListPosition | null; readonly filter: QrCodeFilter },
): Promise<QrCode[]> {
  const { contains, type, isDynamic } = page.filter;
  const from = firstPositionAfter(page.filter.createdAfterMs);
  const before = lowerOf(page.after, firstPositionFrom(page.filter.createdBeforeMs));
  const isListed = and(
    eq(qrCodes.accountId, accountId),
    isNull(qrCodes.deletedAtMs),
    type === undefined ? undefined : eq(qrCodes.type, type),
    isDynamic === undefined ? undefined : eq(qrCodes.isDynamic, isDynamic),
    from === null ? undefined : gte(qrCodes.position, from),
    before === null ? undefined : lt(qrCodes.position, before),
  );
  const rows =
    contains !== undefined && isIndexedSearch(contains)
      ? await db
          .select(getTableColumns(qrCodes))
          .from(qrCodeSearch)
          .crossJoin(qrCodes)
          .where(
            and(
              matchesText(accountId, { contains, type, isDynamic, from, before }),
              eq(qrCodes.position, sql`-${qrCodeSearch.rowid}`),
              isListed,
            ),
          )
          .orderBy(qrCodeSearch.rowid)
          .limit(page.limit)
      : await db
          .select()
          .from(qrCodes)
          .where(and(isListed, contains === undefined ? undefined : holdsText(contains)))
          .orderBy(desc(qrCodes.position))
          .limit(page.limit);
  return rows.map(toQrCode);
}

/**
 * Changes a dynamic code of the account, if it is at one of the expected revisions, and records what it changed; null where there is no
 * such code.
 */
export async function updateQrCode(
  db: Database,
  { accountId, editorId }: Editor,
  codeId: CodeId,
  edit: QrCodeEdit,
  expected: ExpectedRevisions | null,
  nowMs: number,
): Promise<QrCode | null> {
  const isEdited = and(ownedBy(accountId, codeId), eq(qrCodes.isDynamic, true), isAtRevision(expected));
  const [, [row]] = await db.batch([
    recordEdit(db, edit, { editorId, editedAtMs: nowMs }, isEdited),
    db
      .update(qrCodes)
      .set({
        ...edit.target,
        ...(edit.title === undefined ? {} : { title: edit.title }),
        revision: sql`${qrCodes.revision} + 1`,
        updatedAtMs: nowMs,
      })
      .where(isEdited)
      .returning(),
  ]);
  return row ? toQrCode(row) : null;
}

/**
 * Turns a code into its tombstone, if it is at one of the expected revisions, forgets its edits, and gives the tombstone; null where the
 * account has no such code.
 */
export async function deleteQrCode(
  db: Database,
  accountId: string,
  codeId: CodeId,
  expected: ExpectedRevisions | null,
  nowMs: number,
): Promise<LinkedCode | null> {
  const isDeleted = and(ownedBy(accountId, codeId), isAtRevision(expected));
  const [, [tombstone]] = await db.batch([
    forgetEdits(db, isDeleted),
    db
      .update(qrCodes)
      .set({
        target: '',
        redirectTo: null,
        title: null,
        revision: sql`${qrCodes.revision} + 1`,
        updatedAtMs: nowMs,
        deletedAtMs: nowMs,
      })
      .where(isDeleted)
      .returning(LINK_COLUMNS),
  ]);
  return tombstone ?? null;
}

/** What a copy of a code's short link is made of, living or deleted. */
export interface LinkedCode extends ShortLinkColumns {
  readonly codeId: CodeId;
}

const LINK_COLUMNS = {
  codeId: qrCodes.codeId,
  target: qrCodes.target,
  redirectTo: qrCodes.redirectTo,
  isDynamic: qrCodes.isDynamic,
  revision: qrCodes.revision,
  deletedAtMs: qrCodes.deletedAtMs,
};

/** A time span, its end not included, of which the first `limit` changes are wanted. */
export interface ChangeSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

export type ChangedCode = LinkedCode & { readonly changedAtMs: number };

/** Codes by the time of their creation, oldest first, deleted ones too. */
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

/** Codes by the time of their last edit or deletion, oldest first. The literal condition is the index's, or SQLite does not use it. */
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

/** The first `limit` codes in the order of their ids, from `firstId` on, deleted ones too. */
export async function listCodesFrom(db: Database, firstId: CodeId, limit: number): Promise<LinkedCode[]> {
  return db
    .select(LINK_COLUMNS)
    .from(qrCodes)
    .where(gte(qrCodes.codeId, firstId))
    .orderBy(qrCodes.codeId)
    .limit(limit);
}

/** Remembers that a tombstone's images are gone. */
export async function markImagesDeleted(
  db: Database,
  codeIds: readonly CodeId[],
  nowMs: number,
): Promise<void> {
  await db
    .update(qrCodes)
    .set({ imagesDeletedAtMs: nowMs })
    .where(and(isAnyOf(codeIds), isNotNull(qrCodes.deletedAtMs)));
}

/** Tombstones whose images may still be there, those waiting longest first. */
export async function listCodesWithImagesToDelete(db: Database, limit: number): Promise<CodeId[]> {
  const rows = await db
    .select({ codeId: qrCodes.codeId })
    .from(qrCodes)
    .where(and(isNotNull(qrCodes.deletedAtMs), isNull(qrCodes.imagesDeletedAtMs)))
    .orderBy(qrCodes.deletedAtMs)
    .limit(limit);
  return rows.map((row) => row.codeId);
}

/** Which of these ids belong to a code that is not deleted. */
export async function listLiveCodeIds(db: Database, codeIds: readonly CodeId[]): Promise<Set<CodeId>> {
  const rows = await db
    .select({ codeId: qrCodes.codeId })
    .from(qrCodes)
    .where(and(isAnyOf(codeIds), isNull(qrCodes.deletedAtMs)));
  return new Set(rows.map((row) => row.codeId));
}

/** Every query on a code goes through here: one account never reaches another's. */
function ownedBy(accountId: string, codeId: CodeId): SQL | undefined {
  return and(eq(qrCodes.codeId, codeId), eq(qrCodes.accountId, accountId), isNull(qrCodes.deletedAtMs));
}

function isAtRevision(expected: ExpectedRevisions | null): SQL | undefined {
  return expected === null ? undefined : inArray(qrCodes.revision, [...expected]);
}

/** One JSON parameter instead of one for each id: D1 binds at most 100. */
function isAnyOf(codeIds: readonly CodeId[]): SQL {
  return inArray(qrCodes.codeId, sql`(SELECT value FROM json_each(${JSON.stringify(codeIds)}))`);
}

function firstPositionAfter(timeMs: number | undefined): ListPosition | null {
  return timeMs === undefined ? null : firstPositionOf(timeMs + 1);
}

function firstPositionFrom(timeMs: number | undefined): ListPosition | null {
  return timeMs === undefined ? null : firstPositionOf(timeMs);
}

function lowerOf(a: ListPosition | null, b: ListPosition | null): ListPosition | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function toQrCode(row: Row): QrCode {
  const { colorDark, colorLight, deletedAtMs: _deleted, imagesDeletedAtMs: _images, ...code } = row;
  return { ...code, color: { dark: colorDark, light: colorLight } };
}
