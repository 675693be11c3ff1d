import { type CodeId, parseCodeId } from '../core/code-id.ts';
import { isDevice } from '../core/device.ts';
import type { ScanDimension } from '../core/scan-dimension.ts';
import { hasUtcDays, type ScanPeriod } from '../core/scan-period.ts';
import type { ScanDayCount, ValueCount } from '../core/scan.ts';
import { DAY_MS, startOfUtcDay, toDay } from '../core/utc-day.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from './analytics-engine-api.ts';
import type { Database } from './database.ts';
import { listScanDays, raiseScanDays, readLifetimes, type ScanLifetimes } from './scan-days.ts';
import { type DayCount, type ScanReader, toStatistics } from './scan-reader.ts';
import { countsByDaySql, countsByLocalDaySql, hoursSql, valuesSql, visitorsSql } from './scan-sql.ts';

export interface AnalyticsEngineScanReaderOptions {
  readonly db: Database;
  readonly api: AnalyticsEngineConfig;
  readonly nowMs: () => number;
  /** Reports a failure that the caller is spared. */
  reportFailure(event: string, error: unknown): void;
}

/**
 * Reads Analytics Engine, and in D1 what the roll-up made of it. Days that the roll-up has not settled are asked for live; what such an
 * answer adds is stored before it is shown, so that no number that anybody saw is ever taken back.
 */
export function createAnalyticsEngineScanReader(options: AnalyticsEngineScanReaderOptions): ScanReader {
  const { db, api } = options;
  return {
    async countScans(codeIds) {
      if (codeIds.length === 0) return new Map();
      const stored = await readLifetimes(db, codeIds, options.nowMs());
      return addUp(codeIds, stored, await raiseOrReport(options, codeIds, stored));
    },

    async readStatistics(codeId, period, include) {
      const readParts = async () => {
        // Values first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
        const values = await Promise.all(include.map((name) => countValues(api, codeId, period, name)));
        return { values, counts: await countDays(options, codeId, period) };
      };
      const [visitors, { values, counts }] = await Promise.all([
        countVisitors(api, codeId, period),
        readParts(),
      ]);
      return toStatistics(period, {
        ...visitors,
        counts,
        values: new Map(include.map((dimension, i) => [dimension, values[i] ?? []])),
      });
    },
  };
}

/** Lists and codes go on without Analytics Engine, with the numbers that were shown or rolled up last. */
async function raiseOrReport(
  options: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  stored: ScanLifetimes,
): Promise<ScanDayCount[]> {
  try {
    return await raiseFromLive(options, codeIds, stored);
  } catch (error) {
    options.reportFailure('scan_count_failed', error);
    return [];
  }
}

/** Counts the unsettled days in Analytics Engine; stores and gives those counts that are larger than the stored ones. */
async function raiseFromLive(
  { db, api, nowMs }: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  { unsettledFrom, unsettled }: ScanLifetimes,
): Promise<ScanDayCount[]> {
  const span = { fromMs: startOfUtcDay(unsettledFrom), untilMs: nowMs() + DAY_MS };
  const rows = await querySql(api, countsByDaySql(api.dataset, codeIds, span), toDayCount);
  const known = new Map(unsettled.map((count) => [keyOf(count), count.scans]));
  const raised = rows.flat().filter((count) => count.scans > (known.get(keyOf(count)) ?? 0));
  if (raised.length > 0) await raiseScanDays(db, raised);
  return raised;
}

function addUp(
  codeIds: readonly CodeId[],
  { settled, unsettled }: ScanLifetimes,
  raised: readonly ScanDayCount[],
): Map<CodeId, number> {
  const counts = new Map(codeIds.map((codeId) => [codeId, settled.get(codeId) ?? 0]));
  const latest = new Map([...unsettled, ...raised].map((count) => [keyOf(count), count]));
  for (const { codeId, scans } of latest.values()) counts.set(codeId, (counts.get(codeId) ?? 0) + scans);
  return counts;
}

function keyOf({ codeId, day, device }: ScanDayCount): string {
  return `${codeId} ${day} ${device}`;
}

/** By UTC day as in the code's lifetime, so that both say the same; by other days from single scans, which cannot be older than they are kept. */
async function countDays(
  options: AnalyticsEngineScanReaderOptions,
  codeId: CodeId,
  period: ScanPeriod,
): Promise<DayCount[]> {
  const { db, api, nowMs } = options;
  if (!hasUtcDays(period)) {
    return (await querySql(api, countsByLocalDaySql(api.dataset, codeId, period), toLocalDayCount)).flat();
  }
  const stored = await readLifetimes(db, [codeId], nowMs());
  if (period.lastDay >= stored.unsettledFrom) await raiseFromLive(options, [codeId], stored);
  return listScanDays(db, codeId, period.firstDay, period.lastDay);
}

async function countVisitors(api: AnalyticsEngineConfig, codeId: CodeId, period: ScanPeriod) {
  const rows = await querySql(api, visitorsSql(api.dataset, codeId, period), (row) => ({
    visitors: toCount(row['visitors']),
    isEstimated: toCount(row['largest_interval']) > 1,
  }));
  return rows[0] ?? { visitors: 0, isEstimated: false };
}

function countValues(
  api: AnalyticsEngineConfig,
  codeId: CodeId,
  period: ScanPeriod,
  dimension: ScanDimension,
): Promise<ValueCount[]> {
  if (dimension === 'hour') {
    return querySql(api, hoursSql(api.dataset, codeId, period), (row) => ({
      value: String(toCount(row['hour'])),
      scans: toCount(row['scans']),
    }));
  }
  return querySql(api, valuesSql(api.dataset, codeId, period, dimension), (row) => ({
    value: toText(row['value']) || null,
    scans: toCount(row['scans']),
  }));
}

/** Points whose device is none of ours are not ours. */
function toLocalDayCount(row: SqlRow): DayCount[] {
  const device = toText(row['device']);
  return isDevice(device)
    ? [{ day: toDay(toCount(row['day_number'])), device, scans: toCount(row['scans']) }]
    : [];
}

function toDayCount(row: SqlRow): ScanDayCount[] {
  const codeId = parseCodeId(toText(row['code_id']));
  const [count] = toLocalDayCount(row);
  return codeId && count ? [{ codeId, ...count }] : [];
}
