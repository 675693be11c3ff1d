import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import type { QuotaProblem, Quotas } from '#core/accounts/quota.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import type { Dependencies } from '../dependencies.ts';

/** Stores one more item that a quota limits. `insert` gets the limits, and refuses in its own transaction, also if storage is full. */
export async function withinQuota<T>(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  { account }: Pick<Actor, 'account'>,
  quota: 'api_keys' | 'people' | 'domains' | 'webhooks' | 'stored_bytes',
  insert: (limit: number, limits: Quotas) => Promise<T>,
): Promise<Result<T, QuotaProblem>> {
  const limits: Quotas = PLANS[account.plan].quotas;
  try {
    return ok(await insert(limits[quota], limits));
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error;
    const used = await readUsage(db, account.id, nowMs());
    const full = used[quota] < limits[quota] ? 'stored_bytes' : quota;
    return err({ reason: 'quota_exceeded', quota: full, limit: limits[full], used: used[full] });
  }
}
