import type { z } from 'zod';
import type { accountStatistics } from '#contract/scans/account-statistics-responses.ts';
import type { scanStatistics } from '#contract/scans/statistics-responses.ts';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { SHARES } from '#core/control/variants.ts';
import type { Origin } from '#core/imports/origin.ts';
import { HOURS_OF_DAY, type ScanDimension } from '#core/scans/dimension.ts';
import { formatScanFilter } from '#core/scans/filter.ts';
import { findDetailsStart, type PeriodStatistics, type ValueCount } from '#core/scans/statistics.ts';
import type { CodeFigures, ShownCode } from '#service/scans/rank-codes.ts';
import type { Split } from '#service/scans/read-split.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';

/** The scan statistics of a code in the JSON form of /v1. Without single scans, visitors are unknown. */
export function toCodeStatistics(
  codeId: CodeId,
  statistics: Statistics,
  timeZone?: string,
): z.output<typeof scanStatistics> {
  const { origin, split } = statistics;
  const shared = toStatistics(statistics, timeZone);
  return {
    id: toPublicId(codeId),
    ...shared,
    unique_scans: shared.unique_scans ?? 0,
    ...(origin ? toImported(origin) : {}),
    ...(split ? { srm: toRatio(split) } : {}),
  };
}

/** The scan statistics of many codes. */
export function toAccountStatistics(
  statistics: Statistics,
  timeZone?: string,
): z.output<typeof accountStatistics> {
  const { tag, codes } = statistics;
  const shared = toStatistics(statistics, timeZone);
  return { ...shared, ...(tag === null ? {} : { tag }), ...(codes ? toCodes(codes) : {}) };
}

/**
 * The common part: the fields of the specification, then what the caller asked for. `estimated` only if it is true, `details_from` only if
 * the period begins before it.
 */
function toStatistics(statistics: Statistics, timeZone?: string) {
  const { period, filters, compared, split } = statistics;
  const breakdowns = [...(statistics.breakdowns ?? [])];
  const detailsFrom = findDetailsStart(period);
  const isByHour = breakdowns.some(([name]) => name === 'hour');
  return {
    total_scans: statistics.totalScans,
    unique_scans: statistics.uniqueScans,
    range: period.name,
    by_day: [...statistics.byDay],
    by_device: statistics.byDevice,
    ...(statistics.isEstimated ? { estimated: true as const } : {}),
    ...(detailsFrom === null ? {} : { details_from: detailsFrom }),
    ...(timeZone === undefined ? {} : { tz: timeZone }),
    ...(filters.length > 0 ? { filter: filters.map(formatScanFilter) } : {}),
    ...(compared ? { compare: toCompared(compared, isByHour) } : {}),
    ...Object.fromEntries(
      breakdowns.map(([dimension, values]) => [
        `by_${dimension}`,
        dimension === 'source'
          ? Object.fromEntries(values.map(({ value, scans }) => [value, scans]))
          : values.map((count) => toValueItem(dimension, count, split)),
      ]),
    ),
  };
}

function toCompared(compared: PeriodStatistics, isByHour: boolean) {
  const { period, totalScans, uniqueScans, byDay, breakdowns } = compared;
  const hours = breakdowns?.get('hour')?.map(({ value, scans }) => ({ hour: Number(value), scans }));
  return {
    range: period.name,
    tz: period.zone,
    total_scans: totalScans,
    unique_scans: uniqueScans,
    by_day: [...byDay],
    ...(isByHour ? { by_hour: hours ?? null } : {}),
  };
}

function toImported({ scans, scansByDay }: Origin) {
  if (scans === null) return {};
  const days = scansByDay && Object.entries(scansByDay).map(([date, count]) => ({ date, scans: count }));
  return { imported: { scans, by_day: days } };
}

function toCodes({ newCodes, top, rising, falling, asOfMs }: CodeFigures) {
  return {
    new_codes: newCodes,
    top_codes: top.map(toRankedCode),
    rising_codes: rising.map(toRankedCode),
    falling_codes: falling.map(toRankedCode),
    codes_as_of: asOfMs === null ? null : new Date(asOfMs).toISOString(),
  };
}

function toRankedCode({ codeId, code, scans, scansBefore }: ShownCode) {
  return { id: toPublicId(codeId), title: code.title, scans, scans_before: scansBefore };
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
  if (dimension === 'week_hour') {
    const hour = Number(value);
    return { weekday: Math.floor(hour / HOURS_OF_DAY) + 1, hour: hour % HOURS_OF_DAY, scans };
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
