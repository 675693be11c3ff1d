import type { Account } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName } from '#core/accounts/quota.ts';
import type { Comparison, PeriodRequest } from '#core/scans/period.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { type CodesToLookAt, findCodesToLookAt } from '#storage/codes/attention.ts';
import type { Dependencies } from '../dependencies.ts';
import { readInZone, type ZoneProblem } from '../scans/read-in-zone.ts';
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
  readonly statistics: AccountStatistics;
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
  const isOneDay = request.from !== undefined && request.from === request.to;
  const { tag, compare } = request;
  const include = ['country', isOneDay ? 'hour' : 'week_hour'] as const;
  const { found, zoneProblem } = await readInZone(deps, request, (period) =>
    readAccountStatistics(deps, accountId, { ...period, tag, compare, include, isLenient: true }),
  );
  if (found.ok) return { statistics: found.value, isTagUnknown: false, zoneProblem };
  switch (found.error.reason) {
    case 'tag_not_found': {
      const all = await readStatistics(deps, accountId, { ...request, tag: undefined });
      return { ...all, isTagUnknown: true };
    }
    case 'invalid_period':
    case 'tag_too_large':
    case 'being_counted':
      throw new Error(`no overview: ${found.error.reason}`);
  }
}
