import { formatCsvLine } from '../csv-line.ts';
import { SHARES } from '../control/variants.ts';
import { DEVICES } from './device.ts';
import type { FilterDimension } from './filter.ts';
import type { ScanStatistics, ValueCount } from './statistics.ts';

/** Tables of scans as CSV. */

export const STATISTICS_CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** The daily table. */
export function toStatisticsCsv({ byDay }: Pick<ScanStatistics, 'byDay'>): string {
  return toCsv(
    'date',
    byDay.map(({ date, scans }) => [date, scans]),
  );
}

/** The expected and the actual share of each variant. */
interface VariantShares {
  readonly visitors: ReadonlyMap<string | null, number>;
  readonly weights: ReadonlyMap<string, number>;
}

type Figures = Pick<ScanStatistics, 'byDay' | 'byDevice' | 'breakdowns'>;

/** The values of a dimension, the most frequent first; without a dimension, the daily table. An empty value means unknown. */
export function toTableCsv(
  figures: Figures,
  by: FilterDimension | null,
  split: VariantShares | null,
): string {
  const { byDevice, breakdowns } = figures;
  if (by === null) return toStatisticsCsv(figures);
  if (by === 'device')
    return toCsv(
      by,
      DEVICES.map((device) => [device, byDevice[device]]),
    );
  const values = breakdowns?.get(by) ?? [];
  if (by === 'variant') return toVariantsCsv(values, split);
  const unknown = by === 'country' ? 'unknown' : '';
  return toCsv(
    by,
    values.map(({ value, scans }) => [value ?? unknown, scans]),
  );
}

function toVariantsCsv(values: readonly ValueCount[], split: VariantShares | null): string {
  const head = ['variant', 'scans', 'unique_scans', 'expected_share'];
  const rows = values.map(({ value, scans }) => {
    const weight = value === null ? undefined : split?.weights.get(value);
    const unique = Math.min(scans, split?.visitors.get(value) ?? 0);
    return [value, scans, unique, weight === undefined ? null : weight / SHARES];
  });
  return [head, ...rows].map(formatCsvLine).join('');
}

function toCsv(heading: string, rows: readonly (readonly [value: string, scans: number])[]): string {
  return [[heading, 'scans'], ...rows].map(formatCsvLine).join('');
}
