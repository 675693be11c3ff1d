import type { Plan } from '#core/accounts/plan.ts';

/** Counts a request against a limiter of the platform; false where it is one too many. */
export async function takeFromLimiter(
  limiter: RateLimit,
  key: string,
  reportFailure: (event: string, error: unknown) => void,
): Promise<boolean> {
  return (await takeUpTo(limiter, key, 1, reportFailure)) === 1;
}

/**
 * Counts requests one by one until the limiter allows no more, and gives how many it allowed. A limiter that fails lets requests pass:
 * it guards the service, it is not the service.
 */
export async function takeUpTo(
  limiter: RateLimit,
  key: string,
  requests: number,
  reportFailure: (event: string, error: unknown) => void,
): Promise<number> {
  try {
    // One call a request: the `delta` of newer platforms is unknown to the local one.
    for (let taken = 0; taken < requests; taken++) {
      if (!(await limiter.limit({ key })).success) return taken;
    }
  } catch (error) {
    reportFailure('rate_limiter_failed', error);
  }
  return requests;
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
