import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import type { Dependencies } from '../dependencies.ts';

/** Stores one more item that a quota limits. `insert` gets the limit, and refuses in its own transaction. */
export async function withinQuota<T>(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  { account }: Pick<Actor, 'account'>,
  quota: 'api_keys' | 'people' | 'domains' | 'webhooks',
  insert: (limit: number) => Promise<T>,
): Promise<Result<T, QuotaProblem>> {
  const limit = PLANS[account.plan].quotas[quota];
  try {
    return ok(await insert(limit));
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error;
    const { [quota]: used } = await readUsage(db, account.id, nowMs());
    return err({ reason: 'quota_exceeded', quota, limit, used });
  }
}
