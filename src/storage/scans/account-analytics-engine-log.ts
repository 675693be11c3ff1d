import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { isDevice } from '#core/scans/device.ts';
import type { ScanDayCount, ValueCount } from '#core/scans/scan.ts';
import { DAY_MS, startOfUtcDay, toDay } from '#core/utc-day.ts';
import { type AccountLog, type AccountSelection, type LogDetails, nameSelection } from './account-log.ts';
import {
  countsByLocalDayOfSql,
  countsOfAccountSql,
  hoursOfSql,
  type LogSelection,
  valuesOfSql,
  visitorsOfSql,
} from './account-sql.ts';
import { querySql, type SqlRow, toCount, toText } from './analytics-engine-api.ts';
import type { AnalyticsEngineScanReaderOptions } from './analytics-engine-reader.ts';
import { oldestKeptDay, raiseScanDays } from './days.ts';
import type { DayCount } from './reader.ts';
import { findRollUpState } from './roll-up-progress.ts';

/** Counts that one look at an account adds to D1; where there are more, the roll-up alone adds them, every hour. */
const MAX_REFRESHED_COUNTS = 5_000;

/** The log in Analytics Engine: what is asked of it is shared by all isolates, as that of single codes is. */
export function createAnalyticsEngineAccountLog(options: AnalyticsEngineScanReaderOptions): AccountLog {
  const { api, share } = options;
  return {
    async refresh(accountId) {
      const state = await findRollUpState(options.db);
      const rolledUpAtMs = state?.passStartedAtMs ?? 0;
      try {
        const query = { key: `account-days ${accountId}`, accountId, queries: 1 };
        const { value: isWhole, readAtMs } = await share.run(query, () =>
          raiseAccount(options, accountId, state?.settledDay ?? ''),
        );
        return isWhole ? Math.max(readAtMs, rolledUpAtMs) : rolledUpAtMs;
      } catch (error) {
        options.reportFailure('account_count_failed', error);
        return rolledUpAtMs;
      }
    },

    async countDays(selection) {
      const { accountId } = selection.scope;
      const query = { key: `account-zone ${keyOf(selection)}`, accountId, queries: 1 };
      const { value, readAtMs } = await share.run(query, () =>
        querySql(api, countsByLocalDayOfSql(api, selection), toDayCount),
      );
      return { value: value.flat(), asOfMs: readAtMs };
    },

    async readDetails(selection, include) {
      const query = {
        key: ['account-details', keyOf(selection), ...include].join(' '),
        accountId: selection.scope.accountId,
        queries: include.length + 1,
      };
      const { value, readAtMs } = await share.run(query, () => askDetails(options, selection, include));
      return { value, asOfMs: readAtMs };
    },
  };
}

function keyOf(selection: AccountSelection): string {
  return `${selection.scope.accountId} ${nameSelection(selection)}`;
}

/** Counts the unsettled days of all codes of an account, and stores what is new. False where there is too much of it. */
async function raiseAccount(
  { db, api, nowMs }: AnalyticsEngineScanReaderOptions,
  accountId: string,
  settledDay: string,
): Promise<boolean> {
  const oldest = oldestKeptDay(nowMs());
  const span = {
    fromMs: startOfUtcDay(settledDay > oldest ? settledDay : oldest),
    untilMs: nowMs() + DAY_MS,
  };
  const rows = await querySql(
    api,
    countsOfAccountSql(api, accountId, span, MAX_REFRESHED_COUNTS),
    toScanDayCount,
  );
  if (rows.length === MAX_REFRESHED_COUNTS) return false;
  await raiseScanDays(db, rows.flat());
  return true;
}

async function askDetails(
  { api }: AnalyticsEngineScanReaderOptions,
  selection: LogSelection,
  include: readonly AccountDimension[],
): Promise<LogDetails> {
  const [found, ...values] = await Promise.all([
    querySql(api, visitorsOfSql(api, selection), (row) => ({
      visitors: toCount(row['visitors']),
      isEstimated: toCount(row['largest_interval']) > 1,
    })),
    ...include.map(async (name): Promise<readonly [AccountDimension, ValueCount[]]> => [
      name,
      await querySql(api, valuesSqlOf(api, selection, name), (row) => toValue(name, row)),
    ]),
  ]);
  return { ...(found[0] ?? { visitors: 0, isEstimated: false }), values };
}

function valuesSqlOf(
  api: AnalyticsEngineScanReaderOptions['api'],
  selection: LogSelection,
  dimension: AccountDimension,
): string {
  if (dimension === 'hour') return hoursOfSql(api, selection, 'day');
  if (dimension === 'week_hour') return hoursOfSql(api, selection, 'week');
  return valuesOfSql(api, selection, dimension);
}

function toValue(dimension: AccountDimension, row: SqlRow): ValueCount {
  const isHour = dimension === 'hour' || dimension === 'week_hour';
  const value = isHour ? String(toCount(row['hour'])) : toText(row['value']) || null;
  return { value, scans: toCount(row['scans']) };
}

/** Points whose device is none of ours are not ours. */
function toDayCount(row: SqlRow): DayCount[] {
  const device = toText(row['device']);
  return isDevice(device)
    ? [{ day: toDay(toCount(row['day_number'])), device, scans: toCount(row['scans']) }]
    : [];
}

function toScanDayCount(row: SqlRow): ScanDayCount[] {
  const codeId = parseCodeId(toText(row['code_id']));
  const [count] = toDayCount(row);
  return codeId && count ? [{ codeId, ...count, lastScanAtMs: toCount(row['last_second']) * 1_000 }] : [];
}
