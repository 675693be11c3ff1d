import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../dashboard-env.ts';
import { toSignInPath } from '../next-path.ts';
import { forbidden, PageError } from '../page-error.ts';
import { resumeSession } from '../resume-session.ts';
import { clearSessionCookie, readSessionCookie } from '../session-cookie.ts';

/** Lets in who is signed in. A page leads everybody else to the sign-in; a form is refused, so that nothing is half done. */
export const requireSession = createMiddleware<DashboardEnv>(async function requireSession(c, next) {
  const signedIn = await resumeSession(c);
  if (!signedIn) {
    if (readSessionCookie(c) !== null) clearSessionCookie(c);
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      return c.redirect(toSignInPath(new URL(c.req.url)), 303);
    }
    throw new PageError(
      401,
      'Signed out',
      'You are signed out, and nothing was changed. Sign in, and try again.',
    );
  }
  c.set('person', signedIn.person);
  c.set('sessionId', signedIn.sessionId);
  await next();
  return undefined;
});

/** API keys and people are for owners. */
export const requireOwner = createMiddleware<DashboardEnv>(async function requireOwner(c, next) {
  if (c.get('person').role !== 'owner') {
    throw forbidden('Only owners of the account can do this. Ask one of them.');
  }
  await next();
});
