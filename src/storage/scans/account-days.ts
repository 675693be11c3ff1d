import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { DayCount } from './reader.ts';
import { accountDays, daySums, tagDays } from './scans-tables.ts';

/** The scans of all codes of an account, or of a tag, by UTC day and device: kept by triggers on `scan_days`, so that reading costs the same for any number of codes. */

/** Counts from one day to another, both included, of an account or, where one is given, of a tag. */
export function listAccountDays(
  db: Database,
  { accountId, tagId }: { readonly accountId: string; readonly tagId: number | null },
  firstDay: string,
  lastDay: string,
): Promise<DayCount[]> {
  if (tagId === null) {
    const { day, device, scans } = accountDays;
    return db
      .select({ day, device, scans })
      .from(accountDays)
      .where(and(eq(accountDays.accountId, accountId), gte(day, firstDay), lte(day, lastDay)));
  }
  const { day, device, scans } = tagDays;
  return db
    .select({ day, device, scans })
    .from(tagDays)
    .where(and(eq(tagDays.tagId, tagId), gte(day, firstDay), lte(day, lastDay)));
}

const ROW_ID = 1;

/** What is known about these sums. */
export interface DaySums {
  /** Whether everything that was counted before there were sums is in them. */
  readonly isComplete: boolean;
  /** From when on every scan in the log has its account; 0 is always. */
  readonly accountsLoggedFromMs: number;
}

export async function findDaySums(db: Database): Promise<DaySums> {
  const row = await db.select().from(daySums).where(eq(daySums.id, ROW_ID)).get();
  // A database that had no codes before there were sums has nothing to fill in.
  if (!row) return { isComplete: true, accountsLoggedFromMs: 0 };
  return { isComplete: row.done >= row.until, accountsLoggedFromMs: row.accountsLoggedFromMs };
}

/**
 * Adds what was counted before there were sums, of the next `codes` codes in the order of their positions. One transaction reads how far
 * they have come, adds and notes it: so two at once, or one that fails, count nothing twice.
 */
export async function fillDaySums(db: Database, codes: number): Promise<void> {
  const next = sql`(SELECT coalesce(max(position), until) FROM (SELECT position FROM qr_codes, day_sums
    WHERE position > done AND position <= until ORDER BY position LIMIT ${codes}))`;
  const counted = sql`day_sums CROSS JOIN qr_codes AS code CROSS JOIN scan_days USING (code_id)`;
  const isNext = sql`code.position > done AND code.position <= ${next}`;
  await db.batch([
    db.insert(accountDays).select(sql`
      SELECT account_id, day, device, sum(scans) FROM ${counted} WHERE ${isNext} GROUP BY 1, 2, 3
      ON CONFLICT (account_id, day, device) DO UPDATE SET scans = account_days.scans + excluded.scans`),
    db.insert(tagDays).select(sql`
      SELECT tag.value, day, device, sum(scans) FROM ${counted} CROSS JOIN json_each(code.tags) AS tag
      WHERE ${isNext} AND deleted_at_ms IS NULL GROUP BY 1, 2, 3
      ON CONFLICT (tag_id, day, device) DO UPDATE SET scans = tag_days.scans + excluded.scans`),
    db.update(daySums).set({ done: sql`iif(done < until, ${next}, done)` }),
  ]);
}
