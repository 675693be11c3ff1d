import type { z } from 'zod';
import type { Account } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type Quotas } from '#core/accounts/quota.ts';
import { toUtcMonth } from '#core/utc-day.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { usage } from '#contract/codes/responses.ts';
import { USAGE } from '../examples.ts';
import { operation } from '../operation.ts';

export const getUsage = operation({
  method: 'get',
  path: '/v1/usage',
  summary: 'Read the usage and quotas of the account',
  description:
    'A request that would exceed a quota gets 403 `quota_exceeded`. A bulk request creates the codes that still fit.',
  response: usage,
  example: USAGE,
  async handle({ deps, actor: { account } }) {
    const nowMs = deps.nowMs();
    return toUsageResource(account.plan, await readUsage(deps.db, account.id, nowMs), nowMs);
  },
});

function toUsageResource(plan: Account['plan'], used: Quotas, nowMs: number): z.output<typeof usage> {
  const { quotas, editsPerCode, keptEvents, requestsPerMinute } = PLANS[plan];
  const shown = QUOTA_NAMES.map((name) => [name, { limit: quotas[name], used: used[name] }] as const);
  return {
    plan,
    month: toUtcMonth(nowMs),
    quotas: Object.fromEntries(shown) as z.output<typeof usage>['quotas'],
    edits_kept_per_code: editsPerCode,
    events_kept: keptEvents,
    requests_per_minute: requestsPerMinute,
  };
}
