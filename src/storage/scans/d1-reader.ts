import { and, countDistinct, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Device } from '#core/scans/device.ts';
import { type FieldDimension, MAX_NAMED_VALUES, type ScanDimension } from '#core/scans/dimension.ts';
import { hasUtcDays, type ScanPeriod, toLoggedPart } from '#core/scans/period.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import { DAY_MS, toDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { listScanDays, sumScans } from './days.ts';
import type { TimeSpan } from './sql.ts';
import { type DayCount, type ScanReader, toStatistics } from './reader.ts';
import { scans } from './scans-tables.ts';

const HOUR_MS = 3_600_000;

/** Reads the scan log in D1. Counts by UTC day come from `scan_days`, which is always up to date here; the rest from single scans. */
export function createD1ScanReader(db: Database, nowMs: () => number): ScanReader {
  return {
    async countScans(_, codeIds) {
      return codeIds.length === 0 ? new Map() : sumScans(db, codeIds);
    },

    async readStatistics(_, codeId, period, include) {
      // Visitors and values first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
      const logged = toLoggedPart(period);
      const [visitors, ...values] = await Promise.all([
        logged === null ? 0 : countVisitors(db, codeId, logged),
        ...include.map((dimension) => (logged === null ? [] : countValues(db, codeId, logged, dimension))),
      ]);
      return toStatistics(period, {
        counts: await countDays(db, codeId, period),
        visitors,
        isEstimated: false,
        asOfMs: nowMs(),
        values: new Map(include.map((dimension, i) => [dimension, values[i] ?? []])),
      });
    },

    async countVariantVisitors(_, codeId, span) {
      const rows = await db
        .select({ variant: scans.variant, visitors: countDistinct(scans.visitorKey) })
        .from(scans)
        .where(inPeriod(codeId, span))
        .groupBy(scans.variant);
      return new Map(rows.map(({ variant, visitors }) => [variant, visitors]));
    },
  };
}

async function countDays(db: Database, codeId: CodeId, period: ScanPeriod): Promise<DayCount[]> {
  if (hasUtcDays(period)) return listScanDays(db, codeId, period.firstDay, period.lastDay);
  const rows = await db.all<{ day_number: number; device: Device; scans: number }>(sql`
    SELECT ${localTime} / ${sql.raw(String(DAY_MS))} AS day_number, device, count(*) AS scans
    FROM ${scansWithOffset(codeId, period)} GROUP BY 1, 2`);
  return rows.map((row) => ({ day: toDay(row.day_number), device: row.device, scans: row.scans }));
}

async function countVisitors(db: Database, codeId: CodeId, period: ScanPeriod): Promise<number> {
  const row = await db.get<{ visitors: number }>(sql`
    SELECT count(DISTINCT visitor_key) AS visitors FROM scans INDEXED BY scans_by_visitor WHERE ${inPeriod(codeId, period)}`);
  return row.visitors;
}

function countValues(
  db: Database,
  codeId: CodeId,
  period: ScanPeriod,
  dimension: ScanDimension,
): Promise<ValueCount[]> {
  return dimension === 'hour' ? countHours(db, codeId, period) : countField(db, codeId, period, dimension);
}

function countField(
  db: Database,
  codeId: CodeId,
  period: ScanPeriod,
  field: FieldDimension,
): Promise<ValueCount[]> {
  return db
    .select({ value: scans[field], scans: sql<number>`count(*) AS scans` })
    .from(scans)
    .where(inPeriod(codeId, period))
    .groupBy(scans[field])
    .orderBy(sql`scans DESC`, scans[field])
    .limit(MAX_NAMED_VALUES);
}

async function countHours(db: Database, codeId: CodeId, period: ScanPeriod): Promise<ValueCount[]> {
  const rows = await db.all<{ hour: number; scans: number }>(sql`
    SELECT ${localTime} % ${sql.raw(String(DAY_MS))} / ${sql.raw(String(HOUR_MS))} AS hour, count(*) AS scans
    FROM ${scansWithOffset(codeId, period)} GROUP BY 1 ORDER BY 1`);
  return rows.map(({ hour, scans: count }) => ({ value: String(hour), scans: count }));
}

function inPeriod(codeId: CodeId, { fromMs, untilMs }: TimeSpan): SQL | undefined {
  return and(eq(scans.codeId, codeId), gte(scans.scannedAtMs, fromMs), lt(scans.scannedAtMs, untilMs));
}

/** Milliseconds since 1970 by the clocks of the period's zone. */
const localTime = sql`(scanned_at_ms + (span.value ->> 'offsetMs'))`;

/** A code's scans, each beside the UTC offset of its time: SQLite knows no time zones. D1 binds numbers as REAL; JSON keeps integers. */
function scansWithOffset(codeId: CodeId, period: ScanPeriod): SQL {
  return sql`json_each(${JSON.stringify(period.offsets)}) AS span CROSS JOIN scans
    ON code_id = ${codeId} AND scanned_at_ms >= span.value ->> 'fromMs' AND scanned_at_ms < span.value ->> 'untilMs'`;
}
