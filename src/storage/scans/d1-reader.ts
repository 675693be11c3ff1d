import type { SQL } from 'drizzle-orm';
import type { Device } from '#core/scans/device.ts';
import {
  HOUR_CYCLES,
  type HourDimension,
  isHourDimension,
  MAX_NAMED_VALUES,
  type ScanDimension,
  fieldOf,
} from '#core/scans/dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { codesOf, isCountedByDay, type ScanScope, type ScanSelection } from '#core/scans/selection.ts';
import type { DayCount, ValueCount } from '#core/scans/statistics.ts';
import { DAY_MS, toDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { listSql, tableOf, toList } from '../json-list.ts';
import { allOf, sql } from '../sql.ts';
import { listScanDays, sumScans } from './days.ts';
import type { CodeScans, ScanReader } from './reader.ts';
import { scans } from './scans-tables.ts';

/** Reads the scan log in D1, whose sums by UTC day are always up to date. */
export function createD1ScanReader(db: Database, nowMs: () => number): ScanReader {
  return {
    async countScans(_, codeIds) {
      return codeIds.length === 0 ? new Map() : sumScans(db, codeIds);
    },

    refreshDays: () => Promise.resolve(nowMs()),

    async readScans(selection, include, sumsOf) {
      // Visitors and values come first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
      const [visitors, ...values] = await Promise.all([
        countVisitors(db, selection),
        ...include.map(async (name) => [name, await countValues(db, selection, name)] as const),
      ]);
      const counts = await countDays(db, selection, sumsOf);
      return { value: { visitors, isEstimated: false, values, counts }, asOfMs: nowMs() };
    },

    async countCodes({ accountIds, after, limit }, { fromMs, untilMs }) {
      const counts = await db.all<CodeScans & Record<string, unknown>>(sql`
        SELECT code_id AS codeId, account_id AS accountId, count(*) AS scans, sum(source = 'symbol') AS symbol, sum(source = 'link') AS link FROM scans INDEXED BY scans_by_account
        WHERE account_id IN ${listSql(toList(accountIds))} AND scanned_at_ms >= ${fromMs} AND scanned_at_ms < ${untilMs} AND code_id > ${after ?? ''}
        GROUP BY code_id, account_id ORDER BY code_id LIMIT ${limit}`);
      return { counts, isFull: counts.length === limit };
    },

    async countVariantVisitors(selection) {
      const rows = await db.all<{ variant: string | null; visitors: number }>(sql`
        SELECT variant, count(DISTINCT visitor_key) AS visitors FROM ${selected(selection)} GROUP BY variant`);
      return new Map(rows.map(({ variant, visitors }) => [variant, visitors]));
    },
  };
}

async function countDays(
  db: Database,
  selection: ScanSelection,
  sumsOf: ScanPeriod,
): Promise<DayCount[] | null> {
  const { scope } = selection;
  if (isCountedByDay(selection)) return scope.kind === 'code' ? listScanDays(db, scope, sumsOf) : null;
  const rows = await db.all<{ day_number: number; device: Device; scans: number }>(sql`
    SELECT ${LOCAL_TIME} / ${whole(DAY_MS)} AS day_number, device, count(*) AS scans
    FROM ${selectedWithOffset(selection)} GROUP BY 1, 2`);
  return rows.map((row) => ({ day: toDay(row.day_number), device: row.device, scans: row.scans }));
}

async function countVisitors(db: Database, selection: ScanSelection): Promise<number> {
  // For one code without filters, this index holds everything that the query reads.
  const isInIndex = selection.scope.kind === 'code' && selection.filters.length === 0;
  const index = isInIndex ? sql`INDEXED BY scans_by_visitor` : sql``;
  const row = await db.get<{ visitors: number }>(
    sql`SELECT count(DISTINCT visitor_key) AS visitors FROM ${selected(selection, index)}`,
  );
  return row.visitors;
}

function countValues(db: Database, selection: ScanSelection, dimension: ScanDimension) {
  if (isHourDimension(dimension)) return countHours(db, selection, dimension);
  return db.all<ValueCount & Record<string, unknown>>(sql`
    SELECT ${scans[fieldOf(dimension)]} AS value, count(*) AS scans FROM ${selected(selection)}
    GROUP BY 1 ORDER BY scans DESC, 1 LIMIT ${MAX_NAMED_VALUES}`);
}

async function countHours(db: Database, selection: ScanSelection, dimension: HourDimension) {
  const rows = await db.all<{ hour: number; scans: number }>(sql`
    SELECT ${localHour(dimension)} AS hour, count(*) AS scans FROM ${selectedWithOffset(selection)}
    GROUP BY 1 ORDER BY 1`);
  return rows.map(({ hour, scans: count }) => ({ value: String(hour), scans: count }));
}

const HOUR_MS = 3_600_000;

/** A row's local time in the period's zone, in milliseconds since 1970; the row carries its offset. */
const LOCAL_TIME = sql`(scanned_at_ms + (span.value ->> 'offsetMs'))`;

function localHour(dimension: HourDimension): SQL {
  const { hours, startedBefore } = HOUR_CYCLES[dimension];
  return sql`(${LOCAL_TIME} + ${whole(startedBefore * HOUR_MS)}) % ${whole(hours * HOUR_MS)} / ${whole(HOUR_MS)}`;
}

/** D1 binds numbers as REAL. */
function whole(number: number): SQL {
  return sql.raw(String(number));
}

/** The FROM clause for the scans of a selection. */
function selected(selection: ScanSelection, index: SQL = sql``): SQL {
  const { scope, period, filters } = selection;
  if (filters.some(({ dimension }) => dimension === 'hour')) return selectedWithOffset(selection);
  return sql`scans ${index} WHERE ${allOf(
    isIn(scope),
    sql`scanned_at_ms >= ${period.fromMs}`,
    sql`scanned_at_ms < ${period.untilMs}`,
    ...filters.map(matches),
  )}`;
}

/** The FROM clause with the UTC offset of each scan's time: SQLite knows no time zones. JSON keeps integers exact. */
function selectedWithOffset({ scope, period, filters }: ScanSelection): SQL {
  return sql`${tableOf(toList(period.offsets))} AS span CROSS JOIN scans ON ${allOf(
    isIn(scope),
    sql`scanned_at_ms >= span.value ->> 'fromMs'`,
    sql`scanned_at_ms < span.value ->> 'untilMs'`,
    ...filters.map(matches),
  )}`;
}

function isIn(scope: ScanScope): SQL {
  switch (scope.kind) {
    case 'code':
      return sql`code_id = ${scope.codeId}`;
    case 'tag':
      return sql`code_id IN ${listSql(toList(codesOf(scope)))}`;
    case 'account':
      return sql`account_id = ${scope.accountId}`;
  }
}

function matches({ dimension, value }: ScanFilter): SQL {
  return dimension === 'hour'
    ? sql`${localHour('hour')} = ${Number(value)}`
    : sql`${scans[fieldOf(dimension)]} IS ${value}`;
}
