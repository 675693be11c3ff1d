import { MAX_TAG_CODES } from '#core/scans/account-dimension.ts';
import { err, ok, type Result } from '#core/result.ts';
import { toTagKey } from '#core/codes/tags.ts';
import type { AccountDimension } from '#core/scans/account-dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import {
  type Comparison,
  hasUtcDays,
  isLogged,
  listUnfilterable,
  type PeriodProblem,
  type PeriodRequest,
  type ScanPeriod,
  toComparedPeriod,
  toLoggedPart,
  toScanPeriod,
} from '#core/scans/period.ts';
import type { ScanStatistics, ValueCount } from '#core/scans/scan.ts';
import { findTags } from '#storage/codes/tags.ts';
import type { LogDetails, NamedScope } from '#storage/scans/account-log.ts';
import { listScannedCodes } from '#storage/scans/rank-codes.ts';
import { toStatistics } from '#storage/scans/reader.ts';
import type { Dependencies } from '../dependencies.ts';
import { countAccountDays } from './count-account-days.ts';
import { readDetails } from './read-details.ts';

export interface AccountScansRequest extends PeriodRequest {
  /** Its name in any spelling; without one, all codes. */
  readonly tag?: string | undefined;
  readonly include: readonly AccountDimension[];
  readonly compare?: Comparison | undefined;
  /** Never by rule or variant, which make sense within one code only. */
  readonly filters?: readonly ScanFilter[];
  /** Whether what only the log of single scans knows may be missing: for a page, which shows the rest. */
  readonly isLenient?: boolean;
}

export type AccountStatisticsProblem =
  | { readonly reason: 'invalid_period'; readonly problems: readonly PeriodProblem[] }
  | { readonly reason: 'tag_not_found' }
  | { readonly reason: 'tag_too_large'; readonly fields: readonly ('include' | 'tz' | 'filter')[] }
  /** Only for a lenient request: the log is long, and was never counted by the days of the zone, or so filtered. All scans by UTC day are there. */
  | { readonly reason: 'being_counted' };

/** Scans of a period, by its days and by device. */
type DayFigures = Pick<ScanStatistics, 'totalScans' | 'byDay' | 'byDevice'> & {
  readonly period: ScanPeriod;
  /** Distinct visitors of each code, added up. Null where they are not known. */
  readonly uniqueScans: number | null;
};

/** Scans of all codes of an account, or of a tag, that match every filter. */
export interface AccountScans extends DayFigures {
  /** The tag in the spelling of its first use. */
  readonly tag: string | null;
  readonly filters: readonly ScanFilter[];
  readonly isEstimated: boolean;
  /** The first day whose visitors and breakdowns are known, where that is not the first of the period. */
  readonly detailsFrom: string | null;
  /** Those asked for; null where the log does not respond, or counts for the first time. */
  readonly breakdowns: ReadonlyMap<AccountDimension, readonly ValueCount[]> | null;
  readonly compared:
    | (DayFigures & {
        /** Null where hours were not asked for, or are not known of the whole period. */
        readonly byHour: readonly ValueCount[] | null;
      })
    | null;
  /** Of when the scans by day and device are. */
  readonly countedAsOfMs: number;
  /** Of when visitors and breakdowns are; null where there are none. */
  readonly detailsAsOfMs: number | null;
}

/** What was found to be asked of the stores. */
export interface ScansPlan {
  readonly scope: Scope;
  readonly request: AccountScansRequest;
  readonly period: ScanPeriod;
  /** The one before it, whether or not it is compared. */
  readonly before: ScanPeriod;
  /** Of when the sums by UTC day are. */
  readonly refreshedAtMs: number;
}

/** The scans of all codes of an account, or of a tag. Throws a storage failure where a store does not respond and nothing is known from before. */
export async function readAccountScans(
  deps: Dependencies,
  accountId: string,
  request: AccountScansRequest,
): Promise<Result<AccountScans, AccountStatisticsProblem>> {
  const plan = await planAccountScans(deps, accountId, request);
  return plan.ok ? readPlannedScans(deps, plan.value) : plan;
}

