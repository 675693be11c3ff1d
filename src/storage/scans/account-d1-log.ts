import { sql, type SQL } from 'drizzle-orm';
import {
  type AccountDimension,
  type AccountFieldDimension,
  HOURS_OF_WEEK,
  WEEK_OFFSET_HOURS,
} from '#core/scans/account-dimension.ts';
import type { Device } from '#core/scans/device.ts';
import { HOURS_OF_DAY, MAX_NAMED_VALUES } from '#core/scans/dimension.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import { DAY_MS, toDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import type { AccountLog, AccountSelection } from './account-log.ts';
import type { LogScope } from './account-sql.ts';
import { type D1Selection, HOUR_MS, LOCAL_TIME, selectScans, selectScansWithOffset } from './d1-selection.ts';
import { scans } from './scans-tables.ts';

/** The log in D1, whose days are always up to date. */
export function createD1AccountLog(db: Database, nowMs: () => number): AccountLog {
  return {
    refresh: () => Promise.resolve(nowMs()),

    async countDays(selection) {
      const rows = await db.all<{ day_number: number; device: Device; scans: number }>(sql`
        SELECT ${LOCAL_TIME} / ${sql.raw(String(DAY_MS))} AS day_number, device, count(*) AS scans
        FROM ${selectScansWithOffset(toD1Selection(selection))} GROUP BY 1, 2`);
      const value = rows.map((row) => ({ day: toDay(row.day_number), device: row.device, scans: row.scans }));
      return { value, asOfMs: nowMs() };
    },

    async readDetails(selection, include) {
      const wanted = toD1Selection(selection);
      const [visitors, ...values] = await Promise.all([
        countVisitors(db, wanted),
        ...include.map((dimension) => countValues(db, wanted, dimension)),
      ]);
      return {
        value: {
          visitors,
          isEstimated: false,
          values: include.map((dimension, i) => [dimension, values[i] ?? []] as const),
        },
        asOfMs: nowMs(),
      };
    },
  };
}

async function countVisitors(db: Database, wanted: D1Selection): Promise<number> {
  const row = await db.get<{ visitors: number }>(
    sql`SELECT count(DISTINCT visitor_key) AS visitors FROM ${selectScans(wanted)}`,
  );
  return row.visitors;
}

function countValues(db: Database, wanted: D1Selection, dimension: AccountDimension): Promise<ValueCount[]> {
  if (dimension === 'hour') return countHours(db, wanted, { hours: HOURS_OF_DAY, offset: 0 });
  if (dimension === 'week_hour')
    return countHours(db, wanted, { hours: HOURS_OF_WEEK, offset: WEEK_OFFSET_HOURS });
  return countField(db, wanted, dimension);
}

function countField(db: Database, wanted: D1Selection, field: AccountFieldDimension): Promise<ValueCount[]> {
  return db.all<{ value: string | null; scans: number }>(sql`
    SELECT ${scans[field]} AS value, count(*) AS scans FROM ${selectScans(wanted)}
    GROUP BY 1 ORDER BY scans DESC, 1 LIMIT ${MAX_NAMED_VALUES}`);
}

async function countHours(
  db: Database,
  wanted: D1Selection,
  cycle: { readonly hours: number; readonly offset: number },
): Promise<ValueCount[]> {
  const whole = (number: number) => sql.raw(String(number));
  const rows = await db.all<{ hour: number; scans: number }>(sql`
    SELECT (${LOCAL_TIME} + ${whole(cycle.offset * HOUR_MS)}) % ${whole(cycle.hours * HOUR_MS)} / ${whole(HOUR_MS)} AS hour, count(*) AS scans
    FROM ${selectScansWithOffset(wanted)} GROUP BY 1 ORDER BY 1`);
  return rows.map(({ hour, scans: count }) => ({ value: String(hour), scans: count }));
}

function toD1Selection({ scope, period, filters }: AccountSelection): D1Selection {
  return { scope: inScope(scope), period, filters };
}

/** One JSON parameter instead of one for each id: D1 binds at most 100. */
function inScope({ accountId, codeIds }: LogScope): SQL {
  return codeIds === null
    ? sql`account_id = ${accountId}`
    : sql`code_id IN (SELECT value FROM json_each(${JSON.stringify(codeIds)}))`;
}
