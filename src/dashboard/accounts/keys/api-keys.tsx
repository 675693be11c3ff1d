import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { keyBody } from '#contract/accounts.ts';
import { issueApiKey, revokeApiKey } from '#service/accounts/api-keys.ts';
import { findListedApiKey, listApiKeys } from '#storage/accounts/api-keys.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { readFormId } from '../../frame/forms/form-id.ts';
import { submit } from '../../frame/forms/validate-form.ts';
import { requireFreshSignIn, requireOwner } from '../sign-in/require-session.ts';
import { findOwn, PageError } from '../../frame/page-error.ts';
import { ApiKeysPage } from './api-keys-page.tsx';
import { CreatedKeyPage } from './created-key-page.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { offerAdding, renderSettings } from '../settings/list-room.tsx';

const ID_PREFIX = 'key';

export const apiKeyRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showKeys(c, new Form()))
  .post('/', requireOwner, requireFreshSignIn, createKey)
  .post('/:id/revoke', requireOwner, revokeKey);

async function showKeys(c: DashboardContext, form: Form): Promise<Response> {
  const deps = c.get('deps');
  const keys = await listApiKeys(deps.db, c.get('person').account.id);
  const page = <ApiKeysPage keys={keys} nowMs={deps.nowMs()} adding={offerAdding(c, form, ID_PREFIX)} />;
  return renderSettings(c, 'API keys', page, form);
}

/** `POST /settings/keys`: the response shows the key, because only its hash is stored. */
async function createKey(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const id = readFormId(form, ID_PREFIX);
  const deps = c.get('deps');
  const input = {
    name: form.value('name'),
    scope: form.value('scope'),
    expires: form.trimmed('expires') || null,
  };
  const issued = await submit(
    form,
    keyBody(deps.nowMs()),
    input,
    ({ expires: expiresAtMs, ...key }) => issueApiKey(deps, c.get('person'), { ...key, id, expiresAtMs }),
    { choices: { scope: say('Choose what the key may do.') } },
  );
  if (issued === null) return showKeys(c, form);
  if (issued === 'made_before')
    throw new PageError(
      409,
      say('This key has already been created'),
      say(
        'You sent the form twice, and it created one key. We showed the key the first time, and cannot show it again.',
      ),
      { href: '/settings/keys', label: say('Your keys') },
    );
  const { origin } = new URL(c.req.url);
  return renderSettings(c, 'API keys', <CreatedKeyPage {...issued} origin={origin} />);
}

async function revokeKey(c: DashboardContext): Promise<Response> {
  const key = await findOwn(c, findListedApiKey);
  await revokeApiKey(c.get('deps'), c.get('person'), key.id);
  return redirectSaying(c, '/settings/keys', 'key_revoked');
}
