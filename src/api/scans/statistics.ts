import type { z } from 'zod';
import type { Origin } from '#core/imports/origin.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import { formatScanFilter } from '#core/scans/filter.ts';
import { isLogged } from '#core/scans/period.ts';
import { SHARES } from '#core/control/variants.ts';
import type { Split } from '#service/scans/read-split.ts';
import type { CodeStatistics, ComparedStatistics } from '#service/scans/read-statistics.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import type { comparedStatistics, scanStatistics } from '#contract/statistics.ts';

/**
 * Scan statistics in the JSON form of /v1: the six fields of the specification, then what the caller asked for. `estimated` only where it is
 * true, `details_from` only where the period begins before it.
 */
export function toStatisticsResource(
  id: string,
  { period, filters, statistics, compared, split, origin }: CodeStatistics,
  timeZone?: string,
): z.output<typeof scanStatistics> {
  return {
    id,
    total_scans: statistics.totalScans,
    unique_scans: statistics.uniqueScans,
    range: period.name,
    by_day: [...statistics.byDay],
    by_device: statistics.byDevice,
    ...(statistics.isEstimated ? { estimated: true as const } : {}),
    ...(isLogged(period) ? {} : { details_from: period.loggedFrom }),
    ...(origin ? toImported(origin) : {}),
    ...(timeZone === undefined ? {} : { tz: timeZone }),
    ...(filters.length > 0 ? { filter: filters.map(formatScanFilter) } : {}),
    ...(compared ? { compare: toComparedResource(compared, [...statistics.breakdowns.keys()]) } : {}),
    ...Object.fromEntries(
      [...statistics.breakdowns].map(([dimension, values]) => [
        `by_${dimension}`,
        values.map((count) => toValueItem(dimension, count, split)),
      ]),
    ),
    ...(split ? { srm: toRatio(split) } : {}),
  };
}

/** What a period is compared with, in the JSON form of /v1. */
export function toComparedResource(
  { period, totalScans, uniqueScans, byDay, byHour }: Omit<ComparedStatistics, 'asOfMs'>,
  include: readonly string[],
): z.output<typeof comparedStatistics> {
  return {
    range: period.name,
    tz: period.zone,
    total_scans: totalScans,
    unique_scans: uniqueScans,
    by_day: [...byDay],
    ...(include.includes('hour')
      ? { by_hour: byHour && byHour.map(({ value, scans }) => ({ hour: Number(value), scans })) }
      : {}),
  };
}

function toImported({ scans, scansByDay }: Origin) {
  if (scans === null) return {};
  const days = scansByDay && Object.entries(scansByDay).map(([date, count]) => ({ date, scans: count }));
  return { imported: { scans, by_day: days } };
}

function toValueItem(dimension: ScanDimension, { value, scans }: ValueCount, split: Split | null) {
  if (dimension === 'variant' && split) {
    const weight = value === null ? undefined : split.weights.get(value);
    return {
      variant: value,
      scans,
      unique_scans: Math.min(scans, split.visitors.get(value) ?? 0),
      expected_share: weight === undefined ? null : weight / SHARES,
    };
  }
  return { [dimension]: dimension === 'hour' ? Number(value) : value, scans };
}

function toRatio({ ratio }: Split) {
  if (!ratio) return null;
  const { chiSquare, p, isMismatch, sinceMs } = ratio;
  return {
    chi2: round(chiSquare, 4),
    p: round(p, 6),
    flag: isMismatch,
    since: new Date(sinceMs).toISOString(),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
