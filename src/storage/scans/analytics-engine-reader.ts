import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { isDevice } from '#core/scans/device.ts';
import { isHourDimension, type ScanDimension } from '#core/scans/dimension.ts';
import { NO_SCANS, type ScanDayCount, type ScanLifetime } from '#core/scans/scan.ts';
import { isCountedByDay, nameSelection, type ScanSelection } from '#core/scans/selection.ts';
import type { DayCount, ValueCount } from '#core/scans/statistics.ts';
import { DAY_MS, startOfUtcDay, toDay } from '#core/utc-day.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from './analytics-engine-api.ts';
import type { Database } from '../database.ts';
import { oldestKeptDay, raiseScanDays, readLifetimes, type ScanLifetimes } from './days.ts';
import type { QueryShare } from './query-share.ts';
import type { LoggedScans, ScanReader } from './reader.ts';
import { findRollUpState } from './roll-up-progress.ts';
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

/** Counts that one account request may add to D1; beyond that only the hourly roll-up adds them. */
const MAX_REFRESHED_COUNTS = 5_000;

/**
 * Reads Analytics Engine, and its roll-up in D1. Days that the roll-up has not settled are queried live; their new counts are stored before
 * they are shown, so that a displayed number never falls.
 */
export function createAnalyticsEngineScanReader(options: AnalyticsEngineScanReaderOptions): ScanReader {
  const { db, api, share } = options;
  return {
    async countScans(accountId, codeIds) {
      if (codeIds.length === 0) return new Map();
      const stored = await readLifetimes(db, codeIds, options.nowMs());
      // The last request for the account stored its counts; the roll-up adds the rest every ten minutes.
      const mayAsk = await share.claim({ key: `lifetimes ${accountId}`, accountId, queries: 1 });
      return addUp(stored, mayAsk ? await raiseOrReport(options, codeIds, stored) : []);
    },

    async refreshDays(accountId) {
      const state = await findRollUpState(db);
      const rolledUpAtMs = state?.passStartedAtMs ?? 0;
      try {
        const query = { key: `days ${accountId}`, accountId, queries: 1 };
        const { value: isWhole, readAtMs } = await share.run(query, () =>
          raiseAccount(options, accountId, state?.settledDay ?? ''),
        );
        return isWhole ? Math.max(readAtMs, rolledUpAtMs) : rolledUpAtMs;
      } catch (error) {
        options.reportFailure('account_count_failed', error);
        return rolledUpAtMs;
      }
    },

    async readScans(selection, include) {
      const { accountId, kind } = selection.scope;
      const queries = include.length + (kind === 'code' || !isCountedByDay(selection) ? 2 : 1);
      const key = ['scans', accountId, nameSelection(selection), ...include].join(' ');
      const { value, readAtMs } = await share.run({ key, accountId, queries }, () =>
        askScans(options, selection, include),
      );
      return { value, asOfMs: readAtMs };
    },

    async countVariantVisitors(selection) {
      const { accountId } = selection.scope;
      const query = { key: `variants ${accountId} ${nameSelection(selection)}`, accountId, queries: 1 };
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

async function askScans(
  options: AnalyticsEngineScanReaderOptions,
  selection: ScanSelection,
  include: readonly ScanDimension[],
): Promise<LoggedScans> {
  const { api } = options;
  const askParts = async () => {
    // Values come first: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
    const values = await Promise.all(
      include.map(async (name) => [name, await countValues(api, selection, name)] as const),
    );
    return { values, counts: await askDays(options, selection) };
  };
  const [visitors, parts] = await Promise.all([countVisitors(api, selection), askParts()]);
  return { ...visitors, ...parts };
}

/** The sums by UTC day are in D1: those of a code are raised now, as for its lifetime, so that both agree. */
async function askDays(
  options: AnalyticsEngineScanReaderOptions,
  selection: ScanSelection,
): Promise<DayCount[] | null> {
  const { db, api, nowMs } = options;
  const { scope, period } = selection;
  if (!isCountedByDay(selection))
    return (await querySql(api, countsByLocalDaySql(api, selection), toDayCount)).flat();
  if (scope.kind !== 'code') return null;
  const stored = await readLifetimes(db, [scope.codeId], nowMs());
  if (period.lastDay >= stored.unsettledFrom) await raiseCodes(options, [scope.codeId], stored);
  return null;
}

/** Lists and codes still work without Analytics Engine, with the numbers that were last shown or rolled up. */
async function raiseOrReport(
  options: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  stored: ScanLifetimes,
): Promise<ScanDayCount[]> {
  try {
    return await raiseCodes(options, codeIds, stored);
  } catch (error) {
    options.reportFailure('scan_count_failed', error);
    await options.share.backOff(error);
    return [];
  }
}

/** Counts the unsettled days in Analytics Engine; stores and gives the counts that exceed the stored ones. */
async function raiseCodes(
  { db, api, nowMs }: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  { unsettledFrom, unsettled }: ScanLifetimes,
): Promise<ScanDayCount[]> {
  const span = { fromMs: startOfUtcDay(unsettledFrom), untilMs: nowMs() + DAY_MS };
  const rows = await querySql(api, countsByDaySql(api, codeIds, span, null), toCodeDayCount);
  const known = new Map(unsettled.map((count) => [keyOf(count), count.scans]));
  const raised = rows.flat().filter((count) => count.scans > (known.get(keyOf(count)) ?? 0));
  if (raised.length > 0) await raiseScanDays(db, raised);
  return raised;
}

/** Counts the unsettled days of all codes of an account, and stores the new counts. False if there are too many. */
async function raiseAccount(
  { db, api, nowMs }: AnalyticsEngineScanReaderOptions,
  accountId: string,
  settledDay: string,
): Promise<boolean> {
  const oldest = oldestKeptDay(nowMs());
  const firstDay = settledDay > oldest ? settledDay : oldest;
  const span = { fromMs: startOfUtcDay(firstDay), untilMs: nowMs() + DAY_MS };
  const text = countsByDaySql(api, { kind: 'account', accountId }, span, MAX_REFRESHED_COUNTS);
  const rows = await querySql(api, text, toCodeDayCount);
  if (rows.length === MAX_REFRESHED_COUNTS) return false;
  await raiseScanDays(db, rows.flat());
  return true;
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
      lastScanAtMs: Math.max(before.lastScanAtMs ?? 0, lastScanAtMs),
    });
  }
  return lifetimes;
}

