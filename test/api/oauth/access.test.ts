import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_KEY_CACHE_MS } from '#api/middleware/authenticate.ts';
import { withFault } from '#harness/worker/faults.ts';
import {
  answer,
  askForTokens,
  askPath,
  connect,
  openDoor,
  publishApp,
  redeem,
} from '#harness/worker/access/connected-app.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';

beforeEach(() => void publishApp());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const readApp = (accountId: string) =>
  env.DB.prepare('SELECT * FROM api_keys WHERE account_id = ? AND client_id IS NOT NULL')
    .bind(accountId)
    .first();
const refresh = (browser: Parameters<typeof connect>[0], refresh_token: string, changes = {}) =>
  askForTokens(browser, { grant_type: 'refresh_token', refresh_token, ...changes });

describe('an app that a person connected', () => {
  it('acts for the account at /mcp, under its own id, and is no secret that anything stores', async () => {
    const owner = await signIn();
    const tokens = await connect(owner);
    expect(tokens.scope).toBe('read write');
    const app = await readApp(owner.accountId);
    expect(app).toMatchObject({ name: 'Assistant', scope: 'full', created_by: owner.personId });
    expect(await openDoor()(tokens.access_token)).toMatchObject({
      status: 200,
      id: app?.['id'],
      role: 'member',
    });
    const { keys } = await env.OAUTH_KV.list();
    const stored = await Promise.all(keys.map(async ({ name }) => `${name} ${await env.OAUTH_KV.get(name)}`));
    for (const secret of [...tokens.access_token.split(':').slice(2), String(app?.['secret_hash'])])
      expect(stored.join()).not.toContain(secret);
    expect((await readApp(owner.accountId))?.['last_used_day']).toBe(new Date().toISOString().slice(0, 10));
  });

  it('is refused everywhere else, and its row is no API key', async () => {
    const owner = await signIn();
    const { access_token: token } = await connect(owner);
    const door = openDoor();
    for (const path of ['/v1/qr', '/v1/mcp', '/mcp/', '/mcp/x'])
      expect((await door(token, path)).status).toBe(401);
    const hash = String((await readApp(owner.accountId))?.['secret_hash']);
    for (const text of [hash, `${token}x`, token.slice(0, -1), `${token.slice(0, -1)}!`, 'qr_live_x'])
      expect((await door(text)).status, text).toBe(401);
  });

  it.each([
    ['what it asked for, if the person allows it', 'owner', 'read write', 'full', 'member', 'read write'],
    ['less, if the person says so', 'owner', 'read write', 'read', 'viewer', 'read'],
    ['no more than it asked for', 'owner', 'read', 'full', null, null],
    ['no more than the person', 'viewer', 'read write', 'full', null, null],
    ['to read for a viewer', 'viewer', 'read write', 'read', 'viewer', 'read'],
    [
      'to stay for long',
      'member',
      'read write offline_access',
      'full',
      'member',
      'read write offline_access',
    ],
    ['nothing but our scopes', 'member', 'admin write', 'full', 'member', 'read write'],
  ] as const)('may do %s', async (_, role, scope, chosen, actsAs, granted) => {
    const person = await signIn({ role });
    const { response, address } = await answer(person, await askPath({ scope }), { scope: chosen });
    if (actsAs === null) return expect([response.status, address]).toEqual([422, null]);
    const { body } = await redeem(person, address?.searchParams.get('code') ?? '');
    expect(body.scope).toBe(granted);
    return expect((await openDoor()(body.access_token)).role).toBe(actsAs);
  });

  it('may ask for a token with fewer rights', async () => {
    const owner = await signIn();
    const narrow = await refresh(owner, (await connect(owner)).refresh_token, { scope: 'read' });
    expect((await openDoor()(narrow.body.access_token)).role).toBe('viewer');
  });

  it('is answered 503 while the store of tokens fails', async () => {
    const { access_token: token } = await connect(await signIn());
    const OAUTH_KV = withFault(env.OAUTH_KV, { get: () => Promise.reject(new Error('KV GET failed: 500')) });
    await expect(openDoor()(token, '/mcp', { OAUTH_KV })).rejects.toThrow('OAUTH_KV did not respond');
  });
});

