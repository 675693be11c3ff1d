import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { type ScanPeriod, toLoggedPart } from '#core/scans/period.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import { completeValues, type Dated, type LogDetails, type NamedScope } from '#storage/scans/account-log.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';
import { readKeptFigures } from './keep-figures.ts';

/** Scans of the log in D1 that a request counts itself: some 50 ms. Of more a page shows what is kept. */
export const SCANS_COUNTED_AT_ONCE = 20_000;

interface DetailsRequest {
  readonly period: ScanPeriod;
  readonly include: readonly AccountDimension[];
  readonly isLenient: boolean;
  readonly byDay: ScanStatistics['byDay'];
}

const NO_DETAILS: LogDetails = { visitors: 0, isEstimated: false, values: [] };

/**
 * Visitors and breakdowns of the days that the log of single scans holds. Null where they are missing and the caller can do without: the log
 * does not respond, or is long and was never counted; it is then counted after the response.
 */
export async function readDetails(
  deps: Dependencies,
  scope: NamedScope,
  { period, include, isLenient, byDay }: DetailsRequest,
): Promise<Dated<LogDetails> | null> {
  const logged = toLoggedPart(period);
  const loggedScans = byDay
    .filter(({ date }) => date >= period.loggedFrom)
    .reduce((sum, { scans }) => sum + scans, 0);
  if (!logged) return { value: complete(NO_DETAILS, include, 0), asOfMs: deps.nowMs() };
  const read = () => deps.accountLog.readDetails(scope, logged, include);
  const isLong = deps.scanCounter === null && loggedScans > SCANS_COUNTED_AT_ONCE;
  try {
    const kept = isLong && isLenient ? await readKept(deps, { scope, logged, include, read }) : await read();
    return kept && { value: complete(kept.value, include, loggedScans), asOfMs: kept.asOfMs };
  } catch (error) {
    // Without a breakdown the rest is worth as much.
    if (!isStorageFailure(error) || (include.length > 0 && !isLenient)) throw error;
    deps.reportFailure('account_details_failed', error);
    return null;
  }
}

interface Reading {
  readonly scope: NamedScope;
  readonly logged: ScanPeriod;
  readonly include: readonly AccountDimension[];
  readonly read: () => Promise<Dated<LogDetails>>;
}

function readKept(deps: Dependencies, { scope, logged, include, read }: Reading) {
  const name = [scope.name, logged.fromMs, logged.untilMs, logged.zone, ...include].join(' ');
  // Visitors of a period and of the one before it are made side by side.
  const kind = include.length > 0 ? 'details' : 'visitors';
  return readKeptFigures<LogDetails>(deps, { accountId: scope.accountId, kind, name }, async () => ({
    result: (await read()).value,
  }));
}

/** Scans that arrive meanwhile make a part larger than the whole: there are never more visitors than scans. */
function complete(
  { visitors, isEstimated, values }: LogDetails,
  include: readonly AccountDimension[],
  loggedScans: number,
): LogDetails {
  const byName = new Map(values);
  return {
    visitors: Math.min(visitors, loggedScans),
    isEstimated,
    values: include.map((name) => [name, completeValues(name, byName.get(name) ?? [], loggedScans)] as const),
  };
}
