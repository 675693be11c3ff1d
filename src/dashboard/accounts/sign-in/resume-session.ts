import { endSession, readSession, type SignedIn } from '#service/accounts/sessions.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { countFailedAttempt, refuseAfterFailures } from './limit-attempts.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';

/** The person whom the request's cookie signs in, if any. An invalid cookie counts as a failed authentication. */
export async function resumeSession(c: DashboardContext): Promise<SignedIn | null> {
  const token = readSessionCookie(c);
  if (token === null) return null;
  refuseAfterFailures(c);
  const signedIn = await readSession(c.get('deps'), token);
  if (!signedIn) await countFailedAttempt(c);
  return signedIn;
}

/** Signs the browser in with the token of a new session. Its previous session ends, because nobody could use it any more. */
export async function replaceSession(c: DashboardContext, token: string): Promise<void> {
  const before = await resumeSession(c);
  if (before) await endSession(c.get('deps'), before.person.id, before.sessionId);
  writeSessionCookie(c, token);
}
