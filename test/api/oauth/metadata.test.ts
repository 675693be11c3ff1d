import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '#api/app.ts';
import { openDoor, publishApp } from '#harness/worker/access/connected-app.ts';
import { ORIGIN } from '#harness/worker/dashboard-client.ts';

afterEach(() => vi.unstubAllGlobals());

const ask = (path: string, init: RequestInit = {}) => {
  const headers = {
    'CF-Connecting-IP': '2001:db8:77::1',
    Origin: 'https://assistant.example',
    ...init.headers,
  };
  return createApp().fetch(new Request(ORIGIN + path, { ...init, headers }), env, createExecutionContext());
};
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

describe('an app learns without a key', () => {
  it('from a refusal where to ask for a token', async () => {
    const at = `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`;
    const door = openDoor();
    expect(await door(null)).toMatchObject({ status: 401, challenge: `Bearer ${at}` });
    expect(await door('x')).toMatchObject({ status: 401, challenge: `Bearer error="invalid_token", ${at}` });
    expect((await door(null, '/v1/qr')).challenge).toBe('Bearer');
  });

  it.each(['', '/mcp'])('who gives tokens for /mcp: /.well-known/oauth-protected-resource%s', async (end) => {
    const response = await ask(`/.well-known/oauth-protected-resource${end}`);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await response.json()).toEqual({
      resource: `${ORIGIN}/mcp`,
      authorization_servers: [ORIGIN],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    });
  });

  it('what the server can do: only apps with a document, and only with PKCE', async () => {
    const response = await ask('/.well-known/oauth-authorization-server');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://assistant.example');
    const metadata = await response.json<Record<string, unknown>>();
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/connect`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      scopes_supported: ['read', 'write', 'offline_access'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    });
    expect(metadata).not.toHaveProperty('registration_endpoint');
    expect((await ask('/oauth/register', { method: 'POST' })).status).toBe(404);
  });
});

describe('the token endpoint', () => {
  const CLIENT = { client_id: 'https://assistant.example/client.json', grant_type: 'refresh_token' };

  it.each([
    ['no client', {}, 401],
    ['a client that was registered elsewhere', { client_id: 'abc' }, 401],
    ['a client of 10 kB', { client_id: `https://a.example/${'a'.repeat(10_000)}` }, 401],
    ['a document over http', { client_id: 'http://assistant.example/client.json' }, 401],
    ['a document on a private host', { client_id: 'https://10.0.0.1/client.json' }, 401],
    ['a document on this machine', { client_id: 'https://localhost/client.json' }, 401],
    ['a document at another port', { client_id: 'https://assistant.example:8443/client.json' }, 401],
    ['a token of 10 kB', { ...CLIENT, refresh_token: `a:b:${'c'.repeat(10_000)}` }, 400],
    ['a token that nobody issued', { ...CLIENT, refresh_token: 'a:b:c' }, 400],
    ['a strange code', { ...CLIENT, grant_type: 'authorization_code', code: ':::' }, 400],
    ['another way of asking', { ...CLIENT, grant_type: 'password' }, 400],
    ['a document that is spelled otherwise', { client_id: 'https://ASSISTANT.example/client.json' }, 401],
    ['a body of 30 kB', { ...CLIENT, filler: 'x'.repeat(30_000) }, 413],
  ])('fetches nothing for %s', async (_, fields, status) => {
    const fetched = publishApp();
    expect((await ask('/oauth/token', form(fields))).status).toBe(status);
    expect(fetched).toEqual([]);
  });

  it('answers browsers of other sites, and no GET', async () => {
    const preflight = await ask('/oauth/token', { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      'https://assistant.example',
    ]);
    expect((await ask('/oauth/token')).status).toBe(405);
  });

  it('is limited for each network', async () => {
    const limit = () => Promise.resolve({ success: false });
    const request = new Request(`${ORIGIN}/oauth/token`, form(CLIENT));
    const bindings = { ...env, RATE_LIMIT_NETWORK: { limit } };
    const response = await createApp().fetch(request, bindings, createExecutionContext());
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
  });
});
