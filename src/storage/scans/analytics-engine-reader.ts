import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { isDevice } from '#core/scans/device.ts';
import { isHourDimension, type ScanDimension } from '#core/scans/dimension.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { NO_SCANS, type ScanDayCount } from '#core/scans/scan.ts';
import { isCountedByDay, nameSelection, type ScanSelection } from '#core/scans/selection.ts';
import type { DayCount, ScanDetails } from '#core/scans/statistics.ts';
import { DAY_MS, startOfUtcDay, toDay } from '#core/utc-day.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from './analytics-engine-api.ts';
import type { Database } from '../database.ts';
import {
  listScanDays,
  oldestKeptDay,
  raiseScanDays,
  type ScanLifetimes,
  selectLifetimes,
  toLifetimes,
} from './days.ts';
import type { QueryShare, SharedQuery } from './query-share.ts';
import type { CodeScans, Dated, LoggedScans, ScanReader } from './reader.ts';
import { findRollUpState, selectRollUpState, toRollUpState } from './roll-up-progress.ts';
import {
  countsByDaySql,
  countsByLocalDaySql,
  countsOfAccountsSql,
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
      // The last request for the account stored its counts; the roll-up adds the rest every ten minutes.
      const query = { key: `lifetimes ${accountId}`, accountId, queries: 1 };
      const { mayAsk, read } = await share.claim(query, selectLifetimes(db, codeIds, options.nowMs()));
      const stored = toLifetimes(read[0]);
      return addUp(stored, mayAsk ? await raiseOrReport(options, codeIds, stored) : []);
    },

    async refreshDays(accountId) {
      const query = { key: `days ${accountId}`, accountId, queries: 1 };
      try {
        const { value, readAtMs, read } = await share.run(
          query,
          ([rows]) => raiseAccount(options, accountId, toRollUpState(rows)?.settledDay ?? ''),
          selectRollUpState(db),
        );
        const rolledUpAtMs = toRollUpState(read[0])?.passStartedAtMs ?? 0;
        return value ? Math.max(readAtMs, rolledUpAtMs) : rolledUpAtMs;
      } catch (error) {
        options.reportFailure('account_count_failed', error);
        return (await findRollUpState(db))?.passStartedAtMs ?? 0;
      }
    },

    async readScans(selection, include, sumsOf) {
      const { scope } = selection;
      const { accountId } = scope;
      const isOfCode = scope.kind === 'code';
      const queries = include.length + (isOfCode || !isCountedByDay(selection) ? 2 : 1);
      const key = ['scans', accountId, nameSelection(selection), ...include].join(' ');
      const query = { key, accountId, queries };
      if (isOfCode && isCountedByDay(selection))
        return readCode(options, query, { ...selection, scope }, include, sumsOf);
      const askCounts = () => (isCountedByDay(selection) ? Promise.resolve(null) : countDays(api, selection));
      const { value, readAtMs } = await share.run(query, async () => {
        const [details, counts] = await askScans(api, selection, include, askCounts);
        return { value: { ...details, counts } };
      });
      return { value, asOfMs: readAtMs };
    },

    async countCodes(codes, span) {
      const rows = await querySql(api, countsOfAccountsSql(api, codes, span), toCodeScans);
      return { counts: rows.flat(), isFull: rows.length === codes.limit };
    },

    async countVariantVisitors(selection) {
      const { accountId } = selection.scope;
      const query = { key: `variants ${accountId} ${nameSelection(selection)}`, accountId, queries: 1 };
      const { value } = await share.run(query, async () => ({
        value: await querySql(api, variantVisitorsSql(api, selection), (row): [string | null, number] => [
          toText(row['value']) || null,
          toCount(row['visitors']),
        ]),
      }));
      return new Map(value);
    },
  };
}

/** The sums by UTC day are in D1: those of a code are raised now, as for its lifetime, so that both agree. */
async function readCode(
  options: AnalyticsEngineScanReaderOptions,
  query: SharedQuery,
  selection: ScanSelection & { readonly scope: { readonly kind: 'code' } },
  include: readonly ScanDimension[],
  sumsOf: ScanPeriod,
): Promise<Dated<LoggedScans>> {
  const { db, api, share, nowMs } = options;
  const { scope, period } = selection;
  const codeIds = [scope.codeId];
  const { value, readAtMs, read } = await share.run(
    query,
    async ([rows]) => {
      const stored = toLifetimes(rows);
      const [details, raised] = await askScans(api, selection, include, () =>
        period.lastDay < stored.unsettledFrom ? Promise.resolve([]) : countNew(options, codeIds, stored),
      );
      return { value: details, save: raiseScanDays(db, raised) };
    },
    selectLifetimes(db, codeIds, nowMs()),
    listScanDays(db, scope, sumsOf),
  );
  return { value: { ...value, counts: read[1] }, asOfMs: readAtMs };
}

