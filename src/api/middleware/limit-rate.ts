import { createMiddleware } from 'hono/factory';
import { type Plan, PLANS } from '../../core/plan.ts';
import type { AppEnv } from '../app.ts';
import { ApiError } from '../errors.ts';
import { reportFailure } from './log-request.ts';

const WINDOW_SECONDS = 60;

/** Counts the request against the account's plan. A limiter that fails lets requests pass: it guards the service, it is not the service. */
export const limitRate = createMiddleware<AppEnv>(async function limitRate(c, next) {
  const { id, plan } = c.get('account');
  const policy = `"${plan}";q=${PLANS[plan].requestsPerMinute};w=${WINDOW_SECONDS}`;
  if (!(await isWithinLimit(limiterOf(c.env, plan), id))) {
    const message = `Your plan "${plan}" allows ${PLANS[plan].requestsPerMinute} requests a minute. Try again in ${WINDOW_SECONDS} seconds.`;
    throw new ApiError('rate_limited', message, {
      headers: { 'Retry-After': String(WINDOW_SECONDS), 'RateLimit-Policy': policy },
    });
  }
  await next();
  c.res.headers.set('RateLimit-Policy', policy);
});

async function isWithinLimit(limiter: RateLimit, accountId: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key: accountId })).success;
  } catch (error) {
    reportFailure('rate_limiter_failed', error);
    return true;
  }
}

/** One binding a plan: a binding's limit is fixed when the Worker is deployed. */
function limiterOf(env: ApiEnv, plan: Plan): RateLimit {
  switch (plan) {
    case 'free':
      return env.RATE_LIMIT_FREE;
    case 'pro':
      return env.RATE_LIMIT_PRO;
    case 'business':
      return env.RATE_LIMIT_BUSINESS;
  }
}
