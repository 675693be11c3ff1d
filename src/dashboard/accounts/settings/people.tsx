import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { invitationBody } from '#contract/accounts.ts';
import { refuse } from '#contract/usual-problem.ts';
import { ROLES } from '#core/accounts/account.ts';
import { MOST_A_DAY } from '#service/accounts/activity.ts';
import { deliverLink, invite, renewLink } from '#service/accounts/invite.ts';
import { changeRole, removePerson } from '#service/accounts/people.ts';
import { listApiKeys } from '#storage/accounts/api-keys.ts';
import { findPersonOf, listPeople, type OwnerChange } from '#storage/accounts/people.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { readFormId } from '../../frame/forms/form-id.ts';
import { submit } from '../../frame/forms/validate-form.ts';
import { limitMailTo } from '../sign-in/limit-attempts.ts';
import { checkFreshSignIn, requireOwner } from '../sign-in/require-session.ts';
import { findOwn, forbidden, PageError, pageNotFound } from '../../frame/page-error.ts';
import { LinkPage } from '../sign-in/link-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { offerAdding, renderSettings } from './list-room.tsx';

const ID_PREFIX = 'per';

export const peopleRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showPeople(c, new Form()))
  .post('/', requireOwner, invitePerson)
  .post('/:id/link', requireOwner, makeLink)
  .post('/:id/role', requireOwner, saveRole)
  .post('/:id/remove', requireOwner, remove);

async function showPeople(c: DashboardContext, form: Form): Promise<Response> {
  const { db, mailer, companyLogin } = c.get('deps');
  const viewer = c.get('person');
  const [people, keys] = await Promise.all([
    listPeople(db, viewer.account.id),
    viewer.role === 'owner' ? listApiKeys(db, viewer.account.id) : [],
  ]);
  return renderSettings(
    c,
    'People',
    <PeoplePage
      {...{ people, viewer }}
      keys={keys.filter(({ revokedAtMs }) => revokedAtMs === null)}
      adding={offerAdding(c, form, ID_PREFIX)}
      isMailed={mailer !== null}
      company={companyLogin}
    />,
    form,
  );
}

/** `POST /settings/people`: the response shows the link, because only a hash of it is stored. */
async function invitePerson(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const personId = readFormId(form, ID_PREFIX);
  const { isOnlyWay } = c.get('deps').companyLogin;
  const invited = await submit(
    form,
    invitationBody,
    { name: form.value('name'), email: form.trimmed('email') || null, role: form.value('role') },
    async (invitation) => {
      if (isOnlyWay && invitation.email === null)
        return refuse({ code: 'required', field: 'email', values: {} });
      if (invitation.role === 'owner') checkFreshSignIn(c);
      await limitMail(c, invitation.email);
      return invite(c.get('deps'), c.get('person'), { personId, ...invitation });
    },
    { choices: { role: say('Choose a role.') } },
  );
  if (invited === null) return showPeople(c, form);
  if (invited === 'made_before')
    throw new PageError(
      409,
      say('{person} has already been invited', { person: form.trimmed('name') }),
      say(
        'You sent the form twice, and it invited one person. If you do not have the sign-in link, create a new one in the list of people.',
      ),
      { href: '/settings/people', label: say('Go to the list') },
    );
  const { origin } = new URL(c.req.url);
  const delivery = await deliverLink(c.get('deps'), invited, origin, 'invitation');
  return renderSettings(c, 'People', <LinkPage person={invited} delivery={delivery} kind="invitation" />);
}

async function makeLink(c: DashboardContext): Promise<Response> {
  const { isOnlyWay, name } = c.get('deps').companyLogin;
  if (isOnlyWay)
    throw forbidden(say('Everybody signs in with {provider} here, without links.', { provider: name ?? '' }));
  const person = await findOwn(c, findPersonOf);
  // Anyone who has a link can act as its person.
  if (person.role === 'owner') checkFreshSignIn(c);
  await limitMail(c, person.email);
  const delivery = await renewLink(c.get('deps'), c.get('person'), person, new URL(c.req.url).origin);
  if (!delivery)
    throw tooManyToday(
      say(
        'No link was created, because the people in this account got {most, number} links in the last 24 hours. Try again tomorrow.',
        { most: MOST_A_DAY },
      ),
    );
  return renderSettings(c, 'People', <LinkPage {...{ person, delivery }} kind="sign_in" />);
}

/** An invitation is a mail whose names its sender chose, so it counts against the same limit. */
async function limitMail(c: DashboardContext, email: string | null): Promise<void> {
  const { mailer, companyLogin } = c.get('deps');
  if (email !== null && mailer && !companyLogin.isOnlyWay) await limitMailTo(c, email);
}

async function saveRole(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const role = ROLES.find((known) => known === form.value('role'));
  if (!role)
    throw new PageError(
      400,
      say('Unknown role'),
      say('A person is an owner, an editor or a viewer. Nothing was changed.'),
    );
  if (role === 'owner') checkFreshSignIn(c);
  requireDone(
    await changeRole(c.get('deps'), c.get('person'), c.req.param('id') ?? '', {
      role,
      keptKeyIds: readKept(form),
    }),
  );
  return redirectSaying(c, '/settings/people', 'role_changed');
}

function readKept(form: Form): string[] {
  return form.entries().flatMap(([name]) => (name.startsWith('keep_') ? name.slice(5) : []));
}

async function remove(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  requireDone(await removePerson(c.get('deps'), c.get('person'), c.req.param('id') ?? '', readKept(form)));
  return redirectSaying(c, '/settings/people', 'person_removed');
}

function requireDone(change: OwnerChange | 'too_many'): void {
  switch (change) {
    case 'done':
      return;
    case 'unknown':
      throw pageNotFound();
    case 'too_many':
      throw tooManyToday(
        say(
          'Nothing was changed, because this account changed {most, number} roles in the last 24 hours. Try again tomorrow.',
          { most: MOST_A_DAY },
        ),
      );
    case 'last_owner':
      throw new PageError(
        409,
        say('The account needs an owner'),
        say('Nothing was changed, because this person is the last owner. Make somebody else an owner first.'),
      );
  }
}

/** Each of these is recorded in the audit log, so they are bounded. */
function tooManyToday(why: string): PageError {
  return new PageError(429, say('Too many changes'), why);
}
