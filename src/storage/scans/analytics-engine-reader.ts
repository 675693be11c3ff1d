import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { isDevice } from '#core/scans/device.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import { formatScanFilter } from '#core/scans/filter.ts';
import type { ScanSelection } from '#core/scans/selection.ts';
import {
  laterOf,
  NO_SCANS,
  type ScanDayCount,
  type ScanLifetime,
  type ScanStatistics,
  type ValueCount,
} from '#core/scans/scan.ts';
import { DAY_MS, startOfUtcDay, toDay } from '#core/utc-day.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from './analytics-engine-api.ts';
import type { Database } from '../database.ts';
import { listScanDays, raiseScanDays, readLifetimes, type ScanLifetimes } from './days.ts';
import type { QueryShare } from './query-share.ts';
import { type DayCount, isCountedByDay, type ScanReader, toLoggedSelection, toStatistics } from './reader.ts';
import {
  countsByDaySql,
  countsByLocalDaySql,
  hoursSql,
  valuesSql,
  variantVisitorsSql,
  visitorsSql,
} from './sql.ts';

export interface AnalyticsEngineScanReaderOptions {
  readonly db: Database;
  readonly api: AnalyticsEngineConfig;
  readonly nowMs: () => number;
  readonly share: QueryShare;
  /** Reports a failure that the caller does not see. */
  reportFailure(event: string, error: unknown): void;
}

/**
 * Reads Analytics Engine, and the roll-up of it in D1. Days that the roll-up has not settled are queried live; what such a query adds
 * is stored before it is shown, so that a number that somebody saw never falls.
 */
export function createAnalyticsEngineScanReader(options: AnalyticsEngineScanReaderOptions): ScanReader {
  const { db, api, share } = options;
  return {
    async countScans(accountId, codeIds) {
      if (codeIds.length === 0) return new Map();
      const stored = await readLifetimes(db, codeIds, options.nowMs());
      // Whoever asked for the account last stored what it learnt; the roll-up adds the rest every ten minutes.
      const mayAsk = await share.claim({ key: `lifetimes ${accountId}`, accountId, queries: 1 });
      return addUp(stored, mayAsk ? await raiseOrReport(options, codeIds, stored) : []);
    },

    async readStatistics(accountId, selection, include) {
      const { codeId, period } = selection;
      const logged = toLoggedSelection(selection);
      if (logged === null) return readOldDays(options, selection, include);
      const query = {
        key: ['statistics', ...toKey(selection), ...include].join(' '),
        accountId,
        queries: include.length + 2,
      };
      const { value, readAtMs } = await share.run(query, () =>
        askStatistics(options, selection, logged, include),
      );
      const { visitors, isEstimated, values, localCounts } = value;
      // Read after the values: the total can only be larger than its parts, never smaller.
      const counts = localCounts ?? (await listScanDays(db, codeId, period.firstDay, period.lastDay));
      return toStatistics(period, {
        visitors,
        isEstimated,
        counts,
        values: new Map(values),
        asOfMs: readAtMs,
      });
    },

    async countVariantVisitors(accountId, selection) {
      const query = { key: ['variants', ...toKey(selection)].join(' '), accountId, queries: 1 };
      const { value } = await share.run(query, () =>
        querySql(api, variantVisitorsSql(api, selection), (row): [string | null, number] => [
          toText(row['value']) || null,
          toCount(row['visitors']),
        ]),
      );
      return new Map(value);
    },
  };
}

/** What tells a selection from all others: the zone, too, because those with other days and hours may begin and end together. */
function toKey({ codeId, period, filters }: ScanSelection): (string | number)[] {
  const values = filters.length === 0 ? [] : [JSON.stringify(filters.map(formatScanFilter))];
  return [codeId, period.fromMs, period.untilMs, period.zone, ...values];
}

