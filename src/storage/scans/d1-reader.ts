import { sql, type SQL } from 'drizzle-orm';
import type { Device } from '#core/scans/device.ts';
import { type FieldDimension, MAX_NAMED_VALUES, type ScanDimension } from '#core/scans/dimension.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import { DAY_MS, toDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import {
  type D1Selection,
  LOCAL_HOUR,
  LOCAL_TIME,
  selectScans,
  selectScansWithOffset,
} from './d1-selection.ts';
import { listScanDays, sumScans } from './days.ts';
import { type DayCount, isCountedByDay, type ScanReader, toLoggedSelection, toStatistics } from './reader.ts';
import { scans } from './scans-tables.ts';

/** Reads the scan log in D1. Counts by UTC day come from `scan_days`, which is always up to date here; the rest from single scans. */
export function createD1ScanReader(db: Database, nowMs: () => number): ScanReader {
  return {
    async countScans(_, codeIds) {
      return codeIds.length === 0 ? new Map() : sumScans(db, codeIds);
    },

    async readStatistics(_, selection, include) {
      const { period } = selection;
      const logged = toLoggedSelection(selection);
      // Visitors and values first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
      const [visitors, ...values] = await Promise.all([
        logged === null ? 0 : countVisitors(db, logged),
        ...include.map((dimension) => (logged === null ? [] : countValues(db, logged, dimension))),
      ]);
      return toStatistics(period, {
        counts: await countDays(db, selection),
        visitors,
        isEstimated: false,
        asOfMs: nowMs(),
        values: new Map(include.map((dimension, i) => [dimension, values[i] ?? []])),
      });
    },

    async countVariantVisitors(_, selection) {
      const rows = await db.all<{ variant: string | null; visitors: number }>(sql`
        SELECT variant, count(DISTINCT visitor_key) AS visitors FROM ${selected(selection)} GROUP BY variant`);
      return new Map(rows.map(({ variant, visitors }) => [variant, visitors]));
    },
  };
}

async function countDays(db: Database, selection: ScanSelection): Promise<DayCount[]> {
  const { codeId, period } = selection;
  if (isCountedByDay(selection)) return listScanDays(db, codeId, period.firstDay, period.lastDay);
  const rows = await db.all<{ day_number: number; device: Device; scans: number }>(sql`
    SELECT ${LOCAL_TIME} / ${sql.raw(String(DAY_MS))} AS day_number, device, count(*) AS scans
    FROM ${selectedWithOffset(selection)} GROUP BY 1, 2`);
  return rows.map((row) => ({ day: toDay(row.day_number), device: row.device, scans: row.scans }));
}

async function countVisitors(db: Database, selection: ScanSelection): Promise<number> {
  const row = await db.get<{ visitors: number }>(sql`
    SELECT count(DISTINCT visitor_key) AS visitors FROM ${selected(selection, sql`INDEXED BY scans_by_visitor`)}`);
  return row.visitors;
}

function countValues(
  db: Database,
  selection: ScanSelection,
  dimension: ScanDimension,
): Promise<ValueCount[]> {
  return dimension === 'hour' ? countHours(db, selection) : countField(db, selection, dimension);
}

function countField(db: Database, selection: ScanSelection, field: FieldDimension): Promise<ValueCount[]> {
  return db.all<{ value: string | null; scans: number }>(sql`
    SELECT ${scans[field]} AS value, count(*) AS scans FROM ${selected(selection)}
    GROUP BY 1 ORDER BY scans DESC, 1 LIMIT ${MAX_NAMED_VALUES}`);
}

async function countHours(db: Database, selection: ScanSelection): Promise<ValueCount[]> {
  const rows = await db.all<{ hour: number; scans: number }>(sql`
    SELECT ${LOCAL_HOUR} AS hour, count(*) AS scans FROM ${selectedWithOffset(selection)} GROUP BY 1 ORDER BY 1`);
  return rows.map(({ hour, scans: count }) => ({ value: String(hour), scans: count }));
}

/** @param index see `selectScans` */
function selected(selection: ScanSelection, index?: SQL): SQL {
  return selectScans(ofCode(selection), index);
}

function selectedWithOffset(selection: ScanSelection): SQL {
  return selectScansWithOffset(ofCode(selection));
}

function ofCode({ codeId, period, filters }: ScanSelection): D1Selection {
  return { scope: sql`code_id = ${codeId}`, period, filters };
}
