import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Account } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import type { QuotaName, Quotas } from '#core/accounts/quota.ts';
import { toUtcMonth } from '#core/utc-day.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import type { AppEnv } from '../app-env.ts';
import { noQuery } from '#contract/requests.ts';
import type { usage } from '#contract/responses.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { allowOnly } from '../middleware/allow-only.ts';

/** `/v1/usage` */
export const usageRoutes = new Hono<AppEnv>().get('/', showUsage).all('/', allowOnly('GET, HEAD'));

async function showUsage(c: Context<AppEnv>): Promise<Response> {
  validateQuery(noQuery, readQuery(c.req.url));
  const { id, plan } = c.get('account');
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  return c.json(toUsageResource(plan, await readUsage(deps.db, id, nowMs), nowMs));
}

function toUsageResource(plan: Account['plan'], used: Quotas, nowMs: number): z.output<typeof usage> {
  const { quotas, editsPerCode, requestsPerMinute } = PLANS[plan];
  const quota = (name: QuotaName) => ({ limit: quotas[name], used: used[name] });
  return {
    plan,
    month: toUtcMonth(nowMs),
    quotas: {
      codes: quota('codes'),
      codes_per_month: quota('codes_per_month'),
      api_keys: quota('api_keys'),
      people: quota('people'),
      stored_bytes: quota('stored_bytes'),
    },
    edits_kept_per_code: editsPerCode,
    requests_per_minute: requestsPerMinute,
  };
}
