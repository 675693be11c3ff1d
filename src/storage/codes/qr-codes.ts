import { and, eq, getTableColumns, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { Metadata } from '#core/codes/metadata.ts';
import { arrangeTags, toTagKey } from '#core/codes/tags.ts';
import type { LinkName } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import type { ExpectedRevisions, ListedCode, QrCode } from '#core/codes/qr-code.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import type { Database, Statement } from '../database.ts';
import { findInLists, isAnyOf, type JsonList, tableOf, toList } from '../json-list.ts';
import { columnsOf, sql } from '../sql.ts';
import { accountUsage } from '../accounts/accounts-tables.ts';
import { qrCodes } from './codes-tables.ts';
import { addTags, TAG_NAMES, tagIdsSql } from './tags.ts';
import { READ_REDIRECT_TO, type ShortLinkColumns } from '../links/short-links.ts';

const redirectTo = sql<string | null>`${sql.raw(READ_REDIRECT_TO)}`;

/** The columns that make a code. */
export const CODE_COLUMNS = { ...getTableColumns(qrCodes), redirectTo, tagNames: TAG_NAMES };

export type Row = typeof qrCodes.$inferSelect & { readonly tagNames: string | null };

/** D1 binds at most 100 parameters to a statement. */
const MAX_PARAMETERS = 100;

/**
 * Stores new codes of an account together with the caller's other statements: everything or nothing. Gives how many codes the account has
 * created this month by then. Null if an id, external id or short code is taken,
 * even by a deleted code: then the caller chooses other ids, and checks again who has the others.
 */
export async function insertQrCodes(
  db: Database,
  codes: readonly QrCode[],
  alongside: readonly Statement[] = [],
): Promise<number | null> {
  // Lists start with the highest position: with the first code of a request, so that they show its codes in their order.
  const rows = codes.map(toRow).reverse();
  // The ids of tags need two parameters, the position three.
  const rowsPerStatement = Math.floor(MAX_PARAMETERS / (Object.keys(getTableColumns(qrCodes)).length + 3));
  const inserts: Statement[] = addTags(db, codes);
  for (let i = 0; i < rows.length; i += rowsPerStatement) {
    // A statement sees none of its own rows, so each counts those in front of it.
    const placed = rows
      .slice(i, i + rowsPerStatement)
      .map((row, earlier) => Object.assign(row, { position: nextPosition(row.createdAtMs, earlier) }));
    inserts.push(db.insert(qrCodes).values(placed));
  }
  const { codesThatMonth } = accountUsage;
  const isOwn = eq(accountUsage.accountId, codes[0]?.accountId ?? '');
  const count = db.select({ codesThatMonth }).from(accountUsage).where(isOwn);
  const [first, ...rest] = [...inserts, ...alongside, count];
  try {
    const usage = (await db.batch([first, ...rest])).at(-1) as Awaited<typeof count>;
    return usage[0]?.codesThatMonth ?? 0;
  } catch (error) {
    if (/UNIQUE constraint failed: (?:qr_codes|link_names)\./.test(describeError(error))) return null;
    throw error;
  }
}

/**
 * The first free position of a millisecond behind `earlier` others. The database chooses it, so that no two codes ever get the same one,
 * however many are created at once.
 */
function nextPosition(createdAtMs: number, earlier: number): SQL {
  const [first, end] = [firstPositionOf(createdAtMs), firstPositionOf(createdAtMs + 1)];
  return sql`(SELECT coalesce(max(position) + 1, ${first}) FROM qr_codes WHERE position >= ${first} AND position < ${end}) + ${sql.raw(String(earlier))}`;
}

/** Those of the ids that were ever issued. */
export async function listIssuedIds(db: Database, codeIds: readonly CodeId[]): Promise<ReadonlySet<CodeId>> {
  const rows = await findInLists(codeIds, (list) =>
    db.select({ codeId: qrCodes.codeId }).from(qrCodes).where(isAnyOf(qrCodes.codeId, list)),
  );
  return new Set(rows.map(({ codeId }) => codeId));
}

/** Whether an error means that another code of the account has the external id. */
export function isExternalIdTaken(error: unknown): boolean {
  return describeError(error).includes('UNIQUE constraint failed: qr_codes.account_id, qr_codes.external_id');
}

/** The living codes of an account with these external ids, in no order. */
export async function findByExternalIds(
  db: Database,
  accountId: string,
  externalIds: readonly string[],
): Promise<QrCode[]> {
  const rows = await findInLists(externalIds, (list) =>
    db.select(CODE_COLUMNS).from(qrCodes).where(areNamed(accountId, list)),
  );
  return rows.map(toQrCode);
}

/** The ids of the account's codes by external id. */
export async function findIdsByExternalIds(
  db: Database,
  accountId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, CodeId>> {
  const rows = await findInLists(externalIds, (list) =>
    db
      .select({ externalId: sql<string>`${qrCodes.externalId}`, codeId: qrCodes.codeId })
      .from(qrCodes)
      .where(areNamed(accountId, list)),
  );
  return new Map(rows.map(({ externalId, codeId }) => [externalId, codeId]));
}

function areNamed(accountId: string, externalIds: JsonList): SQL | undefined {
  return and(
    eq(qrCodes.accountId, accountId),
    isAnyOf(qrCodes.externalId, externalIds),
    isNull(qrCodes.deletedAtMs),
    isNotNull(qrCodes.externalId),
  );
}

export async function findQrCode(db: Database, accountId: string, codeId: CodeId): Promise<QrCode | null> {
  const row = await db.select(CODE_COLUMNS).from(qrCodes).where(ownedBy(accountId, codeId)).get();
  return row ? toQrCode(row) : null;
}

/** The data for the copy of a code's short link, living or deleted. */
export type LinkedCode = LinkName & ShortLinkColumns;

export const LINK_COLUMNS = {
  redirectTo,
  ...columnsOf(qrCodes, 'host', 'codeId', 'shortCode', 'accountId', 'type', 'target', 'content', 'isDynamic'),
  ...columnsOf(qrCodes, 'control', 'scansTaken', 'revision', 'updatedAtMs', 'deletedAtMs', 'disabledFor'),
};

/** The ids among these that belong to a living code. */
export async function listLiveCodeIds(db: Database, codeIds: readonly CodeId[]): Promise<Set<CodeId>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select({ codeId: qrCodes.codeId })
      .from(qrCodes)
      .where(and(isAnyOf(qrCodes.codeId, list), isNull(qrCodes.deletedAtMs))),
  );
  return new Set(rows.map((row) => row.codeId));
}

