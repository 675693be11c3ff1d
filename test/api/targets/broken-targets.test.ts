import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { toText } from '#harness/worker/page.ts';
import { checkTargets } from '#service/targets/check-targets.ts';

/** The cron requests targets; here, hosts on the internet respond as a test says. */
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

type Host = (request: Request) => Response | Promise<Response>;

interface Broken {
  readonly id: string;
  readonly target_problem?: { url: string; status: number | null; message: string; since: string };
}

let client: ApiClient;
let now: number;
beforeEach(async () => {
  client = await createClient();
  now = Date.now();
  await env.LINKS.delete('sweep/targets');
  await env.DB.prepare('DELETE FROM target_failures').run();
  await env.DB.prepare('UPDATE qr_codes SET is_archived = 0, disabled_for = ?, disabled_reason = ?')
    .bind('abuse', 'of another test')
    .run();
});

/** Runs the check, and returns the requests that it sent. */
async function check(respond: Host, bindings: Partial<ApiEnv> = {}): Promise<string[]> {
  const sent: string[] = [];
  const platform = {
    ...PLATFORM,
    nowMs: () => now,
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      sent.push(`${request.method} ${request.url}`);
      return respond(request);
    },
  };
  const deps = createDependencies(
    { ...env, TARGET_CHECKS: 'weekly', ...bindings },
    platform,
    () => undefined,
  );
  await checkTargets(deps);
  return sent;
}

const respondWith =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status, headers });
const read = async (id: string) => client.json<Broken>('GET', `/v1/qr/${id}`);
const listBroken = async (query = '') => {
  const { data } = await client.json<{ data: CodeResource[] }>('GET', `/v1/qr?target=broken${query}`);
  return data.map(({ id }) => id);
};
const createDynamic = (body: object = {}) => create(client, { dynamic: true, ...body });

/** Checks twice, far enough apart to be sure. */
async function checkTwice(respond: Host): Promise<void> {
  await check(respond);
  now += HOUR;
  await check(respond);
}

