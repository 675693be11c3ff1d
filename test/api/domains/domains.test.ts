import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { randomHex } from '#harness/data/random.ts';
import { recordQueries } from '#harness/worker/measured/record-queries.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
  withJson,
} from '#harness/worker/api-client.ts';

/** DNS and Cloudflare respond as a test says. */

interface DomainResource {
  readonly id: string;
  readonly host: string;
  readonly state: string;
  readonly problem: string | null;
  readonly is_default: boolean;
  readonly root_url: string | null;
  readonly app_links: { readonly apple: unknown; readonly android: unknown };
  readonly records: readonly {
    purpose: string;
    type: string;
    name: string;
    value: string;
    found: boolean | null;
  }[];
  readonly verified_at: string | null;
}

/** The records of the internet, by type and name. */
const dns = new Map<string, string>();
let cloudflare: (request: Request) => Response | Promise<Response>;
let calls: string[] = [];
/** What happens during the next question to DNS. */
let meanwhile: (() => Promise<unknown>) | null = null;
let now = Date.UTC(2026, 10, 26, 12);

const fetchStandIn = async (input: RequestInfo | URL, init?: RequestInit) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (url.host === 'cloudflare-dns.com') {
    const happens = meanwhile;
    meanwhile = null;
    await happens?.();
    const name = url.searchParams.get('name') ?? '';
    const type = url.searchParams.get('type') ?? '';
    const value = dns.get(`${type} ${name}`);
    if (value === 'fails') return new Response('no', { status: 503 });
    if (type === 'A')
      return Response.json({
        Status: 0,
        Answer: value === 'none' ? [] : [{ type: 1, data: '192.0.2.1' }],
      });
    const data = type === 'TXT' ? `"${value}"` : `${value}.`;
    return Response.json({
      Status: 0,
      Answer: value === undefined ? [] : [{ type: type === 'TXT' ? 16 : 5, data }],
    });
  }
  calls.push(`${request.method} ${url.pathname.split('/').slice(4).join('/')}${url.search}`);
  return cloudflare(request);
};

const SAAS = { SAAS_ZONE_ID: 'zone', SAAS_TARGET: 'links.example.com', SAAS_API_TOKEN: 'token' };
const app = createApp({ nowMs: () => now, fetch: fetchStandIn });
const own = (client: ApiClient, bindings: object): ApiClient => ({
  ...client,
  ...withJson((method, path, body, options) =>
    client.request(method, path, body, { ...options, env: { ...options?.env, ...bindings } }),
  ),
});

let client: ApiClient;
let saas: ApiClient;
beforeEach(async () => {
  dns.clear();
  calls = [];
  client = await createClient({ app });
  saas = own(client, SAAS);
});

const newHost = () => `go.${randomHex()}.example`;

async function send<T = DomainResource>(
  by: ApiClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return by.json<T>(method, path, body);
}
const add = (host: string, by = client) => send(by, 'POST', '/v1/domains', { host });
const verify = ({ id }: DomainResource, by = client) => {
  now += 60_000;
  return send(by, 'POST', `/v1/domains/${id}/verify`);
};

/** Proves a host that the operator routes here. */
async function activate(host: string, by = client) {
  const routed = own(by, { SHORT_HOSTS: `go.example.com ${host}` });
  const claimed = await add(host, routed);
  const proof = claimed.records.find(({ purpose }) => purpose === 'ownership');
  dns.set(`TXT ${proof?.name}`, proof?.value ?? '');
  return verify(claimed, routed);
}

