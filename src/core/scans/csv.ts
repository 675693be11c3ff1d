import { formatCsvLine } from '../csv-line.ts';
import { SHARES } from '../control/variants.ts';
import { DEVICES } from './device.ts';
import type { ScanDimension } from './dimension.ts';
import type { ScanStatistics, ValueCount } from './scan.ts';

/** Tables of scans as CSV. */

export const STATISTICS_CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** The daily table. */
export function toStatisticsCsv({ byDay }: Pick<ScanStatistics, 'byDay'>): string {
  return toCsv(
    'date',
    byDay.map(({ date, scans }) => [date, scans]),
  );
}

export function toDevicesCsv({ byDevice }: Pick<ScanStatistics, 'byDevice'>): string {
  return toCsv(
    'device',
    DEVICES.map((device) => [device, byDevice[device]]),
  );
}

/** Countries by their codes, the most frequent first. */
export function toCountriesCsv(countries: readonly ValueCount[]): string {
  return toCsv(
    'country',
    countries.map(({ value, scans }) => [value ?? 'unknown', scans]),
  );
}

/** The values of any dimension, the most frequent first; the empty one stands for what could not be told. */
export function toValuesCsv(dimension: ScanDimension, values: readonly ValueCount[]): string {
  return toCsv(
    dimension,
    values.map(({ value, scans }) => [value ?? '', scans]),
  );
}

/** What each variant was to have, and had. */
export interface VariantShares {
  readonly visitors: ReadonlyMap<string | null, number>;
  readonly weights: ReadonlyMap<string, number>;
}

/** Variants by their names; the empty one stands for scans that no variant led. */
export function toVariantsCsv({ breakdowns }: ScanStatistics, { visitors, weights }: VariantShares): string {
  const head = ['variant', 'scans', 'unique_scans', 'expected_share'];
  const rows = (breakdowns.get('variant') ?? []).map(({ value, scans }) => {
    const weight = value === null ? undefined : weights.get(value);
    const unique = Math.min(scans, visitors.get(value) ?? 0);
    return [value, scans, unique, weight === undefined ? null : weight / SHARES];
  });
  return [head, ...rows].map(formatCsvLine).join('');
}

function toCsv(heading: string, rows: readonly (readonly [value: string, scans: number])[]): string {
  return [[heading, 'scans'], ...rows].map(formatCsvLine).join('');
}
