import type { Origin } from '#core/imports/origin.ts';
import { ok, type Result } from '#core/result.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import { hasUtcDays, isLogged, type ScanPeriod, toLoggedPart, toUtcPeriod } from '#core/scans/period.ts';
import { isCountedByDay, type ManyCodes, nameSelection, type ScanSelection } from '#core/scans/selection.ts';
import {
  NO_DETAILS,
  type PeriodStatistics,
  type ScanStatistics,
  toStatistics,
} from '#core/scans/statistics.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { listScanDays } from '#storage/scans/days.ts';
import type { Dated, LoggedScans } from '#storage/scans/reader.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';
import { readKeptFigures } from './keep-figures.ts';
import {
  planStatistics,
  type StatisticsPlan,
  type StatisticsProblem,
  type StatisticsRequest,
} from './plan-statistics.ts';
import { type CodeFigures, readCodeFigures } from './rank-codes.ts';
import { readSplit, type Split } from './read-split.ts';

/** A request itself counts at most this many scans of several codes in D1: some 50 ms. Beyond that, a page shows stored figures. */
const SCANS_COUNTED_AT_ONCE = 20_000;

/** The scans of a code, a tag or an account. */
export interface Statistics extends ScanStatistics {
  /** The tag in the spelling of its first use, if the scope is a tag. */
  readonly tag: string | null;
  /** Counts from the service that the code was imported from. */
  readonly origin: Origin | null;
  /** Present if variants were requested. */
  readonly split: Split | null;
  /** Present if a ranking was requested. */
  readonly codes: CodeFigures | null;
}

/** Throws a storage failure if a store does not respond and there are no earlier figures. */
export async function readStatistics(
  deps: Dependencies,
  accountId: string,
  request: StatisticsRequest,
): Promise<Result<Statistics, StatisticsProblem>> {
  const plan = await planStatistics(deps, accountId, request, false);
  if (!plan.ok) return plan;
  const statistics = await readPlanned(deps, plan.value);
  if (!statistics) throw new Error('only a lenient reader has to wait');
  return ok(statistics);
}

/** Why a page shows all scans by UTC day instead of the requested ones: these sums are stored, and need no single scans. */
export type SumsReason = 'large_tag' | 'being_counted' | 'no_log';

export interface KnownStatistics extends Statistics {
  readonly sumsReason: SumsReason | null;
}

/** Statistics for a page, which shows what is known: several codes may lack visitors, breakdowns, filters and the days of a zone. */
export async function readKnownStatistics(
  deps: Dependencies,
  accountId: string,
  request: StatisticsRequest,
): Promise<Result<KnownStatistics, StatisticsProblem>> {
  const readInstead = async (sumsReason: SumsReason) => {
    const sums = { ...request, period: toUtcPeriod(request.period, deps.nowMs()), filters: [] };
    const found = await readKnownStatistics(deps, accountId, sums);
    return found.ok ? ok({ ...found.value, sumsReason }) : found;
  };
  const plan = await planStatistics(deps, accountId, request, true);
  if (!plan.ok) return plan.error.reason === 'tag_too_large' ? readInstead('large_tag') : plan;
  try {
    const statistics = await readPlanned(deps, plan.value);
    return statistics ? ok({ ...statistics, sumsReason: null }) : await readInstead('being_counted');
  } catch (error) {
    const { scope, period } = plan.value;
    const isOfSums = isCountedByDay({ scope, period, filters: request.filters });
    if (!isStorageFailure(error) || isOfSums || scope.kind === 'code') throw error;
    deps.reportFailure('single_scans_failed', error);
    return readInstead('no_log');
  }
}

/** Null while the scans of a lenient request are being counted for the first time. */
async function readPlanned(deps: Dependencies, plan: StatisticsPlan): Promise<Statistics | null> {
  const { scope, code, tag, period, before, request } = plan;
  const { filters, include } = request;
  const logged = toLoggedPart(period);
  const [[own, compared], codes, split] = await Promise.all([
    readPeriods(deps, plan),
    request.ranksCodes && scope.kind !== 'code' ? rankCodes(deps, plan, scope) : null,
    code && logged && include.includes('variant')
      ? readSplit(deps.scans, code, { scope, period: logged, filters })
      : null,
  ]);
  if (!own || (before && !compared)) return null;
  return { ...own, filters, compared, tag, origin: code?.origin ?? null, split, codes };
}