/** Values come before counts: scans that arrive meanwhile can only make the total larger than its parts, never smaller. */
async function askScans<T>(
  api: AnalyticsEngineConfig,
  selection: ScanSelection,
  include: readonly ScanDimension[],
  askCounts: () => Promise<T>,
): Promise<readonly [ScanDetails, T]> {
  const askParts = async () => {
    const values = await Promise.all(
      include.map(async (name) => [name, await countValues(api, selection, name)] as const),
    );
    return [values, await askCounts()] as const;
  };
  const [visitors, [values, counts]] = await Promise.all([countVisitors(api, selection), askParts()]);
  return [{ ...visitors, values }, counts];
}

/** Lists and codes still work without Analytics Engine, with the numbers that were last shown or rolled up. */
async function raiseOrReport(
  options: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  stored: ScanLifetimes,
): Promise<ScanDayCount[]> {
  try {
    const raised = await countNew(options, codeIds, stored);
    for (const statement of raiseScanDays(options.db, raised)) await statement;
    return raised;
  } catch (error) {
    options.reportFailure('scan_count_failed', error);
    await options.share.backOff(error);
    return [];
  }
}

/** Counts the unsettled days in Analytics Engine, and gives the counts that exceed the stored ones. */
async function countNew(
  { api, nowMs }: AnalyticsEngineScanReaderOptions,
  codeIds: readonly CodeId[],
  { unsettledFrom, unsettled }: ScanLifetimes,
): Promise<ScanDayCount[]> {
  const span = { fromMs: startOfUtcDay(unsettledFrom), untilMs: nowMs() + DAY_MS };
  const rows = await querySql(api, countsByDaySql(api, codeIds, span, null), toCodeDayCount);
  const known = new Map(unsettled.map((count) => [keyOf(count), count.scans]));
  return rows.flat().filter((count) => count.scans > (known.get(keyOf(count)) ?? 0));
}

/** Counts the unsettled days of all codes of an account, to be stored. False if there are too many. */
async function raiseAccount(
  { db, api, nowMs }: AnalyticsEngineScanReaderOptions,
  accountId: string,
  settledDay: string,
) {
  const oldest = oldestKeptDay(nowMs());
  const firstDay = settledDay > oldest ? settledDay : oldest;
  const span = { fromMs: startOfUtcDay(firstDay), untilMs: nowMs() + DAY_MS };
  const text = countsByDaySql(api, { kind: 'account', accountId }, span, MAX_REFRESHED_COUNTS);
  const rows = await querySql(api, text, toCodeDayCount);
  if (rows.length === MAX_REFRESHED_COUNTS) return { value: false };
  return { value: true, save: raiseScanDays(db, rows.flat()) };
}

function addUp({ settled, unsettled }: ScanLifetimes, raised: readonly ScanDayCount[]) {
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

function countValues(api: AnalyticsEngineConfig, selection: ScanSelection, dimension: ScanDimension) {
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

/** By the days of the period's own zone, or of the scans that match its filters. */
async function countDays(api: AnalyticsEngineConfig, selection: ScanSelection): Promise<DayCount[]> {
  return (await querySql(api, countsByLocalDaySql(api, selection), toDayCount)).flat();
}

/** Other programs wrote the points with an unknown device. */
function toDayCount(row: SqlRow): DayCount[] {
  const device = toText(row['device']);
  return isDevice(device)
    ? [{ day: toDay(toCount(row['day_number'])), device, scans: toCount(row['scans']) }]
    : [];
}

function toCodeScans(row: SqlRow): CodeScans[] {
  const codeId = parseCodeId(toText(row['code_id']));
  const [scans, symbol, link] = [row['scans'], row['symbol'], row['link']].map(toCount) as [
    number,
    number,
    number,
  ];
  return codeId ? [{ codeId, accountId: toText(row['account_id']), scans, symbol, link }] : [];
}

function toCodeDayCount(row: SqlRow): ScanDayCount[] {
  const codeId = parseCodeId(toText(row['code_id']));
  const [count] = toDayCount(row);
  return codeId && count ? [{ codeId, ...count, lastScanAtMs: toCount(row['last_second']) * 1_000 }] : [];
}
