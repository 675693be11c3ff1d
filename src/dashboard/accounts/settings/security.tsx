import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { nameBody } from '#contract/accounts.ts';
import { removePasskey, renamePasskey } from '#service/accounts/passkeys.ts';
import { endOtherSessions, endSession } from '#service/accounts/sessions.ts';
import { listPasskeys, type Passkey } from '#storage/accounts/passkeys.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { found, PageError } from '../../frame/page-error.ts';
import { requireFreshSignIn } from '../sign-in/require-session.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { offerPasskeyRegistration, registerNewPasskey } from '../sign-in/passkeys.ts';

/** How a person signs in, and where they are signed in. */
export const securityRoutes = new Hono<DashboardEnv>()
  .post('/sessions/end-others', signOutElsewhere)
  .post('/sessions/:id/end', signOutThere)
  .post('/passkeys/options', requireFreshSignIn, offerPasskeyRegistration)
  .post('/passkeys', requireFreshSignIn, registerNewPasskey)
  .post('/passkeys/:id/rename', rename)
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

async function rename(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  const form = await readForm(c);
  const body = validateForm(form, nameBody, { name: form.value('name') });
  if (!body)
    throw new PageError(422, say('Not renamed'), form.error('name') ?? '', {
      href: '/settings',
      label: say('Settings'),
    });
  await renamePasskey(c.get('deps'), passkey.personId, passkey.id, body.name);
  return redirectSaying(c, '/settings', 'passkey_renamed');
}

async function remove(c: DashboardContext): Promise<Response> {
  const passkey = await findOwnPasskey(c);
  await removePasskey(c.get('deps'), c.get('person'), passkey.id);
  return redirectSaying(c, '/settings', 'passkey_removed');
}

async function findOwnPasskey(c: DashboardContext): Promise<Passkey> {
  const passkeys = await listPasskeys(c.get('deps').db, c.get('person').id);
  return found(passkeys.find(({ id }) => id === c.req.param('id')));
}
