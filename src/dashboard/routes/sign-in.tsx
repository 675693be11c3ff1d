import { Hono } from 'hono';
import { EMAIL_ADDRESS_RULE, parseEmailAddress } from '../../core/email-address.ts';
import { mailLinkToAddress } from '../../service/mail-sign-in-link.ts';
import { findOpenLink, signInByLink } from '../../service/sign-in.ts';
import { deleteSession } from '../../storage/sessions.ts';
import { nameBrowser } from '../browser-name.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { runAfterAnswer } from '../run-after-answer.ts';
import { Form, readForm } from '../form.ts';
import { limitMailTo, limitSignIns } from '../middleware/limit-attempts.ts';
import { toNextPath } from '../next-path.ts';
import { PageError, pageNotFound } from '../page-error.ts';
import { ConfirmSignInPage, SignInPage } from '../pages/sign-in.tsx';
import { renderPage } from '../render.tsx';
import { resumeSession } from '../resume-session.ts';
import { isSignUpOpen } from '../sign-up-mode.ts';
import { clearSessionCookie, writeSessionCookie } from '../session-cookie.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkeys.ts';

export const signInRoutes = new Hono<DashboardEnv>()
  .get('/', showSignIn)
  .post('/', limitSignIns, requestLink)
  .post('/passkey/options', limitSignIns, offerPasskeySignIn)
  .post('/passkey', limitSignIns, signInWithPasskey)
  .get('/link/:token', limitSignIns, openLink)
  .post('/link/:token', limitSignIns, signIn);

async function showSignIn(c: DashboardContext): Promise<Response> {
  if (await resumeSession(c))
    return c.redirect(toNextPath(c.req.query('next'), new URL(c.req.url).origin), 303);
  return renderSignIn(c, new Form());
}

function renderSignIn(c: DashboardContext, form: Form) {
  return renderPage(
    c,
    { title: 'Sign in', status: form.hasErrors ? 422 : 200 },
    <SignInPage
      form={form}
      isMailed={c.get('deps').mailer !== null}
      isSent={c.req.query('sent') !== undefined}
      isSignUpOpen={isSignUpOpen(c)}
    />,
  );
}

/**
 * `POST /sign-in`: mails a link to whoever has the address. The answer is the same whether anybody has, and goes out before that is
 * looked up.
 */
async function requestLink(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { mailer } = deps;
  if (!mailer) throw pageNotFound();
  const form = await readForm(c);
  const email = parseEmailAddress(form.value('email'));
  if (email === null) {
    form.refuse('email', EMAIL_ADDRESS_RULE);
    return renderSignIn(c, form);
  }
  await limitMailTo(c, email);
  runAfterAnswer(
    deps,
    'sign_in_link_failed',
    mailLinkToAddress(deps, mailer, email, new URL(c.req.url).origin),
  );
  return c.redirect('/sign-in?sent=1', 303);
}

/**
 * `GET /sign-in/link/{token}`: signs in at once where the link was opened by hand, as one printed in a terminal is. Where it was sent, or
 * a page leads here, even one of ours (the target of a code may be any link), it asks first: mail scanners open links, and nobody shall be
 * signed in to an account of somebody else's choice.
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

/**
 * Fetch Metadata: `none` is what a person typed, pasted or opened from outside of the browser. What sends no such header may be a bot
 * that looks at every link of a chat; but at a laptop's own service (nothing else may use plain http) it is its owner, with `curl -L`.
 */
function isOpenedByHand(c: DashboardContext): boolean {
  const site = c.req.header('Sec-Fetch-Site');
  const isLocal = new URL(c.req.url).protocol === 'http:';
  return c.req.method === 'GET' && (site === 'none' || (site === undefined && isLocal));
}

function linkIsGone(): PageError {
  return new PageError(
    410,
    'This link does not work any more',
    'A sign-in link works once, within 15 minutes. Ask for a new one where you got this one.',
  );
}
