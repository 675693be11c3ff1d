import { createMiddleware } from 'hono/factory';
import { hashEmailAddress } from '../../core/email-address.ts';
import { toNetwork } from '../../core/ip-network.ts';
import { limiterOf, takeFromLimiter } from '../../storage/rate-limiter.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { PageError } from '../page-error.ts';

/** Attempts to sign in or up, counted by address. The limits themselves stand in wrangler.toml. */
export const limitSignIns = createMiddleware<DashboardEnv>(async function limitSignIns(c, next) {
  await take(c, c.env.RATE_LIMIT_SIGN_IN, toNetwork(c.req.header('CF-Connecting-IP') ?? 'unknown'));
  await next();
});

/** Mail to one address, from wherever it is asked for. By its hash: the limiter need not know anybody's address. */
export async function limitMailTo(c: DashboardContext, email: string): Promise<void> {
  await take(c, c.env.RATE_LIMIT_SIGN_IN, await hashEmailAddress(email));
}

/** Requests of a signed-in person. */
export const limitPerson = createMiddleware<DashboardEnv>(async function limitPerson(c, next) {
  await take(c, c.env.RATE_LIMIT_DASHBOARD, c.get('person').id);
  await next();
});

/** What the API would count too: against the account's plan, together with its keys. False where that is used up. */
export async function takeFromPlan(c: DashboardContext): Promise<boolean> {
  const { id, plan } = c.get('person').account;
  return isTaken(c, limiterOf(c.env, plan), id);
}

function isTaken(c: DashboardContext, limiter: RateLimit, key: string): Promise<boolean> {
  const { deps } = c.var;
  return takeFromLimiter(limiter, key, 1, (event, error) => deps.reportFailure(event, error));
}

async function take(c: DashboardContext, limiter: RateLimit, key: string): Promise<void> {
  if (await isTaken(c, limiter, key)) return;
  throw new PageError(
    429,
    'Too many attempts',
    'That was too often for a minute. Wait a minute, and try again.',
    {
      'Retry-After': '60',
    },
  );
}
