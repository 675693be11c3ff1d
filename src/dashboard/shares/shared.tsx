import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { ADMISSION_SECONDS, isAdmission, isPassword, signAdmission } from '#core/control/password.ts';
import { type Share, LONGEST_SHARE_PASSWORD } from '#core/shares/share.ts';
import { openShare } from '#service/shares/share.ts';
import {
  countFailedAttempt,
  limitLink,
  limitPasswordTries,
  refuseAfterFailures,
} from '../accounts/sign-in/limit-attempts.ts';
import { isSecure } from '../frame/own-cookie.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { PageError } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { readReport } from './read-report.ts';
import { readViewReport } from './read-view.ts';
import { ReportPage } from './report-page.tsx';
import { ViewPage } from './view-page.tsx';
import { Field, FilledForm } from '../kit/field.tsx';
import { Button } from '../kit/buttons.tsx';
import { NarrowPage } from '../kit/page-head.tsx';

const COOKIE = 'shared';

const PRIVATE = { 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'private, no-store' } as const;

/** The pages for people with a link to statistics. Nobody is signed in here. */
export const sharedRoutes = new Hono<DashboardEnv>()
  .get('/:token', async (c) => {
    const share = await findOpenShare(c);
    if (!isAdmitted(c, share)) return askForPassword(c, new Form());
    await limitLink(c, share.id);
    if (share.view !== null) return showView(c, { ...share, view: share.view });
    const report = await readReport(c, share);
    if (!report) throw noSuchLink();
    return renderPage(c, { title: report.title }, <ReportPage path={c.req.path} report={report} />);
  })
  .post('/:token', async (c) => {
    const share = await findOpenShare(c);
    const deps = c.get('deps');
    const form = await readForm(c);
    const { password } = share;
    if (password !== null) await limitPasswordTries(c, share.id);
    if (password !== null && !isPassword(deps.passwordPepper, password, form.value('password'))) {
      // The typed password is not shown again.
      const refused = new Form();
      refused.refuse('password', say('This is not the password. Ask the person who gave you the link.'));
      return askForPassword(c, refused, 403);
    }
    if (password !== null) {
      setCookie(c, COOKIE, signAdmission(deps.passwordPepper, { codeId: share.id, password }, deps.nowMs()), {
        path: c.req.path,
        httpOnly: true,
        secure: isSecure(c),
        sameSite: 'Lax',
        maxAge: ADMISSION_SECONDS,
      });
    }
    return c.redirect(addressOf(c), 303);
  });

async function showView(c: DashboardContext, share: Share & { readonly view: string }): Promise<Response> {
  const report = await readViewReport(c, share);
  if (!report) throw noSuchLink();
  return renderPage(c, { title: report.title }, <ViewPage report={report} nowMs={c.get('deps').nowMs()} />);
}

/** The link in the path. Headers keep its page out of search engines, caches, and the referrers of its links. */
async function findOpenShare(c: DashboardContext): Promise<Share> {
  for (const [name, value] of Object.entries(PRIVATE)) c.header(name, value);
  refuseAfterFailures(c);
  const share = await openShare(c.get('deps'), c.req.param('token') ?? '');
  if (!share) {
    await countFailedAttempt(c);
    throw noSuchLink();
  }
  return share;
}

function isAdmitted(c: DashboardContext, { id, password }: Share): boolean {
  const deps = c.get('deps');
  const cookie = getCookie(c, COOKIE) ?? '';
  return (
    password === null || isAdmission(deps.passwordPepper, { codeId: id, password }, cookie, deps.nowMs())
  );
}

/** The link with the days of its first view. */
function addressOf(c: DashboardContext): string {
  return c.req.path + new URL(c.req.url).search;
}

function askForPassword(c: DashboardContext, form: Form, status: 200 | 403 = 200) {
  return renderPage(
    c,
    { title: say('Shared statistics'), status },
    <SharePasswordPage form={form} path={addressOf(c)} />,
  );
}

/** The same page for a guessed, an expired and a revoked link: nobody learns which. */
function noSuchLink(): PageError {
  return new PageError(
    404,
    say('This link shows nothing'),
    say(
      'It may have expired, or its owner may have ended it. Ask the person who gave it to you for a new one.',
    ),
    { href: '/', label: say('Go to the start page') },
    PRIVATE,
  );
}

/** Asks for the password of a link to statistics. */
function SharePasswordPage({ form, path }: { readonly form: Form; readonly path: string }) {
  return (
    <NarrowPage title={say('Shared statistics')}>
      <p>{say('The person who gave you this link has protected it with a password.')}</p>
      <FilledForm form={form} action={path}>
        <Field
          name="password"
          label={say('Password')}
          attributes={{
            type: 'password',
            required: true,
            autocomplete: 'off',
            maxlength: LONGEST_SHARE_PASSWORD,
          }}
        />
        <Button>{say('Show the statistics')}</Button>
      </FilledForm>
    </NarrowPage>
  );
}
