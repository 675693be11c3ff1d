import { say } from '#languages/say.ts';
import { USUAL_PLACE } from './next-path.ts';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { signUpBody } from '#contract/accounts.ts';
import { openAccountHere, type SignUp, signUpByMail } from '#service/accounts/sign-up.ts';
import { runAfterResponse } from '#service/run-after-response.ts';
import { nameBrowser } from './browser-name.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { createFormId, readFormId } from '../../frame/forms/form-id.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { limitMailTo, limitSignIns } from './limit-attempts.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { SignUpPage } from './sign-up-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { renderPage } from '../../frame/render.tsx';
import { resumeSession } from './resume-session.ts';
import { writeSessionCookie } from './session-cookie.ts';
import { isSignUpOpen } from './sign-up-mode.ts';

const ID_PREFIX = 'per';

/** These pages exist only if SIGNUP is `open`. */
const requireOpenSignUp = createMiddleware<DashboardEnv>(async function requireOpenSignUp(c, next) {
  if (!isSignUpOpen(c)) throw pageNotFound();
  await next();
});

/** A signed-in person already has an account. So does the sender of a form that arrives a second time. */
const requireSignedOut = createMiddleware<DashboardEnv>(async function requireSignedOut(c, next) {
  if (await resumeSession(c)) return c.redirect(USUAL_PLACE, 303);
  return next();
});

export const signUpRoutes = new Hono<DashboardEnv>()
  .use(requireOpenSignUp)
  .post('/', limitSignIns)
  .use(requireSignedOut)
  .get('/', (c) => showSignUp(c, new Form()))
  .post('/', signUp);

function showSignUp(c: DashboardContext, form: Form) {
  return renderPage(
    c,
    { title: say('Open an account'), status: form.status },
    <SignUpPage form={form} id={createFormId(c, ID_PREFIX)} isMailed={c.get('deps').mailer !== null} />,
  );
}

/**
 * `POST /sign-up`. With mail, the response is the same for every address, and is sent before the look-up. Without mail, there is no address
 * to prove: the browser is signed in, and continues where the person adds a passkey.
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
    runAfterResponse(deps, 'sign_up_failed', signUpByMail(deps, mailer, { ...request, email }, origin));
    return redirectSaying(c, '/sign-in', 'sign_up_sent');
  }
  const session = await openAccountHere(deps, request, nameBrowser(c));
  // The form was sent twice at the same moment: the other response signs the browser in.
  if (session === null) return c.redirect(USUAL_PLACE, 303);
  writeSessionCookie(c, session);
  return redirectSaying(c, '/settings', 'account_opened');
}

/** The request of the form; null if a field has an error. */
function readSignUp(form: Form, isMailed: boolean): SignUp | null {
  const personId = readFormId(form, ID_PREFIX);
  const body = validateForm(form, signUpBody, {
    account: form.value('account'),
    name: form.value('name'),
    email: isMailed ? form.value('email') : null,
  });
  return body && { personId, accountName: body.account, personName: body.name, email: body.email };
}