describe('a host that the operator routes here', () => {
  it('is active once a TXT record says whose it is', async () => {
    const host = newHost();
    const routed = own(client, { SHORT_HOSTS: `go.example.com ${host}` });
    const claimed = await add(host, routed);
    expect(claimed).toMatchObject({ host, state: 'pending_dns', verified_at: null, is_default: false });
    const [record] = claimed.records;
    expect(record).toMatchObject({
      purpose: 'ownership',
      type: 'TXT',
      name: `_qr-domain.${host}`,
      found: false,
    });
    expect(claimed.problem).toBe(
      `Its DNS needs a TXT record ${record?.name} with the value ${record?.value}. A new record can take a few hours to show.`,
    );
    dns.set(`TXT ${record?.name}`, 'fails');
    expect((await verify(claimed, routed)).records[0]?.found).toBeNull();
    dns.set(`TXT ${record?.name}`, record?.value ?? '');
    const active = await verify(claimed, routed);
    expect(active).toMatchObject({ state: 'active', problem: null, records: [{ ...record, found: true }] });
    expect(active.verified_at).not.toBeNull();
    expect(await add(host, routed)).toEqual(active);
  });

  it('breaks when DNS has no address for it any more, and says who can mend that', async () => {
    const host = newHost();
    const active = await activate(host);
    dns.set(`A ${host}`, 'none');
    const broken = await verify(active, own(client, { SHORT_HOSTS: `go.example.com ${host}` }));
    expect(broken).toMatchObject({ state: 'broken', verified_at: active.verified_at });
    expect(broken.problem).toContain('The operator of this service can fix it');
  });

  it('without a way to serve it stays pending, and says who can mend that', async () => {
    const claimed = await add(newHost());
    // No record would mend it.
    expect(claimed).toMatchObject({ state: 'pending_dns', records: [] });
    expect(claimed.problem).toContain('The operator of this service has to route');
  });
});

