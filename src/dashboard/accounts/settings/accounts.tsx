import { say, sayRich } from '#languages/say.ts';
import { USUAL_PLACE } from '../sign-in/next-path.ts';
import { Hono } from 'hono';
import type { Person } from '#core/accounts/account.ts';
import { switchAccount } from '#service/accounts/sessions.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { PostButton } from '../../kit/buttons.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { nameBrowser } from '../sign-in/browser-name.ts';
import { replaceSession, resumeSession } from '../sign-in/resume-session.ts';
import { Settings } from './settings-tabs.tsx';

/** `/settings/accounts`: the accounts of the signed-in person, and links to switch between them. */
export const accountRoutes = new Hono<DashboardEnv>().get('/', showAccounts).post('/switch', enterAccount);

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
        <Rows>
          {people.map((person) => (
            <Row
              title={person.account.name}
              mark={person.id === viewer.id ? say('this one') : null}
              about={say('{role, select, owner {Owner} member {Editor} other {Viewer}}, as {person}', {
                role: person.role,
                person: person.name,
              })}
            >
              {person.id === viewer.id ? null : <Switch person={person} />}
            </Row>
          ))}
        </Rows>
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
    </Settings>
  );
}

function Switch({ person }: { readonly person: Person }) {
  return (
    <PostButton action="/settings/accounts/switch" fields={{ person: person.id }} kind="outline" isInline>
      {sayRich('Switch<hidden> to {account}</hidden>', {
        account: person.account.name,
        hidden: (text) => <span class="visually-hidden">{text}</span>,
      })}
    </PostButton>
  );
}
