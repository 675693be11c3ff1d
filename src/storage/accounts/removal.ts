import { and, type Column, eq, isNull, type SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import type { Database } from '../database.ts';
import { imports } from '../imports/imports-tables.ts';
import { listSql, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { weeklySummaries } from '../summaries/summaries-tables.ts';
import { savedViews } from '../views/views-tables.ts';
import { identities, passkeyChallenges, passkeys, people, sessions, signInLinks } from './accounts-tables.ts';

/** The rows of an account that is being removed. Every statement is bounded, and can be repeated: it deletes some of what is left. */

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_STATEMENT = 10_000;
/** Each has up to 20 passkeys, and sessions of a month. */
const PEOPLE_PER_STATEMENT = 100;

/** Tables whose rows go in any order: the key of a row, and how to find those of an account. */
const ROWS = {
  activities: ['id', sql`activities`],
  api_keys: ['id', sql`api_keys`],
  deliveries: ['webhook_id, event_id', sql`deliveries`],
  webhooks: ['id', sql`webhooks`],
  events: ['id', sql`events`],
  api_requests: ['id', sql`api_requests`],
  shares: ['id', sql`shares`],
  templates: ['id', sql`templates`],
  gs1_prefixes: ['prefix', sql`gs1_prefixes`],
  logos: ['id', sql`logos`],
  scans: ['id', sql`scans`],
  account_days: ['account_id, day, device', sql`account_days`],
  kept_figures: ['account_id, key', sql`kept_figures`],
  idempotent_responses: ['account_id, key', sql`idempotent_responses`],
  idempotency_locks: ['account_id, key', sql`idempotency_locks`],
  account_usage: ['account_id', sql`account_usage`],
  tag_days: ['tag_id, day, device', sql`tags CROSS JOIN tag_days ON tag_id = tags.id`],
} as const satisfies Record<string, readonly [key: string, from: SQL]>;

type OwnedTable = keyof typeof ROWS;
export const OWNED_TABLES = Object.keys(ROWS) as OwnedTable[];

/** Deletes rows of an account. Gives their number. */
export function deleteRows(db: Database, table: OwnedTable, accountId: string): Promise<number> {
  const [key, from] = ROWS[table];
  return deleteSome(db, table, key, sql`${from} WHERE account_id = ${accountId}`);
}

/**
 * Deletes tags, once no code is left: triggers on the tags of a code count by the number of a tag, which another account's tag gets next.
 */
export function deleteTags(db: Database, accountId: string): Promise<number> {
  const isLeft = sql`EXISTS (SELECT 1 FROM qr_codes WHERE account_id = ${accountId} AND deleted_at_ms IS NULL)`;
  return deleteSome(db, 'tags', 'id', sql`tags WHERE account_id = ${accountId} AND NOT ${isLeft}`);
}

/** Deletes people and all their ways to sign in, in one transaction, so that nobody signs in to a half of it. Gives their number. */
export async function deletePeople(db: Database, accountId: string): Promise<number> {
  const some = sql`(SELECT id FROM people WHERE account_id = ${accountId} ORDER BY created_at_ms, id LIMIT ${PEOPLE_PER_STATEMENT})`;
  const of = (person: Column) => sql`${person} IN ${some}`;
  const results = await db.batch([
    db.delete(sessions).where(of(sessions.personId)),
    db.delete(signInLinks).where(of(signInLinks.personId)),
    db.delete(passkeys).where(of(passkeys.personId)),
    db.delete(passkeyChallenges).where(of(passkeyChallenges.personId)),
    db.delete(identities).where(of(identities.personId)),
    db.delete(savedViews).where(of(savedViews.personId)),
    db.delete(weeklySummaries).where(of(weeklySummaries.personId)),
    db.delete(people).where(of(people.id)),
  ]);
  return results[7].meta.changes;
}

/** The imports of an account, some of them. */
export async function listSomeImports(db: Database, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(eq(imports.accountId, accountId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The living codes of an account, some of them. */
export async function listSomeCodes(db: Database, accountId: string, limit: number): Promise<CodeId[]> {
  const rows = await db
    .select({ codeId: qrCodes.codeId })
    .from(qrCodes)
    .where(and(eq(qrCodes.accountId, accountId), isNull(qrCodes.deletedAtMs)))
    .limit(limit);
  return rows.map(({ codeId }) => codeId);
}

/** Deletes edits of codes. True if none are left. */
export async function deleteEdits(db: Database, codeIds: readonly CodeId[]): Promise<boolean> {
  const ofCodes = sql`qr_code_edits WHERE code_id IN ${listSql(toList(codeIds))}`;
  return (await deleteSome(db, 'qr_code_edits', 'id', ofCodes)) < ROWS_PER_STATEMENT;
}

/**
 * Deletes the daily counts of some of an account's deleted codes, whenever those were deleted. Gives the number of codes that had some.
 * A code is found until no count of it is left, and again if another one comes.
 */
export async function forgetScansOfDeleted(db: Database, accountId: string, limit: number): Promise<number> {
  const rows = await db.all<{ code_id: string }>(
    sql`SELECT code_id FROM qr_codes WHERE account_id = ${accountId} AND deleted_at_ms IS NOT NULL AND last_scan_at_ms IS NOT NULL LIMIT ${limit}`,
  );
  if (rows.length === 0) return 0;
  const codes = listSql(toList(rows.map((row) => row.code_id)));
  await deleteSome(db, 'scan_days', 'code_id, day, device', sql`scan_days WHERE code_id IN ${codes}`);
  await db.run(sql`
    UPDATE qr_codes SET scans_rolled_up = 0, last_scan_at_ms = NULL
    WHERE code_id IN ${codes} AND NOT EXISTS (SELECT 1 FROM scan_days WHERE scan_days.code_id = qr_codes.code_id)`);
  return rows.length;
}

async function deleteSome(db: Database, table: string, key: string, found: SQL): Promise<number> {
  const columns = sql.raw(key);
  const { meta } = await db.run(sql`
    DELETE FROM ${sql.identifier(table)} WHERE (${columns}) IN (SELECT ${columns} FROM ${found} LIMIT ${ROWS_PER_STATEMENT})`);
  return meta.changes;
}
