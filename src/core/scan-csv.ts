import type { ScanStatistics } from './scan.ts';

/** The daily table as CSV (RFC 4180). Dates and numbers only: nothing in it needs quotes. */
export function toStatisticsCsv(statistics: ScanStatistics): string {
  return ['date,scans', ...statistics.byDay.map(({ date, scans }) => `${date},${scans}`), ''].join('\r\n');
}

export const STATISTICS_CSV_TYPE = 'text/csv; charset=utf-8; header=present';
