import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { nameBody } from '#contract/accounts.ts';
import { canReturn } from '#service/accounts/can-return.ts';
import { removePasskey, renamePasskey } from '#service/accounts/passkeys.ts';
import { endOtherSessions, endSession } from '#service/accounts/sessions.ts';
import { listPasskeys, type Passkey } from '#storage/accounts/passkeys.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { requireFreshSignIn } from '../sign-in/require-session.ts';
import { RemovePasskeyPage, RenamePasskeyPage } from './security-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { renderPage } from '../../frame/render.tsx';
import { offerPasskeyRegistration, registerNewPasskey } from '../sign-in/passkeys.ts';

/** How a person signs in, and where they are signed in. */
export const securityRoutes = new Hono<DashboardEnv>()
  .post('/sessions/end-others', signOutElsewhere)
  .post('/sessions/:id/end', signOutThere)
  .post('/passkeys/options', requireFreshSignIn, offerPasskeyRegistration)
  .post('/passkeys', requireFreshSignIn, registerNewPasskey)
  .get('/passkeys/:id/rename', askForName)
  .post('/passkeys/:id/rename', rename)
  .get('/passkeys/:id/remove', askToRemove)
  .post('/passkeys/:id/remove', remove);

/** `POST …/sessions/{id}/end`. The response is the same if the session has already ended. */
async function signOutThere(c: DashboardContext): Promise<Response> {
  await endSession(c.get('deps'), c.get('person').id, c.req.param('id') ?? '');
  return redirectSaying(c, '/settings', 'session_ended');
}

async function signOutElsewhere(c: DashboardContext): Promise<Response> {
  await endOtherSessions(c.get('deps'), c.get('person').id, c.get('sessionId'));
  return redirectSaying(c, '/settings', 'session_ended');
}

async function askForName(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  return renderRenaming(c, passkey, new Form([['name', passkey.name]]));
}

async function rename(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const form = await readForm(c);
  const body = validateForm(form, nameBody, { name: form.value('name') });
  if (!body) return renderRenaming(c, passkey, form);
  await renamePasskey(c.get('deps'), passkey.personId, passkey.id, body.name);
  return redirectSaying(c, '/settings', 'passkey_renamed');
}

function renderRenaming(c: DashboardContext, passkey: Passkey, form: Form) {
  return renderPage(
    c,
    { title: say('Rename a passkey'), section: 'Settings', status: form.hasErrors ? 422 : 200 },
    <RenamePasskeyPage passkey={passkey} form={form} />,
  );
}

async function askToRemove(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const [deps, person] = [c.get('deps'), c.get('person')];
  const isMailed = deps.mailer !== null && person.email !== null;
  return renderPage(
    c,
    { title: say('Remove a passkey'), section: 'Settings' },
    <RemovePasskeyPage
      passkey={passkey}
      isMailed={isMailed}
      canReturn={await canReturn(deps, person, passkey.id)}
    />,
  );
}

async function remove(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  await removePasskey(c.get('deps'), c.get('person'), passkey.id);
  return redirectSaying(c, '/settings', 'passkey_removed');
}

async function findOwnPasskey(c: DashboardContext): Promise<Passkey> {
  const passkeys = await listPasskeys(c.get('deps').db, c.get('person').id);
  const passkey = passkeys.find(({ id }) => id === c.req.param('id'));
  if (!passkey) throw pageNotFound();
  return passkey;
}
