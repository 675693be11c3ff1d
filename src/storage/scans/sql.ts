import { toHex } from '#core/bytes/hex.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import {
  type FieldDimension,
  HOUR_CYCLES,
  type HourDimension,
  MAX_NAMED_VALUES,
  fieldOf,
} from '#core/scans/dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { codesOf, type ScanScope, type ScanSelection } from '#core/scans/selection.ts';
import type { Source } from '#core/scans/source.ts';
import { CODE_ID_COLUMN, columnOf, SAMPLE_INTERVAL_COLUMN, TIME_COLUMN } from './columns.ts';

/**
 * The SQL texts for Analytics Engine, whose dialect is ClickHouse's and has no parameters. So a text consists of constants, numbers, code
 * ids, and values to filter by. A code id holds only `[0-9a-z]`, which its type and `quote` both ensure; a value with anything but letters,
 * digits and a few harmless characters is written and compared in hexadecimal digits (`equals`). Only functions that Analytics Engine
 * documents are used: test/scans/scan-sql.test.ts lists them.
 *
 * Counts are of scans, never of rows: a row may stand for many scans.
 */
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** A dataset, and the API for its queries. */
export interface ScanSource {
  readonly dataset: string;
  readonly dialect: Dialect;
}

/** `analytics_engine` is the SQL API of Analytics Engine; `analytics_sql` the Analytics SQL API, whose binding needs no token. */
type Dialect = 'analytics_engine' | 'analytics_sql';

interface DialectTexts {
  readonly schema: string;
  /** How many scans the rows stand for. */
  readonly scans: string;
  /** For how many scans a row stands, in a sum. */
  readonly weight: string;
  /** The function that gives the largest value. */
  readonly max: string;
  readonly end: string;
}

/** The Analytics SQL API weights aggregates by itself: summing the sample interval would weight twice. */
const DIALECTS: Readonly<Record<Dialect, DialectTexts>> = {
  analytics_engine: {
    schema: '',
    scans: `SUM(${SAMPLE_INTERVAL_COLUMN})`,
    weight: SAMPLE_INTERVAL_COLUMN,
    max: 'max',
    end: ' FORMAT JSON',
  },
  analytics_sql: {
    schema: 'events.analyticsEngine.',
    scans: 'COUNT()',
    weight: '1',
    max: 'APPROX_MAX',
    end: '',
  },
};

/** A time range: `untilMs` is the first millisecond after it. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A range of code ids: those after `after`, up to `upTo`; null is no bound. */
export interface CodeSpan {
  readonly after: CodeId | null;
  readonly upTo: CodeId | null;
}

/** Codes of some accounts: those after `after`, at most `limit`. */
export interface AccountCodes {
  readonly accountIds: readonly string[];
  readonly after: CodeId | null;
  readonly limit: number;
}

/** Beyond that, a text with all of them would be too long. */
const MOST_NAMED_ACCOUNTS = 200;

/** Scans by code, UTC day (a number of days since 1970) and device: `code_id`, `day_number`, `device`, `scans`, `last_second`. */
export function countsByDaySql(
  source: ScanSource,
  codes: readonly CodeId[] | ScanScope,
  span: TimeSpan,
  maxRows: number | null,
): string {
  const condition = 'kind' in codes ? isIn(codes) : isAnyOf(codes);
  const limit = maxRows === null ? '' : ` LIMIT ${toInteger(maxRows)}`;
  return `SELECT ${CODE_ID_COLUMN} AS code_id, floor(toUnixTimestamp(${TIME_COLUMN}) / ${DAY_SECONDS}) AS day_number,
  ${columnOf('device')} AS device, ${scans(source)}, ${lastSecond(source)}
FROM ${table(source)} WHERE ${condition} AND ${during(span)}
GROUP BY code_id, day_number, device ORDER BY code_id, day_number, device${limit}${end(source)}`;
}