describe('a code', () => {
  const ask = async () => {
    const owner = await signIn();
    const { address } = await answer(owner, await askPath());
    return { owner, code: address?.searchParams.get('code') ?? '' };
  };

  it.each([
    ['with another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['without a verifier', { code_verifier: '' }, 'invalid_request'],
    [
      'with another address to go back to',
      { redirect_uri: 'https://assistant.example/other' },
      'invalid_grant',
    ],
    ['for another resource', { resource: 'https://api.example.com/v1' }, 'invalid_target'],
    ['by another app', { client_id: 'https://other.example/client.json' }, 'invalid_grant'],
  ])('gives no token %s', async (_, changes, error) => {
    const { owner, code } = await ask();
    publishApp((url) =>
      Response.json({
        client_id: url,
        client_name: 'App',
        redirect_uris: ['https://assistant.example/callback'],
        token_endpoint_auth_method: 'none',
      }),
    );
    expect(await redeem(owner, code, changes)).toMatchObject({ status: 400, body: { error } });
  });

  it('works once, and who sends it again ends what it gave', async () => {
    const { owner, code } = await ask();
    const first = await redeem(owner, code);
    expect((await openDoor()(first.body.access_token)).status).toBe(200);
    expect((await redeem(owner, code)).body.error).toBe('invalid_grant');
    expect((await openDoor()(first.body.access_token)).status).toBe(401);
  });
});

describe('an access token', () => {
  it('ends after an hour, and its refresh token gives another one, which replaces it', async () => {
    const owner = await signIn();
    const first = await connect(owner);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect((await openDoor()(first.access_token)).status).toBe(401);
    const second = await refresh(owner, first.refresh_token);
    expect((await openDoor()(second.body.access_token)).status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    const third = await refresh(owner, second.body.refresh_token);
    expect(third.status).toBe(200);
    expect((await refresh(owner, first.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('cannot be refreshed after 90 days without use', async () => {
    const owner = await signIn();
    const { refresh_token: token } = await connect(owner);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90 * 86_400_000 + 1_000 });
    expect((await refresh(owner, token)).body.error).toBe('invalid_grant');
  });

  it('is taken back by its app', async () => {
    const owner = await signIn();
    const { access_token: token } = await connect(owner);
    expect((await openDoor()(token)).status).toBe(200);
    await askForTokens(owner, { token });
    expect((await openDoor()(token)).status).toBe(401);
  });
});

describe('within 55 seconds, an app loses access', () => {
  /** What others do to an app of Grace's account. */
  const ENDS = {
    'that its person disconnects': { by: 'grace', path: (id: string) => `/settings/apps/${id}/disconnect` },
    'that an owner disconnects': { by: 'owner', path: (id: string) => `/settings/apps/${id}/disconnect` },
    'of a person who is removed': {
      by: 'owner',
      path: (_: string, who: string) => `/settings/people/${who}/remove`,
    },
    'of a person who loses rights': {
      by: 'owner',
      path: (_: string, who: string) => `/settings/people/${who}/role`,
    },
  } as const;

  it.each(Object.keys(ENDS) as (keyof typeof ENDS)[])('%s', async (what) => {
    let now = Date.now();
    const owner = await signIn({ name: 'Ada' });
    const grace = await signIn({ accountId: owner.accountId, name: 'Grace', role: 'member' });
    const tokens = await connect(grace);
    const door = openDoor(() => now);
    const { id = '' } = await door(tokens.access_token);
    const { by, path } = ENDS[what];
    const fields = { role: 'viewer', [`keep_${id}`]: 'on' };
    const done = await (by === 'owner' ? owner : grace).post(path(id, grace.personId), fields);
    expect(done.status).toBe(303);
    now += API_KEY_CACHE_MS;
    expect((await door(tokens.access_token)).status).toBe(401);
    expect((await refresh(owner, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const { results } = await env.DB.prepare(
      'SELECT action, subject_id FROM activities WHERE account_id = ? AND subject_id = ?',
    )
      .bind(owner.accountId, id)
      .all();
    expect(results.map(({ action }) => action)).toEqual(['app.connected', 'app.disconnected']);
    expect((await env.OAUTH_KV.list({ prefix: `grant:${id}:` })).keys).toEqual([]);
  });

  it.each([
    ['suspended_at_ms', 403],
    ['deleted_at_ms', 401],
  ])('of an account with %s, and gets it back', async (column, status) => {
    let now = Date.now();
    const owner = await signIn();
    const tokens = await connect(owner);
    const door = openDoor(() => now);
    const set = (value: number | null) =>
      env.DB.prepare(`UPDATE accounts SET ${column} = ? WHERE id = ?`).bind(value, owner.accountId).run();
    await set(now);
    expect((await door(tokens.access_token)).status).toBe(status);
    await set(null);
    now += API_KEY_CACHE_MS;
    expect((await door(tokens.access_token)).status).toBe(200);
  });
});