describe('a host', () => {
  it.each([
    ['GO.Brand.Example.', 'go.brand.example'],
    [' x.Müller.example', 'x.xn--mller-kva.example'],
    ['x.xn--mller-kva.example', 'x.xn--mller-kva.example'],
  ])('is read as a URL parser does: %s', async (text, host) => {
    expect((await add(text)).host).toBe(host);
  });

  it.each([
    ['go.example.com', 'where the service itself is reached'],
    ['api.example.com', 'where the service itself is reached'],
    ['cdn.example.com', 'where the service itself is reached'],
    ['links.example.com', 'where the service itself is reached'],
    ['shop.lan', 'a name of the public internet'],
    ['shop.default.svc', 'a name of the public internet'],
    ['nas.home.arpa', 'a name of the public internet'],
    ['brand.localhost', 'a name of the public internet'],
    ['co.uk', 'anybody can have a name below it'],
    ['github.io', 'anybody can have a name below it'],
    ['192.0.2.1', 'not an IP address'],
    ['[::1]', 'only a host'],
    ['2130706433', 'not an IP address'],
    ['brand.example:8080', 'only a host'],
    ['*.brand.example', 'only a host'],
    ['https://brand.example/x', 'only a host'],
    ['a_b.example', 'must be a host'],
    ['localhost', 'must be a host'],
    ['', 'must be a host'],
    [`${'a'.repeat(60)}.`.repeat(5), 'must be a host'],
    ['a..example', 'must be a host'],
    ['-a.example', 'must be a host'],
  ])('is refused with a reason: %s', async (host, reason) => {
    const { errors } = await readError(saas.request('POST', '/v1/domains', { host }));
    expect(errors?.[0]?.field).toBe('host');
    expect(errors?.[0]?.message).toContain(reason);
  });

  it('counts towards the plan', async () => {
    const free = await createClient({ app, plan: 'free' });
    const claimed = await add(newHost(), free);
    await readError(free.request('POST', '/v1/domains', { host: newHost() }), 403, 'quota_exceeded');
    await send(free, 'DELETE', `/v1/domains/${claimed.id}`);
    await add(newHost(), free);
  });

  it('that was verified counts for good among the stored bytes, so that nobody fills a table with hosts', async () => {
    const free = await createClient({ app, plan: 'free' });
    const used = async () =>
      (await send<{ quotas: { stored_bytes: { used: number } } }>(free, 'GET', '/v1/usage')).quotas
        .stored_bytes.used;
    const host = newHost();
    const release = async () => send(free, 'DELETE', `/v1/domains/${(await activate(host, free)).id}`);
    await release();
    await release();
    expect(await used()).toBe(100 + host.length);
    await env.DB.prepare('UPDATE account_usage SET stored_bytes = 10000001 WHERE account_id = ?')
      .bind(free.accountId)
      .run();
    const response = await free.request('POST', '/v1/domains', { host: newHost() });
    const { message } = await readError(response, 403, 'quota_exceeded');
    expect(message).toContain('10,000,000 bytes');
  });

  it('that another account claims too belongs to whoever proves it, and goes to whoever proves it later', async () => {
    const host = newHost();
    const first = await activate(host);
    const other = await createClient({ app });
    const second = await activate(host, other);
    expect(second.state).toBe('active');
    const lost = await send(client, 'GET', `/v1/domains/${first.id}`);
    expect(lost).toMatchObject({ state: 'broken', verified_at: null });
    expect(lost.problem).toContain('Another account has proved');
    // Both records are in the DNS now, and the old one is worth nothing.
    const before = first.records.find(({ purpose }) => purpose === 'ownership');
    dns.set(`TXT ${before?.name}`, before?.value ?? '');
    const routed = own(client, { SHORT_HOSTS: `go.example.com ${host}` });
    expect(await verify(first, routed)).toMatchObject({ state: 'pending_dns', verified_at: null });
    const { errors } = await readError(
      client.request('PATCH', `/v1/domains/${first.id}`, { is_default: true }),
    );
    expect(errors?.[0]?.field).toBe('is_default');
    await readError(
      client.request('POST', '/v1/qr', { target: 'https://example.com/', dynamic: true, domain: host }),
    );
    await readError(other.request('GET', `/v1/domains/${first.id}`), 404, 'not_found');
  });

  it('brings its paths along: codes of its earlier owner keep none that the new one prints', async () => {
    const host = newHost();
    await activate(host);
    const printed = { dynamic: true, domain: host, short_code: 'Menu' };
    const before = await create(client, printed);
    const named = (by: ApiClient, id: string, path: string) =>
      by.request('POST', `/v1/qr/${id}/names`, { host, path });
    expect((await named(client, before.id, 'Old')).status).toBe(200);
    const other = await createClient({ app });
    await activate(host, other);
    const after = await create(other, printed);
    await readError(
      other.request('POST', '/v1/qr', { target: 'https://example.com/', ...printed }),
      409,
      'short_code_taken',
    );
    expect((await named(other, after.id, 'Old')).status).toBe(200);
    const { results } = await env.DB.prepare('SELECT code_id FROM link_names WHERE host = ?')
      .bind(host)
      .all();
    expect(new Set(results.map((row) => row['code_id']))).toEqual(new Set([after.id.slice(3)]));
    await readError(
      client.request('DELETE', `/v1/qr/${before.id}/names?host=${host}&path=Old`),
      404,
      'not_found',
    );
    // A name on the host of the service is taken for ever.
    const everywhere = { dynamic: true, domain: null, short_code: `m${randomHex()}` };
    await create(client, everywhere);
    await readError(
      other.request('POST', '/v1/qr', { target: 'https://example.com/', ...everywhere }),
      409,
      'short_code_taken',
    );
  });

  describe('that was released', () => {
    const served = () =>
      Response.json({ result: { id: 'ch_1', status: 'active', ssl: { status: 'active' } } });
    let host: string;
    let owned: DomainResource;
    let stranger: ApiClient;
    beforeEach(async () => {
      cloudflare = served;
      host = newHost();
      owned = await add(host, saas);
      stranger = own(await createClient({ app }), SAAS);
    });

    const waits = {
      state: 'pending_dns',
      verified_at: null,
      records: [
        { purpose: 'routing', type: 'CNAME' },
        { purpose: 'ownership', type: 'TXT' },
      ],
    };
    const release = () => send(saas, 'DELETE', `/v1/domains/${owned.id}`);
    const prove = (claim: DomainResource) => {
      const proof = claim.records.find(({ purpose }) => purpose === 'ownership');
      dns.set(`TXT ${proof?.name}`, proof?.value ?? '');
      return verify(claim, stranger);
    };

    it('is not given to whoever waits, nor to a claim that is deleted and made again', async () => {
      const claim = await add(host, stranger);
      expect(claim).toMatchObject(waits);
      await release();
      expect(await verify(claim, stranger)).toMatchObject(waits);
      await send(stranger, 'DELETE', `/v1/domains/${claim.id}`);
      const again = await add(host, stranger);
      expect(again).toMatchObject(waits);
      await readError(
        stranger.request('POST', '/v1/qr', {
          target: 'https://example.com/',
          dynamic: true,
          domain: host,
        }),
      );
      expect(await prove(again)).toMatchObject({ state: 'active' });
    });

    it('is taken back without a proof, as long as nobody else had it', async () => {
      await release();
      expect(await add(host, saas)).toMatchObject({ state: 'active' });
      await prove(await add(host, stranger));
      expect(await add(host, saas)).toMatchObject({ state: 'broken', verified_at: null });
      const back = await send(saas, 'GET', `/v1/domains/${(await add(host, saas)).id}`);
      await send(saas, 'DELETE', `/v1/domains/${back.id}`);
      const { id } = await add(host, stranger);
      await send(stranger, 'DELETE', `/v1/domains/${id}`);
      expect(await add(host, saas)).toMatchObject(waits);
    });

    it('comes with its custom hostname, which a claim without a proof neither asks for nor deletes', async () => {
      calls = [];
      const claim = await add(host, stranger);
      await send(stranger, 'DELETE', `/v1/domains/${claim.id}`);
      expect(calls).toEqual([]);
      cloudflare = (request) => (request.method === 'POST' ? duplicate() : served());
      expect(await prove(await add(host, stranger))).toMatchObject({ state: 'active' });
      expect(calls).toEqual(['GET zone/custom_hostnames/ch_1']);
      calls = [];
      await release();
      expect(calls).toEqual([]);
      await send(stranger, 'DELETE', `/v1/domains/${(await add(host, stranger)).id}`);
      expect(calls).toEqual(['DELETE zone/custom_hostnames/ch_1']);
    });

    it('has a revision above the one that copies of its earlier owner may have', async () => {
      const revisionOf = () =>
        env.DB.prepare('SELECT revision FROM domains WHERE host = ?').bind(host).first<number>('revision');
      await verify(owned, saas);
      const before = (await revisionOf()) ?? 0;
      await release();
      await add(host, saas);
      expect(await revisionOf()).toBeGreaterThan(before);
    });
  });

  it('of which two accounts claim it in one moment is given to neither without a proof', async () => {
    const other = own(await createClient({ app }), SAAS);
    const host = newHost();
    let second: Promise<DomainResource> | undefined;
    cloudflare = async () => {
      await (second ??= add(host, other));
      return Response.json({ result: { id: 'ch_1', status: 'active', ssl: { status: 'active' } } });
    };
    const first = await add(host, saas);
    for (const claim of [first, await second])
      expect(claim).toMatchObject({ verified_at: null, records: [{}, { purpose: 'ownership' }] });
  });

  it('that goes to another account during a check of its owner stays there', async () => {
    const host = newHost();
    const first = await activate(host);
    const other = await createClient({ app });
    let taken: DomainResource | undefined;
    meanwhile = async () => {
      taken = await activate(host, other);
    };
    const routed = own(client, { SHORT_HOSTS: `go.example.com ${host}` });
    expect(await verify(first, routed)).toMatchObject({ state: 'pending_dns', verified_at: null });
    expect(taken).toMatchObject({ state: 'active' });
  });
});

