import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { findCopy } from '#storage/links/copies.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
  await block('blocked.example');
});

async function block(host: string): Promise<void> {
  await env.DB.prepare('INSERT INTO blocked_hosts VALUES (?, 0)').bind(host).run();
}

const post = (body: object, bindings: Partial<ApiEnv> = {}) =>
  client.request('POST', '/v1/qr', body, { env: bindings });

describe.each([
  ['a private address', 'http://192.168.1.1/admin'],
  ['a loopback address in another notation', 'http://0x7f.1/'],
  ['a name of a local network', 'http://intranet/'],
  ['a blocked host', 'https://blocked.example/login'],
  ['a name below a blocked host', 'https://www.Blocked.example./login'],
])('a target on %s', (_, target) => {
  it.each([true, false])('is refused for a new code (dynamic: %j)', async (dynamic) => {
    const error = await readError(post({ target, dynamic }), 400, 'unsafe_target');
    expect(error.errors).toMatchObject([{ field: 'target', code: 'unsafe_target' }]);
  });

  it('is refused for an edit, which changes nothing', async () => {
    const { id } = await create(client, { dynamic: true });
    await readError(client.request('PATCH', `/v1/qr/${id}`, { target }), 400, 'unsafe_target');
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({
      target: 'https://example.com/menu',
    });
  });

  it('is refused wherever else scans may be led, with the name of the field', async () => {
    const control = {
      fallback_url: target,
      rules: [{ target, when: { device: ['mobile'] } }],
      variants: [
        { name: 'A', target: 'https://example.com/a', weight: 50 },
        { name: 'B', target, weight: 50 },
      ],
    };
    const { id } = await create(client, { dynamic: true });
    const error = await readError(client.request('PATCH', `/v1/qr/${id}`, control), 400, 'unsafe_target');
    expect(error.errors?.map(({ field }) => field).sort()).toEqual([
      'fallback_url',
      'rules[0].target',
      'variants[1].target',
    ]);
  });

  it('does not keep the other codes of a bulk request from being made', async () => {
    const response = await client.request('POST', '/v1/qr/bulk', {
      codes: [{ target: 'https://example.com/' }, { target }],
    });
    const { data } = await response.json<{ data: { status: number; error?: { code: string } }[] }>();
    expect(data.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [400, 'unsafe_target'],
    ]);
  });
});

it('lets codes lead to a private network if the operator allows it, and never to a blocked host', async () => {
  const allowed = { PRIVATE_TARGETS: 'allowed' };
  expect((await post({ target: 'http://192.168.1.1/' }, allowed)).status).toBe(200);
  await readError(post({ target: 'https://blocked.example/' }, allowed), 400, 'unsafe_target');
});

