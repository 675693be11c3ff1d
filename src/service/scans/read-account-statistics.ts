import { firstPositionOf } from '#core/codes/list-position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { AccountDimension } from '#core/scans/account-dimension.ts';
import {
  type Comparison,
  hasUtcDays,
  isLogged,
  type PeriodProblem,
  type PeriodRequest,
  type ScanPeriod,
  toComparedPeriod,
  toLoggedPart,
  toScanPeriod,
} from '#core/scans/period.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { addDays } from '#core/utc-day.ts';
import type { RankedCode } from '#core/scans/ranking.ts';
import type { ScanStatistics, ValueCount } from '#core/scans/scan.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findTags } from '#storage/codes/tags.ts';
import type { DaySums } from '#storage/scans/account-days.ts';
import type { LogDetails, NamedScope } from '#storage/scans/account-log.ts';
import { countCreatedCodes, listScannedCodes } from '#storage/scans/rank-codes.ts';
import { toStatistics } from '#storage/scans/reader.ts';
import type { Dependencies } from '../dependencies.ts';
import { countAccountDays } from './count-account-days.ts';
import { continueDaySums } from './fill-day-sums.ts';
import { readDetails } from './read-details.ts';
import { rankCodes } from './rank-codes.ts';

/** A tag of more codes has no visitors, breakdowns and other time zones: Analytics Engine would have to be asked for each of them. */
export const MAX_TAG_CODES = 500;

/** More new codes are not counted. */
export const MAX_NEW_CODES = 10_000;

export interface AccountStatisticsRequest extends PeriodRequest {
  /** Its name in any spelling; without one, all codes. */
  readonly tag?: string | undefined;
  readonly include: readonly AccountDimension[];
  readonly compare?: Comparison | undefined;
  /** Whether what only the log of single scans knows may be missing: for a page, which shows the rest. */
  readonly isLenient?: boolean;
}

export type AccountStatisticsProblem =
  | { readonly reason: 'invalid_period'; readonly problems: readonly PeriodProblem[] }
  | { readonly reason: 'tag_not_found' }
  | { readonly reason: 'tag_too_large'; readonly fields: readonly ('include' | 'tz')[] }
  /** After an upgrade: the sums of the account are being made. */
  | { readonly reason: 'adding_up' }
  /** Only for a lenient request: the log is long, and was never counted by the days of the zone. Those of UTC are there. */
  | { readonly reason: 'zone_being_counted' };

/** Scans of a period, by its days and by device. */
type DayFigures = Pick<ScanStatistics, 'totalScans' | 'byDay' | 'byDevice'> & {
  readonly period: ScanPeriod;
  /** Distinct visitors of each code, added up. Null where they are not known. */
  readonly uniqueScans: number | null;
};

/** A code of a ranking that still lives. */
export type ShownCode = RankedCode & { readonly code: QrCode };

export interface AccountStatistics extends DayFigures {
  /** The tag in the spelling of its first use. */
  readonly tag: string | null;
  readonly isEstimated: boolean;
  /** The first day whose visitors and breakdowns are known, where that is not the first of the period. */
  readonly detailsFrom: string | null;
  /** Those asked for; null where the log does not respond, or counts for the first time. */
  readonly breakdowns: ReadonlyMap<AccountDimension, readonly ValueCount[]> | null;
  readonly compared: DayFigures | null;
  /** At most `MAX_NEW_CODES`. */
  readonly newCodes: number;
  readonly top: readonly ShownCode[];
  readonly rising: readonly ShownCode[];
  readonly falling: readonly ShownCode[];
  /** Of when the three lists are; null while the first of a large account are being made. */
  readonly codesAsOfMs: number | null;
  /** Of when the scans by day and device are. */
  readonly countedAsOfMs: number;
  /** Of when visitors and breakdowns are; null where there are none. */
  readonly detailsAsOfMs: number | null;
}

/** The scans of all codes of an account, or of a tag. Throws a storage failure where a store does not respond and nothing is known from before. */
export async function readAccountStatistics(
  deps: Dependencies,
  accountId: string,
  request: AccountStatisticsRequest,
): Promise<Result<AccountStatistics, AccountStatisticsProblem>> {
  const period = toScanPeriod(request, deps.nowMs());
  if (!period.ok) return err({ reason: 'invalid_period', problems: period.error });
  const scope = await findScope(deps, accountId, request.tag);
  if (!scope) return err({ reason: 'tag_not_found' });
  const fields = listTooMuch(scope, period.value, request);
  if (fields.length > 0) return err({ reason: 'tag_too_large', fields });
  const sums = await continueDaySums(deps);
  if (!sums.isComplete) return err({ reason: 'adding_up' });
  const known = toKnownPeriod(scope, period.value, sums);
  if (!isLogged(known) && !hasUtcDays(known)) return err(notByDaysOf(known.loggedFrom));

  const refreshedAtMs = await deps.accountLog.refresh(accountId);
  const comparison = request.compare ?? 'previous_period';
  const before = toComparedPeriod(known, comparison);
  const [figures, compared, ranked, newCodes] = await Promise.all([
    readFigures(deps, { scope, period: known, refreshedAtMs, request }),
    request.compare === undefined
      ? null
      : readFigures(deps, {
          scope,
          period: before,
          refreshedAtMs,
          // Visitors of a part of it would be compared with those of the whole.
          request: { ...request, include: [], isWhole: true },
        }),
    rankCodes(deps, { scope, period: known, before, comparison }),
    countCreatedCodes(deps.db, scope, positionsOf(known), MAX_NEW_CODES),
  ]);
  if (!figures || (request.compare !== undefined && !compared)) return err({ reason: 'zone_being_counted' });
  const { top, rising, falling } = ranked.ranking;
  const show = await findShown(deps, accountId, [...top, ...rising, ...falling]);
  const { details, ...days } = figures;
  return ok({
    ...days,
    tag: scope.tag,
    isEstimated: details?.isEstimated ?? false,
    detailsFrom: isLogged(known) ? null : known.loggedFrom,
    breakdowns: details && new Map(details.values),
    compared,
    newCodes,
    top: top.flatMap(show),
    rising: rising.flatMap(show),
    falling: falling.flatMap(show),
    codesAsOfMs: ranked.asOfMs,
  });
}

