import type { Plan } from '../core/plan.ts';

/**
 * Counts requests against a limiter of the platform; false where they are too many. A limiter that fails lets requests pass: it guards
 * the service, it is not the service.
 */
export async function takeFromLimiter(
  limiter: RateLimit,
  key: string,
  requests: number,
  reportFailure: (event: string, error: unknown) => void,
): Promise<boolean> {
  try {
    // One call a request: the `delta` of newer platforms is unknown to the local one.
    for (let i = 0; i < requests; i++) {
      if (!(await limiter.limit({ key })).success) return false;
    }
    return true;
  } catch (error) {
    reportFailure('rate_limiter_failed', error);
    return true;
  }
}

/** One binding a plan: a binding's limit is fixed when the Worker is deployed. */
interface PlanLimiters {
  readonly RATE_LIMIT_FREE: RateLimit;
  readonly RATE_LIMIT_PRO: RateLimit;
  readonly RATE_LIMIT_BUSINESS: RateLimit;
}

/** The limiter of a plan, which counts by account. */
export function limiterOf(env: PlanLimiters, plan: Plan): RateLimit {
  switch (plan) {
    case 'free':
      return env.RATE_LIMIT_FREE;
    case 'pro':
      return env.RATE_LIMIT_PRO;
    case 'business':
      return env.RATE_LIMIT_BUSINESS;
  }
}