/** Checks what is asked, and brings the sums by day up to date where they are needed. */
export async function planAccountScans(
  deps: Dependencies,
  accountId: string,
  request: AccountScansRequest,
): Promise<Result<ScansPlan, AccountStatisticsProblem>> {
  const asked = toScanPeriod(request, deps.nowMs());
  if (!asked.ok) return err({ reason: 'invalid_period', problems: asked.error });
  const period = asked.value;
  const scope = await findScope(deps, accountId, request.tag);
  if (!scope) return err({ reason: 'tag_not_found' });
  const fields = listTooMuch(scope, period, request);
  if (fields.length > 0) return err({ reason: 'tag_too_large', fields });
  const before = toComparedPeriod(period, request.compare ?? 'previous_period');
  const problems = listUnknown(period, before, request);
  if (problems.length > 0) return err({ reason: 'invalid_period', problems });
  // Days of filtered scans are counted in the log.
  const refreshedAtMs = isFiltered(request) ? 0 : await deps.accountLog.refresh(accountId);
  return ok({ scope, request, period, before, refreshedAtMs });
}

export async function readPlannedScans(
  deps: Dependencies,
  plan: ScansPlan,
): Promise<Result<AccountScans, AccountStatisticsProblem>> {
  const { scope, request, period, before } = plan;
  const [figures, compared] = await Promise.all([
    readFigures(deps, plan, { period, include: request.include }),
    // Visitors of a part of it would be compared with those of the whole.
    request.compare === undefined
      ? null
      : readFigures(deps, plan, { period: before, include: hoursOf(request, before), isWhole: true }),
  ]);
  if (!figures || (request.compare !== undefined && !compared)) return err({ reason: 'being_counted' });
  const { details, ...days } = figures;
  return ok({
    ...days,
    tag: scope.tag,
    filters: request.filters ?? [],
    isEstimated: details?.isEstimated ?? false,
    detailsFrom: isLogged(period) ? null : period.loggedFrom,
    breakdowns: details && new Map(details.values),
    compared: compared && {
      ...compared,
      byHour: new Map(compared.details?.values ?? []).get('hour') ?? null,
    },
  });
}

/** Hours alone are compared, where all of them are known. */
function hoursOf({ include }: AccountScansRequest, period: ScanPeriod): readonly AccountDimension[] {
  return isLogged(period) ? include.filter((dimension) => dimension === 'hour') : [];
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

function isFiltered({ filters = [] }: AccountScansRequest): boolean {
  return filters.length > 0;
}

/** The parameters that a large tag cannot be asked for. */
function listTooMuch(
  { isTooLarge }: Scope,
  period: ScanPeriod,
  request: AccountScansRequest,
): ('include' | 'tz' | 'filter')[] {
  if (!isTooLarge) return [];
  const { include, isLenient } = request;
  return [
    ...(include.length > 0 && !isLenient ? ['include' as const] : []),
    ...(hasUtcDays(period) ? [] : ['tz' as const]),
    ...(isFiltered(request) ? ['filter' as const] : []),
  ];
}

/** What is wrong with a period of which the log holds a part only. */
function listUnknown(
  period: ScanPeriod,
  before: ScanPeriod,
  request: AccountScansRequest,
): readonly PeriodProblem[] {
  if (isFiltered(request)) return listUnfilterable(period, request.compare ? before : null);
  if (isLogged(period) || hasUtcDays(period)) return [];
  const message = `must be "UTC" where "from" is before ${period.loggedFrom}: older scans of many codes are counted by UTC day.`;
  return [{ field: 'tz', code: 'conflict', message }];
}

interface FiguresRequest {
  readonly period: ScanPeriod;
  readonly include: readonly AccountDimension[];
  /** Whether visitors of a part of the period are none at all. */
  readonly isWhole?: boolean;
}

type Figures = DayFigures & {
  readonly details: LogDetails | null;
  readonly countedAsOfMs: number;
  readonly detailsAsOfMs: number | null;
};

/** Null where they are being counted: only for a lenient request. */
async function readFigures(
  deps: Dependencies,
  plan: ScansPlan,
  { period, include, isWhole = false }: FiguresRequest,
): Promise<Figures | null> {
  const { scope, request, refreshedAtMs } = plan;
  const { filters = [], isLenient = false } = request;
  const selection = { scope, period, filters };
  const counted = await countAccountDays(deps, {
    ...selection,
    ...{ refreshedAtMs, isLenient, isBefore: isWhole },
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
  const read = isKnown
    ? await readDetails(deps, selection, { include, isLenient, byDay, isBefore: isWhole })
    : null;
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
