import { randomBytes, randomHex } from '../data/random.ts';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApp, type App, type AppOptions } from '#api/app.ts';
import { startSession } from '#service/accounts/sessions.ts';
import { createSentLink, createSignInLink } from '#service/accounts/sign-in.ts';
import { openDatabase } from '#storage/database.ts';
import type { Role } from '#core/accounts/account.ts';
import { seedAccount } from '../data/seed.ts';
import { watchRefusal } from './refusals.ts';

export const ORIGIN = 'https://api.example.com';

/** A browser, as the dashboard sees it: keeps cookies, sends the origin with forms, and marks page loads as opened by a person. */
export interface DashboardClient {
  readonly app: App;
  /** Follows the redirect of a form to its own id. */
  get(path: string, options?: RequestOptions): Promise<Response>;
  /** Sends a form, also with files; returns the response itself, without following a redirect. */
  post(
    path: string,
    fields?: Record<string, string> | FormData | Blob | ReadableStream,
    options?: RequestOptions,
  ): Promise<Response>;
  /** Sends JSON, like the dashboard's own scripts. */
  postJson(path: string, body: unknown, options?: RequestOptions): Promise<Response>;
  readonly cookies: Map<string, string>;
}

export interface RequestOptions {
  readonly headers?: Record<string, string>;
  /** Bindings and variables that differ for this request. */
  readonly env?: Partial<ApiEnv>;
  /** What Cloudflare's edge knows about the request. */
  readonly cf?: { readonly timezone: string };
}

function isBody(fields: object): fields is FormData | Blob | ReadableStream {
  return fields instanceof FormData || fields instanceof Blob || fields instanceof ReadableStream;
}

export function createBrowser(options: { app?: App; appOptions?: AppOptions } = {}): DashboardClient {
  const app = options.app ?? createApp(options.appOptions);
  const cookies = new Map<string, string>();
  // Each browser has its own address (RFC 3849, a /64), so that the limits of one test do not affect another's.
  const address = `2001:db8:${randomHex().slice(0, 4)}:${randomHex().slice(0, 4)}::1`;
  const send = async (request: Request, bindings: Partial<ApiEnv> = {}) => {
    const ctx = createExecutionContext();
    if (!request.headers.has('CF-Connecting-IP')) request.headers.set('CF-Connecting-IP', address);
    if (cookies.size > 0)
      request.headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await app.fetch(request, { ...env, ...bindings }, ctx);
    await waitOnExecutionContext(ctx);
    for (const cookie of response.headers.getSetCookie()) keepCookie(cookies, cookie);
    return watchRefusal(request, response, ['status', 'ok', 'text', 'json']);
  };
  return {
    app,
    cookies,
    get: async (path, { headers = {}, env: bindings, cf } = {}) => {
      const init = { headers: { 'Sec-Fetch-Site': 'none', ...headers }, ...(cf && { cf }) };
      const response = await send(new Request(ORIGIN + path, init), bindings);
      const next = new URL(response.headers.get('Location') ?? '/', ORIGIN + path);
      return next.pathname === new URL(ORIGIN + path).pathname && next.searchParams.has('form')
        ? send(new Request(next, init), bindings)
        : response;
    },
    post: (path, fields = {}, { headers = {}, env: bindings } = {}) =>
      send(
        new Request(ORIGIN + path, {
          method: 'POST',
          headers: { Origin: ORIGIN, ...headers },
          body: isBody(fields) ? fields : new URLSearchParams(fields),
        }),
        bindings,
      ),
    postJson: (path, body, { headers = {}, env: bindings } = {}) =>
      send(
        new Request(ORIGIN + path, {
          method: 'POST',
          headers: {
            Origin: ORIGIN,
            Accept: 'application/json',
            'Content-Type': 'application/json',
            ...headers,
          },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
        bindings,
      ),
  };
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}

/** Seeds a person who may sign in, in a new account or an existing one. */
export async function seedPerson(
  options: { accountId?: string; name?: string; email?: string; isEmailProved?: boolean; role?: Role } = {},
): Promise<{ accountId: string; personId: string }> {
  const accountId = options.accountId ?? (await seedAccount(env.DB)).accountId;
  const personId = `per_${randomHex()}`;
  await env.DB.prepare(
    'INSERT INTO people (id, account_id, name, email, email_proved_at_ms, role, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(
      personId,
      accountId,
      options.name ?? 'Ada',
      options.email ?? null,
      options.email !== undefined && options.isEmailProved !== false ? Date.now() : null,
      options.role ?? 'owner',
      Date.now(),
    )
    .run();
  return { accountId, personId };
}

export async function createLinkPath(
  personId: string,
  options: { isSent?: boolean; nowMs?: () => number } = {},
): Promise<string> {
  const deps = {
    db: openDatabase(env.DB),
    nowMs: options.nowMs ?? Date.now,
    randomBytes: (count: number) => randomBytes(count),
  };
  const token = options.isSent
    ? await createSentLink(deps, personId, `${randomHex()}@example.com`)
    : await createSignInLink(deps, personId);
  return `/sign-in/link/${token}`;
}

export interface SignedInClient extends DashboardClient {
  readonly accountId: string;
  readonly personId: string;
}

/** A browser in which somebody is signed in. How people sign in is proved in test/dashboard/accounts. */
export async function signIn(
  options: Parameters<typeof seedPerson>[0] & Parameters<typeof createBrowser>[0] = {},
): Promise<SignedInClient> {
  const person = await seedPerson(options);
  const browser = createBrowser(options);
  const deps = {
    db: openDatabase(env.DB),
    nowMs: options.appOptions?.nowMs ?? Date.now,
    randomBytes: (count: number) => randomBytes(count),
    reportFailure: (_: string, error: unknown) => {
      throw error;
    },
  };
  const { accountId, personId } = person;
  const method = { browser: 'A browser', method: 'link' } as const;
  const token = await startSession(deps, { person: { id: personId, account: { id: accountId } }, ...method });
  browser.cookies.set('__Host-session', token);
  return { ...browser, ...person };
}
