import { and, eq, gte, lte } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Device } from '#core/scans/device.ts';
import { SCAN_RETENTION_DAYS, type ScanPeriod } from '#core/scans/period.ts';
import type { ScanDayCount, ScanLifetime } from '#core/scans/scan.ts';
import type { ScanScope } from '#core/scans/selection.ts';
import { addDays, toUtcDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf, tableOf, toList, toLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { accountDays, scanDays, tagDays } from './scans-tables.ts';

/** The lifetime of every code in D1, by UTC day and device. Counts only ever grow. */

/** Lifetime scans of each code that has any. */
export async function sumScans(db: Database, codeIds: readonly CodeId[]): Promise<Map<CodeId, ScanLifetime>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select({
        codeId: scanDays.codeId,
        scans: sql<number>`sum(${scanDays.scans})`,
        lastScanAtMs: sql<number>`max(${scanDays.lastScanAtMs})`,
      })
      .from(scanDays)
      .where(isAnyOf(scanDays.codeId, list))
      .groupBy(scanDays.codeId),
  );
  return new Map(rows.map(({ codeId, ...lifetime }) => [codeId, lifetime]));
}

/**
 * Counts of a scope between two UTC days, both included. Triggers on `scan_days` maintain those of an account and of a tag, so that reading
 * costs the same for any number of codes.
 */
export function listScanDays(
  db: Database,
  scope: ScanScope,
  { firstDay, lastDay }: Pick<ScanPeriod, 'firstDay' | 'lastDay'>,
) {
  const [table, isIn] = sumsOf(scope);
  const { day, device, scans } = table;
  return db
    .select({ day, device, scans })
    .from(table)
    .where(and(isIn, gte(day, firstDay), lte(day, lastDay)));
}

function sumsOf(scope: ScanScope) {
  switch (scope.kind) {
    case 'code':
      return [scanDays, eq(scanDays.codeId, scope.codeId)] as const;
    case 'tag':
      return [tagDays, eq(tagDays.tagId, scope.tagId)] as const;
    case 'account':
      return [accountDays, eq(accountDays.accountId, scope.accountId)] as const;
  }
}

/** Scans of a code on a UTC day, on all devices. */
export interface CodeDay {
  readonly codeId: CodeId;
  readonly day: string;
  readonly scans: number;
}

/**
 * The days on which some codes were scanned, ordered by code id and then by time, after `after`; at most `limit`.
 * @param codeIds of one account
 */
export async function listDaysOfCodes(
  db: Database,
  codeIds: readonly CodeId[],
  { after, limit }: { readonly after: CodeDay | null; readonly limit: number },
): Promise<CodeDay[]> {
  const wanted = after === null ? codeIds : codeIds.filter((codeId) => codeId >= after.codeId);
  if (wanted.length === 0) return [];
  const behind = after === null ? sql`TRUE` : sql`(code_id <> ${after.codeId} OR day > ${after.day})`;
  return db.all<CodeDay>(sql`
    SELECT code_id AS codeId, day, sum(scans) AS scans FROM scan_days
    WHERE ${isAnyOf(scanDays.codeId, toList(wanted))} AND ${behind} GROUP BY code_id, day ORDER BY code_id, day LIMIT ${limit}`);
}

/** The known counts of some codes: the first day that is not final yet, the sum of the days before it, and every count from it on. */
export interface ScanLifetimes {
  readonly unsettledFrom: string;
  readonly settled: ReadonlyMap<CodeId, ScanLifetime>;
  readonly unsettled: readonly ScanDayCount[];
}

/** One query for any number of codes; `toLifetimes` reads its rows. The first one, without a code, carries the first day that is not final. */
export function selectLifetimes(db: Database, codeIds: readonly CodeId[], nowMs: number) {
  return db
    .select({
      codeId: sql<CodeId | null>`code_id`,
      day: sql<string | null>`day`,
      device: sql<Device | null>`device`,
      scans: sql<number>`scans`,
      lastScanAtMs: sql<number>`last_scan_at_ms`,
    })
    .from(
      sql`(WITH unsettled (first_day) AS (
        SELECT max(${oldestKeptDay(nowMs)}, coalesce((SELECT settled_day FROM scan_roll_up WHERE id = 1), ''))
      )
      SELECT NULL AS code_id, first_day AS day, NULL AS device, 0 AS scans, 0 AS last_scan_at_ms FROM unsettled
      UNION ALL
      SELECT code_id, iif(day < first_day, NULL, day), iif(day < first_day, NULL, device), sum(scans), max(last_scan_at_ms)
      FROM unsettled CROSS JOIN scan_days WHERE ${isAnyOf(scanDays.codeId, toList(codeIds))} GROUP BY 1, 2, 3) AS lifetimes`,
    );
}

export function toLifetimes(rows: Awaited<ReturnType<typeof selectLifetimes>>): ScanLifetimes {
  const settled = new Map<CodeId, ScanLifetime>();
  const unsettled: ScanDayCount[] = [];
  for (const { codeId, day, device, scans, lastScanAtMs } of rows) {
    if (codeId === null) continue;
    if (day === null || device === null) settled.set(codeId, { scans, lastScanAtMs });
    else unsettled.push({ codeId, day, device, scans, lastScanAtMs });
  }
  return { unsettledFrom: rows.find(({ codeId }) => codeId === null)?.day ?? '', settled, unsettled };
}

/** The oldest day with single scans. */
export function oldestKeptDay(nowMs: number): string {
  return addDays(toUtcDay(nowMs), 1 - SCAN_RETENTION_DAYS);
}

/**
 * Stores counts; order and repetition do not matter: a count replaces only a smaller one, and only then is a row written. A smaller count
 * is not news but a coarser look at the same day (Analytics Engine samples long queries), and an owner's numbers never fall. Counts of
 * unknown ids, and of accounts that are being removed, are left out.
 */
export function raiseScanDays(db: Database, counts: readonly ScanDayCount[]) {
  const rows = counts.map((row) => [row.codeId, row.day, row.device, row.scans, row.lastScanAtMs]);
  return toLists(rows).map((list) =>
    db.insert(scanDays).select(
      sql`SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM ${tableOf(list)}
        WHERE EXISTS (SELECT 1 FROM qr_codes WHERE code_id = value ->> 0 AND account_id NOT IN (
          SELECT id FROM accounts WHERE deleted_at_ms IS NOT NULL AND restorable_until_ms IS NULL))
        ON CONFLICT (code_id, day, device) DO UPDATE SET scans = excluded.scans,
          last_scan_at_ms = max(scan_days.last_scan_at_ms, excluded.last_scan_at_ms)
        WHERE excluded.scans > scan_days.scans`,
    ),
  );
}
