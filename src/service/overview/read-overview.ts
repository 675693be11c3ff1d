import type { Account } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName } from '#core/accounts/quota.ts';
import type { Comparison, PeriodRequest } from '#core/scans/period.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { type CodesToLookAt, findCodesToLookAt } from '#storage/codes/attention.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';
import { type AccountStatistics, readAccountStatistics } from '../scans/read-account-statistics.ts';

/** A quota that is nearly used up, or is. */
export interface NearQuota {
  readonly quota: QuotaName;
  readonly used: number;
  readonly limit: number;
}

export interface Overview {
  /** All codes of the account, archived ones too. */
  readonly codes: number;
  /** Null while counts from before an upgrade are being added up. */
  readonly statistics: AccountStatistics | null;
  /** Whether the tag that was asked for is none any more; the figures are then of all codes. */
  readonly isTagUnknown: boolean;
  readonly zoneProblem: ZoneProblem | null;
  readonly toLookAt: CodesToLookAt;
  readonly nearQuotas: readonly NearQuota[];
}

/** Of a period that there can be. */
export interface OverviewRequest extends PeriodRequest {
  readonly compare: Comparison | undefined;
  readonly tag: string | undefined;
}

/** Why figures have UTC days instead of those of the zone that was asked for. */
export type ZoneProblem = 'old_days' | 'large_tag' | 'being_counted' | 'no_log';

/** From this share on a quota is nearly used up. */
const NEAR = 0.8;

/** What the first page of the dashboard shows: how the account is doing, and what needs somebody's attention. */
export async function readOverview(
  deps: Dependencies,
  account: Account,
  request: OverviewRequest,
): Promise<Overview> {
  const [read, toLookAt, used] = await Promise.all([
    readStatistics(deps, account.id, request),
    findCodesToLookAt(deps.db, account.id, deps.nowMs()),
    readUsage(deps.db, account.id, deps.nowMs()),
  ]);
  const { quotas } = PLANS[account.plan];
  const nearQuotas = QUOTA_NAMES.map((quota) => ({ quota, used: used[quota], limit: quotas[quota] })).filter(
    (one) => one.used >= NEAR * one.limit,
  );
  return { ...read, codes: used.codes, toLookAt, nearQuotas };
}

type Figures = Pick<Overview, 'statistics' | 'isTagUnknown' | 'zoneProblem'>;

async function readStatistics(
  deps: Dependencies,
  accountId: string,
  request: OverviewRequest,
): Promise<Figures> {
  const readInUtc = async (zoneProblem: ZoneProblem): Promise<Figures> => ({
    ...(await readStatistics(deps, accountId, toUtcRequest(request, deps.nowMs()))),
    zoneProblem,
  });
  const found = await ask(deps, accountId, request);
  if (found === null) return readInUtc('no_log');
  if (found.ok) return { statistics: found.value, isTagUnknown: false, zoneProblem: null };
  switch (found.error.reason) {
    case 'adding_up':
      return { statistics: null, isTagUnknown: false, zoneProblem: null };
    case 'tag_not_found': {
      const all = await readStatistics(deps, accountId, { ...request, tag: undefined });
      return { ...all, isTagUnknown: true };
    }
    case 'being_counted':
      return readInUtc('being_counted');
    case 'tag_too_large':
      return readInUtc('large_tag');
    case 'invalid_period':
      if (isUtc(request)) throw new Error('no overview: invalid_period');
      return readInUtc('old_days');
  }
}

/** Null where the log of single scans does not respond, without which there are UTC days alone. */
async function ask(deps: Dependencies, accountId: string, request: OverviewRequest) {
  const isOneDay = request.from !== undefined && request.from === request.to;
  try {
    return await readAccountStatistics(deps, accountId, {
      ...request,
      include: ['country', isOneDay ? 'hour' : 'week_hour'],
      isLenient: true,
    });
  } catch (error) {
    if (!isStorageFailure(error) || isUtc(request)) throw error;
    deps.reportFailure('account_zone_failed', error);
    return null;
  }
}

/** The same by UTC days. East of UTC it may be tomorrow already. */
function toUtcRequest(request: OverviewRequest, nowMs: number): OverviewRequest {
  const today = toUtcDay(nowMs);
  const clamp = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return { ...request, timeZone: UTC, from: clamp(request.from), to: clamp(request.to) };
}

function isUtc({ timeZone = UTC }: OverviewRequest): boolean {
  return timeZone === UTC;
}
