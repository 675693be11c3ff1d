import { randomBytes, randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { API_KEY_RANDOM_BYTES, createApiKey } from '#core/accounts/api-key.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { createApp } from '#api/app.ts';
import { API_KEY_CACHE_MS, API_KEY_FRESH_MS } from '#api/middleware/authenticate.ts';
import { type ApiClient, create, createClient, readError, send } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { withFailingStatements, withFault } from '#harness/worker/faults.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';

const ROUTES: [method: string, path: string][] = [
  ['POST', '/v1/qr'],
  ['GET', '/v1/qr'],
  ['GET', '/v1/qr/qr_00000000'],
  ['PATCH', '/v1/qr/qr_00000000'],
  ['DELETE', '/v1/qr/qr_00000000'],
  ['GET', '/v1/qr/qr_00000000/stats'],
  ['GET', '/v1/nothing'],
];

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

describe.each(ROUTES)('%s %s', (method, path) => {
  const unknownKey = createApiKey(randomBytes(API_KEY_RANDOM_BYTES));

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has another scheme', 'Basic dXNlcjpwYXNz'],
    ['has no key', 'Bearer '],
    ['has a key that is too short', 'Bearer qr_live_abc'],
    [
      'has a mistyped key',
      `Bearer ${unknownKey.slice(0, 20)}${unknownKey[20] === 'a' ? 'b' : 'a'}${unknownKey.slice(21)}`,
    ],
    ['has an unknown key', `Bearer ${unknownKey}`],
    ['has two keys', `Bearer ${unknownKey} ${unknownKey}`],
    ['has a very long key', `Bearer ${'x'.repeat(5_000)}`],
  ])('is 401 when the Authorization header %s', async (_, header) => {
    const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
    const response = await send(
      createApp(),
      new Request(`https://api.example.com${path}`, { method, headers }),
    );
    await readError(response, 401, 'unauthorized');
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
  });

  it('is refused over plain http, except on localhost', async () => {
    const ask = (host: string, apiKey: string) => {
      const headers = { Authorization: `Bearer ${apiKey}` };
      return send(createApp(), new Request(`http://${host}${path}`, { method, headers }));
    };
    const { apiKey } = await createClient();
    for (const host of ['api.example.com', 'localhost.example.com', '10.0.0.1', '127.0.0.1.example.com'])
      await readError(ask(host, apiKey), 403, 'https_required');
    for (const host of ['localhost:8787', '127.0.0.1:8787', 'api.localhost'])
      expect((await ask(host, client.apiKey)).status).not.toBe(403);
  });
});

