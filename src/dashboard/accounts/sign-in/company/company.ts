import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { LONGEST_APP_REQUEST } from '#core/accounts/connected-app.ts';
import { readAssertion } from '#service/accounts/company/access-assertion.ts';
import { finishAtProvider, startAtProvider } from '#service/accounts/company/provider.ts';
import { endSession, readSession } from '#service/accounts/sessions.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../../frame/dashboard-env.ts';
import { clearCookie, readCookie, writeCookie } from '../../../frame/own-cookie.ts';
import { PageError, pageNotFound } from '../../../frame/page-error.ts';
import { countFailedAttempt, refuseAfterFailures } from '../limit-attempts.ts';
import { toNextPath, toSignInAgainPath, USUAL_PLACE } from '../next-path.ts';
import { resumeSession } from '../resume-session.ts';
import { writeSessionCookie } from '../session-cookie.ts';
import { ACCESS_HEADER } from './access.ts';
import { refuseCompanySignIn, signInVouched } from './vouched-sign-in.ts';

const COMPANY_PATH = '/sign-in/company';

/** The cookie that a browser keeps while it is at the company's provider: only the browser that left can return, and only once. */
const PENDING = 'company';
const PENDING_LIVES_SECONDS = 10 * 60;

/** What a browser wants beside being signed in. */
interface Wish {
  readonly next: string;
  /** Whether they are here to sign in again. */
  readonly isAgain: boolean;
}

export const companyRoutes = new Hono<DashboardEnv>().get('/', leave).get('/return', comeBack);

/**
 * `GET /sign-in/company?next={path}`: leads to the company's provider. A link, because our policy lets no form lead to another site. Only
 * returns are counted: a whole company can sit behind one address.
 */
async function leave(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { provider, access } = deps.companyLogin;
  const { origin } = new URL(c.req.url);
  const wish = { next: toNextPath(c.req.query('next'), origin), isAgain: c.req.query('again') !== undefined };
  if (!provider) {
    if (!access) throw pageNotFound();
    const claims = await readAssertion(deps, access, c.req.header(ACCESS_HEADER));
    if (!claims) throw refuseCompanySignIn(c, 'refused');
    return finish(c, await signInVouched(c, claims), wish);
  }
  const options = { returnUrl: `${origin}${COMPANY_PATH}/return`, isAgain: wish.isAgain };
  const started = await startAtProvider(deps, provider, options);
  if (!started.ok) throw refuseCompanySignIn(c, started.error);
  const { state, nonce, verifier, url } = started.value;
  const place = wish.next.length > LONGEST_APP_REQUEST ? USUAL_PLACE : wish.next;
  const kept = [state, nonce, verifier, place, ...(wish.isAgain ? ['again'] : [])];
  writeCookie(c, PENDING, kept.join(' '), PENDING_LIVES_SECONDS);
  return c.redirect(url, 303);
}

/** `GET /sign-in/company/return`: the provider leads back here. */
async function comeBack(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { provider } = deps.companyLogin;
  if (!provider) throw pageNotFound();
  refuseAfterFailures(c);
  const [state, nonce, verifier, next, again] = readCookie(c, PENDING)?.split(' ') ?? [];
  clearCookie(c, PENDING);
  if (!state || !nonce || !verifier)
    throw new PageError(
      400,
      say('Start again'),
      say(
        'This sign-in did not begin in this browser, or it took longer than 10 minutes. You are not signed in.',
      ),
      { href: '/sign-in', label: say('Sign in') },
    );
  const url = new URL(c.req.url);
  const claims = await finishAtProvider(deps, provider, { url, pending: { state, nonce, verifier } });
  if (!claims.ok) {
    await countFailedAttempt(c);
    throw refuseCompanySignIn(c, claims.error);
  }
  const wish = { next: toNextPath(next, url.origin), isAgain: again !== undefined };
  return finish(c, await signInVouched(c, claims.value), wish);
}

/** Signs in, unless the browser is somebody else's: any site can lead here, and must sign nobody out. */
async function finish(c: DashboardContext, session: string, { next, isAgain }: Wish): Promise<Response> {
  const deps = c.get('deps');
  const [before, now] = [await resumeSession(c), await readSession(deps, session)];
  const own = before && (await listSameHuman(deps.db, before.person.id));
  if (before && now && !own?.some(({ id }) => id === now.person.id)) {
    await endSession(deps, now.person.id, now.sessionId);
    throw new PageError(
      409,
      say('Sign out first'),
      say(
        'This browser is signed in as {person} of {account}, and stays so. To sign in as somebody else, sign out first.',
        { person: before.person.name, account: before.person.account.name },
      ),
    );
  }
  if (before) await endSession(deps, before.person.id, before.sessionId);
  writeSessionCookie(c, session);
  if (isAgain && !now?.isFresh)
    throw new PageError(
      403,
      say('Not signed in again'),
      say(
        '{provider} does not say that you signed in there within the last 10 minutes. Sign in with a passkey, or ask whoever runs this service for a sign-in link.',
        { provider: deps.companyLogin.name ?? '' },
      ),
      { href: toSignInAgainPath(next), label: say('Sign in again') },
    );
  return c.redirect(next, 303);
}
