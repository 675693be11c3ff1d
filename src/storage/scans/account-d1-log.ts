import { sql, type SQL } from 'drizzle-orm';
import {
  type AccountDimension,
  type AccountFieldDimension,
  HOURS_OF_WEEK,
  WEEK_OFFSET_HOURS,
} from '#core/scans/account-dimension.ts';
import type { Device } from '#core/scans/device.ts';
import { HOURS_OF_DAY, MAX_NAMED_VALUES } from '#core/scans/dimension.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import { DAY_MS, toDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import type { AccountLog } from './account-log.ts';
import type { LogScope } from './account-sql.ts';
import { scans } from './scans-tables.ts';
import type { TimeSpan } from './sql.ts';

const HOUR_MS = 3_600_000;

/** The log in D1, whose days are always up to date. */
export function createD1AccountLog(db: Database, nowMs: () => number): AccountLog {
  return {
    refresh: () => Promise.resolve(nowMs()),

    async countDays(scope, period) {
      const rows = await db.all<{ day_number: number; device: Device; scans: number }>(sql`
        SELECT ${LOCAL_TIME} / ${sql.raw(String(DAY_MS))} AS day_number, device, count(*) AS scans
        FROM ${scansWithOffset(scope, period)} GROUP BY 1, 2`);
      const value = rows.map((row) => ({ day: toDay(row.day_number), device: row.device, scans: row.scans }));
      return { value, asOfMs: nowMs() };
    },

    async readDetails(scope, period, include) {
      const [visitors, ...values] = await Promise.all([
        countVisitors(db, scope, period),
        ...include.map((dimension) => countValues(db, scope, period, dimension)),
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

async function countVisitors(db: Database, scope: LogScope, span: TimeSpan): Promise<number> {
  const row = await db.get<{ visitors: number }>(
    sql`SELECT count(DISTINCT visitor_key) AS visitors FROM scans WHERE ${within(scope, span)}`,
  );
  return row.visitors;
}

function countValues(
  db: Database,
  scope: LogScope,
  period: ScanPeriod,
  dimension: AccountDimension,
): Promise<ValueCount[]> {
  if (dimension === 'hour') return countHours(db, scope, period, { hours: HOURS_OF_DAY, offset: 0 });
  if (dimension === 'week_hour')
    return countHours(db, scope, period, { hours: HOURS_OF_WEEK, offset: WEEK_OFFSET_HOURS });
  return countField(db, scope, period, dimension);
}

function countField(
  db: Database,
  scope: LogScope,
  span: TimeSpan,
  field: AccountFieldDimension,
): Promise<ValueCount[]> {
  return db
    .select({ value: scans[field], scans: sql<number>`count(*) AS scans` })
    .from(scans)
    .where(within(scope, span))
    .groupBy(scans[field])
    .orderBy(sql`scans DESC`, scans[field])
    .limit(MAX_NAMED_VALUES);
}

async function countHours(
  db: Database,
  scope: LogScope,
  period: ScanPeriod,
  cycle: { readonly hours: number; readonly offset: number },
): Promise<ValueCount[]> {
  const whole = (number: number) => sql.raw(String(number));
  const rows = await db.all<{ hour: number; scans: number }>(sql`
    SELECT (${LOCAL_TIME} + ${whole(cycle.offset * HOUR_MS)}) % ${whole(cycle.hours * HOUR_MS)} / ${whole(HOUR_MS)} AS hour, count(*) AS scans
    FROM ${scansWithOffset(scope, period)} GROUP BY 1 ORDER BY 1`);
  return rows.map(({ hour, scans: count }) => ({ value: String(hour), scans: count }));
}

/** Milliseconds since 1970 by the clocks of the period's zone. */
const LOCAL_TIME = sql`(scanned_at_ms + (span.value ->> 'offsetMs'))`;

function within(scope: LogScope, { fromMs, untilMs }: TimeSpan): SQL {
  return sql`${inScope(scope)} AND scanned_at_ms >= ${fromMs} AND scanned_at_ms < ${untilMs}`;
}

/** Each scan beside the UTC offset of its time: SQLite knows no time zones. D1 binds numbers as REAL; JSON keeps integers. */
function scansWithOffset(scope: LogScope, period: ScanPeriod): SQL {
  return sql`json_each(${JSON.stringify(period.offsets)}) AS span CROSS JOIN scans
    ON ${inScope(scope)} AND scanned_at_ms >= span.value ->> 'fromMs' AND scanned_at_ms < span.value ->> 'untilMs'`;
}

/** One JSON parameter instead of one for each id: D1 binds at most 100. */
function inScope({ accountId, codeIds }: LogScope): SQL {
  return codeIds === null
    ? sql`account_id = ${accountId}`
    : sql`code_id IN (SELECT value FROM json_each(${JSON.stringify(codeIds)}))`;
}
