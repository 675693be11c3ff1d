import { Hono } from 'hono';
import { findOpenLink, readSession, signInByLink } from '../../service/sign-in.ts';
import { deleteSession } from '../../storage/sessions.ts';
import { nameBrowser } from '../browser-name.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { limitSignIns } from '../middleware/limit-attempts.ts';
import { PageError } from '../page-error.ts';
import { ConfirmSignInPage, SignInPage } from '../pages/sign-in.tsx';
import { renderPage } from '../render.tsx';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from '../session-cookie.ts';

export const signInRoutes = new Hono<DashboardEnv>()
  .get('/', showSignIn)
  .get('/link/:token', limitSignIns, openLink)
  .post('/link/:token', limitSignIns, signIn);

async function showSignIn(c: DashboardContext): Promise<Response> {
  const token = readSessionCookie(c);
  if (token !== null && (await readSession(c.get('deps'), token))) return c.redirect('/codes', 303);
  return renderPage(c, { title: 'Sign in' }, <SignInPage />);
}

/**
 * `GET /sign-in/link/{token}`: signs in at once where the link was opened by hand, as one printed in a terminal is. Where it was sent, or
 * another page leads here, it asks first: mail scanners open links, and nobody shall be signed in to an account of somebody else's choice.
 */
async function openLink(c: DashboardContext): Promise<Response> {
  const link = await findOpenLink(c.get('deps'), c.req.param('token') ?? '');
  if (!link) throw linkIsGone();
  if (link.isSent || !isOpenedByHand(c)) {
    return renderPage(c, { title: 'Sign in' }, <ConfirmSignInPage person={link.person} path={c.req.path} />);
  }
  return signIn(c);
}

async function signIn(c: DashboardContext): Promise<Response> {
  const session = await signInByLink(c.get('deps'), c.req.param('token') ?? '', nameBrowser(c));
  if (session === null) throw linkIsGone();
  writeSessionCookie(c, session);
  return c.redirect('/codes', 303);
}

/** `POST /sign-out` */
export async function signOut(c: DashboardContext): Promise<Response> {
  await deleteSession(c.get('deps').db, c.get('person').id, c.get('sessionId'));
  clearSessionCookie(c);
  return c.redirect('/sign-in', 303);
}

/** Fetch Metadata: `none` is what a person typed, pasted or opened from outside of the browser. Clients that send none are no browsers. */
function isOpenedByHand(c: DashboardContext): boolean {
  return ['none', 'same-origin', undefined].includes(c.req.header('Sec-Fetch-Site'));
}

function linkIsGone(): PageError {
  return new PageError(
    410,
    'This link does not work any more',
    'A sign-in link works once, within 15 minutes. Ask for a new one where you got this one.',
  );
}
