import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { HOURS_OF_WEEK } from '#core/scans/account-dimension.ts';
import { HOURS_OF_DAY } from '#core/scans/dimension.ts';
import { formatScanFilter, type ScanFilter } from '#core/scans/filter.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { OTHER_VALUES, type ValueCount } from '#core/scans/scan.ts';
import type { LogScope } from './account-sql.ts';
import type { DayCount } from './reader.ts';

/**
 * Reads the log of single scans for many codes at once. Both implementations return the same numbers: test/scans compares them.
 */
export interface AccountLog {
  /** Brings the newest days of an account's codes up to date in D1, as far as one query can; says of when they are then. */
  refresh(accountId: string): Promise<number>;
  /** Scans by the period's own days: where they are no UTC days, or only some scans count. */
  countDays(selection: AccountSelection): Promise<Dated<readonly DayCount[]>>;
  readDetails(selection: AccountSelection, include: readonly AccountDimension[]): Promise<Dated<LogDetails>>;
}

/** Which scans are counted: those of many codes, in a period of which single scans are kept, that match every filter. */
export interface AccountSelection {
  readonly scope: NamedScope;
  readonly period: ScanPeriod;
  /** Never by rule or variant. */
  readonly filters: readonly ScanFilter[];
}

/** What tells a selection from all others of its account: the zone, too, because those with other days and hours may begin and end together. */
export function nameSelection({ scope, period, filters }: AccountSelection): string {
  const { fromMs, untilMs, zone } = period;
  const values = filters.length === 0 ? [] : [JSON.stringify(filters.map(formatScanFilter))];
  return [scope.name, fromMs, untilMs, zone, ...values].join(' ');
}

/** A scope whose name tells it from the other ones of its account. */
export interface NamedScope extends LogScope {
  readonly name: string;
}

/** What only single scans tell. */
export interface LogDetails {
  /** Distinct visitors of each code, added up. */
  readonly visitors: number;
  readonly isEstimated: boolean;
  /** The most frequent values of each dimension, in order; of hours every one that occurred. */
  readonly values: readonly (readonly [AccountDimension, readonly ValueCount[]])[];
}

export interface Dated<T> {
  readonly value: T;
  /** When the store said so. */
  readonly asOfMs: number;
}

/** The values of a dimension as they are shown: every hour, and what the named values leave of all scans as `other`. */
export function completeValues(
  dimension: AccountDimension,
  values: readonly ValueCount[],
  scansOfDetails: number,
): ValueCount[] {
  if (dimension === 'hour') return toEveryHour(values, HOURS_OF_DAY);
  if (dimension === 'week_hour') return toEveryHour(values, HOURS_OF_WEEK);
  const others = scansOfDetails - values.reduce((sum, { scans }) => sum + scans, 0);
  return others > 0 ? [...values, { value: OTHER_VALUES, scans: others }] : [...values];
}

function toEveryHour(values: readonly ValueCount[], count: number): ValueCount[] {
  const scansOf = new Map(values.map(({ value, scans }) => [value, scans]));
  return Array.from({ length: count }, (_, hour) => ({
    value: String(hour),
    scans: scansOf.get(String(hour)) ?? 0,
  }));
}
