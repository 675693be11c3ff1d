import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { signInBody } from '#contract/accounts.ts';
import type { Person } from '#core/accounts/account.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import { canReturn } from '#service/accounts/can-return.ts';
import { mailLinkToAddress } from '#service/accounts/mail-sign-in-link.ts';
import { findOpenLink, listLinkChoices, signInByLink } from '#service/accounts/sign-in.ts';
import { endSession, readSession } from '#service/accounts/sessions.ts';
import { listPasskeys } from '#storage/accounts/passkeys.ts';
import { runAfterResponse } from '#service/run-after-response.ts';
import { nameBrowser } from './browser-name.ts';
import { companyRoutes } from './company/company.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { limitMailTo, limitSignIns } from './limit-attempts.ts';
import { leadsToApp, QUESTION_COOKIE, toNextPath, USUAL_PLACE } from './next-path.ts';
import { readCookie, writeCookie } from '../../frame/own-cookie.ts';
import { PageError, pageNotFound } from '../../frame/page-error.ts';
import { restoreAccount, showDeletedAccount } from './deleted-account.tsx';
import { ConfirmSignInPage } from './confirm-sign-in-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignOutPage } from './sign-out-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { renderPage } from '../../frame/render.tsx';
import { replaceSession, resumeSession } from './resume-session.ts';
import { isSignUpOpen } from './sign-up-mode.ts';
import { clearSessionCookie } from './session-cookie.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkeys.ts';

const QUESTION_LIVES_SECONDS = 15 * 60;

export const signInRoutes = new Hono<DashboardEnv>()
  .get('/', showSignIn)
  .post('/', limitSignIns, requestLink)
  .post('/passkey/options', limitSignIns, offerPasskeySignIn)
  .post('/passkey', limitSignIns, signInWithPasskey)
  .get('/link/:token', limitSignIns, openLink)
  .post('/link/:token', limitSignIns, signIn)
  .route('/company', companyRoutes)
  .get('/deleted', showDeletedAccount)
  .post('/restore', restoreAccount);

async function showSignIn(c: DashboardContext): Promise<Response> {
  const person = (await resumeSession(c))?.person ?? null;
  const next = toNextPath(c.req.query('next'), new URL(c.req.url).origin);
  if (person && c.req.query('again') === undefined) return c.redirect(next, 303);
  // A link in a mail does not have it.
  if (leadsToApp(next)) writeCookie(c, QUESTION_COOKIE, next, QUESTION_LIVES_SECONDS);
  return renderSignIn(c, new Form([['email', person?.email ?? '']]), person);
}

function renderSignIn(c: DashboardContext, form: Form, signedIn: Person | null = null) {
  const { companyLogin, mailer } = c.get('deps');
  return renderPage(
    c,
    { title: say('Sign in'), status: form.status },
    <SignInPage
      form={form}
      signedIn={signedIn}
      company={companyLogin}
      next={toNextPath(c.req.query('next'), new URL(c.req.url).origin)}
      isMailed={mailer !== null && !companyLogin.isOnlyWay}
      isSignUpOpen={isSignUpOpen(c)}
      isLaptop={isOnLaptop(c)}
    />,
  );
}

/** `POST /sign-in`: mails a link to the person with this address. The response is the same for every address, and is sent before the look-up. */
async function requestLink(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { mailer, companyLogin } = deps;
  if (!mailer || companyLogin.isOnlyWay) throw pageNotFound();
  const form = await readForm(c);
  const body = validateForm(form, signInBody, { email: form.value('email') });
  if (!body) return renderSignIn(c, form);
  const { email } = body;
  await limitMailTo(c, email);
  runAfterResponse(
    deps,
    'sign_in_link_failed',
    mailLinkToAddress(deps, mailer, email, new URL(c.req.url).origin),
  );
  return redirectSaying(c, '/sign-in', 'link_sent');
}

/**
 * `GET /sign-in/link/{token}`: a page with a button that names the person and the account that the link signs in to. Mail scanners open
 * links, chats open them as a person would, and nobody may be signed in to an account of somebody else's choice, or out of their own,
 * without being asked.
 */
async function openLink(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const link = await findOpenLink(deps, c.req.param('token') ?? '');
  if (!link) throw linkIsGone();
  const signedIn = await resumeSession(c);
  return renderPage(
    c,
    { title: say('Sign in') },
    <ConfirmSignInPage
      choices={await listLinkChoices(deps, link)}
      signedIn={signedIn?.person ?? null}
      path={c.req.path}
    />,
  );
}

/** `POST /sign-in/link/{token}`: the form names the chosen person; by default, the link's own. */
async function signIn(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const choice = { personId: form.value('person') || null, browser: nameBrowser(c) };
  const session = await signInByLink(c.get('deps'), c.req.param('token') ?? '', choice);
  if (session === null) throw linkIsGone();
  await replaceSession(c, session);
  const question = toNextPath(readCookie(c, QUESTION_COOKIE) ?? undefined, new URL(c.req.url).origin);
  if (leadsToApp(question)) return c.redirect(question, 303);
  const deps = c.get('deps');
  const person = (await readSession(deps, session))?.person;
  // Only now somebody knows what a link costs them.
  const isOffered = person && (await listPasskeys(deps.db, person.id)).length === 0;
  return isOffered ? redirectSaying(c, USUAL_PLACE, 'add_passkey') : c.redirect(USUAL_PLACE, 303);
}

/** `POST /sign-out`: asks first anyone who could not come back without the operator. On a laptop, its owner is the operator. */
export async function signOut(c: DashboardContext): Promise<Response> {
  const person = c.get('person');
  const isSure = isOnLaptop(c) || (await readForm(c)).isChecked('sure');
  if (!isSure && !(await canReturn(c.get('deps'), person)))
    return renderPage(c, { title: say('Sign out') }, <SignOutPage person={person} />);
  await endSession(c.get('deps'), person.id, c.get('sessionId'));
  clearSessionCookie(c);
  return c.redirect('/sign-in', 303);
}

function isOnLaptop(c: DashboardContext): boolean {
  return isOnThisMachine(new URL(c.req.url));
}

function linkIsGone(): PageError {
  return new PageError(
    410,
    say('This link no longer works'),
    say(
      'Each link works once: a sign-in link for 15 minutes, an invitation for 7 days. Ask for a new one where you got this one.',
    ),
  );
}
