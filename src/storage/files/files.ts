import { and, eq, type SQL } from 'drizzle-orm';
import type { FileId } from '#core/files/file-id.ts';
import { type FilePosition, MAX_FILES, type StoredFile } from '#core/files/stored-file.ts';
import { describeError } from '#core/log-line.ts';
import { refuseWhere } from '../accounts/quota-guard.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import type { Database, Statement } from '../database.ts';
import { findInLists, isAnyOf, listSql, toList, writeLists } from '../json-list.ts';
import { someUsers } from '../library-users.ts';
import { columnsOf, sql } from '../sql.ts';
import { files } from './files-tables.ts';

/** The living codes that open a file. */
const USERS = sql`FROM ${qrCodes} WHERE ${qrCodes.accountId} = files.account_id AND ${qrCodes.type} = 'file' AND ${qrCodes.target} = files.id
  AND ${qrCodes.deletedAtMs} IS NULL`;
const IS_USED = sql`EXISTS (SELECT 1 ${USERS})`;

const COLUMNS = {
  ...columnsOf(files, 'id', 'name', 'contentType', 'bytes', 'createdAtMs', 'releasedAtMs'),
  users: someUsers(sql`SELECT 'codes' AS kind, ${qrCodes.codeId} AS id, ${qrCodes.title} AS title ${USERS}`),
};

/**
 * Reserves room for a file before its bytes come. Throws an error that `isQuotaRefusal` recognises if the account would have too many files
 * or too many bytes of them.
 */
export async function reserveFile(
  db: Database,
  file: Pick<
    typeof files.$inferInsert,
    'id' | 'accountId' | 'name' | 'contentType' | 'bytes' | 'createdAtMs'
  >,
  fileBytes: number,
): Promise<void> {
  const used = sql`SELECT count(*) > ${MAX_FILES} OR sum(bytes) > ${fileBytes} FROM files WHERE account_id = ${file.accountId}`;
  await db.batch([db.insert(files).values({ ...file, state: 'uploading' }), refuseWhere(db, sql`(${used})`)]);
}

/** Shows a file, whose object is stored, to its account. */
export async function settleFile(db: Database, id: FileId): Promise<void> {
  await db.update(files).set({ state: 'stored' }).where(eq(files.id, id));
}

/** Bytes of an account's files, those that are being uploaded or deleted included. */
export function countFileBytes(accountId: string): SQL {
  return sql`SELECT coalesce(sum(bytes), 0) FROM files WHERE account_id = ${accountId}`;
}

export async function countFiles(db: Database, accountId: string): Promise<number> {
  return db.$count(files, eq(files.accountId, accountId));
}

export async function findFile(db: Database, accountId: string, id: FileId): Promise<StoredFile | null> {
  return (await db.select(COLUMNS).from(files).where(ownedBy(accountId, id)).get()) ?? null;
}

/** Those of the ids that are files of the account. */
export function findFiles(
  db: Database,
  accountId: string,
  ids: readonly FileId[],
): Promise<Pick<StoredFile, 'id' | 'name'>[]> {
  return findInLists(ids, (list) =>
    db
      .select(columnsOf(files, 'id', 'name'))
      .from(files)
      .where(and(isAnyOf(files.id, list), eq(files.accountId, accountId), eq(files.state, 'stored'))),
  );
}

/** The files of an account after a position, newest first. */
export function listFiles(
  db: Database,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: FilePosition | null },
): Promise<StoredFile[]> {
  const isLater = after
    ? sql`(${files.createdAtMs}, ${files.id}) < (${after.timeMs}, ${after.id})`
    : undefined;
  return db
    .select(COLUMNS)
    .from(files)
    .where(and(eq(files.accountId, accountId), eq(files.state, 'stored'), isLater))
    .orderBy(sql`${files.createdAtMs} DESC, ${files.id} DESC`)
    .limit(limit);
}

/** Gives up a file that no code opens; its object is to be deleted next. False if there is none, or it is in use. */
export async function leaveFile(db: Database, accountId: string, id: FileId): Promise<boolean> {
  const left = await db
    .update(files)
    .set({ state: 'leaving' })
    .where(and(ownedBy(accountId, id), sql`NOT ${IS_USED}`))
    .returning({ id: files.id });
  return left.length > 0;
}

/** Gives up an upload that failed: nobody knows its id. */
export async function leaveUpload(db: Database, id: FileId): Promise<void> {
  await db.update(files).set({ state: 'leaving' }).where(eq(files.id, id));
}

/** Gives up the files that no code has opened since a time, although one did before. */
export async function leaveReplacedFiles(db: Database, releasedBeforeMs: number): Promise<void> {
  const isReplaced = sql`${files.releasedAtMs} < ${releasedBeforeMs} AND ${files.state} = 'stored' AND NOT ${IS_USED}`;
  await db.update(files).set({ state: 'leaving' }).where(isReplaced);
}

/** Gives up the files of an account, whatever opens them. Gives their number. */
export async function leaveFilesOf(db: Database, accountId: string): Promise<number> {
  const isLeft = and(eq(files.accountId, accountId), sql`${files.state} <> 'leaving'`);
  const { meta } = await db.update(files).set({ state: 'leaving' }).where(isLeft);
  return meta.changes;
}

/** Files whose objects are to be deleted: given up, or never wholly uploaded. */
export async function listLeavingFiles(
  db: Database,
  { startedBeforeMs, limit }: { readonly startedBeforeMs: number; readonly limit: number },
): Promise<FileId[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(sql`state <> 'stored' AND (state = 'leaving' OR ${files.createdAtMs} < ${startedBeforeMs})`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Forgets files whose objects are deleted. */
export async function forgetFiles(db: Database, ids: readonly FileId[]): Promise<void> {
  await writeLists(ids, (list) =>
    db.delete(files).where(and(isAnyOf(files.id, list), sql`${files.state} <> 'stored'`)),
  );
}

/** How many living codes open a file. */
export async function countFileUses(db: Database, accountId: string, id: FileId): Promise<number> {
  const row = await db
    .select({ uses: sql<number>`(SELECT count(*) ${USERS})` })
    .from(files)
    .where(ownedBy(accountId, id))
    .get();
  return row?.uses ?? 0;
}

/**
 * A statement that undoes its batch if an account lacks one of the files, because somebody deleted it after the look-up. `isFileMissing`
 * recognises the error.
 */
export function refuseWithoutFiles(db: Database, accountId: string, ids: readonly FileId[]): Statement[] {
  if (ids.length === 0) return [];
  const isMissing = sql`(SELECT count(*) FROM ${files} WHERE id IN ${listSql(toList(ids))} AND account_id = ${accountId} AND state = 'stored') < ${new Set(ids).size}`;
  return [db.insert(files).select(sql`SELECT NULL, '', '', '', 0, '', 0, NULL, NULL WHERE ${isMissing}`)];
}

export function isFileMissing(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: files.id');
}

function ownedBy(accountId: string, id: FileId): SQL | undefined {
  return and(eq(files.id, id), eq(files.accountId, accountId), eq(files.state, 'stored'));
}