function keyOf({ codeId, day, device }: ScanDayCount): string {
  return `${codeId} ${day} ${device}`;
}

async function countVisitors(api: AnalyticsEngineConfig, selection: ScanSelection) {
  const [row] = await querySql(api, visitorsSql(api, selection), (found) => ({
    visitors: toCount(found['visitors']),
    isEstimated: toCount(found['largest_interval']) > 1,
  }));
  return row ?? { visitors: 0, isEstimated: false };
}

function countValues(
  api: AnalyticsEngineConfig,
  selection: ScanSelection,
  dimension: ScanDimension,
): Promise<ValueCount[]> {
  if (isHourDimension(dimension)) {
    return querySql(api, hoursSql(api, selection, dimension), (row) => ({
      value: String(toCount(row['hour'])),
      scans: toCount(row['scans']),
    }));
  }
  return querySql(api, valuesSql(api, selection, dimension), (row) => ({
    value: toText(row['value']) || null,
    scans: toCount(row['scans']),
  }));
}

/** Other programs wrote the points with an unknown device. */
function toDayCount(row: SqlRow): DayCount[] {
  const device = toText(row['device']);
  return isDevice(device)
    ? [{ day: toDay(toCount(row['day_number'])), device, scans: toCount(row['scans']) }]
    : [];
}

function toCodeDayCount(row: SqlRow): ScanDayCount[] {
  const codeId = parseCodeId(toText(row['code_id']));
  const [count] = toDayCount(row);
  return codeId && count ? [{ codeId, ...count, lastScanAtMs: toCount(row['last_second']) * 1_000 }] : [];
}
