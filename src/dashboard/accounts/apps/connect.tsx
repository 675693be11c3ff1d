import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import type { Person } from '#core/accounts/account.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { MOST_A_DAY } from '#service/accounts/activity.ts';
import { type AppRequest, type AppRequestProblem, readAppRequest } from '#service/apps/app-request.ts';
import { connectApp, denyApp, listGrantable } from '#service/apps/connect-app.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { createFormId, readFormId } from '../../frame/forms/form-id.ts';
import { clearCookie } from '../../frame/own-cookie.ts';
import { found, PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { QUESTION_COOKIE } from '../sign-in/next-path.ts';
import { ConnectPage, LeavePage } from './connect-page.tsx';

const ID_PREFIX = 'app';

/** The question of an app whether it may act for a person: its request is in the address. */
export const connectRoutes = new Hono<DashboardEnv>().get('/', ask).post('/', answer);

async function ask(c: DashboardContext): Promise<Response> {
  clearCookie(c, QUESTION_COOKIE);
  const app = await readRequest(c);
  return showQuestion(c, app, new Form([['person', c.get('person').id]]));
}

async function showQuestion(c: DashboardContext, app: AppRequest, form: Form): Promise<Response> {
  const people = await listSameHuman(c.get('deps').db, c.get('person').id);
  const { pathname, search } = new URL(c.req.url);
  return renderPage(
    c,
    { title: say('Connect an app'), status: form.status },
    <ConnectPage
      {...{ app, form, people }}
      grantable={
        people.some((person) => listGrantable(person, app).includes('full')) ? ['read', 'full'] : ['read']
      }
      id={createFormId(c, ID_PREFIX)}
      action={pathname + search}
      isFresh={c.get('isFresh')}
    />,
  );
}

async function answer(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const app = await readRequest(c);
  if (form.value('decision') !== 'connect') return leave(c, app, denyApp(app), false);
  // Lasting access takes a fresh sign-in. The page says so.
  if (!c.get('isFresh')) return showQuestion(c, app, form);
  const people = await listSameHuman(c.get('deps').db, c.get('person').id);
  const person = found(people.find(({ id }) => id === form.value('person')));
  const address = await connect(c, { app, form, person });
  return address === null ? showQuestion(c, app, form) : leave(c, app, address, true);
}

/** Null if the form now says why not. */
async function connect(
  c: DashboardContext,
  { app, form, person }: { readonly app: AppRequest; readonly form: Form; readonly person: Person },
): Promise<string | null> {
  const scope = listGrantable(person, app).find((one) => one === form.value('scope'));
  if (!scope) {
    form.refuse(
      'scope',
      form.value('scope') === ''
        ? say('Choose what the app may do.')
        : say('In {account} you can allow only “Read-only”.', { account: person.account.name }),
    );
    return null;
  }
  const id = readFormId(form, ID_PREFIX);
  const connected = await connectApp(c.get('deps'), c.env, person, { id, app, scope });
  if (connected.ok) return connected.value;
  if (connected.error.reason === 'too_many')
    throw new PageError(
      429,
      say('Too many changes'),
      say('This account connected {most, number} apps in the last 24 hours. Try again tomorrow.', {
        most: MOST_A_DAY,
      }),
    );
  if (connected.error.reason === 'made_before')
    throw new PageError(409, say('This form was sent before'), say('Start again in the app.'));
  form.refuseBeyondPlan(say('Nothing was added. {why}', { why: explainQuota(connected.error) }));
  return null;
}

/**
 * Leads back to the app from a page of its own: a redirect of the form would be part of sending it, which the policy of our pages allows
 * only to ourselves, and which browsers apply to each further redirect.
 */
function leave(c: DashboardContext, app: AppRequest, address: string, isConnected: boolean) {
  c.header('Refresh', `0; url=${address}`);
  return renderPage(c, { title: app.name }, <LeavePage {...{ app, address, isConnected }} />);
}

async function readRequest(c: DashboardContext): Promise<AppRequest> {
  const request = await readAppRequest(c.get('deps'), c.env, c.req.url);
  if (request.ok) return request.value;
  throw toPageError(request.error);
}

/** Nobody is led on without being asked: anybody could write such an address. */
function toPageError(problem: AppRequestProblem): PageError {
  if (problem.reason === 'unknown_app')
    return new PageError(
      400,
      say('We do not know this app'),
      say('This app does not say on the web who makes it, so it cannot be connected. Ask whoever makes it.'),
    );
  const link =
    problem.wayBack === null ? undefined : { href: problem.wayBack, label: say('Back to the app') };
  return new PageError(
    400,
    say('This does not work with this app'),
    say(
      'It asked in a way that we do not accept. Start again in the app. If that does not help, ask whoever makes it.',
    ),
    link,
  );
}
