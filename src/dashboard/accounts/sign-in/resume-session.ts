import { endSession, readSession, type SignedIn } from '#service/accounts/sessions.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { countFailedSession, refuseAfterFailures } from './limit-attempts.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

/** Who is signed in by the request's cookie, if anybody. A cookie that opens nothing counts as a failed authentication. */
export async function resumeSession(c: DashboardContext): Promise<SignedIn | null> {
  const token = readSessionCookie(c);
  if (token === null) return null;
  refuseAfterFailures(c);
  const signedIn = await readSession(c.get('deps'), token);
  if (!signedIn) await countFailedSession(c);
  return signedIn;
}

/** Signs the browser in with the token of a new session. The session that it had before ends: nobody could reach it any more. */
export async function replaceSession(c: DashboardContext, token: string): Promise<void> {
  const before = await resumeSession(c);
  if (before) await endSession(c.get('deps'), before.person.id, before.sessionId);
  writeSessionCookie(c, token);
}
