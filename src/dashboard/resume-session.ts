import { readSession, type SignedIn } from '../service/sign-in.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

/** Who is signed in by the request's cookie, if anybody. The cookie is written again when its session is renewed: both last as long. */
export async function resumeSession(c: DashboardContext): Promise<SignedIn | null> {
  const token = readSessionCookie(c);
  const signedIn = token === null ? null : await readSession(c.get('deps'), token);
  if (token !== null && signedIn?.isRenewed) writeSessionCookie(c, token);
  return signedIn;
}
