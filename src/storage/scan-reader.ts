import { and, count, countDistinct, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { CodeId } from '../core/code-id.ts';
import type { Device } from '../core/device.ts';
import { listDays, rangeStart, type ScanRange } from '../core/scan-range.ts';
import type { ScanStatistics } from '../core/scan.ts';
import type { Database } from './database.ts';
import { scans } from './schema.ts';

/** Reads what a `ScanLog` wrote. Its two sides give the same answers. */
export interface ScanReader {
  /** Lifetime scans of each code; a code without scans is 0. */
  countScans(codeIds: readonly CodeId[]): Promise<Map<CodeId, number>>;
  readStatistics(codeId: CodeId, range: ScanRange, nowMs: number): Promise<ScanStatistics>;
}

const DAY_MS = 86_400_000;

export function createD1ScanReader(db: Database): ScanReader {
  return {
    async countScans(codeIds) {
      const counts = new Map(codeIds.map((codeId) => [codeId, 0]));
      if (codeIds.length === 0) return counts;
      const rows = await db
        .select({ codeId: scans.codeId, scans: count() })
        .from(scans)
        .where(inArray(scans.codeId, sql`(SELECT value FROM json_each(${JSON.stringify(codeIds)}))`))
        .groupBy(scans.codeId);
      for (const row of rows) counts.set(row.codeId, row.scans);
      return counts;
    },

    async readStatistics(codeId, range, nowMs) {
      const from = rangeStart(range, nowMs);
      const days = listDays(range, nowMs);
      const inRange = and(
        eq(scans.codeId, codeId),
        gte(scans.scannedAtMs, from),
        lt(scans.scannedAtMs, from + days.length * DAY_MS),
      );
      // D1 binds numbers as REAL, so the quotient must be cut to the day.
      const dayIndex = sql<number>`CAST((${scans.scannedAtMs} - ${from}) / ${DAY_MS} AS INTEGER)`;
      const [groups, visitors] = await db.batch([
        db
          .select({ dayIndex, device: scans.device, scans: count() })
          .from(scans)
          .where(inRange)
          .groupBy(sql`1`, scans.device),
        db
          .select({ visitors: countDistinct(scans.visitorKey) })
          .from(scans)
          .where(inRange),
      ]);
      return toStatistics(range, days, groups, visitors[0]?.visitors ?? 0);
    },
  };
}

function toStatistics(
  range: ScanRange,
  days: readonly string[],
  groups: readonly { dayIndex: number; device: Device; scans: number }[],
  uniqueScans: number,
): ScanStatistics {
  const byDay = days.map((date) => ({ date, scans: 0 }));
  const byDevice: Record<Device, number> = { mobile: 0, desktop: 0, tablet: 0 };
  let totalScans = 0;
  for (const group of groups) {
    const day = byDay[group.dayIndex];
    if (!day) continue;
    day.scans += group.scans;
    byDevice[group.device] += group.scans;
    totalScans += group.scans;
  }
  return { range, totalScans, uniqueScans, byDay, byDevice };
}