type Scope = NamedScope & {
  readonly tag: string | null;
  readonly tagId: number | null;
  /** Whether it has more codes than may be asked for one by one. */
  readonly isTooLarge: boolean;
};

/** Null where the account has no such tag. */
async function findScope(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  tagName: string | undefined,
): Promise<Scope | null> {
  if (tagName === undefined)
    return { accountId, name: 'all', codeIds: null, tag: null, tagId: null, isTooLarge: false };
  const key = toTagKey(tagName);
  const tag = (await findTags(db, accountId, [key])).get(key);
  if (!tag) return null;
  const codeIds = await listScannedCodes(db, { accountId, tagId: tag.id }, '', MAX_TAG_CODES);
  const isTooLarge = codeIds === null;
  return {
    accountId,
    name: `tag-${tag.id}`,
    codeIds: codeIds ?? [],
    tag: tag.name,
    tagId: tag.id,
    isTooLarge,
  };
}

/** The parameters that a large tag cannot be asked for. */
function listTooMuch(
  { isTooLarge }: Scope,
  period: ScanPeriod,
  { include, isLenient }: AccountStatisticsRequest,
): ('include' | 'tz')[] {
  if (!isTooLarge) return [];
  const isZoned = !hasUtcDays(period);
  return [
    ...(include.length > 0 && !isLenient ? ['include' as const] : []),
    ...(isZoned ? ['tz' as const] : []),
  ];
}

function notByDaysOf(loggedFrom: string): AccountStatisticsProblem {
  const message = `must be "UTC" where "from" is before ${loggedFrom}: older scans of many codes are counted by UTC day.`;
  return { reason: 'invalid_period', problems: [{ field: 'tz', code: 'conflict', message }] };
}

/** The period, with the first day of which the log can be asked about its scope: it did not always know the accounts of scans. */
function toKnownPeriod(scope: Scope, period: ScanPeriod, { accountsLoggedFromMs }: DaySums): ScanPeriod {
  // A tag is asked for by its codes.
  if (scope.codeIds !== null || accountsLoggedFromMs === 0) return period;
  const firstWholeDay = addDays(toLocalDay(accountsLoggedFromMs, period.zone), 1);
  return firstWholeDay > period.loggedFrom ? { ...period, loggedFrom: firstWholeDay } : period;
}

type PartRequest = AccountStatisticsRequest & {
  /** Whether visitors of a part of the period are none at all. */
  readonly isWhole?: boolean;
};

interface FiguresRequest {
  readonly scope: Scope;
  readonly period: ScanPeriod;
  readonly refreshedAtMs: number;
  readonly request: PartRequest;
}

type Figures = DayFigures & {
  readonly details: LogDetails | null;
  readonly countedAsOfMs: number;
  readonly detailsAsOfMs: number | null;
};

/** Null where the days of the zone are being counted: only for a lenient request. */
async function readFigures(
  deps: Dependencies,
  { scope, period, refreshedAtMs, request }: FiguresRequest,
): Promise<Figures | null> {
  const { include, isLenient = false, isWhole = false } = request;
  const counted = await countAccountDays(deps, {
    scope,
    period,
    refreshedAtMs,
    isLenient,
    isBefore: isWhole,
  });
  if (!counted) return null;
  const { totalScans, byDay, byDevice } = toStatistics(period, {
    counts: counted.value,
    visitors: 0,
    isEstimated: false,
    asOfMs: counted.asOfMs,
    values: new Map(),
  });
  const isKnown = !scope.isTooLarge && (!isWhole || isLogged(period));
  const read = isKnown ? await readDetails(deps, scope, { period, include, isLenient, byDay }) : null;
  return {
    period,
    totalScans,
    byDay,
    byDevice,
    uniqueScans: toLoggedPart(period) === null ? null : (read?.value.visitors ?? null),
    details: read?.value ?? null,
    countedAsOfMs: counted.asOfMs,
    detailsAsOfMs: read?.asOfMs ?? null,
  };
}

function positionsOf({ fromMs, untilMs }: ScanPeriod) {
  return { from: firstPositionOf(fromMs), until: firstPositionOf(untilMs) };
}

/** Looks the codes up; a ranking may name one that was deleted since. */
async function findShown(deps: Dependencies, accountId: string, ranked: readonly RankedCode[]) {
  const ids = [...new Set(ranked.map(({ codeId }) => codeId))];
  const codes = await findQrCodes(deps.db, accountId, ids);
  const byId = new Map(codes.map((code) => [code.codeId, code]));
  return (one: RankedCode): ShownCode[] => {
    const code = byId.get(one.codeId);
    return code ? [{ ...one, code }] : [];
  };
}
