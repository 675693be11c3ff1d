import { eq } from 'drizzle-orm';
import { type Quotas, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { DAY_MS, toUtcMonth } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { countFileBytes } from '../files/files.ts';
import { countDomains } from '../domains/domains.ts';
import { countWebhooks } from '../events/webhooks.ts';
import { accountUsage } from './accounts-tables.ts';

/** What an account uses of the quotas of codes. */
export type CodeUsage = Pick<Quotas, 'codes' | 'codes_per_month' | 'stored_bytes'>;

/** Reads what an account uses of the quotas of codes: one row, however many codes it has. */
export async function readCodeUsage(db: Database, accountId: string, nowMs: number): Promise<CodeUsage> {
  const row = await db.select().from(accountUsage).where(eq(accountUsage.accountId, accountId)).get();
  return {
    codes: row?.codes ?? 0,
    codes_per_month: row?.month === toUtcMonth(nowMs) ? row.codesThatMonth : 0,
    stored_bytes: row?.storedBytes ?? 0,
  };
}

/** Reads what an account uses of every quota: one row, and one for each of its keys and people. */
export async function readUsage(db: Database, accountId: string, nowMs: number): Promise<Quotas> {
  const counts = await db.get<Pick<Quotas, 'api_keys' | 'people' | 'domains' | 'file_bytes' | 'webhooks'>>(
    sql`SELECT (${countKeys(accountId, nowMs)}) AS api_keys, (${countPeople(accountId, nowMs)}) AS people, (${countDomains(accountId)}) AS domains,
      (${countFileBytes(accountId)}) AS file_bytes, (${countWebhooks(accountId)}) AS webhooks`,
  );
  return { ...(await readCodeUsage(db, accountId, nowMs)), ...counts };
}

/** Counts an account's keys that work or stopped working recently. */
export function countKeys(accountId: string, nowMs: number) {
  const countedFromMs = nowMs - RELEASED_AFTER_DAYS * DAY_MS;
  return sql`SELECT count(*) FROM api_keys WHERE account_id = ${accountId}
    AND coalesce(revoked_at_ms, expires_at_ms, ${nowMs}) > ${countedFromMs}`;
}

/** Counts an account's people and those removed recently. */
export function countPeople(accountId: string, nowMs: number) {
  const countedFromMs = nowMs - RELEASED_AFTER_DAYS * DAY_MS;
  return sql`SELECT count(*) FROM people WHERE account_id = ${accountId} AND coalesce(removed_at_ms, ${nowMs}) > ${countedFromMs}`;
}

/** Reads an account's scans in a UTC month from each dynamic code's days of the month. Deleted codes do not count. */
export async function readScansOfMonth(db: Database, accountId: string, nowMs: number): Promise<number> {
  const [row] = await db.all<{ scans: number }>(sql`
    SELECT coalesce(sum(scans), 0) AS scans FROM qr_codes CROSS JOIN scan_days USING (code_id)
    WHERE account_id = ${accountId} AND deleted_at_ms IS NULL AND is_archived IN (0, 1) AND is_dynamic = 1 AND day >= ${`${toUtcMonth(nowMs)}-01`}`);
  return row?.scans ?? 0;
}
