import type { Account } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName } from '#core/accounts/quota.ts';
import type { Comparison, ScanPeriod } from '#core/scans/period.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { type CodesToLookAt, findCodesToLookAt } from '#storage/targets/attention.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CodeFigures } from '../scans/rank-codes.ts';
import { type KnownStatistics, readKnownStatistics } from '../scans/read-statistics.ts';

/** A quota that is fully or nearly used up. */
export interface NearQuota {
  readonly quota: QuotaName;
  readonly used: number;
  readonly limit: number;
}

export interface Overview {
  /** All codes of the account, including archived ones. */
  readonly codeCount: number;
  readonly statistics: KnownStatistics;
  readonly codes: CodeFigures;
  /** Whether the requested tag no longer exists; the figures then cover all codes. */
  readonly isTagUnknown: boolean;
  readonly toLookAt: CodesToLookAt;
  readonly nearQuotas: readonly NearQuota[];
}

export interface OverviewRequest {
  readonly period: ScanPeriod;
  readonly compare: Comparison | undefined;
  readonly tag: string | undefined;
}

/** From this share on, a quota counts as nearly used up. */
const NEAR = 0.8;

/** The data of the dashboard's first page: how the account is doing, and what needs attention. */
export async function readOverview(
  deps: Dependencies,
  account: Account,
  request: OverviewRequest,
): Promise<Overview> {
  const [read, toLookAt, used] = await Promise.all([
    readFigures(deps, account.id, request),
    findCodesToLookAt(deps.db, account.id, deps.nowMs()),
    readUsage(deps.db, account.id, deps.nowMs()),
  ]);
  const { quotas } = PLANS[account.plan];
  const nearQuotas = QUOTA_NAMES.map((quota) => ({ quota, used: used[quota], limit: quotas[quota] })).filter(
    (one) => one.used >= NEAR * one.limit,
  );
  return { ...read, codeCount: used.codes, toLookAt, nearQuotas };
}

type Figures = Pick<Overview, 'statistics' | 'codes' | 'isTagUnknown'>;

async function readFigures(
  deps: Dependencies,
  accountId: string,
  request: OverviewRequest,
): Promise<Figures> {
  const { tag, ...rest } = request;
  const isOneDay = request.period.days.length === 1;
  const found = await readKnownStatistics(deps, accountId, {
    ...rest,
    scope: tag === undefined ? { kind: 'account' } : { kind: 'tag', tag },
    include: ['country', isOneDay ? 'hour' : 'week_hour'],
    filters: [],
    ranksCodes: true,
  });
  if (!found.ok && found.error.reason === 'tag_not_found')
    return { ...(await readFigures(deps, accountId, { ...request, tag: undefined })), isTagUnknown: true };
  if (!found.ok || !found.value.codes) throw new Error('no overview of days that there are');
  return { statistics: found.value, codes: found.value.codes, isTagUnknown: false };
}
