import { toPublicId } from '#core/codes/code-id.ts';
import { SHARES } from '#core/control/variants.ts';
import type { Origin } from '#core/imports/origin.ts';
import { HOURS_OF_DAY, type ScanDimension } from '#core/scans/dimension.ts';
import { formatScanFilter } from '#core/scans/filter.ts';
import { findDetailsStart, type PeriodStatistics, type ValueCount } from '#core/scans/statistics.ts';
import type { CodeFigures, ShownCode } from '#service/scans/rank-codes.ts';
import type { Split } from '#service/scans/read-split.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';

/**
 * Scan statistics in the JSON form of /v1: the six fields of the specification, then what the caller asked for. `estimated` only where it is
 * true, `details_from` only where the period begins before it.
 * @param id of the code; without it, they are of many codes
 */
export function toStatisticsResource(statistics: Statistics, timeZone?: string, id?: string) {
  const { period, filters, uniqueScans, compared, split, origin, tag, codes } = statistics;
  const breakdowns = [...(statistics.breakdowns ?? [])];
  const detailsFrom = findDetailsStart(period);
  return {
    ...(id === undefined ? {} : { id }),
    total_scans: statistics.totalScans,
    // Of a code, nobody was counted where single scans are not kept.
    unique_scans: id === undefined ? uniqueScans : (uniqueScans ?? 0),
    range: period.name,
    by_day: [...statistics.byDay],
    by_device: statistics.byDevice,
    ...(statistics.isEstimated ? { estimated: true as const } : {}),
    ...(detailsFrom === null ? {} : { details_from: detailsFrom }),
    ...(origin ? toImported(origin) : {}),
    ...(timeZone === undefined ? {} : { tz: timeZone }),
    ...(tag === null ? {} : { tag }),
    ...(filters.length > 0 ? { filter: filters.map(formatScanFilter) } : {}),
    ...(compared
      ? {
          compare: toCompared(
            compared,
            breakdowns.some(([name]) => name === 'hour'),
          ),
        }
      : {}),
    ...(codes ? toCodes(codes) : {}),
    ...Object.fromEntries(
      breakdowns.map(([dimension, values]) => [
        `by_${dimension}`,
        values.map((count) => toValueItem(dimension, count, split)),
      ]),
    ),
    ...(split ? { srm: toRatio(split) } : {}),
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