/** Days that are all older than Analytics Engine's points are final, and D1 knows all that there is to know of them. */
async function readOldDays(
  { db, nowMs }: AnalyticsEngineScanReaderOptions,
  { codeId, period }: ScanSelection,
  include: readonly ScanDimension[],
): Promise<ScanStatistics> {
  return toStatistics(period, {
    ...NO_VISITORS,
    counts: await listScanDays(db, codeId, period.firstDay, period.lastDay),
    values: new Map(include.map((dimension) => [dimension, []])),
    asOfMs: nowMs(),
  });
}

/** What Analytics Engine says of a code in a period. By UTC days the counts are in D1 then; others come with it. */
interface AskedStatistics {
  readonly visitors: number;
  readonly isEstimated: boolean;
  readonly values: readonly [ScanDimension, ValueCount[]][];
  readonly localCounts: readonly DayCount[] | null;
}

async function askStatistics(
  options: AnalyticsEngineScanReaderOptions,
  selection: ScanSelection,
  logged: ScanSelection,
  include: readonly ScanDimension[],
): Promise<AskedStatistics> {
  const { api } = options;
  const askParts = async () => {
    // Values first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
    const values = await Promise.all(
      include.map(async (name): Promise<[ScanDimension, ValueCount[]]> => [
        name,
        await countValues(api, logged, name),
      ]),
    );
    return { values, localCounts: await askDays(options, selection) };
  };
  const [visitors, parts] = await Promise.all([countVisitors(api, logged), askParts()]);
  return { ...visitors, ...parts };
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
    await options.share.backOff(error);
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
  const rows = await querySql(api, countsByDaySql(api, codeIds, span), toDayCount);
  const known = new Map(unsettled.map((count) => [keyOf(count), count.scans]));
  const raised = rows.flat().filter((count) => count.scans > (known.get(keyOf(count)) ?? 0));
  if (raised.length > 0) await raiseScanDays(db, raised);
  return raised;
}

function addUp(
  { settled, unsettled }: ScanLifetimes,
  raised: readonly ScanDayCount[],
): Map<CodeId, ScanLifetime> {
  const lifetimes = new Map(settled);
  const latest = new Map([...unsettled, ...raised].map((count) => [keyOf(count), count]));
  for (const { codeId, scans, lastScanAtMs } of latest.values()) {
    const before = lifetimes.get(codeId) ?? NO_SCANS;
    lifetimes.set(codeId, {
      scans: before.scans + scans,
      lastScanAtMs: laterOf(before.lastScanAtMs, lastScanAtMs),
    });
  }
  return lifetimes;
}

function keyOf({ codeId, day, device }: ScanDayCount): string {
  return `${codeId} ${day} ${device}`;
}

/** All scans by UTC day are raised in D1, as in the code's lifetime, so that both say the same; others are counted from single scans. */
async function askDays(
  options: AnalyticsEngineScanReaderOptions,
  selection: ScanSelection,
): Promise<DayCount[] | null> {
  const { db, api, nowMs } = options;
  const { codeId, period } = selection;
  if (!isCountedByDay(selection))
    return (await querySql(api, countsByLocalDaySql(api, selection), toLocalDayCount)).flat();
  const stored = await readLifetimes(db, [codeId], nowMs());
  if (period.lastDay >= stored.unsettledFrom) await raiseFromLive(options, [codeId], stored);
  return null;
}

const NO_VISITORS = { visitors: 0, isEstimated: false };

async function countVisitors(api: AnalyticsEngineConfig, selection: ScanSelection) {
  const rows = await querySql(api, visitorsSql(api, selection), (row) => ({
    visitors: toCount(row['visitors']),
    isEstimated: toCount(row['largest_interval']) > 1,
  }));
  return rows[0] ?? NO_VISITORS;
}

function countValues(
  api: AnalyticsEngineConfig,
  selection: ScanSelection,
  dimension: ScanDimension,
): Promise<ValueCount[]> {
  if (dimension === 'hour') {
    return querySql(api, hoursSql(api, selection), (row) => ({
      value: String(toCount(row['hour'])),
      scans: toCount(row['scans']),
    }));
  }
  return querySql(api, valuesSql(api, selection, dimension), (row) => ({
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
  return codeId && count ? [{ codeId, ...count, lastScanAtMs: toCount(row['last_second']) * 1_000 }] : [];
}