/** The ids among these that belong to a living code of an account. */
export async function listOwnCodeIds(
  db: Database,
  accountId: string,
  codeIds: readonly CodeId[],
): Promise<CodeId[]> {
  const rows = await findInLists(codeIds, (list) =>
    db.select({ codeId: qrCodes.codeId }).from(qrCodes).where(areOwnedBy(accountId, list)),
  );
  return rows.map(({ codeId }) => codeId);
}

/** Every query on a code goes through here: one account never reaches another's codes. */
function ownedBy(accountId: string, codeId: CodeId): SQL | undefined {
  return and(eq(qrCodes.codeId, codeId), eq(qrCodes.accountId, accountId), isNull(qrCodes.deletedAtMs));
}

/** The same for several codes. The plus makes SQLite look the ids up instead of walking all codes of the account. */
export function areOwnedBy(accountId: string, codeIds: JsonList): SQL | undefined {
  return and(
    isAnyOf(qrCodes.codeId, codeIds),
    sql`+${qrCodes.accountId} = ${accountId}`,
    isNull(qrCodes.deletedAtMs),
  );
}

export function isAtRevision(expected: ExpectedRevisions | null): SQL | undefined {
  return expected === null ? undefined : isAnyOf(qrCodes.revision, toList([...expected]));
}

function toRow({ color, tags, ...columns }: QrCode) {
  const { accountId, metadata } = columns;
  return {
    ...columns,
    ...storeTarget(columns),
    tagIds: tags.length === 0 ? null : tagIdsSql(accountId, tableOf(toList(tags.map(toTagKey)))),
    metadata: orNull(metadata),
    colorDark: color.dark === DEFAULT_COLOR.dark ? null : color.dark,
    colorLight: color.light === DEFAULT_COLOR.light ? null : color.light,
  };
}

/** An address that is the target itself is stored once. */
export function storeTarget({ target, redirectTo: location }: Pick<QrCode, 'target' | 'redirectTo'>) {
  return { target, redirectTo: location === target ? '' : location };
}

/** Empty values are stored as null. */
export function orNull(metadata: Metadata): Metadata | null {
  return Object.keys(metadata).length === 0 ? null : metadata;
}

export function toQrCode(row: Row): ListedCode {
  const {
    colorDark,
    colorLight,
    deletedAtMs: _deleted,
    imagesDeletedAtMs: _images,
    disabledReason: _words,
    tagIds: _ids,
    tagNames,
    metadata,
    ...code
  } = row;
  const tags = tagNames === null ? [] : arrangeTags(JSON.parse(tagNames) as string[]);
  return {
    ...code,
    color: { dark: colorDark ?? DEFAULT_COLOR.dark, light: colorLight ?? DEFAULT_COLOR.light },
    tags,
    metadata: metadata ?? {},
  };
}