/** Scans of all codes by device, grouped by code: `code_id`, `device`, `scans`, `last_second`. */
export function countsByCodeSql(
  source: ScanSource,
  codes: CodeSpan,
  span: TimeSpan,
  maxRows: number,
): string {
  const after = codes.after === null ? '' : ` AND ${CODE_ID_COLUMN} > ${quote(codes.after)}`;
  const upTo = codes.upTo === null ? '' : ` AND ${CODE_ID_COLUMN} <= ${quote(codes.upTo)}`;
  return `SELECT ${CODE_ID_COLUMN} AS code_id, ${columnOf('device')} AS device, ${scans(source)}, ${lastSecond(source)}
FROM ${table(source)} WHERE ${during(span)}${after}${upTo}
GROUP BY code_id, device ORDER BY code_id, device LIMIT ${toInteger(maxRows)}${end(source)}`;
}

/** Scans of the codes of some accounts, or of all, by code: `code_id`, `account_id`, `scans`, and of these `symbol` and `link`. */
export function countsOfAccountsSql(
  source: ScanSource,
  { accountIds, after, limit }: AccountCodes,
  span: TimeSpan,
): string {
  const account = columnOf('accountId');
  const isAsked =
    accountIds.length > MOST_NAMED_ACCOUNTS
      ? ''
      : ` AND ${account} IN (${accountIds.map(quoteAccount).join(', ')})`;
  const isNext = after === null ? '' : ` AND ${CODE_ID_COLUMN} > ${quote(after)}`;
  const from = (value: Source) =>
    `SUM(if(${equals(columnOf('source'), value)}, ${DIALECTS[source.dialect].weight}, 0)) AS ${value}`;
  return `SELECT ${CODE_ID_COLUMN} AS code_id, ${account} AS account_id, ${scans(source)}, ${from('symbol')}, ${from('link')}
FROM ${table(source)} WHERE ${during(span)}${isAsked}${isNext}
GROUP BY code_id, account_id ORDER BY code_id LIMIT ${toInteger(limit)}${end(source)}`;
}

/** Scans by the period's own days: `day_number` (days since 1970, local), `device`, `scans`. */
export function countsByLocalDaySql(source: ScanSource, selection: ScanSelection): string {
  return `SELECT floor(${localSeconds(selection.period)} / ${DAY_SECONDS}) AS day_number, ${columnOf('device')} AS device, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY day_number, device ORDER BY day_number, device${end(source)}`;
}

/** Distinct visitors of each code, added up, and whether rows stand for more than one scan: `visitors`, `largest_interval`. */
export function visitorsSql(source: ScanSource, selection: ScanSelection): string {
  return `SELECT COUNT(DISTINCT ${columnOf('visitorKey')}) AS visitors, ${largestInterval(source)}
FROM ${table(source)} WHERE ${selected(selection)}${end(source)}`;
}

/** Distinct visitors by variant: `value`, `visitors`. */
export function variantVisitorsSql(source: ScanSource, selection: ScanSelection): string {
  return `SELECT ${columnOf('variant')} AS value, COUNT(DISTINCT ${columnOf('visitorKey')}) AS visitors
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY value ORDER BY visitors DESC, value LIMIT ${MAX_NAMED_VALUES}${end(source)}`;
}

/** The most frequent values of a field: `value`, `scans`. */
export function valuesSql(source: ScanSource, selection: ScanSelection, field: FieldDimension): string {
  return `SELECT ${columnOf(fieldOf(field))} AS value, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY value ORDER BY scans DESC, value LIMIT ${MAX_NAMED_VALUES}${end(source)}`;
}

/** Scans by the hour of the local day or week: `hour`, `scans`. */
export function hoursSql(source: ScanSource, selection: ScanSelection, dimension: HourDimension): string {
  return `SELECT ${localHour(selection.period, dimension)} AS hour, ${scans(source)}
FROM ${table(source)} WHERE ${selected(selection)}
GROUP BY hour ORDER BY hour${end(source)}`;
}

/** All scans, and whether rows stand for more than one: `scans`, `largest_interval`. The doctor compares these between the two APIs. */
export function totalSql(source: ScanSource, span: TimeSpan): string {
  return `SELECT ${scans(source)}, ${largestInterval(source)}
FROM ${table(source)} WHERE ${during(span)}${end(source)}`;
}

/** The account's datasets: `name`, or in older responses `dataset`. */
export const DATASETS_SQL = 'SHOW TABLES FORMAT JSON';

function selected({ scope, period, filters }: ScanSelection): string {
  return [isIn(scope), during(period), ...filters.map((filter) => matches(filter, period))].join(' AND ');
}