describe('an API key', () => {
  it('that came over plain http is revoked, and its owner told; on this machine it is not', async () => {
    const { apiKey, accountId } = await createClient();
    const email = `${randomHex()}@example.com`;
    const owner = await signIn({ accountId, email });
    const mailbox = openMailbox();
    const headers = { Authorization: `Bearer ${apiKey}`, 'CF-Connecting-IP': '2001:db8:16::1' };
    const ask = (origin: string) =>
      send(createApp(), new Request(`${origin}/v1/qr`, { headers }), mailbox.env);
    expect((await ask('http://localhost:8787')).status).toBe(200);
    expect((await ask('https://api.example.com')).status).toBe(200);
    for (const _ of ['first', 'again']) {
      const { message } = await readError(ask('http://api.example.com'), 403, 'https_required');
      expect(message).toContain('the key is revoked');
    }
    await readError(ask('https://api.example.com'), 401, 'unauthorized');
    expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'An API key was revoked'],
    ]);
    const log = await readText(await owner.get('/settings/log'));
    expect(log.split('because it was sent over plain http')).toHaveLength(2);
  });

  it('is refused over plain http while the database fails, and works on: the caller is not asked to send it again', async () => {
    const { apiKey } = await createClient();
    const ask = (origin: string, bindings = {}) => {
      const headers = { Authorization: `Bearer ${apiKey}`, 'CF-Connecting-IP': '2001:db8:18::1' };
      return send(createApp(), new Request(`${origin}/v1/qr`, { headers }), bindings);
    };
    const DB = withFailingStatements(env.DB, () => true);
    const refused = await readError(ask('http://api.example.com', { DB }), 403, 'https_required');
    expect(refused.message).not.toContain('revoked');
    expect((await ask('https://api.example.com')).status).toBe(200);
  });

  it('that is unknown counts as a failure over plain http too', async () => {
    const headers = {
      Authorization: `Bearer ${createApiKey(randomBytes(API_KEY_RANDOM_BYTES))}`,
      'CF-Connecting-IP': '2001:db8:17::1',
    };
    const app = createApp();
    const seen = new Set<number>();
    for (let i = 0; i < 61; i++)
      seen.add((await send(app, new Request('http://api.example.com/v1/qr', { headers }))).status);
    expect(seen).toEqual(new Set([403, 429]));
  });

  it('is read with its scheme in either case', async () => {
    const request = new Request('https://api.example.com/v1/qr', {
      headers: { Authorization: `bearer ${client.apiKey}` },
    });
    expect((await send(createApp(), request)).status).toBe(200);
  });

  it('that may only read is refused every write', async () => {
    const reader = await createClient({ scope: 'read' });
    expect((await reader.request('GET', '/v1/qr')).status).toBe(200);
    for (const [method, path] of ROUTES.filter(([name]) => name !== 'GET')) {
      await readError(
        reader.request(method, path, { target: 'https://example.com/' }),
        403,
        'insufficient_scope',
      );
    }
  });

  it('stops working the moment it expires', async () => {
    let now = 1_000_000;
    const expiring = await createClient({ expiresAtMs: 1_000_100, appOptions: { nowMs: () => now } });
    now = 1_000_099;
    expect((await expiring.request('GET', '/v1/qr')).status).toBe(200);
    now = 1_000_100;
    await readError(expiring.request('GET', '/v1/qr'), 401, 'unauthorized');
  });

  it('stops working within 60 seconds after it was revoked, even if it cannot be read again', async () => {
    let now = 1_000_000;
    const revoked = await createClient({ appOptions: { nowMs: () => now } });
    expect((await revoked.request('GET', '/v1/qr')).status).toBe(200);
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = ? WHERE id = ?').bind(now, revoked.keyId).run();
    expect(API_KEY_CACHE_MS).toBeLessThanOrEqual(60_000);
    now += API_KEY_CACHE_MS - 1;
    const DB = watchQueries((sql) => {
      if (sql.includes('from "api_keys"')) throw new Error('D1 is down');
    });
    expect((await revoked.request('GET', '/v1/qr', undefined, { env: { DB } })).status).toBe(200);
    now += 1;
    await readError(revoked.request('GET', '/v1/qr'), 401, 'unauthorized');
  });

  it('is read again after a response once it is 25 seconds old, and not for every request', async () => {
    let now = 1_000_000;
    const caller = await createClient({ appOptions: { nowMs: () => now } });
    const lookUps = async () => {
      const seen: string[] = [];
      const DB = watchQueries((sql) => void seen.push(sql));
      const { status } = await caller.request('GET', '/v1/qr', undefined, { env: { DB } });
      return { status, lookUps: seen.filter((sql) => sql.includes('from "api_keys"')).length };
    };
    expect(await lookUps()).toEqual({ status: 200, lookUps: 1 });
    now += API_KEY_FRESH_MS - 1;
    expect(await lookUps()).toEqual({ status: 200, lookUps: 0 });
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = ? WHERE id = ?').bind(now, caller.keyId).run();
    now += 1;
    expect(await lookUps()).toEqual({ status: 200, lookUps: 1 });
    expect(await lookUps()).toEqual({ status: 401, lookUps: 0 });
  });
});

