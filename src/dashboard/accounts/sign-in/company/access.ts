import { type Claims, readEmail, toIdentity } from '#core/accounts/company-login.ts';
import type { Person } from '#core/accounts/account.ts';
import { readAssertion } from '#service/accounts/company/access-assertion.ts';
import { endSession, readSession, type SignedIn } from '#service/accounts/sessions.ts';
import { isIdentityOf } from '#storage/accounts/identities.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { resumeSession } from '../resume-session.ts';
import { clearSessionCookie, writeSessionCookie } from '../session-cookie.ts';
import { signInVouched } from './vouched-sign-in.ts';

export const ACCESS_HEADER = 'CF-Access-Jwt-Assertion';

/**
 * The person of a request for a private page: that of the session. Behind Cloudflare Access, a browser without a session that opens a
 * page is signed in as the person whom Access names, and a session of another person ends: a form that they filled in is not sent in this one's name.
 */
export async function resumeBehindAccess(c: DashboardContext): Promise<SignedIn | null> {
  const signedIn = await resumeSession(c);
  const deps = c.get('deps');
  const { access } = deps.companyLogin;
  const claims = access && (await readAssertion(deps, access, c.req.header(ACCESS_HEADER)));
  if (!claims || (signedIn && (await isNamed(c, signedIn.person, claims)))) return signedIn;
  if (signedIn) {
    await endSession(deps, signedIn.person.id, signedIn.sessionId);
    clearSessionCookie(c);
  }
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return null;
  const session = await signInVouched(c, claims);
  writeSessionCookie(c, session);
  return readSession(deps, session);
}

/** Whether Access names a person. Nobody can tell of one without an address, whom only the operator's links and passkeys sign in. */
async function isNamed(c: DashboardContext, person: Person, claims: Claims): Promise<boolean> {
  if (person.email === null || person.email === readEmail(claims)) return true;
  const { db, companyLogin } = c.get('deps');
  const identity = toIdentity(claims, companyLogin);
  return identity.ok && isIdentityOf(db, person.id, identity.value);
}