function isIn(scope: ScanScope): string {
  switch (scope.kind) {
    case 'code':
      return `${CODE_ID_COLUMN} = ${quote(scope.codeId)}`;
    case 'tag':
      return isAnyOf(codesOf(scope));
    case 'account':
      return `${columnOf('accountId')} = ${quoteAccount(scope.accountId)}`;
  }
}

function isAnyOf(codeIds: readonly CodeId[]): string {
  return `${CODE_ID_COLUMN} IN (${codeIds.map(quote).join(', ')})`;
}

/** A condition on the value of a dimension. */
function matches({ dimension, value }: ScanFilter, period: ScanPeriod): string {
  if (dimension === 'hour') return `${localHour(period, 'hour')} = ${toInteger(Number(value))}`;
  return equals(columnOf(fieldOf(dimension)), value ?? '');
}

/** Characters that are safe in a literal in either dialect: no quote, no backslash, no parameter marker. */
const HARMLESS = /^[\p{L}\p{N} .,_-]*$/u;

/** Only one of the two dialects documents how to escape a quote. Hexadecimal digits need no escape in either. */
export function equals(column: string, value: string): string {
  if (HARMLESS.test(value)) return `${column} = '${value}'`;
  return `upper(hex(${column})) = '${toHex(new TextEncoder().encode(value)).toUpperCase()}'`;
}

function during({ fromMs, untilMs }: TimeSpan): string {
  return `${TIME_COLUMN} >= ${toDateTime(fromMs)} AND ${TIME_COLUMN} < ${toDateTime(untilMs)}`;
}

/** Timestamps have whole seconds, so a bound within a second belongs to the next one. */
export function toDateTime(timeMs: number): string {
  return `toDateTime(${toInteger(Math.ceil(timeMs / 1_000))})`;
}

function localHour(period: ScanPeriod, dimension: HourDimension): string {
  const { hours, startedBefore } = HOUR_CYCLES[dimension];
  const start = startedBefore === 0 ? '' : ` + ${startedBefore * HOUR_SECONDS}`;
  return `floor(((${localSeconds(period)}${start}) % ${hours * HOUR_SECONDS}) / ${HOUR_SECONDS})`;
}

/**
 * Local time as seconds since 1970. The offsets come from our own time zone database, so that both scan logs divide days alike: `if(t <
 * change, before, if(t < next change, …, after))`.
 */
function localSeconds(period: ScanPeriod): string {
  const seconds = (offsetMs: number) => String(toInteger(offsetMs / 1_000));
  const last = period.offsets.at(-1);
  const offset = period.offsets
    .slice(0, -1)
    .reduceRight(
      (otherwise, span) =>
        `if(${TIME_COLUMN} < ${toDateTime(span.untilMs)}, ${seconds(span.offsetMs)}, ${otherwise})`,
      seconds(last?.offsetMs ?? Number.NaN),
    );
  return `(toUnixTimestamp(${TIME_COLUMN}) + ${offset})`;
}

function quote(codeId: CodeId): string {
  if (!/^[0-9a-z]{8}$/.test(codeId)) throw new Error('what is not a code id never reaches the SQL');
  return `'${codeId}'`;
}

export function quoteAccount(accountId: string): string {
  if (!/^acc_[0-9A-Za-z_-]{1,60}$/.test(accountId))
    throw new Error('what is no account id never reaches the SQL');
  return `'${accountId}'`;
}

export function table({ dataset, dialect }: ScanSource): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(dataset)) throw new Error('AE_DATASET is not the name of a dataset');
  return DIALECTS[dialect].schema + dataset;
}

function scans({ dialect }: ScanSource): string {
  return `${DIALECTS[dialect].scans} AS scans`;
}

function largestInterval({ dialect }: ScanSource): string {
  return `${DIALECTS[dialect].max}(${SAMPLE_INTERVAL_COLUMN}) AS largest_interval`;
}

/** The last scan, in seconds since 1970. */
function lastSecond({ dialect }: ScanSource): string {
  return `${DIALECTS[dialect].max}(toUnixTimestamp(${TIME_COLUMN})) AS last_second`;
}

export function end({ dialect }: ScanSource): string {
  return DIALECTS[dialect].end;
}

export function toInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Error('not a whole number');
  return value;
}
