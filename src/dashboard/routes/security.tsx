import { Hono } from 'hono';
import { NAME_RULE, parseName } from '../../core/name.ts';
import { deletePasskey, listPasskeys, type Passkey, renamePasskey } from '../../storage/passkeys.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../../storage/sessions.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { pageNotFound } from '../page-error.ts';
import { RemovePasskeyPage, RenamePasskeyPage, SecurityPage } from '../pages/security.tsx';
import { renderPage } from '../render.tsx';
import { offerPasskeyRegistration, registerNewPasskey } from './passkeys.ts';

const PAGE = { title: 'Security', section: 'Settings' } as const;

export const securityRoutes = new Hono<DashboardEnv>()
  .get('/', showSecurity)
  .post('/sessions/end-others', endOtherSessions)
  .post('/sessions/:id/end', endSession)
  .post('/passkeys/options', offerPasskeyRegistration)
  .post('/passkeys', registerNewPasskey)
  .get('/passkeys/:id/rename', askForName)
  .post('/passkeys/:id/rename', rename)
  .get('/passkeys/:id/remove', askToRemove)
  .post('/passkeys/:id/remove', remove);

/** By the query parameter that the redirect after a change carries. */
const NOTICES = {
  welcome:
    'Your account is ready. Add a passkey now: nothing else could sign you in again, should this browser forget you.',
  added: 'The passkey was added: from now on it signs you in.',
  renamed: 'The passkey was renamed.',
  removed: 'The passkey was removed.',
  ended: 'Signed out there.',
} as const;

async function showSecurity(c: DashboardContext): Promise<Response> {
  const { db } = c.get('deps');
  const { id } = c.get('person');
  const [passkeys, sessions] = await Promise.all([listPasskeys(db, id), listSessions(db, id)]);
  const done = Object.keys(NOTICES).find((name) => c.req.query(name) !== undefined);
  return renderPage(
    c,
    PAGE,
    <SecurityPage
      passkeys={passkeys}
      sessions={sessions}
      sessionId={c.get('sessionId')}
      notice={done === undefined ? null : NOTICES[done as keyof typeof NOTICES]}
    />,
  );
}

/** `POST …/sessions/{id}/end`: the same answer where it has ended before, which is what was wanted. */
async function endSession(c: DashboardContext): Promise<Response> {
  await deleteSession(c.get('deps').db, c.get('person').id, c.req.param('id') ?? '');
  return c.redirect('/settings/security?ended=1', 303);
}

async function endOtherSessions(c: DashboardContext): Promise<Response> {
  await deleteOtherSessions(c.get('deps').db, c.get('person').id, c.get('sessionId'));
  return c.redirect('/settings/security?ended=1', 303);
}

async function askForName(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const form = new Form([['name', passkey.name]]);
  return renderPage(
    c,
    { ...PAGE, title: 'Rename a passkey' },
    <RenamePasskeyPage passkey={passkey} form={form} />,
  );
}

async function rename(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const form = await readForm(c);
  const name = parseName(form.value('name'));
  if (name === null) {
    form.refuse('name', `Give it a name of ${NAME_RULE}.`);
    return renderPage(
      c,
      { ...PAGE, title: 'Rename a passkey', status: 422 },
      <RenamePasskeyPage passkey={passkey} form={form} />,
    );
  }
  await renamePasskey(c.get('deps').db, passkey.personId, passkey.id, name);
  return c.redirect('/settings/security?renamed=1', 303);
}

async function askToRemove(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const isMailed = c.get('deps').mailer !== null && c.get('person').email !== null;
  return renderPage(
    c,
    { ...PAGE, title: 'Remove a passkey' },
    <RemovePasskeyPage passkey={passkey} isMailed={isMailed} />,
  );
}

async function remove(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  await deletePasskey(c.get('deps').db, passkey.personId, passkey.id);
  return c.redirect('/settings/security?removed=1', 303);
}

async function findOwnPasskey(c: DashboardContext): Promise<Passkey> {
  const passkeys = await listPasskeys(c.get('deps').db, c.get('person').id);
  const passkey = passkeys.find(({ id }) => id === c.req.param('id'));
  if (!passkey) throw pageNotFound();
  return passkey;
}
