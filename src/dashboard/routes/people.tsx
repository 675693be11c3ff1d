import { Hono } from 'hono';
import { type Person, ROLES } from '../../core/account.ts';
import { EMAIL_ADDRESS_RULE, parseEmailAddress } from '../../core/email-address.ts';
import { NAME_RULE, parseName } from '../../core/name.ts';
import { deliverLink, invite } from '../../service/invite.ts';
import {
  findPersonOf,
  listPeople,
  type OwnerChange,
  removePerson,
  updateRole,
} from '../../storage/people.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { createFormId, readFormId } from '../form-id.ts';
import { limitMailTo } from '../middleware/limit-attempts.ts';
import { requireOwner } from '../middleware/require-session.ts';
import { PageError, pageNotFound } from '../page-error.ts';
import { InvitedBeforePage, LinkPage } from '../pages/invited-person.tsx';
import { PeoplePage, RemovePersonPage } from '../pages/people.tsx';
import { renderPage } from '../render.tsx';

const PAGE = { title: 'People', section: 'Settings' } as const;
const ID_PREFIX = 'per';

export const peopleRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showPeople(c, new Form()))
  .post('/', requireOwner, invitePerson)
  .post('/:id/link', requireOwner, makeLink)
  .post('/:id/role', requireOwner, changeRole)
  .get('/:id/remove', requireOwner, askToRemove)
  .post('/:id/remove', requireOwner, remove);

const NOTICES = {
  changed: 'The role was changed.',
  removed: 'They were removed, and are signed out.',
} as const;

async function showPeople(c: DashboardContext, form: Form): Promise<Response> {
  const { db, mailer } = c.get('deps');
  const viewer = c.get('person');
  const done = Object.keys(NOTICES).find((name) => c.req.query(name) !== undefined);
  return renderPage(
    c,
    { ...PAGE, status: form.hasErrors ? 422 : 200 },
    <PeoplePage
      people={await listPeople(db, viewer.account.id)}
      viewer={viewer}
      notice={done === undefined ? null : NOTICES[done as keyof typeof NOTICES]}
      invitation={
        viewer.role === 'owner' ? { form, id: createFormId(c, ID_PREFIX), isMailed: mailer !== null } : null
      }
    />,
  );
}

/** `POST /settings/people`: the answer itself shows the link, because nothing that could show it later is stored. */
async function invitePerson(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const personId = readFormId(form, ID_PREFIX);
  const name = parseName(form.value('name'));
  const role = ROLES.find((known) => known === form.value('role'));
  const address = form.trimmed('email');
  const email = address === '' ? null : parseEmailAddress(address);
  if (name === null) form.refuse('name', `Enter a name of ${NAME_RULE}.`);
  if (address !== '' && email === null) form.refuse('email', EMAIL_ADDRESS_RULE);
  if (!role) form.refuse('role', 'Choose a role.');
  if (name === null || !role || form.hasErrors) return showPeople(c, form);

  await limitMail(c, email);
  const accountId = c.get('person').account.id;
  const invited = await invite(c.get('deps'), { personId, accountId, name, email, role });
  if (invited.ok) return showLink(c, invited.value);
  if (invited.error === 'invited_before') {
    return renderPage(c, { ...PAGE, status: 409 }, <InvitedBeforePage person={name} />);
  }
  form.refuse('email', 'Somebody signs in with this address already. Take another one, or none.');
  return showPeople(c, form);
}

async function makeLink(c: DashboardContext): Promise<Response> {
  const person = await findColleague(c);
  await limitMail(c, person.email);
  return showLink(c, person);
}

/** An invitation is mail too, with names that its sender chose. */
async function limitMail(c: DashboardContext, email: string | null): Promise<void> {
  if (email !== null && c.get('deps').mailer) await limitMailTo(c, email);
}

async function showLink(c: DashboardContext, person: Person): Promise<Response> {
  const delivery = await deliverLink(c.get('deps'), person, new URL(c.req.url).origin);
  return renderPage(c, PAGE, <LinkPage person={person} delivery={delivery} />);
}

async function changeRole(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const role = ROLES.find((known) => known === form.value('role'));
  if (!role) throw new PageError(400, 'No such role', 'Somebody is an owner or a member, and nothing else.');
  const { db } = c.get('deps');
  requireDone(await updateRole(db, c.get('person').account.id, c.req.param('id') ?? '', role));
  return c.redirect('/settings/people?changed=1', 303);
}

async function askToRemove(c: DashboardContext): Promise<Response> {
  const person = await findColleague(c);
  const isViewer = person.id === c.get('person').id;
  return renderPage(
    c,
    { ...PAGE, title: 'Remove somebody' },
    <RemovePersonPage person={person} isViewer={isViewer} />,
  );
}

async function remove(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { account } = c.get('person');
  requireDone(await removePerson(deps.db, account.id, c.req.param('id') ?? '', deps.nowMs()));
  return c.redirect('/settings/people?removed=1', 303);
}

function requireDone(change: OwnerChange): void {
  switch (change) {
    case 'done':
      return;
    case 'unknown':
      throw pageNotFound();
    case 'last_owner':
      throw new PageError(
        409,
        'The account needs an owner',
        'This is its last owner, so nothing was changed. Make somebody else an owner first.',
      );
  }
}

async function findColleague(c: DashboardContext): Promise<Person> {
  const person = await findPersonOf(c.get('deps').db, c.get('person').account.id, c.req.param('id') ?? '');
  if (!person) throw pageNotFound();
  return person;
}