const duplicate = () => Response.json({ errors: [{ code: 1406, message: 'Duplicate' }] }, { status: 409 });

describe('custom hostnames of Cloudflare', () => {
  const hostname = (status: string, ssl: string, more: object = {}) =>
    Response.json({ success: true, result: { id: 'ch_1', status, ssl: { status: ssl, ...more } } });

  it.each([
    ['pending', 'initializing', 'pending_dns'],
    ['active', 'pending_validation', 'pending_certificate'],
    ['active', 'validation_timed_out', 'pending_certificate'],
    ['active', 'active', 'active'],
    ['active_redeploying', 'active', 'active'],
    ['moved', 'active', 'pending_dns'],
    ['blocked', 'active', 'blocked'],
    ['pending_blocked', 'active', 'blocked'],
    ['test_pending', 'active', 'pending_dns'],
    ['something_new', 'something_new', 'pending_dns'],
  ])('%s with a certificate that is %s: %s', async (status, ssl, state) => {
    cloudflare = () => hostname(status, ssl);
    expect((await add(newHost(), saas)).state).toBe(state);
  });

  it('in the order of a life: made, served, moved, deleted, made anew', async () => {
    const host = newHost();
    cloudflare = (request) =>
      request.method === 'POST' ? hostname('pending', 'initializing') : hostname('pending', 'x');
    const claimed = await add(host, saas);
    expect(claimed.records).toEqual([
      { purpose: 'routing', type: 'CNAME', name: host, value: 'links.example.com', found: false },
    ]);
    dns.set(`CNAME ${host}`, 'links.example.com');
    const record = { txt_name: `_acme.${host}`, txt_value: 'abc' };
    cloudflare = () => hostname('active', 'pending_validation', { validation_records: [record] });
    expect(await verify(claimed, saas)).toMatchObject({ state: 'pending_certificate' });
    cloudflare = () => hostname('active', 'active');
    expect(await verify(claimed, saas)).toMatchObject({ state: 'active', problem: null });
    dns.delete(`CNAME ${host}`);
    cloudflare = () => hostname('moved', 'active');
    calls = [];
    expect(await verify(claimed, saas)).toMatchObject({ state: 'broken' });
    expect(calls).toContain('PATCH zone/custom_hostnames/ch_1');
    calls = [];
    cloudflare = (request) =>
      request.method === 'POST' ? hostname('pending', 'initializing') : hostname('deleted', 'deleted');
    expect(await verify(claimed, saas)).toMatchObject({ state: 'broken' });
    expect(calls).toContain('POST zone/custom_hostnames');
    cloudflare = () => hostname('active', 'active');
    expect(await verify(claimed, saas)).toMatchObject({ state: 'active' });
    await send(saas, 'DELETE', `/v1/domains/${claimed.id}`);
    expect(calls.at(-1)).toBe('DELETE zone/custom_hostnames/ch_1');
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['429', () => new Response('', { status: 429 })],
    ['500', () => new Response('', { status: 500 })],
    ['HTML', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['nothing', () => Promise.reject(new Error('timeout'))],
  ])(
    'that answer %s break nothing: the claim says so, and a working domain stays as it is',
    async (_, respond) => {
      cloudflare = respond;
      const waiting = await add(newHost(), saas);
      expect(waiting.state).toBe('pending_dns');
      expect(waiting.problem).toContain('Cloudflare gives no answer');
      cloudflare = () => hostname('active', 'active');
      const active = await verify(waiting, saas);
      expect(active.state).toBe('active');
      cloudflare = respond;
      expect(await verify(active, saas)).toMatchObject({ state: 'active', problem: null });
    },
  );

  it('that are refused say why', async () => {
    cloudflare = () =>
      Response.json(
        { success: false, errors: [{ code: 1414, message: 'no more hostnames' }] },
        { status: 400 },
      );
    expect((await add(newHost(), saas)).problem).toContain('no more hostnames');
  });

  it('that the zone has already are left alone, unless they were made since the claim', async () => {
    const existing = (createdAtMs?: number) => (request: Request) => {
      const created_at = createdAtMs && new Date(createdAtMs).toISOString();
      const result = [{ id: 'ch_2', status: 'active', ssl: { status: 'active' }, created_at }];
      return request.method === 'POST' ? duplicate() : Response.json({ result });
    };
    for (const createdAtMs of [undefined, now - 1]) {
      cloudflare = existing(createdAtMs);
      const claimed = await add(newHost(), saas);
      expect(claimed).toMatchObject({ state: 'pending_dns', verified_at: null });
      expect(claimed.problem).toContain('before you added it');
      calls = [];
      await send(saas, 'DELETE', `/v1/domains/${claimed.id}`);
      expect(calls).toEqual([]);
    }
    // The answer of an earlier request did not arrive.
    cloudflare = existing(now);
    expect((await add(newHost(), saas)).state).toBe('active');
  });
});

describe('a code', () => {
  it('is printed with a domain and any path, with its case, and never changes them', async () => {
    const { host } = await activate(newHost());
    const code = await create(client, { dynamic: true, domain: host, short_code: 'Spring/Sale' });
    expect(code.short_url).toBe(`https://${host}/Spring/Sale`);
    const read = await send<CodeResource & { domain: string; short_code: string }>(
      client,
      'GET',
      `/v1/qr/${code.id}`,
    );
    expect(read).toMatchObject({ domain: host, short_code: 'Spring/Sale' });
    const lower = await create(client, { dynamic: true, domain: host, short_code: 'spring/sale' });
    expect(lower.short_url).toBe(`https://${host}/spring/sale`);
    const plain = await create(client, { dynamic: true, domain: host });
    expect(plain.short_url).toBe(`https://${host}/${plain.id.slice(3)}`);
    await readError(
      client.request('POST', '/v1/qr', {
        target: 'https://example.com/',
        dynamic: true,
        domain: host,
        short_code: 'Spring/Sale',
      }),
      409,
      'short_code_taken',
    );
    const codeId = code.id.slice(3);
    // A name comes before an id, so it must not take the place of one.
    await readError(
      client.request('POST', '/v1/qr', {
        target: 'https://example.com/',
        dynamic: true,
        domain: host,
        short_code: codeId.toUpperCase(),
      }),
      409,
      'short_code_taken',
    );
    expect(JSON.parse((await env.LINKS.get(`name/${host}/Spring/Sale`)) ?? '')).toMatchObject({ codeId });
    const changed = await client.request('PUT', '/v1/qr/ext:x', {
      target: 'https://example.com/',
      dynamic: true,
      domain: host,
    });
    expect(changed.status).toBe(200);
    await readError(
      client.request('PUT', '/v1/qr/ext:x', {
        target: 'https://example.com/',
        dynamic: true,
        domain: null,
      }),
      409,
      'immutable_field',
    );
  });

  it.each([
    '/a',
    'a/',
    'a//b',
    'a b',
    'ä',
    '.',
    'a/../b',
    '.well-known/x',
    'report/x',
    'robots.txt',
    'a?b',
    'x'.repeat(191),
  ])('has no path that a browser would change, or that every host serves: %s', async (path) => {
    const { host } = await activate(newHost());
    const body = { target: 'https://example.com/', dynamic: true, domain: host, short_code: path };
    const { errors } = await readError(client.request('POST', '/v1/qr', body));
    expect(errors?.map(({ field }) => field)).toEqual(['short_code']);
  });

  it('is refused a text of any length before it is looked up', async () => {
    const { DB, queries } = recordQueries();
    const body = { target: 'https://example.com/', dynamic: true, short_code: 'x'.repeat(50_000) };
    const response = await client.request('POST', '/v1/qr', body, { env: { DB } });
    const { errors, message } = await readError(response);
    expect([...queries].filter((sql) => sql.includes('link_names'))).toEqual([]);
    expect(errors?.map(({ field }) => field)).toEqual(['short_code']);
    expect(message.length).toBeLessThan(200);
  });

  it('gets the default domain if it names none, and the host of the service by null', async () => {
    const { id, host } = await activate(newHost());
    expect(await send(client, 'PATCH', `/v1/domains/${id}`, { is_default: true })).toMatchObject({
      is_default: true,
    });
    const urls = await Promise.all(
      [{}, { domain: null }, { dynamic: false }].map(
        async (body) => (await create(client, { dynamic: true, ...body })).short_url,
      ),
    );
    expect(urls.map((url) => new URL(url).host)).toEqual([host, 'go.example.com', 'go.example.com']);
    const { data } = await send<{ data: { code: CodeResource }[] }>(client, 'POST', '/v1/qr/bulk', {
      codes: [{ target: 'https://example.com/', dynamic: true }],
    });
    expect(new URL(data[0]?.code.short_url ?? '').host).toBe(host);
    await send(client, 'PATCH', `/v1/domains/${id}`, { is_default: false });
    expect(new URL((await create(client, { dynamic: true })).short_url).host).toBe('go.example.com');
  });

  it('is found by its domain, and keeps the domain from being deleted', async () => {
    const domain = await activate(newHost());
    const code = await create(client, { dynamic: true, domain: domain.host, short_code: 'Menu' });
    await create(client, { dynamic: true });
    const list = async (query: string) =>
      (await send<{ data: CodeResource[] }>(client, 'GET', `/v1/qr?${query}`)).data.map(({ id }) => id);
    expect(await list(`domain=${domain.host}`)).toEqual([code.id]);
    expect(await list(`domain=${domain.host}&short_code=Menu`)).toEqual([code.id]);
    expect(await list(`domain=${domain.host}&short_code=menu`)).toEqual([]);
    expect(await list('short_code=Menu')).toEqual([]);
    expect(await list(`q=${domain.host}/Menu`)).toEqual([code.id]);
    await readError(client.request('DELETE', `/v1/domains/${domain.id}`), 409, 'domain_in_use');
    await send(client, 'DELETE', `/v1/qr/${code.id}`);
    const plain = await create(client, { dynamic: true, domain: domain.host });
    await send(client, 'DELETE', `/v1/qr/${plain.id}`);
    const elsewhere = await create(client, { dynamic: true });
    for (const path of ['Old/Print', 'Gone'])
      await send(client, 'POST', `/v1/qr/${elsewhere.id}/names`, { host: domain.host, path });
    await send(client, 'DELETE', `/v1/qr/${elsewhere.id}/names?host=${domain.host}&path=Gone`);
    // Menu and the id of deleted codes, and Old/Print.
    expect(await send(client, 'DELETE', `/v1/domains/${domain.id}`)).toEqual({
      id: domain.id,
      deleted: true,
      names: 3,
    });
    expect(await env.LINKS.get(`domain/${domain.host}`)).toBeNull();
  });
});

describe('the pages of a domain', () => {
  it('change by themselves, reach the copies, and are checked', async () => {
    const { id, host } = await activate(newHost());
    const patch = (body: object) => client.request('PATCH', `/v1/domains/${id}`, body);
    const changed = await send(client, 'PATCH', `/v1/domains/${id}`, {
      root_url: 'https://brand.example/',
      app_links: { apple: { applinks: {} } },
    });
    expect(changed).toMatchObject({
      root_url: 'https://brand.example/',
      app_links: { apple: { applinks: {} }, android: null },
    });
    const files = await send(client, 'PATCH', `/v1/domains/${id}`, { app_links: { android: [] } });
    expect(files.app_links).toEqual({ apple: { applinks: {} }, android: [] });
    expect(JSON.parse((await env.LINKS.get(`domain/${host}`)) ?? '')).toMatchObject({
      rootUrl: 'https://brand.example/',
    });
    for (const [body, field] of [
      [{ root_url: 'http://10.0.0.1/' }, 'root_url'],
      [{ not_found_url: 'http://10.0.0.1/' }, 'not_found_url'],
      [{ expired_url: 'https://go.example.com/x' }, 'expired_url'],
      [{ app_links: { apple: [] } }, 'app_links.apple'],
      [{ app_links: { android: ['x'.repeat(70_000)] } }, 'app_links.android'],
      [{ host: 'x.example' }, 'host'],
    ] as const) {
      const { errors } = await readError(
        patch(body),
        400,
        field.endsWith('_url') && field !== 'expired_url' ? 'unsafe_target' : 'invalid_request',
      );
      expect(errors?.[0]?.field).toBe(field);
    }
    await readError(patch({ app_links: { apple: { x: 'x'.repeat(250_000) } } }), 413, 'payload_too_large');
    await readError(patch({}));
  });
});
