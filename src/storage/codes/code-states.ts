import { and, eq, gt, isNull } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { qrCodes } from './codes-tables.ts';
import { areOwnedBy, CODE_COLUMNS, toQrCode } from './qr-codes.ts';

/** The known ones among these ids, and whether their codes live. A missing id was never issued. */
export async function findCodeStates(
  db: Database,
  codeIds: readonly CodeId[],
): Promise<ReadonlyMap<CodeId, 'live' | 'deleted'>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select({ codeId: qrCodes.codeId, deletedAtMs: qrCodes.deletedAtMs })
      .from(qrCodes)
      .where(isAnyOf(qrCodes.codeId, list)),
  );
  return new Map(rows.map((row) => [row.codeId, row.deletedAtMs === null ? 'live' : 'deleted']));
}

/** The newest living code; null if there is none. */
export async function findNewestCodeId(db: Database): Promise<CodeId | null> {
  const newest = db.select({ codeId: qrCodes.codeId }).from(qrCodes).where(isNull(qrCodes.deletedAtMs));
  return (await newest.orderBy(qrCodes.position).limit(1).get())?.codeId ?? null;
}

/** The number of codes, including deleted ones, and the number created after a time. */
export async function countCodes(db: Database, sinceMs: number): Promise<{ all: number; recent: number }> {
  return {
    all: await db.$count(qrCodes),
    recent: await db.$count(qrCodes, gt(qrCodes.createdAtMs, sinceMs)),
  };
}

/** A living code of any account; null if there is none. */
export async function findLiveCode(db: Database, codeId: CodeId): Promise<QrCode | null> {
  const isMeant = and(eq(qrCodes.codeId, codeId), isNull(qrCodes.deletedAtMs));
  const row = await db.select(CODE_COLUMNS).from(qrCodes).where(isMeant).get();
  return row ? toQrCode(row) : null;
}

/** Living codes ordered by id, after `after`. */
export async function listLiveCodes(db: Database, after: string, limit: number): Promise<QrCode[]> {
  const rows = await db
    .select(CODE_COLUMNS)
    .from(qrCodes)
    .where(and(gt(qrCodes.codeId, after as CodeId), isNull(qrCodes.deletedAtMs)))
    .orderBy(qrCodes.codeId)
    .limit(limit);
  return rows.map(toQrCode);
}

/** The living codes of an account with these ids, in no order. */
export async function findQrCodes(
  db: Database,
  accountId: string,
  codeIds: readonly CodeId[],
): Promise<QrCode[]> {
  const rows = await findInLists(codeIds, (list) =>
    db.select(CODE_COLUMNS).from(qrCodes).where(areOwnedBy(accountId, list)),
  );
  return rows.map(toQrCode);
}

/** The names that codes of an account have in their owner's system, also of deleted codes; null for a code without one. */
export async function findExternalIds(
  db: Database,
  accountId: string,
  codeIds: readonly CodeId[],
): Promise<Map<CodeId, string | null>> {
  const { codeId, externalId } = qrCodes;
  const rows = await findInLists([...new Set(codeIds)], (list) =>
    db
      .select({ codeId, externalId })
      .from(qrCodes)
      .where(and(isAnyOf(codeId, list), eq(qrCodes.accountId, accountId))),
  );
  return new Map(rows.map((row) => [row.codeId, row.externalId]));
}
