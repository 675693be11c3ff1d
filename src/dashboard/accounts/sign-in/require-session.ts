import { createMiddleware } from 'hono/factory';
import { mayEdit } from '#core/accounts/account.ts';
import { currentLanguage, inLanguage, say } from '#languages/say.ts';
import { handOverNews } from '#service/events/hand-over.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { DELETED_PATH, toSignInAgainPath, toSignInPath } from './next-path.ts';
import { forbidden, PageError } from '../../frame/page-error.ts';
import { resumeBehindAccess } from './company/access.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';

/** The only forms of a deleted account: its people may leave it. */
const WAYS_OUT = ['/sign-out', '/settings/switch'];

/**
 * Lets signed-in people pass. Redirects everybody else from a page to the sign-in, and refuses their forms. The people of a deleted account
 * see only that it was deleted.
 */
export const requireSession = createMiddleware<DashboardEnv>(async function requireSession(c, next) {
  const signedIn = await resumeBehindAccess(c);
  if (!signedIn) {
    if (readSessionCookie(c) !== null) clearSessionCookie(c);
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      return c.redirect(toSignInPath(new URL(c.req.url)), 303);
    }
    throw new PageError(
      401,
      say('Signed out'),
      say('You are signed out, so nothing was changed. Sign in and try again.'),
    );
  }
  if (signedIn.deletion && !WAYS_OUT.includes(c.req.path)) return leadToDeletion(c);
  c.set('person', signedIn.person);
  c.set('sessionId', signedIn.sessionId);
  c.set('isFresh', signedIn.isFresh);
  await inLanguage(signedIn.person.language ?? currentLanguage(), next);
  if (c.req.method === 'POST')
    c.get('deps').afterResponse(handOverNews(c.get('deps'), signedIn.person.account));
  return undefined;
});

function leadToDeletion(c: DashboardContext): Response {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return c.redirect(DELETED_PATH, 303);
  throw new PageError(
    403,
    say('This account was deleted'),
    say('Nothing was changed, because this account was deleted.'),
    { href: DELETED_PATH, label: say('See whether it can be restored') },
  );
}

/** Only editors and owners change codes. */
export const requireEditor = createMiddleware<DashboardEnv>(async function requireEditor(c, next) {
  if (!mayEdit(c.get('person'))) {
    throw forbidden(
      say('You can see codes and their scans. To change them, ask an owner to make you an editor.'),
    );
  }
  await next();
});

/** On the codes' pages, only editors send anything. Viewers are refused every change, including those that are added later. */
export const requireEditorToSend = createMiddleware<DashboardEnv>(
  async function requireEditorToSend(c, next) {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    return requireEditor(c, next);
  },
);

/** Only owners manage API keys and people. */
export const requireOwner = createMiddleware<DashboardEnv>(async function requireOwner(c, next) {
  if (c.get('person').role !== 'owner') {
    throw forbidden(say('Only owners of the account can do this. Ask an owner.'));
  }
  await next();
});

/**
 * Anything that gives lasting access (a passkey, an API key, an owner) requires a sign-in within the last 10 minutes: a stolen or forgotten
 * session alone must not be enough.
 */
export const requireFreshSignIn = createMiddleware<DashboardEnv>(async function requireFreshSignIn(c, next) {
  checkFreshSignIn(c);
  await next();
});

/** Throws a 403 that leads to the sign-in if the session is older than 10 minutes. */
export function checkFreshSignIn(c: DashboardContext): void {
  if (c.get('isFresh')) return;
  throw new PageError(
    403,
    say('Sign in again first'),
    say(
      'For this, you must have signed in within the last 10 minutes. Nothing was changed. Sign in again, then repeat it.',
    ),
    { href: toSignInAgainPath(new URL(c.req.url).pathname), label: say('Sign in again') },
  );
}