describe('a target that does not work', () => {
  it.each([
    [404, 'responds with 404: the page is gone'],
    [410, 'responds with 410: the page is gone'],
    [500, 'responds with 500, an error of its server'],
    [530, 'responds with 530, an error of its server'],
  ])('is named on its code once it was seen twice: %i', async (status, words) => {
    const { id } = await createDynamic({ target: 'https://shop.example/menu' });
    const since = new Date(now).toISOString();
    expect(await check(respondWith(status))).toEqual([
      'HEAD https://shop.example/menu',
      'GET https://shop.example/menu',
    ]);
    expect(await read(id)).not.toHaveProperty('target_problem');
    expect(await listBroken()).toEqual([]);
    now += HOUR;
    await check(respondWith(status));
    expect((await read(id)).target_problem).toEqual({
      url: 'https://shop.example/menu',
      status,
      message: `The target ${words}.`,
      since,
    });
    expect(await listBroken()).toEqual([id]);
  });

  it('is one whose host does not respond, or that redirects without an end', async () => {
    const silent = await createDynamic({ target: 'https://silent.example/' });
    const loop = await createDynamic({ target: 'https://loop.example/' });
    await checkTwice(({ url }) => {
      if (url.includes('silent')) throw new TypeError('no such host');
      return new Response(null, { status: 302, headers: { Location: '/again' } });
    });
    expect((await read(silent.id)).target_problem).toMatchObject({
      status: null,
      message: 'The target does not respond.',
    });
    expect((await read(loop.id)).target_problem).toMatchObject({
      status: null,
      message: 'The target redirects in an endless loop.',
    });
  });

  it('is found although another server sends what cannot even be thrown away', async () => {
    const { id } = await createDynamic({ target: 'https://gone.example/' });
    await createDynamic({ target: 'https://odd.example/' });
    const cancel = () => Promise.reject(new Error('the body broke off'));
    await checkTwice(({ url }) =>
      url.includes('odd')
        ? new Response(new ReadableStream({ cancel }))
        : new Response(null, { status: 404 }),
    );
    expect((await read(id)).target_problem).toMatchObject({ status: 404 });
  });

  it.each([200, 204, 401, 403, 405, 429, 451])('is not one that responds with %i', async (status) => {
    const { id } = await createDynamic();
    await checkTwice(respondWith(status));
    expect(await read(id)).not.toHaveProperty('target_problem');
  });

  it('is not one that supports only GET, nor one that asks for proof of being a person', async () => {
    await createDynamic({ target: 'https://get.example/' });
    await createDynamic({ target: 'https://guarded.example/' });
    await checkTwice(({ method, url }) => {
      if (url.includes('guarded'))
        return new Response(null, { status: 503, headers: { 'cf-mitigated': 'challenge' } });
      return new Response(null, { status: method === 'HEAD' ? 500 : 200 });
    });
    expect(await listBroken()).toEqual([]);
  });

  it('is found after a redirect', async () => {
    const { id } = await createDynamic({ target: 'https://old.example/menu' });
    await checkTwice(({ url }) =>
      url === 'https://new.example/menu'
        ? new Response(null, { status: 404 })
        : new Response(null, { status: 301, headers: { Location: 'https://new.example/menu' } }),
    );
    expect((await read(id)).target_problem).toMatchObject({ url: 'https://old.example/menu', status: 404 });
  });

  it('is found among rules, variants and the address for the time after', async () => {
    const { id } = await createDynamic({ target: 'https://fine.example/' });
    await client.request('PATCH', `/v1/qr/${id}`, {
      rules: [{ name: 'phones', target: 'https://gone.example/app', when: { device: ['mobile'] } }],
    });
    await checkTwice(({ url }) => new Response(null, { status: url.includes('gone') ? 404 : 200 }));
    expect((await read(id)).target_problem).toMatchObject({ url: 'https://gone.example/app' });
  });

  it('is checked again every day, and forgotten once it works', async () => {
    const { id } = await createDynamic();
    await checkTwice(respondWith(404));
    now += 23 * HOUR;
    expect(await check(respondWith(200))).toEqual([]);
    now += HOUR;
    expect(await check(respondWith(200))).toHaveLength(1);
    expect(await read(id)).not.toHaveProperty('target_problem');
    expect(await listBroken()).toEqual([]);
  });

  it('is forgotten when the code is led elsewhere or deleted, and not when its title changes', async () => {
    const [moved, deleted, renamed] = await Promise.all([createDynamic(), createDynamic(), createDynamic()]);
    await checkTwice(respondWith(404));
    await client.request('PATCH', `/v1/qr/${moved.id}`, { target: 'https://example.com/new' });
    await client.request('DELETE', `/v1/qr/${deleted.id}`);
    await client.request('PATCH', `/v1/qr/${renamed.id}`, { title: 'Renamed' });
    expect(await listBroken()).toEqual([renamed.id]);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM target_failures').first('n')).toBe(1);
  });

  it('changes the entity tag of its code, which still fits an edit', async () => {
    const { id } = await createDynamic();
    const tag = async () => (await client.request('GET', `/v1/qr/${id}`)).headers.get('ETag') ?? '';
    const before = await tag();
    await checkTwice(respondWith(404));
    expect(await tag()).not.toBe(before);
    const headers = { 'If-Match': await tag() };
    expect((await client.request('PATCH', `/v1/qr/${id}`, { title: 'New' }, { headers })).status).toBe(200);
  });

  it('appears on the page of its code, and in the list’s filter', async () => {
    const { id } = await createDynamic({ title: 'Winter menu', target: 'https://shop.example/<b>' });
    await createDynamic({ title: 'Summer menu', target: 'https://fine.example/' });
    await checkTwice(({ url }) => new Response(null, { status: url.includes('shop') ? 404 : 200 }));
    const browser = await signIn({ accountId: client.accountId, role: 'viewer' });
    const page = toText(await (await browser.get(`/codes/${id}`)).text());
    expect(page).toContain('The target is broken.');
    expect(page).toContain('responds with 404: the page is gone');
    const list = toText(await (await browser.get('/codes?target=broken')).text());
    expect(list).toContain('Winter menu');
    expect(list).not.toContain('Summer menu');
  });
});

describe('the list of broken targets', () => {
  it('combines with the other filters, orders and pages, and shows no other account’s codes', async () => {
    const codes = [];
    for (const title of ['A', 'B', 'C']) codes.push(await createDynamic({ title, tags: [title] }));
    const stranger = await createClient();
    await create(stranger, { dynamic: true });
    await checkTwice(respondWith(404));
    const [a, b, c] = codes.map(({ id }) => id);
    expect(await listBroken()).toEqual([c, b, a]);
    expect(await listBroken('&sort=title')).toEqual([a, b, c]);
    expect(await listBroken('&tag=B')).toEqual([b]);
    expect(await listBroken('&q=nothing+of+that')).toEqual([]);
    const first = await client.request('GET', '/v1/qr?target=broken&limit=2');
    const { next_cursor: cursor } = await first.json<{ next_cursor: string }>();
    expect(await listBroken(`&limit=2&cursor=${cursor}`)).toEqual([a]);
  });

  it('refuses another value by name', async () => {
    const error = await readError(await client.request('GET', '/v1/qr?target=fine'), 400, 'invalid_request');
    expect(error.errors).toMatchObject([{ field: 'target' }]);
  });
});