describe('the rate limit', () => {
  it('responds with 429 with Retry-After and the policy once the plan is used up, for the account and not for others', async () => {
    const free = await createClient({ plan: 'free' });
    const other = await createClient({ plan: 'free' });
    const statuses: number[] = [];
    let refused: Response | undefined;
    // The emulator's window is a minute of the wall clock: twice the limit fills it even across a boundary.
    for (let i = 0; i < 121 && !refused; i++) {
      const response = await free.request('GET', '/v1/qr/qr_00000000');
      statuses.push(response.status);
      if (response.status === 429) refused = response;
    }
    expect(statuses.slice(0, 60)).not.toContain(429);
    await readError(refused!, 429, 'rate_limited');
    expect(refused!.headers.get('Retry-After')).toBe('60');
    expect(refused!.headers.get('RateLimit-Policy')).toMatch(/^"free";q=60;w=60, "codes-per-month";q=\d+$/);
    expect((await other.request('GET', '/v1/qr')).status).toBe(200);
  });

  it('names the policy on every response to the account, including refusals', async () => {
    for (const [method, path, status] of [
      ['GET', '/v1/qr', 200],
      ['GET', '/v1/qr/qr_00000000', 404],
      ['POST', '/v1/qr', 415],
      ['PUT', '/v1/qr', 405],
      ['GET', '/v1/nothing', 404],
    ] as const) {
      const response = await client.request(method, path);
      expect(response.status).toBe(status);
      expect(response.headers.get('RateLimit-Policy'), `${method} ${path}`).toMatch(
        /^"business";q=6000;w=60, /,
      );
    }
  });

  it('counts failed authentications by network, and leaves working keys alone', async () => {
    const attempt = async (key: string, address: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'CF-Connecting-IP': address };
      return send(createApp(), new Request('https://api.example.com/v1/qr', { headers }));
    };
    let refused: Response | undefined;
    for (let i = 0; i < 121 && refused === undefined; i++) {
      const response = await attempt('qr_live_wrong', `2001:db8:7:7::${i}`);
      if (response.status === 429) refused = response;
    }
    await readError(refused!, 429, 'rate_limited');
    expect(refused!.headers.get('RateLimit')).toBe('"failed_auth";r=0;t=60');
    expect((await attempt(client.apiKey, '2001:db8:7:7::1')).status).toBe(200);
    expect((await attempt('qr_live_wrong', '2001:db8:7:8::1')).status).toBe(401);
  });

  describe('after too many failed authentications', () => {
    /** A key with a valid checksum that nobody has: only the database can tell. */
    const inventKey = () => createApiKey(randomBytes(API_KEY_RANDOM_BYTES));

    /** A separate service, whose clock and database are observed. */
    function watchService() {
      const watch = { now: Date.now(), queries: 0 };
      const app = createApp({ nowMs: () => watch.now });
      const DB = watchQueries(() => (watch.queries += 1));
      const attempt = (key: string, address: string, bindings: Partial<ApiEnv> = {}) => {
        const headers = { Authorization: `Bearer ${key}`, 'CF-Connecting-IP': address };
        return send(app, new Request('https://api.example.com/v1/qr', { headers }), { DB, ...bindings });
      };
      const fail = async (addresses: (i: number) => string, most: number) => {
        for (let i = 0; i < most; i++) if ((await attempt(inventKey(), addresses(i))).status === 429) return;
        throw new Error('never limited');
      };
      return { watch, attempt, fail };
    }

    it.each([
      ['an IPv4 address', () => '198.51.100.7', '198.51.100.7', '198.51.100.8', 130],
      ['a /64', (i: number) => `2001:db8:1:1::${i}`, '2001:db8:1:1:ffff::1', '2001:db8:1:2::1', 130],
      ['a /48', (i: number) => `2001:db8:2:${i.toString(16)}::1`, '2001:db8:2:ffff::1', '2001:db8:3::1', 620],
    ])('%s is refused before the database is asked', async (_, addresses, blocked, free, most) => {
      const { watch, attempt, fail } = watchService();
      await fail(addresses, most);
      watch.queries = 0;
      for (let i = 0; i < 5; i++) await readError(attempt(inventKey(), blocked), 429, 'rate_limited');
      expect(watch.queries).toBe(0);
      expect((await attempt(inventKey(), free)).status).toBe(401);
    });

    it('a key that was valid before keeps working, and another one works after a minute', async () => {
      const { watch, attempt, fail } = watchService();
      const [known, unknown] = [await createClient(), await createClient()];
      const address = '198.51.100.9';
      expect((await attempt(known.apiKey, address)).status).toBe(200);
      await fail(() => address, 130);
      watch.now += API_KEY_CACHE_MS + 1;
      expect((await attempt(known.apiKey, address)).status).toBe(200);
      expect((await attempt(unknown.apiKey, address)).status).toBe(429);
      watch.now += 60_000 - API_KEY_CACHE_MS;
      expect((await attempt(unknown.apiKey, address)).status).toBe(200);
    });
  });

  it('lets requests pass when the limiter itself fails', async () => {
    const broken = { limit: () => Promise.reject(new Error('limiter down')) };
    const response = await client.request('GET', '/v1/qr', undefined, {
      env: { RATE_LIMIT_BUSINESS: broken },
    });
    expect(response.status).toBe(200);
  });
});

