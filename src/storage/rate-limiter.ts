import type { Plan } from '#core/accounts/plan.ts';

/** Counts a request against one of the platform's limiters; false if it exceeds the limit. */
export async function takeFromLimiter(
  limiter: RateLimit,
  key: string,
  reportFailure: (event: string, error: unknown) => void,
): Promise<boolean> {
  return (await takeUpTo(limiter, key, 1, reportFailure)) === 1;
}

/**
 * Counts requests, all at the same time, and gives how many the limiter allowed. A failing limiter lets requests pass, because the service
 * must not depend on it.
 */
export async function takeUpTo(
  limiter: RateLimit,
  key: string,
  requests: number,
  reportFailure: (event: string, error: unknown) => void,
): Promise<number> {
  try {
    // One call per request: the local platform does not know the newer `delta`.
    const asked = Array.from({ length: requests }, () => limiter.limit({ key }));
    return (await Promise.all(asked)).filter(({ success }) => success).length;
  } catch (error) {
    reportFailure('rate_limiter_failed', error);
    return requests;
  }
}

/** One binding per plan: a binding's limit is fixed at deployment. */
interface PlanLimiters {
  readonly RATE_LIMIT_FREE: RateLimit;
  readonly RATE_LIMIT_PRO: RateLimit;
  readonly RATE_LIMIT_BUSINESS: RateLimit;
}

/** The limiter of a plan; it counts by account. */
export function limiterOf(env: PlanLimiters, plan: Plan): RateLimit {
  return { free: env.RATE_LIMIT_FREE, pro: env.RATE_LIMIT_PRO, business: env.RATE_LIMIT_BUSINESS }[plan];
}