describe('the check of targets by a service', () => {
  const clientThatAsks = (respond: (request: Request) => Response | Promise<Response>) =>
    createClient({
      appOptions: { fetch: async (input, init) => respond(new Request(input, init)) },
    });
  const WEB_RISK = { WEB_RISK_API_KEY: 'key of the tests' } as Partial<ApiEnv>;
  const SAFE_BROWSING = { SAFE_BROWSING_API_KEY: 'key of the tests' } as Partial<ApiEnv>;
  const postTo = (asking: ApiClient, target: string, bindings: Partial<ApiEnv>) =>
    asking.request('POST', '/v1/qr', { target }, { env: bindings });

  it('refuses targets that Web Risk lists', async () => {
    const asking = await clientThatAsks(({ url, headers }) => {
      expect(headers.get('X-Goog-Api-Key')).toBe('key of the tests');
      const { origin, pathname, searchParams } = new URL(url);
      expect(origin + pathname).toBe('https://webrisk.googleapis.com/v1/uris:search');
      expect(searchParams.getAll('threatTypes')).toContain('SOCIAL_ENGINEERING');
      const isKnown = searchParams.get('uri') === 'https://phish.example/';
      return Response.json(isKnown ? { threat: { threatTypes: ['SOCIAL_ENGINEERING'] } } : {});
    });
    await readError(postTo(asking, 'https://phish.example/', WEB_RISK), 400, 'unsafe_target');
    expect((await postTo(asking, 'https://example.com/', WEB_RISK)).status).toBe(200);
  });

  it('refuses targets that Safe Browsing lists', async () => {
    const asking = await clientThatAsks(async (request) => {
      const body = await request.json<{ threatInfo: { threatEntries: { url: string }[] } }>();
      const matches = body.threatInfo.threatEntries.filter(({ url }) => url === 'https://phish.example/');
      return Response.json(matches.length > 0 ? { matches: matches.map((threat) => ({ threat })) } : {});
    });
    await readError(postTo(asking, 'https://phish.example/', SAFE_BROWSING), 400, 'unsafe_target');
    expect((await postTo(asking, 'https://example.com/', SAFE_BROWSING)).status).toBe(200);
  });

  it.each([
    ['refuses the request', () => new Response('', { status: 403 })],
    ['gives no JSON', () => new Response('<html>')],
    ['cannot be reached', () => Promise.reject(new Error('connection refused'))],
  ])('creates the code, and reports the failure, if the service %s', async (_, respond) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const asking = await clientThatAsks(respond);
    expect((await postTo(asking, 'https://example.com/', WEB_RISK)).status).toBe(200);
    expect(log.mock.calls.flat().join()).toContain('target_screen_failed');
    expect(log.mock.calls.flat().join()).not.toContain('key of the tests');
    log.mockRestore();
  });

  it('requests nothing if no key is set', async () => {
    const asking = await clientThatAsks(() => {
      throw new Error('nobody is to be asked');
    });
    expect((await postTo(asking, 'https://example.com/', {})).status).toBe(200);
  });
});

it('disables the codes that lead to a host that is blocked later, even by a rule, and writes their copies', async () => {
  const plain = await create(client, { target: 'https://later.example/a', dynamic: true });
  const ruled = await create(client, {
    dynamic: true,
    rules: [{ target: 'https://www.later.example/b', when: { device: ['mobile'] } }],
  });
  const other = await create(client, { target: 'https://other.example/', dynamic: true });
  await block('later.example');
  const { lines } = await runScheduled(Date.now());
  expect(lines).toContainEqual(expect.objectContaining({ event: 'blocked_hosts_swept', disabled: 2 }));
  for (const { id } of [plain, ruled]) {
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({ status: 'disabled' });
    expect(await findCopy(env.LINKS, parsePublicId(id)!)).toMatchObject({
      kind: 'disabled',
      disabledFor: 'abuse',
    });
  }
  expect(await client.json('GET', `/v1/qr/${other.id}`)).toMatchObject({
    status: 'active',
  });
  const again = await runScheduled(Date.now());
  expect(again.lines).toContainEqual(expect.objectContaining({ event: 'blocked_hosts_swept', disabled: 0 }));
});

it('keeps a code disabled when its owner edits it', async () => {
  const { id } = await create(client, { dynamic: true });
  await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'legal' WHERE code_id = ?")
    .bind(parsePublicId(id))
    .run();
  await client.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/other' });
  expect(await findCopy(env.LINKS, parsePublicId(id)!)).toMatchObject({
    kind: 'disabled',
    disabledFor: 'legal',
  });
});

describe('a suspended account', () => {
  it('gets 403 with every key within 60 seconds, and works again when it is resumed', async () => {
    let now = Date.now();
    const suspended = await createClient({ appOptions: { nowMs: () => now } });
    const { id } = await create(suspended, { dynamic: true });
    const set = (value: number | null) =>
      env.DB.prepare('UPDATE accounts SET suspended_at_ms = ? WHERE id = ?')
        .bind(value, suspended.accountId)
        .run();
    await set(1);
    now += 60_000;
    await readError(suspended.request('GET', `/v1/qr/${id}`), 403, 'account_suspended');
    await readError(
      suspended.request('POST', '/v1/qr', { target: 'https://example.com/' }),
      403,
      'account_suspended',
    );
    await set(null);
    now += 60_000;
    expect((await suspended.request('GET', `/v1/qr/${id}`)).status).toBe(200);
  });
});
