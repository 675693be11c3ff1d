import { Hono } from 'hono';
import { KEY_SCOPES } from '../../core/account.ts';
import { parseExpiry } from '../../core/api-key.ts';
import { NAME_RULE, parseName } from '../../core/name.ts';
import { issueApiKey } from '../../service/api-keys.ts';
import { findListedApiKey, listApiKeys, type ListedApiKey, revokeApiKey } from '../../storage/api-keys.ts';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import { Form, readForm } from '../form.ts';
import { createFormId, readFormId } from '../form-id.ts';
import { requireOwner } from '../middleware/require-session.ts';
import { pageNotFound } from '../page-error.ts';
import { ApiKeysPage, RevokeKeyPage } from '../pages/api-keys.tsx';
import { CreatedBeforePage, CreatedKeyPage } from '../pages/created-key.tsx';
import { renderPage } from '../render.tsx';

const PAGE = { title: 'API keys', section: 'Settings' } as const;
const ID_PREFIX = 'key';

export const apiKeyRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showKeys(c, new Form()))
  .post('/', requireOwner, createKey)
  .get('/:id/revoke', requireOwner, askToRevoke)
  .post('/:id/revoke', requireOwner, revokeKey);

async function showKeys(c: DashboardContext, form: Form): Promise<Response> {
  const deps = c.get('deps');
  const { role, account } = c.get('person');
  return renderPage(
    c,
    { ...PAGE, status: form.hasErrors ? 422 : 200 },
    <ApiKeysPage
      keys={await listApiKeys(deps.db, account.id)}
      nowMs={deps.nowMs()}
      isRevoked={c.req.query('revoked') !== undefined}
      creation={role === 'owner' ? { form, id: createFormId(c, ID_PREFIX) } : null}
    />,
  );
}

/** `POST /settings/keys`: the answer itself shows the key, because nothing that could show it later is stored. */
async function createKey(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const id = readFormId(form, ID_PREFIX);
  const deps = c.get('deps');
  const name = parseName(form.value('name'));
  const scope = KEY_SCOPES.find((known) => known === form.value('scope'));
  const day = form.trimmed('expires');
  const expiresAtMs = day === '' ? null : parseExpiry(day, deps.nowMs());
  if (name === null) form.refuse('name', `Give it a name of ${NAME_RULE}.`);
  if (!scope) form.refuse('scope', 'Choose what the key may do.');
  if (day !== '' && expiresAtMs === null) form.refuse('expires', 'Take a day to come, like 2030-12-31.');
  if (name === null || !scope || form.hasErrors) return showKeys(c, form);

  const accountId = c.get('person').account.id;
  const apiKey = await issueApiKey(deps, { id, accountId, name, scope, expiresAtMs });
  if (apiKey === null) return renderPage(c, { ...PAGE, status: 409 }, <CreatedBeforePage />);
  const { origin } = new URL(c.req.url);
  return renderPage(c, PAGE, <CreatedKeyPage name={name} scope={scope} apiKey={apiKey} origin={origin} />);
}

async function askToRevoke(c: DashboardContext): Promise<Response> {
  const key = await findKey(c);
  if (key.revokedAtMs !== null) return c.redirect('/settings/keys', 303);
  return renderPage(c, { ...PAGE, title: `Revoke ${key.name}` }, <RevokeKeyPage apiKey={key} />);
}

async function revokeKey(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const key = await findKey(c);
  await revokeApiKey(deps.db, c.get('person').account.id, key.id, deps.nowMs());
  return c.redirect('/settings/keys?revoked=1', 303);
}

async function findKey(c: DashboardContext): Promise<ListedApiKey> {
  const key = await findListedApiKey(c.get('deps').db, c.get('person').account.id, c.req.param('id') ?? '');
  if (!key) throw pageNotFound();
  return key;
}
