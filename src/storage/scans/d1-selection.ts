import { sql, type SQL } from 'drizzle-orm';
import type { ScanFilter } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { scans } from './scans-tables.ts';

/** Which rows of the scan log in D1 are counted: what follows FROM in the queries of both readers. */

export const HOUR_MS = 3_600_000;

/** Milliseconds since 1970 by the clocks of the period's zone, of a row beside its offset. */
export const LOCAL_TIME = sql`(scanned_at_ms + (span.value ->> 'offsetMs'))`;

export const LOCAL_HOUR = sql`${LOCAL_TIME} % ${sql.raw(String(DAY_MS))} / ${sql.raw(String(HOUR_MS))}`;

/** Scans of codes, in a period, that match every filter. */
export interface D1Selection {
  /** A condition on the codes. */
  readonly scope: SQL;
  readonly period: ScanPeriod;
  readonly filters: readonly ScanFilter[];
}

/**
 * The scans of a selection.
 * @param index `INDEXED BY` one that holds all that the query reads where there are no filters
 */
export function selectScans(selection: D1Selection, index: SQL = sql``): SQL {
  const { scope, period, filters } = selection;
  if (filters.some(({ dimension }) => dimension === 'hour')) return selectScansWithOffset(selection);
  return sql`scans ${filters.length === 0 ? index : sql``} WHERE ${matching(filters, [
    scope,
    sql`scanned_at_ms >= ${period.fromMs}`,
    sql`scanned_at_ms < ${period.untilMs}`,
  ])}`;
}

/** The same, each scan beside the UTC offset of its time: SQLite knows no time zones. D1 binds numbers as REAL; JSON keeps integers. */
export function selectScansWithOffset({ scope, period, filters }: D1Selection): SQL {
  return sql`json_each(${JSON.stringify(period.offsets)}) AS span CROSS JOIN scans ON ${matching(filters, [
    scope,
    sql`scanned_at_ms >= span.value ->> 'fromMs'`,
    sql`scanned_at_ms < span.value ->> 'untilMs'`,
  ])}`;
}

function matching(filters: readonly ScanFilter[], conditions: readonly SQL[]): SQL {
  return sql.join([...conditions, ...filters.map(matches)], sql` AND `);
}

function matches({ dimension, value }: ScanFilter): SQL {
  return dimension === 'hour' ? sql`${LOCAL_HOUR} = ${Number(value)}` : sql`${scans[dimension]} IS ${value}`;
}
