import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { MAX_SHARES, type Share, type ShareSubject } from '#core/shares/share.ts';
import { accounts, IS_IN_USE, people } from '../accounts/accounts-tables.ts';
import { qrCodes, tags } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { ownedRows } from '../owned-rows.ts';
import { allOf, sql } from '../sql.ts';
import { shares } from './shares-tables.ts';

/** A link as its account sees it. */
export interface ListedShare {
  readonly id: string;
  readonly subject: ShareSubject;
  /** See `Share`. */
  readonly view: string | null;
  /** The title of the code, or the tag; null if there is none, or it no longer exists. */
  readonly name: string | null;
  readonly hasPassword: boolean;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** Null if the person has left. */
  readonly makerName: string | null;
}

export type NewShare = Share & {
  readonly secretHash: string;
  readonly createdAtMs: number;
  readonly createdBy: string;
};

/** Stores a link: `false` if its id exists because the form was sent twice; `full` if the account has reached its limit. */
export async function insertShare(db: Database, share: NewShare): Promise<boolean | 'full'> {
  const { subject, ...row } = share;
  const [counted, inserted] = await db.batch([
    db
      .select({ works: sql<number>`count(*)` })
      .from(shares)
      .where(worksFor(share.accountId, share.createdAtMs)),
    db
      .insert(shares)
      .select(
        sql`SELECT ${row.id}, ${row.accountId}, ${row.secretHash}, ${codeOf(subject)}, ${tagOf(subject)},
          ${row.password === null ? null : JSON.stringify(row.password)}, ${row.expiresAtMs}, ${row.createdAtMs}, ${row.createdBy}, ${row.view}
          WHERE (SELECT count(*) FROM shares WHERE ${worksFor(share.accountId, share.createdAtMs)}) < ${MAX_SHARES}`,
      )
      .onConflictDoNothing({ target: shares.id })
      .returning({ id: shares.id }),
  ]);
  if (inserted.length === 1) return true;
  return (counted[0]?.works ?? 0) >= MAX_SHARES ? 'full' : false;
}

/** A working link; null if no link has this hash, it has expired, or its account is suspended or deleted. */
export async function findShare(db: Database, secretHash: string, nowMs: number): Promise<Share | null> {
  const row = await db
    .select({
      id: shares.id,
      accountId: shares.accountId,
      codeId: shares.codeId,
      tagId: shares.tagId,
      view: shares.view,
      password: shares.password,
      expiresAtMs: shares.expiresAtMs,
    })
    .from(shares)
    .innerJoin(accounts, eq(accounts.id, shares.accountId))
    .where(and(eq(shares.secretHash, secretHash), gt(shares.expiresAtMs, nowMs), IS_IN_USE))
    .get();
  return row ? { ...row, subject: toSubject(row) } : null;
}

/** The working links of an account, newest first. */
export async function listShares(db: Database, accountId: string, nowMs: number): Promise<ListedShare[]> {
  const rows = await db
    .select({
      id: shares.id,
      codeId: shares.codeId,
      tagId: shares.tagId,
      view: shares.view,
      title: qrCodes.title,
      tag: tags.name,
      hasPassword: sql<number>`${shares.password} IS NOT NULL`,
      expiresAtMs: shares.expiresAtMs,
      createdAtMs: shares.createdAtMs,
      makerName: people.name,
    })
    .from(shares)
    .leftJoin(qrCodes, eq(qrCodes.codeId, shares.codeId))
    .leftJoin(tags, eq(tags.id, shares.tagId))
    .leftJoin(people, eq(people.id, shares.createdBy))
    .where(worksFor(accountId, nowMs))
    .orderBy(desc(shares.createdAtMs));
  return rows.map((row) => ({
    id: row.id,
    subject: toSubject(row),
    view: row.view,
    name: row.title ?? row.tag,
    hasPassword: row.hasPassword === 1,
    expiresAtMs: row.expiresAtMs,
    createdAtMs: row.createdAtMs,
    makerName: row.makerName,
  }));
}

/** Deletes a link of an account; false if the account has none with this id. */
export async function deleteShare(db: Database, accountId: string, id: string): Promise<boolean> {
  return (await ownedRows(shares).delete(db, accountId, id)).length === 1;
}

/** Deletes expired links and returns how many. */
export async function deleteExpiredShares(db: Database, nowMs: number): Promise<number> {
  const { meta } = await db.delete(shares).where(lte(shares.expiresAtMs, nowMs));
  return meta.changes;
}

/** The name of a tag of an account; null if the account has none with this id. */
export async function findTagName(db: Database, accountId: string, id: number): Promise<string | null> {
  const row = await db
    .select({ name: tags.name })
    .from(tags)
    .where(and(eq(tags.id, id), eq(tags.accountId, accountId), sql`key IS NOT NULL`))
    .get();
  return row?.name ?? null;
}

function worksFor(accountId: string, nowMs: number) {
  return allOf(eq(shares.accountId, accountId), gt(shares.expiresAtMs, nowMs));
}

function toSubject({ codeId, tagId }: { codeId: CodeId | null; tagId: number | null }): ShareSubject {
  if (codeId !== null) return { kind: 'code', codeId };
  return tagId === null ? { kind: 'account' } : { kind: 'tag', tagId };
}

function codeOf(subject: ShareSubject): CodeId | null {
  return subject.kind === 'code' ? subject.codeId : null;
}

function tagOf(subject: ShareSubject): number | null {
  return subject.kind === 'tag' ? subject.tagId : null;
}
