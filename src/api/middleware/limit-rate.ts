import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import { toNetworks } from '#core/http/ip-network.ts';
import { allow, countFitting, toRequests } from '#service/images/drawing-time.ts';
import { limiterOf, takeUpTo } from '#storage/rate-limiter.ts';
import type { AppEnv } from '../app-env.ts';
import type { PlanGate } from '../operation.ts';
import { ApiError } from '#contract/problems/api-error.ts';

const WINDOW_SECONDS = 60;

/** Counts the request against the account's plan. Every response states the plan's limits. */
export const limitRate = createMiddleware<AppEnv>(async function limitRate(c, next) {
  if ((await takeFromPlan(c, 1)) === 0) throw planUsedUp(c);
  await next();
  const { plan } = c.get('actor').account;
  c.res.headers.set('RateLimit-Policy', policyOf(plan));
  const created = c.get('codesOfMonth');
  if (created !== undefined)
    c.res.headers.append('RateLimit', leftOfMonth(plan, created, c.get('deps').nowMs()));
});

/** What is left of the new codes of this month, which ends in UTC. */
function leftOfMonth(plan: Plan, created: number, nowMs: number): string {
  const left = Math.max(0, PLANS[plan].quotas.codes_per_month - created);
  const now = new Date(nowMs);
  const endMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return `"codes-per-month";r=${left};t=${Math.ceil((endMs - nowMs) / 1000)}`;
}

/** Counts up to `requests` against the account's plan, and returns how many were admitted. */
async function takeFromPlan(c: Context<AppEnv>, requests: number): Promise<number> {
  const { id, plan } = c.get('actor').account;
  return takeUpTo(limiterOf(c.env, plan), id, requests, reporterOf(c));
}

/** What the plan of the account still admits in this minute. The request has paid for its first 300 ms of drawing. */
export function planGateOf(c: Context<AppEnv>): PlanGate {
  const admit: PlanGate['admit'] = async (requests) => {
    const wanted = requests.reduce((sum, count) => sum + count, 0);
    const paid = wanted <= 1 ? wanted : 1 + (await takeFromPlan(c, wanted - 1));
    return { count: countFitting(requests, paid), headers: paid < wanted ? planUsedUp(c).headers : {} };
  };
  return {
    admit,
    usedUp: () => planUsedUp(c),
    allowance: () =>
      allow(c.get('deps').budget, c.get('actor').account.plan, async (drawingMs) => {
        if ((await admit([toRequests(drawingMs)])).count === 0) throw planUsedUp(c);
      }),
  };
}

/** The error for a request that exceeds the plan's rate. */
function planUsedUp(c: Context<AppEnv>): ApiError {
  const { plan } = c.get('actor').account;
  return rateLimited(
    `Your plan "${plan}" allows ${PLANS[plan].requestsPerMinute} requests a minute. Try again in ${WINDOW_SECONDS} seconds.`,
    plan,
    policyOf(plan),
  );
}

/** What a network may ask for in a minute, as in wrangler.toml: pictures, and tokens of apps, for which the service fetches documents. */
const OF_NETWORK = {
  pictures: { limiter: 'RATE_LIMIT_DASHBOARD', perMinute: 600 },
  tokens: { limiter: 'RATE_LIMIT_NETWORK', perMinute: 300 },
} as const;

/** Charges the caller's network, each 300 ms of drawing as a request. Throws a 429 after too many. */
export async function chargeNetwork(
  c: Context<AppEnv>,
  what: keyof typeof OF_NETWORK,
  drawingMs = 0,
): Promise<void> {
  const { narrow, wide } = toNetworks(addressOf(c));
  const { limiter, perMinute } = OF_NETWORK[what];
  const requests = toRequests(drawingMs);
  const taken = await takeUpTo(c.env[limiter], `${what} ${wide ?? narrow}`, requests, reporterOf(c));
  if (taken === requests) return;
  throw rateLimited(
    `Your network asked for too many ${what}. Try again in ${WINDOW_SECONDS} seconds.`,
    what,
    `"${what}";q=${perMinute};w=${WINDOW_SECONDS}`,
  );
}

/** The same as in wrangler.toml. */
const FAILED_AUTHENTICATIONS_PER_MINUTE = 60;

/** Counts a failed authentication against the caller's address and network. Throws a 429 after too many. */
export async function countFailure(c: Context<AppEnv>): Promise<void> {
  if (!(await c.get('attempts').countFailure(c.env, addressOf(c), reporterOf(c)))) throw tooManyFailures();
}

/** Throws a 429 if the caller's address or network failed too often within the last minute. Reads only memory. */
export function refuseAfterFailures(c: Context<AppEnv>): void {
  if (c.get('attempts').isBlocked(addressOf(c))) throw tooManyFailures();
}

function addressOf(c: Context<AppEnv>): string {
  return c.req.header('CF-Connecting-IP') ?? 'unknown';
}

function tooManyFailures(): ApiError {
  return rateLimited(
    `Too many failed authentications from your address. Try again in ${WINDOW_SECONDS} seconds.`,
    'failed_auth',
    `"failed_auth";q=${FAILED_AUTHENTICATIONS_PER_MINUTE};w=${WINDOW_SECONDS}`,
  );
}

/** The headers follow the IETF draft "RateLimit header fields for HTTP". */
function rateLimited(message: string, policy: string, policyHeader: string): ApiError {
  return new ApiError('rate_limited', message, {
    headers: {
      'Retry-After': String(WINDOW_SECONDS),
      'RateLimit-Policy': policyHeader,
      RateLimit: `"${policy}";r=0;t=${WINDOW_SECONDS}`,
    },
  });
}

function reporterOf(c: Context<AppEnv>): (event: string, error: unknown) => void {
  return (event, error) => c.get('deps').reportFailure(event, error);
}

/** Months differ in length, so the second policy has no window. */
function policyOf(plan: Plan): string {
  const { requestsPerMinute, quotas } = PLANS[plan];
  return `"${plan}";q=${requestsPerMinute};w=${WINDOW_SECONDS}, "codes-per-month";q=${quotas.codes_per_month}`;
}
