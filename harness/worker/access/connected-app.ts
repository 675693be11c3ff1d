import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Hono } from 'hono';
import { expect, vi } from 'vitest';
import type { AppEnv } from '#api/app-env.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { createAuthenticate } from '#api/middleware/authenticate.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { toBase64Url } from '#core/bytes/base64url.ts';
import { createAttempts } from '#storage/attempts.ts';
import { ORIGIN, type DashboardClient } from '../dashboard-client.ts';
import { readPage } from '../page.ts';

export const CLIENT_ID = 'https://assistant.example/client.json';
const REDIRECT_URI = 'https://assistant.example/callback';
const VERIFIER = 'v'.repeat(43);

/** What the network has at the address of an app; by default, the document of an app. */
export function publishApp(shown: Record<string, unknown> | ((url: string) => Response) = {}) {
  const document = {
    client_id: CLIENT_ID,
    client_name: 'Assistant',
    redirect_uris: [REDIRECT_URI, 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    ...(typeof shown === 'function' ? {} : shown),
  };
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    fetched.push(input);
    return Promise.resolve(typeof shown === 'function' ? shown(input) : Response.json(document));
  });
  return fetched;
}

/** The address at which an app asks a person. */
export async function askPath(changes: Record<string, string | null> = {}): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER));
  const query = {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: REDIRECT_URI,
    scope: 'read write',
    state: 'of the app',
    resource: `${ORIGIN}/mcp`,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null);
  return `/connect?${new URLSearchParams(given).toString()}`;
}

/** Answers the question of an app as a person does; gives the address that the browser goes on to. */
export async function answer(browser: DashboardClient, path: string, fields: Record<string, string> = {}) {
  const page = await readPage(await browser.get(path));
  const form = {
    id: page.valueOf('id') ?? '',
    person: page.find('select[name="person"] option[selected]')?.attribute('value') ?? '',
    scope: page.find('select[name="scope"] option[value="full"]') ? 'full' : 'read',
    decision: 'connect',
    ...fields,
  };
  const response = await browser.post(path, form);
  const [, address] = /^0; url=(.*)$/.exec(response.headers.get('Refresh') ?? '') ?? [];
  return { response, form, address: address === undefined ? null : new URL(address) };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Asks the token endpoint, as an app does. */
export async function askForTokens(browser: DashboardClient, fields: Record<string, string>) {
  const ctx = createExecutionContext();
  const request = new Request(`${ORIGIN}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
  });
  const response = await browser.app.fetch(request, env, ctx);
  await waitOnExecutionContext(ctx);
  // A token that is taken back is answered without a body.
  const body = JSON.parse((await response.text()) || '{}') as Tokens & { readonly error?: string };
  return { status: response.status, body };
}

export function redeem(browser: DashboardClient, code: string, changes: Record<string, string> = {}) {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI };
  return askForTokens(browser, { ...fields, code_verifier: VERIFIER, ...changes });
}

/** Connects an app, and gets its tokens. */
export async function connect(
  browser: DashboardClient,
  fields: Record<string, string> = {},
): Promise<Tokens> {
  const { address } = await answer(browser, await askPath(), fields);
  const { status, body } = await redeem(browser, address?.searchParams.get('code') ?? '');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** One isolate behind the path of apps, or another path: who a caller is there, or why nobody. */
export function openDoor(nowMs: () => number = Date.now) {
  const door = new Hono<AppEnv>();
  const attempts = createAttempts(nowMs);
  door.use(async (c, next) => {
    const deps = createDependencies(c.env, { ...PLATFORM, nowMs }, (work) => c.executionCtx.waitUntil(work));
    c.set('deps', deps);
    c.set('attempts', attempts);
    await next();
  });
  door.use(createAuthenticate(nowMs));
  door.all('*', (c) => c.json({ id: c.get('actor').id, role: c.get('actor').role }));
  door.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return c.json({ error: error.code }, ERROR_STATUS[error.code], { ...error.headers });
  });
  return async (token: string | null, path = '/mcp', bindings: Partial<ApiEnv> = {}) => {
    const ctx = createExecutionContext();
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    const response = await door.fetch(new Request(ORIGIN + path, { headers }), { ...env, ...bindings }, ctx);
    await waitOnExecutionContext(ctx);
    const body = await response.json<{ id?: string; role?: string; error?: string }>();
    return { status: response.status, challenge: response.headers.get('WWW-Authenticate'), ...body };
  };
}
