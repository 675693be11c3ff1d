import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { toLoggedPart } from '#core/scans/period.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import {
  type AccountSelection,
  completeValues,
  type Dated,
  type LogDetails,
  nameSelection,
} from '#storage/scans/account-log.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';
import { readKeptFigures } from './keep-figures.ts';

/** Scans of the log in D1 that a request counts itself: some 50 ms. Of more a page shows what is kept. */
export const SCANS_COUNTED_AT_ONCE = 20_000;

interface DetailsRequest {
  readonly include: readonly AccountDimension[];
  readonly isLenient: boolean;
  /** Whether another period is compared with it: the figures of both are made side by side. */
  readonly isBefore: boolean;
  /** Of the scans that match. */
  readonly byDay: ScanStatistics['byDay'];
}

const NO_DETAILS: LogDetails = { visitors: 0, isEstimated: false, values: [] };

/**
 * Visitors and breakdowns of the days that the log of single scans holds. Null where they are missing and the caller can do without: the log
 * does not respond, or is long and was never counted; it is then counted after the response.
 */
export async function readDetails(
  deps: Dependencies,
  selection: AccountSelection,
  { include, isLenient, isBefore, byDay }: DetailsRequest,
): Promise<Dated<LogDetails> | null> {
  const { period } = selection;
  const logged = toLoggedPart(period);
  const loggedScans = byDay
    .filter(({ date }) => date >= period.loggedFrom)
    .reduce((sum, { scans }) => sum + scans, 0);
  if (!logged) return { value: complete(NO_DETAILS, include, 0), asOfMs: deps.nowMs() };
  const part = { ...selection, period: logged };
  const read = () => deps.accountLog.readDetails(part, include);
  const isLong = deps.scanCounter === null && loggedScans > SCANS_COUNTED_AT_ONCE;
  try {
    const kept = isLong && isLenient ? await readKept(deps, { part, include, isBefore, read }) : await read();
    return kept && { value: complete(kept.value, include, loggedScans), asOfMs: kept.asOfMs };
  } catch (error) {
    // Without a breakdown the rest is worth as much.
    if (!isStorageFailure(error) || (include.length > 0 && !isLenient)) throw error;
    deps.reportFailure('account_details_failed', error);
    return null;
  }
}

interface Reading {
  readonly part: AccountSelection;
  readonly include: readonly AccountDimension[];
  readonly isBefore: boolean;
  readonly read: () => Promise<Dated<LogDetails>>;
}

function readKept(deps: Dependencies, { part, include, isBefore, read }: Reading) {
  const name = [nameSelection(part), ...include].join(' ');
  const kind = include.length > 0 && !isBefore ? 'details' : 'visitors';
  return readKeptFigures<LogDetails>(deps, { accountId: part.scope.accountId, kind, name }, async () => ({
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
