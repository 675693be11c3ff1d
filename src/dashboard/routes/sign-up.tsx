import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { EMAIL_ADDRESS_RULE, parseEmailAddress } from '../../core/email-address.ts';
import { NAME_RULE, parseName } from '../../core/name.ts';
import { startSession } from '../../service/sign-in.ts';
import { openAccount, type SignUp, signUpByMail } from '../../service/sign-up.ts';
import { nameBrowser } from '../browser-name.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { createFormId, readFormId } from '../form-id.ts';
import { limitMailTo, limitSignIns } from '../middleware/limit-attempts.ts';
import { pageNotFound } from '../page-error.ts';
import { SignUpPage, SignUpSentPage } from '../pages/sign-up.tsx';
import { renderPage } from '../render.tsx';
import { resumeSession } from '../resume-session.ts';
import { runAfterAnswer } from '../run-after-answer.ts';
import { writeSessionCookie } from '../session-cookie.ts';
import { isSignUpOpen } from '../sign-up-mode.ts';

const ID_PREFIX = 'per';

/** Without SIGNUP = "open" there is nothing here. */
const requireOpenSignUp = createMiddleware<DashboardEnv>(async function requireOpenSignUp(c, next) {
  if (!isSignUpOpen(c)) throw pageNotFound();
  await next();
});

/** Who is signed in has an account; so has a form that comes twice, the second time. */
const requireSignedOut = createMiddleware<DashboardEnv>(async function requireSignedOut(c, next) {
  if (await resumeSession(c)) return c.redirect('/codes', 303);
  return next();
});

export const signUpRoutes = new Hono<DashboardEnv>()
  .use(requireOpenSignUp, requireSignedOut)
  .get('/', (c) => showSignUp(c, new Form()))
  .post('/', limitSignIns, signUp)
  .get('/sent', (c) => renderPage(c, { title: 'Look into your mailbox' }, <SignUpSentPage />));

function showSignUp(c: DashboardContext, form: Form) {
  return renderPage(
    c,
    { title: 'Open an account', status: form.hasErrors ? 422 : 200 },
    <SignUpPage form={form} id={createFormId(c, ID_PREFIX)} isMailed={c.get('deps').mailer !== null} />,
  );
}

/**
 * `POST /sign-up`. By mail the answer is the same whether the address is somebody's, and goes out before that is looked up. Without mail
 * there is nothing to prove: the browser is signed in, and led to where it gets a passkey.
 */
async function signUp(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { mailer } = deps;
  const form = await readForm(c);
  const request = readSignUp(form, mailer !== null);
  if (!request) return showSignUp(c, form);
  const { email } = request;
  if (mailer && email !== null) {
    await limitMailTo(c, email);
    const { origin } = new URL(c.req.url);
    runAfterAnswer(deps, 'sign_up_failed', signUpByMail(deps, mailer, { ...request, email }, origin));
    return c.redirect('/sign-up/sent', 303);
  }
  // Sent twice in the same moment: the other answer signs the browser in.
  if (!(await openAccount(deps, request))) return c.redirect('/codes', 303);
  writeSessionCookie(c, await startSession(deps, request.personId, nameBrowser(c)));
  return c.redirect('/settings/security?welcome=1', 303);
}

/** What the form asks for; null where something is refused. */
function readSignUp(form: Form, isMailed: boolean): SignUp | null {
  const personId = readFormId(form, ID_PREFIX);
  const accountName = parseName(form.value('account'));
  const personName = parseName(form.value('name'));
  const email = isMailed ? parseEmailAddress(form.value('email')) : null;
  if (accountName === null) form.refuse('account', `Enter a name of ${NAME_RULE}.`);
  if (personName === null) form.refuse('name', `Enter a name of ${NAME_RULE}.`);
  if (isMailed && email === null) form.refuse('email', EMAIL_ADDRESS_RULE);
  return accountName === null || personName === null || form.hasErrors
    ? null
    : { personId, accountName, personName, email };
}
