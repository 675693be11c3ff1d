import type { ScanDimension } from '../core/scan-dimension.ts';
import type { ScanPeriod } from '../core/scan-period.ts';
import type { ScanStatistics, ValueCount } from '../core/scan.ts';

/** Scan statistics in the forms that callers can ask for. */

/** The six fields of the specification, then only what was asked for, and `estimated` only where it is true. */
export function toStatisticsResource(
  id: string,
  period: ScanPeriod,
  statistics: ScanStatistics,
  options: { readonly timeZone?: string | undefined } = {},
) {
  return {
    id,
    total_scans: statistics.totalScans,
    unique_scans: statistics.uniqueScans,
    range: period.name,
    by_day: statistics.byDay,
    by_device: statistics.byDevice,
    ...(statistics.isEstimated ? { estimated: true } : {}),
    ...(options.timeZone === undefined ? {} : { tz: options.timeZone }),
    ...Object.fromEntries(
      [...statistics.breakdowns].map(([dimension, values]) => [
        `by_${dimension}`,
        values.map((count) => toValueItem(dimension, count)),
      ]),
    ),
  };
}

function toValueItem(dimension: ScanDimension, { value, scans }: ValueCount) {
  return { [dimension]: dimension === 'hour' ? Number(value) : value, scans };
}

/**
 * Whether an `Accept` header (RFC 9110 §12.5.1) names CSV, and prefers it where it names JSON too. Everybody else, also who
 * takes anything, gets JSON.
 */
export function prefersCsv(accept: string | undefined): boolean {
  const weights = new Map((accept ?? '').slice(0, 1_000).split(',').map(parseMediaRange));
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv > (weights.get('application/json') ?? 0);
}

function parseMediaRange(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, weight === undefined ? 1 : Number(weight)];
}
