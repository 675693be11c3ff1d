import { say } from '#languages/say.ts';
import { createMiddleware } from 'hono/factory';
import type { CompanyIdentity } from '#core/accounts/company-login.ts';
import { hashEmailAddress } from '#core/accounts/email-address.ts';
import { takeTry } from '#core/control/password-tries.ts';
import { toNetworks } from '#core/http/ip-network.ts';
import { type Allowance, allow, toRequests } from '#service/images/drawing-time.ts';
import { limiterOf, takeFromLimiter, takeUpTo } from '#storage/rate-limiter.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { notAvailable, PageError } from '../../frame/page-error.ts';

/** Limits attempts to sign in or up by IP address and network, before anything else is looked up. wrangler.toml has the limits. */
export const limitSignIns = createMiddleware<DashboardEnv>(async function limitSignIns(c, next) {
  const { attempts, deps } = c.var;
  const isAllowed = await attempts.takeSignIn(c.env, addressOf(c), (event, error) =>
    deps.reportFailure(event, error),
  );
  if (!isAllowed) throw tooMany();
  await next();
});

/** Counts an invalid session cookie, or another failed sign-in, against the caller's address and network. Throws a 429 after too many. */
export async function countFailedAttempt(c: DashboardContext): Promise<void> {
  const { attempts, deps } = c.var;
  const isAllowed = await attempts.countFailure(c.env, addressOf(c), (event, error) =>
    deps.reportFailure(event, error),
  );
  if (!isAllowed) throw tooMany();
}

/** Throws a 429 if the caller's address or network failed too often within the last minute. Reads only memory. */
export function refuseAfterFailures(c: DashboardContext): void {
  if (c.get('attempts').isBlocked(addressOf(c))) throw tooMany();
}

function addressOf(c: DashboardContext): string {
  return c.req.header('CF-Connecting-IP') ?? 'unknown';
}

/** Limits mail to one address, no matter who requests it. The limiter gets a hash, so that it learns no address. */
export async function limitMailTo(c: DashboardContext, email: string): Promise<void> {
  await take(c, c.env.RATE_LIMIT_SIGN_IN, await hashEmailAddress(email));
}

/** Limits the sign-ins of one person through the company login, whatever their browser keeps. */
export async function limitSubject(c: DashboardContext, identity: CompanyIdentity): Promise<void> {
  await take(c, c.env.RATE_LIMIT_SIGN_IN, `${identity.issuer} ${identity.subject}`);
}

/** Limits the requests of a signed-in person. */
export const limitPerson = createMiddleware<DashboardEnv>(async function limitPerson(c, next) {
  await take(c, c.env.RATE_LIMIT_DASHBOARD, c.get('person').id);
  await next();
});

/** Limits the requests of all people with a share link: together, they cost its owner no more than one person of the account does. */
export function limitLink(c: DashboardContext, linkId: string): Promise<void> {
  return take(c, c.env.RATE_LIMIT_DASHBOARD, linkId);
}

/** Limits the tries of a link's password, by network and by all that have the link. */
export async function limitPasswordTries(c: DashboardContext, linkId: string): Promise<void> {
  const { narrow, wide } = toNetworks(addressOf(c));
  const limiters = { ofNetwork: c.env.RATE_LIMIT_SHARE_NETWORK, ofAll: c.env.RATE_LIMIT_SHARE };
  const isAllowed = await takeTry(limiters, {
    networkKey: `${linkId} ${wide ?? narrow}`,
    lockKey: linkId,
  }).catch((error: unknown) => {
    c.get('deps').reportFailure('rate_limiter_failed', error);
    throw notAvailable();
  });
  if (!isAllowed) throw tooMany();
}

/** Counts up to `requests` against the account's plan, as the API does for the account's keys, and returns how many were admitted. */
export function takeFromPlan(c: DashboardContext, requests: number): Promise<number> {
  const { id, plan } = c.get('person').account;
  const { deps } = c.var;
  return takeUpTo(limiterOf(c.env, plan), id, requests, (event, error) => deps.reportFailure(event, error));
}

/** Counts what is drawn against the account's plan, as the API counts the same drawing. False if the plan admits no more now. */
export async function payForDrawing(c: DashboardContext, drawingMs: number): Promise<boolean> {
  const requests = toRequests(drawingMs);
  return (await takeFromPlan(c, requests)) === requests;
}

/** What this request may draw. */
export function allowanceOf(c: DashboardContext): Allowance {
  return allow(c.get('deps').budget, c.get('person').account.plan, async (drawingMs) => {
    if (!(await payForDrawing(c, drawingMs))) throw tooMany();
  });
}

function isTaken(c: DashboardContext, limiter: RateLimit, key: string): Promise<boolean> {
  const { deps } = c.var;
  return takeFromLimiter(limiter, key, (event, error) => deps.reportFailure(event, error));
}

async function take(c: DashboardContext, limiter: RateLimit, key: string): Promise<void> {
  if (!(await isTaken(c, limiter, key))) throw tooMany();
}

/** What the page says whose request the plan no longer admits. */
function tooMany(): PageError {
  return new PageError(
    429,
    say('Too many requests'),
    say('You sent too many requests within a minute. Wait a minute, then try again.'),
    undefined,
    { 'Retry-After': '60' },
  );
}