describe('every response', () => {
  it('carries a request id, is not cached, and gives a browser nothing to run', async () => {
    const responses = [
      await client.request('GET', '/v1/qr'),
      await client.request('GET', '/v1/qr/qr_00000000'),
      await send(createApp(), new Request('https://api.example.com/v1/qr')),
      await send(createApp(), new Request('https://api.example.com/health')),
      await send(createApp(), new Request('https://api.example.com/nothing')),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 401, 200, 404]);
    const ids = new Set(responses.map((response) => response.headers.get('X-Request-Id')));
    expect(ids.size).toBe(5);
    expect(ids.has(null)).toBe(false);
    for (const response of responses) {
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  it('is logged in one JSON line without key, id or target', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const { id } = await create(client, { target: 'https://example.com/secret-place', dynamic: true });
    await client.request('GET', `/v1/qr/${id}`);
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'request', method: 'POST', route: '/v1/qr', status: 200, account_id: client.accountId },
      { event: 'request', method: 'GET', route: '/v1/qr/:id', status: 200 },
    ]);
    for (const secret of [client.apiKey, id.slice(3), 'secret-place'])
      expect(lines.join()).not.toContain(secret);
  });

  it('is logged without target and title even when the database fails on them', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const overloaded = new Error('D1_ERROR: overloaded');
    const batch = () => Promise.reject(overloaded);
    const prepare = () => {
      throw overloaded;
    };
    const body = { target: 'https://example.com/secret-place', title: 'secret plan' };
    const post = client.request('POST', '/v1/qr', body, { env: { DB: withFault(env.DB, { batch }) } });
    await readError(post, 503, 'unavailable');
    const list = client.request('GET', '/v1/qr?q=secret+plan', undefined, {
      env: { DB: withFault(env.DB, { prepare }) },
    });
    await readError(list, 503, 'unavailable');
    const lines = log.mock.calls.map(([line]) => String(line)).join();
    log.mockRestore();
    expect(lines).toContain('D1_ERROR: overloaded');
    expect(lines).not.toContain('secret');
  });

  it('has the same id as the log, whatever failed, even on pages of the dashboard', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const IMAGES = withFault(env.IMAGES, { put: () => Promise.reject(new Error('R2 is down')) });
    const body = { target: 'https://example.com/' };
    const post = await client.request('POST', '/v1/qr', body, { env: { IMAGES } });
    await readError(post, 503, 'unavailable');
    const limiter = { limit: () => Promise.reject(new Error('limiter down')) };
    const list = await client.request('GET', '/v1/qr', undefined, { env: { RATE_LIMIT_BUSINESS: limiter } });
    const browser = await signIn({ accountId: client.accountId });
    const prepare = () => {
      throw new Error('D1_ERROR: overloaded');
    };
    const page = await browser.get('/codes', { env: { DB: withFault(env.DB, { prepare }) } });
    expect(page.status).toBe(503);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    log.mockRestore();
    for (const [event, response] of [
      ['images_not_stored', post],
      ['rate_limiter_failed', list],
      ['storage_failed', page],
    ] as const) {
      const line = lines.find((entry) => entry['event'] === event);
      expect(line?.['request_id'], event).toBe(response.headers.get('X-Request-Id'));
    }
  });

  it('has an id of our own: the caller cannot choose it', async () => {
    const headers = { 'X-Request-Id': 'qr_live_secret' };
    const response = await client.request('GET', '/v1/qr', undefined, { headers });
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a path', () => {
  it.each([
    ['PUT', '/v1/qr', 'GET, HEAD, POST'],
    ['DELETE', '/v1/qr', 'GET, HEAD, POST'],
    ['POST', '/v1/qr/qr_00000000', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['POST', '/v1/qr/qr_00000000/stats', 'GET, HEAD'],
    ['OPTIONS', '/v1/qr', 'GET, HEAD, POST'],
    ['PUT', '/v1/imports', 'GET, HEAD, POST'],
    ['POST', '/v1/imports/imp_0000000000000000', 'GET, HEAD, DELETE'],
    ['GET', '/v1/qr/bulk', 'POST, PUT, PATCH, DELETE'],
    ['POST', '/health', 'GET, HEAD'],
  ])('names the methods that it has: %s %s', async (method, path, allow) => {
    const response = await client.request(method, path);
    const { message } = await readError(response, 405, 'method_not_allowed');
    expect(message).toBe(`This path does not allow ${method}; it allows ${allow}.`);
    expect(response.headers.get('Allow')).toBe(allow);
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/qr/',
    '/v1/qr/qr_00000000/stats/x',
    '/v2/qr',
    '/v1/%2e%2e/qr',
    '/%',
    '/v1/qr/%',
  ])('that does not exist (%s) is 404', async (path) => {
    await readError(client.request('GET', path), 404, 'not_found');
  });

  it('responds to HEAD as to GET without a body', async () => {
    const response = await client.request('HEAD', '/v1/qr');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('GET /health', () => {
  const health = (bindings: Partial<ApiEnv> = {}) =>
    send(createApp(), new Request('https://api.example.com/health'), bindings);

  it('names each binding and whether it responds', async () => {
    const response = await health();
    expect(response.status).toBe(200);
    const { status, checks } = await response.json<{ status: string; checks: object }>();
    expect(status).toBe('ok');
    expect(checks).toEqual({
      DB: { ok: true },
      DB_WRITES: { ok: true },
      IMAGES: { ok: true },
      LINKS: { ok: true },
      OAUTH_KV: { ok: true },
      RATE_LIMIT_FREE: { ok: true },
      RATE_LIMIT_PRO: { ok: true },
      RATE_LIMIT_BUSINESS: { ok: true },
      RATE_LIMIT_FAILED_AUTH: { ok: true },
    });
  });

  it('is 503 and names the failing binding, with a fix and without the cause', async () => {
    const IMAGES = { head: () => Promise.reject(new Error('secret detail')) } as unknown as R2Bucket;
    const response = await health({ IMAGES });
    expect(response.status).toBe(503);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({
      status: 'failing',
      checks: { DB: { ok: true }, IMAGES: { ok: false, fix: expect.stringContaining('R2') } },
    });
    expect(body).not.toContain('secret detail');
  });
});
