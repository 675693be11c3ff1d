import type { CodeId } from '#core/codes/code-id.ts';
import {
  type AccountFieldDimension,
  HOURS_OF_WEEK,
  WEEK_OFFSET_HOURS,
} from '#core/scans/account-dimension.ts';
import { MAX_NAMED_VALUES } from '#core/scans/dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { CODE_ID_COLUMN, columnOf, TIME_COLUMN } from './columns.ts';
import {
  DAY_SECONDS,
  during,
  end,
  HOUR_SECONDS,
  largestInterval,
  lastSecond,
  localSeconds,
  matches,
  quote,
  scans,
  type ScanSource,
  table,
  type TimeSpan,
} from './sql.ts';

/** The SQL texts for Analytics Engine that ask about many codes: see sql.ts. */

/** All codes of an account, or some of them. */
export interface LogScope {
  readonly accountId: string;
  /** Null for all. */
  readonly codeIds: readonly CodeId[] | null;
}

/** Scans of many codes, in a period, that match every filter. */
export interface LogSelection {
  readonly scope: LogScope;
  readonly period: ScanPeriod;
  readonly filters: readonly ScanFilter[];
}

/** Scans of an account by code, UTC day and device: `code_id`, `day_number`, `device`, `scans`, `last_second`. */
export function countsOfAccountSql(
  source: ScanSource,
  accountId: string,
  span: TimeSpan,
  maxRows: number,
): string {
  return `SELECT ${CODE_ID_COLUMN} AS code_id, floor(toUnixTimestamp(${TIME_COLUMN}) / ${DAY_SECONDS}) AS day_number,
  ${columnOf('device')} AS device, ${scans(source)}, ${lastSecond(source)}
FROM ${table(source)} WHERE ${within({ accountId, codeIds: null }, span)}
GROUP BY code_id, day_number, device ORDER BY code_id, day_number, device LIMIT ${maxRows}${end(source)}`;
}

/** Scans by the period's own days: `day_number` (days since 1970, local), `device`, `scans`. */
export function countsByLocalDayOfSql(source: ScanSource, selection: LogSelection): string {
  return `SELECT floor(${localSeconds(selection.period)} / ${DAY_SECONDS}) AS day_number, ${columnOf('device')} AS device, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY day_number, device ORDER BY day_number, device${end(source)}`;
}

/** Distinct visitors, of each code for itself, and whether rows stand for more than one scan: `visitors`, `largest_interval`. */
export function visitorsOfSql(source: ScanSource, selection: LogSelection): string {
  return `SELECT COUNT(DISTINCT ${columnOf('visitorKey')}) AS visitors, ${largestInterval(source)}
FROM ${table(source)} WHERE ${selected(selection)}${end(source)}`;
}

/** The most frequent values of a field: `value`, `scans`. */
export function valuesOfSql(
  source: ScanSource,
  selection: LogSelection,
  field: AccountFieldDimension,
): string {
  return `SELECT ${columnOf(field)} AS value, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY value ORDER BY scans DESC, value LIMIT ${MAX_NAMED_VALUES}${end(source)}`;
}

/** Scans by the hour of the local day, or of the local week from Monday on: `hour`, `scans`. */
export function hoursOfSql(source: ScanSource, selection: LogSelection, cycle: 'day' | 'week'): string {
  const local = localSeconds(selection.period);
  const hour =
    cycle === 'day'
      ? `floor((${local} % ${DAY_SECONDS}) / ${HOUR_SECONDS})`
      : `floor(((${local} + ${WEEK_OFFSET_HOURS * HOUR_SECONDS}) % ${HOURS_OF_WEEK * HOUR_SECONDS}) / ${HOUR_SECONDS})`;
  return `SELECT ${hour} AS hour, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY hour ORDER BY hour${end(source)}`;
}

function selected({ scope, period, filters }: LogSelection): string {
  return [within(scope, period), ...filters.map((filter) => matches(filter, period))].join(' AND ');
}

function within({ accountId, codeIds }: LogScope, span: TimeSpan): string {
  const codes =
    codeIds === null
      ? `${columnOf('accountId')} = ${quoteAccount(accountId)}`
      : `${CODE_ID_COLUMN} IN (${codeIds.map(quote).join(', ')})`;
  return `${codes} AND ${during(span)}`;
}

function quoteAccount(accountId: string): string {
  if (!/^acc_[0-9A-Za-z_-]{1,60}$/.test(accountId))
    throw new Error('what is no account id never reaches the SQL');
  return `'${accountId}'`;
}