describe('the round of the cron', () => {
  it('requests each address once a week, however many codes lead there', async () => {
    await Promise.all([createDynamic(), createDynamic()]);
    expect(await check(respondWith(200))).toEqual(['HEAD https://example.com/menu']);
    expect(await check(respondWith(200))).toEqual([]);
    now += 7 * DAY - 1;
    expect(await check(respondWith(200))).toEqual([]);
    now += 1;
    expect(await check(respondWith(200))).toEqual(['HEAD https://example.com/menu']);
  });

  it('continues where the previous run stopped, with at most 50 addresses of a host at a time', async () => {
    for (let i = 0; i < 60; i += 20) {
      const targets = Array.from({ length: 20 }, (_, n) => ({
        target: `https://example.com/${i + n}`,
        dynamic: true,
      }));
      await client.request('POST', '/v1/qr/bulk', { codes: targets });
    }
    const first = await check(respondWith(200));
    const second = await check(respondWith(200));
    expect(first).toHaveLength(50);
    expect(second).toHaveLength(10);
    expect(new Set([...first, ...second]).size).toBe(60);
  });

  it('leaves out codes whose scans are led to no target', async () => {
    const { id } = await createDynamic({ target: 'https://paused.example/' });
    await client.request('PATCH', `/v1/qr/${id}`, { paused: true });
    await create(client, { type: 'text', target: 'Hello' });
    expect(await check(respondWith(404))).toEqual([]);
  });

  it('sends no request into a private network, to another port, with a password or to the short links, not by a redirect either', async () => {
    await createDynamic({ target: 'https://clever.example/' });
    await createDynamic({ target: 'https://inside.example/' });
    await createDynamic({ target: 'https://back.example/' });
    await createDynamic({ target: 'https://dot.example/' });
    await createDynamic({ target: 'https://port.example/' });
    await createDynamic({ target: 'https://login.example/' });
    const elsewhere: Record<string, string> = {
      'clever.example': 'http://169.254.169.254/latest/meta-data',
      'inside.example': 'http://0x7f.1:8080/',
      'back.example': 'https://go.example.com/abcdefgh',
      'dot.example': 'https://go.example.com./abcdefgh',
      'port.example': 'https://shop.example:6379/',
      'login.example': 'https://admin:secret@shop.example/',
    };
    const sent = await check(({ url }) => {
      const location = elsewhere[new URL(url).hostname] ?? '';
      return new Response(null, { status: 302, headers: { Location: location } });
    });
    expect(sent.map((line) => new URL(line.split(' ')[1] ?? '').hostname).sort()).toEqual(
      Object.keys(elsewhere)
        .flatMap((host) => [host, host])
        .sort(),
    );
    now += HOUR;
    expect(await listBroken()).toEqual([]);
  });

  it('sends no more requests in a run than the platform allows, whatever hosts respond', async () => {
    const loops = Array.from({ length: 100 }, (_, n) => ({
      target: `https://loop${n}.example/`,
      dynamic: true,
    }));
    await client.request('POST', '/v1/qr/bulk', { codes: loops });
    const sent = await check(({ url }) => new Response(null, { status: 302, headers: { Location: url } }));
    expect(sent.length).toBeGreaterThan(500);
    expect(sent.length).toBeLessThan(700);
  });

  it('identifies itself, and never sends a cookie or a body', async () => {
    await createDynamic();
    await check((request) => {
      expect(request.headers.get('User-Agent')).toBe(
        'Mozilla/5.0 (compatible; qr-target-bot/1.0; +https://go.example.com)',
      );
      expect(request.headers.get('Cookie')).toBeNull();
      return new Response(null, { status: 200 });
    });
  });

  it('requests nothing if the operator switched it off', async () => {
    await createDynamic();
    expect(await check(respondWith(404), { TARGET_CHECKS: 'off' })).toEqual([]);
  });

  it('discards its result for a code that was changed during the check', async () => {
    const { id } = await createDynamic();
    await checkTwice(async () => {
      await client.request('PATCH', `/v1/qr/${id}`, { title: randomHex() });
      return new Response(null, { status: 404 });
    });
    expect(await env.DB.prepare('SELECT count(*) AS n FROM target_failures').first('n')).toBe(0);
  });
});
