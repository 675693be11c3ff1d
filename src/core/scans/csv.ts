import { formatCsvLine } from '../csv-line.ts';
import { DEVICES } from './device.ts';
import type { ScanStatistics } from './scan.ts';

/** Tables of scans as CSV. */

export const STATISTICS_CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** The daily table. */
export function toStatisticsCsv(statistics: ScanStatistics): string {
  return toCsv(
    'date',
    statistics.byDay.map(({ date, scans }) => [date, scans]),
  );
}

export function toDevicesCsv({ byDevice }: ScanStatistics): string {
  return toCsv(
    'device',
    DEVICES.map((device) => [device, byDevice[device]]),
  );
}

/** Countries by their codes, the most frequent first. */
export function toCountriesCsv({ breakdowns }: ScanStatistics): string {
  const countries = breakdowns.get('country') ?? [];
  return toCsv(
    'country',
    countries.map(({ value, scans }) => [value ?? 'unknown', scans]),
  );
}

function toCsv(heading: string, rows: readonly (readonly [value: string, scans: number])[]): string {
  return [[heading, 'scans'], ...rows].map(formatCsvLine).join('');
}