/** The figures of the period and of the one that it is compared with; null as long as the scans of a lenient request are being counted. */
async function readPeriods(deps: Dependencies, plan: StatisticsPlan) {
  const { period, before, request, refreshed } = plan;
  const { include, comparesValues = false } = request;
  const ofBefore =
    before && isLogged(before) ? include.filter((dimension) => comparesValues || dimension === 'hour') : [];
  const [countedAsOfMs, log, logBefore] = await Promise.all([
    refreshed,
    readLog(deps, plan, { period, include, isBefore: false }),
    before && readLog(deps, plan, { period: before, include: ofBefore, isBefore: true }),
  ]);
  // Sums are read after values: scans that arrive meanwhile can only make the total larger than its parts, never smaller.
  return Promise.all([
    addUp(deps, plan, { period, include, log, countedAsOfMs }),
    before && addUp(deps, plan, { period: before, include: ofBefore, log: logBefore, countedAsOfMs }),
  ]);
}

/** A ranking of the daily sums. */
async function rankCodes(deps: Dependencies, plan: StatisticsPlan, scope: ManyCodes): Promise<CodeFigures> {
  const { period, before, request, refreshed } = plan;
  await refreshed;
  return readCodeFigures(deps, scope, { period, before, comparison: request.compare });
}

interface LogQuestion {
  readonly period: ScanPeriod;
  readonly include: readonly ScanDimension[];
  /** Whether the period is compared with another one. */
  readonly isBefore: boolean;
}

/** The log's figures for a period. Null if nothing is known and the caller can do without. */
async function readLog(
  deps: Dependencies,
  { scope, request: { filters }, isLenient }: StatisticsPlan,
  { period, include, isBefore }: LogQuestion,
): Promise<Dated<LoggedScans> | null> {
  // Visitors of a part of the period would be compared with those of the whole.
  if (isBefore && !isLogged(period)) return null;
  if (scope.kind === 'tag' && scope.codeIds === null) return null;
  const logged = toLoggedPart(period);
  if (logged === null) return { value: { ...NO_DETAILS, counts: null }, asOfMs: deps.nowMs() };
  const selection = { scope, period: logged, filters };
  const read = () => deps.scans.readScans(selection, include, period);
  try {
    if (!isLenient || !(await isLong(deps, selection))) return await read();
    const kind = `${isCountedByDay(selection) ? 'details' : 'scans'}${isBefore ? '_before' : ''}`;
    const name = [nameSelection(selection), ...include].join(' ');
    const key = { accountId: scope.accountId, kind, name };
    return await readKeptFigures(deps, key, async () => ({ result: (await read()).value }));
  } catch (error) {
    // If visitors or an optional breakdown are missing, the rest is still useful.
    const isNeeded =
      scope.kind === 'code' || !isCountedByDay(selection) || (include.length > 0 && !isLenient);
    if (!isStorageFailure(error) || isNeeded) throw error;
    deps.reportFailure('scan_details_failed', error);
    return null;
  }
}

/** Whether the log in D1 holds more scans of several codes than one request counts. */
async function isLong({ db, scanCounter }: Dependencies, { scope, period }: ScanSelection): Promise<boolean> {
  if (scanCounter !== null || scope.kind === 'code') return false;
  const utcDays = { firstDay: toUtcDay(period.fromMs), lastDay: toUtcDay(period.untilMs - 1) };
  const days = await listScanDays(db, scope, utcDays);
  return days.reduce((sum, { scans }) => sum + scans, 0) > SCANS_COUNTED_AT_ONCE;
}

interface Found extends Omit<LogQuestion, 'isBefore'> {
  readonly log: Dated<LoggedScans> | null;
  /** The time of the sums by UTC day. */
  readonly countedAsOfMs: number;
}

/** Null if days that are not stored as UTC sums are not known yet. */
async function addUp(
  { db }: Dependencies,
  { scope, request: { filters } }: StatisticsPlan,
  { period, include, log, countedAsOfMs }: Found,
): Promise<PeriodStatistics | null> {
  const inLog = log?.value.counts ?? null;
  const isOfSums = filters.length === 0 && hasUtcDays(period);
  const counts = inLog ?? (isOfSums ? await listScanDays(db, scope, period) : null);
  if (counts === null) return null;
  const isAsOldAsLog = log !== null && (scope.kind === 'code' || inLog !== null);
  return toStatistics(period, include, {
    counts,
    countedAsOfMs: isAsOldAsLog ? log.asOfMs : countedAsOfMs,
    details: log?.value ?? null,
    detailsAsOfMs: log?.asOfMs ?? null,
  });
}
