import { sql } from 'drizzle-orm';
import { firstPositionOf } from '../core/list-position.ts';
import { startOfUtcDay, toUtcDay } from '../core/utc-day.ts';
import type { Database } from './database.ts';

/** What an account has and did in the UTC month of a time. Deleted codes count nowhere. */
export interface Usage {
  readonly codes: number;
  readonly codesThisMonth: number;
  readonly scansThisMonth: number;
}

/**
 * Reads an account's usage in one round trip. What it costs, in rows: one for each code (an index, not the table), once more for each
 * code of the month, and for each dynamic code a seek in `scan_days` and its days of the month. A thousand codes are some thousands of
 * rows; a million codes some millions, four dollars for every thousand looks at the page.
 */
export async function readUsage(db: Database, accountId: string, nowMs: number): Promise<Usage> {
  const firstDay = `${toUtcDay(nowMs).slice(0, 7)}-01`;
  const firstPosition = firstPositionOf(startOfUtcDay(firstDay));
  const isLiving = sql`account_id = ${accountId} AND deleted_at_ms IS NULL`;
  const [usage] = await db.all<Usage>(sql`
    SELECT
      (SELECT count(*) FROM qr_codes WHERE ${isLiving}) AS codes,
      (SELECT count(*) FROM qr_codes WHERE ${isLiving} AND position >= ${firstPosition}) AS codesThisMonth,
      (SELECT coalesce(sum(scans), 0) FROM qr_codes CROSS JOIN scan_days USING (code_id)
        WHERE ${isLiving} AND is_dynamic = 1 AND day >= ${firstDay}) AS scansThisMonth`);
  return usage ?? { codes: 0, codesThisMonth: 0, scansThisMonth: 0 };
}
