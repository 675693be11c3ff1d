import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { toNetwork } from '../../core/ip-network.ts';
import { type Plan, PLANS } from '../../core/plan.ts';
import { limiterOf, takeFromLimiter } from '../../storage/rate-limiter.ts';
import type { AppEnv } from '../app.ts';
import { ApiError } from '../errors.ts';
import { reportFailure } from './log-request.ts';

const WINDOW_SECONDS = 60;

/** Counts the request against the account's plan, and says on every answer what the plan allows. */
export const limitRate = createMiddleware<AppEnv>(async function limitRate(c, next) {
  await takeFromLimit(c, 1);
  await next();
  c.res.headers.set('RateLimit-Policy', policyOf(c.get('account').plan));
});

/**
 * Counts `requests` against the account's plan; throws a 429 where it is used up. Headers by the IETF draft "RateLimit header fields for
 * HTTP".
 */
export async function takeFromLimit(c: Context<AppEnv>, requests: number): Promise<void> {
  const { id, plan } = c.get('account');
  if (await takeFromLimiter(limiterOf(c.env, plan), id, requests, reportFailure)) return;
  throw rateLimited(
    `Your plan "${plan}" allows ${PLANS[plan].requestsPerMinute} requests a minute. Try again in ${WINDOW_SECONDS} seconds.`,
    plan,
    policyOf(plan),
  );
}

/** As in wrangler.toml. */
const FAILED_AUTHENTICATIONS_PER_MINUTE = 60;

/** Counts a failed authentication against the caller's address; throws a 429 where there were too many. */
export async function countFailure(c: Context<AppEnv>): Promise<void> {
  const network = toNetwork(c.req.header('CF-Connecting-IP') ?? 'unknown');
  if (await takeFromLimiter(c.env.RATE_LIMIT_FAILED_AUTH, network, 1, reportFailure)) return;
  throw rateLimited(
    `Too many failed authentications from your address. Try again in ${WINDOW_SECONDS} seconds.`,
    'failed_auth',
    `"failed_auth";q=${FAILED_AUTHENTICATIONS_PER_MINUTE};w=${WINDOW_SECONDS}`,
  );
}

function rateLimited(message: string, policy: string, policyHeader: string): ApiError {
  return new ApiError('rate_limited', message, {
    headers: {
      'Retry-After': String(WINDOW_SECONDS),
      'RateLimit-Policy': policyHeader,
      RateLimit: `"${policy}";r=0;t=${WINDOW_SECONDS}`,
    },
  });
}

function policyOf(plan: Plan): string {
  return `"${plan}";q=${PLANS[plan].requestsPerMinute};w=${WINDOW_SECONDS}`;
}
