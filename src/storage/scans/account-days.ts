import { and, eq, gte, lte } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { DayCount } from './reader.ts';
import { accountDays, tagDays } from './scans-tables.ts';

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
