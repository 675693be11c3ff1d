import { say } from '#languages/say.ts';
import { USUAL_PLACE } from '../sign-in/next-path.ts';
import { Hono } from 'hono';
import type { Person } from '#core/accounts/account.ts';
import { RESTORABLE_DAYS } from '#core/accounts/deletion.ts';
import { switchAccount } from '#service/accounts/sessions.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { LinkButton } from '../../kit/buttons.tsx';
import { AccountRows } from '../account-rows.tsx';
import { nameBrowser } from '../sign-in/browser-name.ts';
import { requireFreshSignIn, requireOwner } from '../sign-in/require-session.ts';
import { replaceSession, resumeSession } from '../sign-in/resume-session.ts';
import { askToDelete, DELETE_PATH, deleteAccount } from './delete-account.tsx';
import { Settings } from './settings-tabs.tsx';

/** `/settings/accounts`: the accounts of the signed-in person, links to switch between them, and the end of the current one. */
export const accountRoutes = new Hono<DashboardEnv>()
  .get('/', showAccounts)
  .post('/switch', enterAccount)
  .get('/delete', requireOwner, requireFreshSignIn, askToDelete)
  .post('/delete', requireOwner, requireFreshSignIn, deleteAccount);

async function showAccounts(c: DashboardContext): Promise<Response> {
  const viewer = c.get('person');
  const people = await listSameHuman(c.get('deps').db, viewer.id);
  return renderPage(
    c,
    { title: say('Accounts'), section: 'Settings' },
    <AccountsPage people={people} viewer={viewer} />,
  );
}

/** `POST /settings/accounts/switch` */
async function enterAccount(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const signedIn = await resumeSession(c);
  const token =
    signedIn && (await switchAccount(c.get('deps'), signedIn, form.value('person'), nameBrowser(c)));
  if (token === null) throw pageNotFound();
  await replaceSession(c, token);
  return c.redirect(USUAL_PLACE, 303);
}

function AccountsPage({ people, viewer }: { readonly people: readonly Person[]; readonly viewer: Person }) {
  return (
    <Settings tab="Accounts">
      <section>
        <h2>{say('Your accounts')}</h2>
        <AccountRows people={people} current={viewer.id} />
        <p class="muted">
          {viewer.email === null
            ? say(
                'Accounts that share your e-mail address are listed together. You have no e-mail address here.',
              )
            : say('These are the accounts where you signed in by a link that was mailed to {email}.', {
                email: viewer.email,
              })}
        </p>
      </section>
      {viewer.role === 'owner' ? (
        <section>
          <h2>{say('Delete the account')}</h2>
          <p>
            {say(
              'Deletes {account} with all its codes, for everybody. For {days, number} days, an owner can restore it.',
              {
                account: viewer.account.name,
                days: RESTORABLE_DAYS,
              },
            )}
          </p>
          <LinkButton href={DELETE_PATH} kind="outline">
            {say('Delete the account…')}
          </LinkButton>
        </section>
      ) : null}
    </Settings>
  );
}
