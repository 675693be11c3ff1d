import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { createFailingMail, openMailbox } from '#harness/worker/mailbox.ts';
import { toText } from '#harness/worker/page.ts';
import { watchDomains } from '#service/domains/watch.ts';

/** The cron looks at each domain once a day. DNS, registries and the screening service respond as a test says. */

const DAY = 24 * 60 * 60 * 1000;
const IANA = {
  services: [
    [
      ['example', 'test'],
      ['http://old.example/', 'https://rdap.example.net/v1'],
    ],
  ],
};

let client: ApiClient;
let host: string;
let id: string;
let now: number;
let addresses: readonly string[];
let registry: (url: string) => Response | Promise<Response>;
let mailbox: ReturnType<typeof openMailbox>;
let asked: string[];

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM domains').run();
  client = await createClient();
  host = `go.${randomHex()}.example`;
  now = Date.UTC(2026, 10, 27);
  addresses = ['192.0.2.1'];
  registry = () => registered({});
  mailbox = openMailbox();
  asked = [];
  id = await seedDomain(env.DB, { accountId: client.accountId, host });
});

const registered = ({ ends, status = ['active'] }: { ends?: number; status?: string[] }) =>
  Response.json({
    objectClassName: 'domain',
    status,
    events: [
      { eventAction: 'registration', eventDate: '2020-01-01T00:00:00Z' },
      ...(ends === undefined ? [] : [{ eventAction: 'expiration', eventDate: new Date(ends).toISOString() }]),
    ],
  });

/** One run of the cron, a day after the last one. */
async function watch(bindings: object = mailbox.env) {
  now += DAY + 1;
  const fetchStandIn = async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url.href);
    if (url.host === 'cloudflare-dns.com')
      return Response.json({ Status: 0, Answer: addresses.map((data) => ({ type: 1, data })) });
    if (url.host === 'data.iana.org') return Response.json(IANA);
    if (url.host === 'safebrowsing.googleapis.com')
      return Response.json({ matches: [{ threat: { url: `https://${host}/` } }] });
    return registry(url.href);
  };
  const failures: string[] = [];
  const deps = createDependencies(
    { ...env, SHORT_HOSTS: `go.example.com ${host}`, ...bindings },
    { ...PLATFORM, nowMs: () => now, fetch: fetchStandIn },
    () => undefined,
  );
  const result = await watchDomains({ ...deps, reportFailure: (event) => void failures.push(event) });
  return { ...result, failures };
}

async function read() {
  return client.json<{ state: string; checks: Record<string, unknown> }>('GET', `/v1/domains/${id}`);
}

const subjects = () => mailbox.mails.map(({ text }) => text);

async function addOwner() {
  const email = `${randomHex()}@example.com`;
  return signIn({ accountId: client.accountId, email });
}

describe('the registration of a domain', () => {
  it('is read once a day, from the server of its top-level domain', async () => {
    const ends = now + 200 * DAY;
    registry = (url) =>
      url.includes('/v1/')
        ? new Response(null, { status: 302, headers: { Location: '/moved' } })
        : registered({ ends });
    expect((await read()).checks).toEqual({
      dns: true,
      certificate: null,
      registration: null,
      listed: null,
      checked_at: null,
    });
    expect(await watch()).toEqual({ watched: 1, told: 0, failures: [] });
    expect((await read()).checks).toMatchObject({
      registration: { expires_at: new Date(ends).toISOString(), holds: [] },
      listed: null,
      checked_at: new Date(now).toISOString(),
    });
    expect(asked.filter((url) => !url.includes('cloudflare-dns'))).toEqual([
      'https://data.iana.org/rdap/dns.json',
      `https://rdap.example.net/v1/domain/${host.slice(3)}`,
      'https://rdap.example.net/moved',
    ]);
    now -= DAY;
    expect(await watch()).toMatchObject({ watched: 0 });
  });

  it('that ends is told 90, 30 and 7 days before, each once, and again after a renewal', async () => {
    await addOwner();
    const ends = now + 100 * DAY;
    registry = () => registered({ ends });
    const told: number[] = [];
    for (const daysLeft of [92, 90, 60, 32, 30, 9, 7, 3]) {
      now = ends - (daysLeft + 1) * DAY - 1;
      if ((await watch()).told > 0) told.push(daysLeft);
    }
    expect(told).toEqual([90, 30, 7]);
    expect(subjects()).toHaveLength(3);
    expect(subjects()[0]).toContain(`The registration of ${host} ends on `);
    registry = () => registered({ ends: ends + 365 * DAY });
    expect((await watch()).told).toBe(0);
    registry = () => registered({ ends: now + 20 * DAY });
    expect((await watch()).told).toBe(1);
  });

  it('on hold is told, and shown to people', async () => {
    const owner = await addOwner();
    registry = () => registered({ ends: now + 5 * DAY, status: ['Client Hold', 'locked'] });
    expect((await watch()).told).toBe(2);
    expect((await read()).checks['registration']).toMatchObject({ holds: ['client hold'] });
    const page = toText(await (await owner.get(`/settings/domains/${id}`)).text());
    expect(page).toContain('is on hold (client hold)');
    expect(page).toContain('It ends on');
    const list = toText(await (await owner.get('/settings/domains')).text());
    expect(list).toContain('is on hold (client hold)');
  });

  it.each<[string, () => Response | Promise<Response>, boolean]>([
    ['404', () => new Response('', { status: 404 }), true],
    ['429', () => new Response('', { status: 429 }), false],
    ['HTML', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), false],
    ['10 MB', () => new Response('x'.repeat(10_000_000)), false],
    ['a list', () => Response.json([]), false],
    ['nothing', () => Promise.reject(new Error('timeout')), false],
    [
      'a way into a private network',
      () => new Response(null, { status: 302, headers: { Location: 'https://10.0.0.1/' } }),
      false,
    ],
    [
      'a loop',
      () => new Response(null, { status: 302, headers: { Location: 'https://rdap.example.net/' } }),
      false,
    ],
  ])(
    'of which a registry gives %s is unknown; what was known before a failure stays',
    async (_, respond, isKnown) => {
      registry = respond;
      expect((await watch()).failures).toEqual(isKnown ? [] : ['registration_not_read']);
      expect((await read()).checks['registration']).toBeNull();
      registry = () => registered({ ends: now + 300 * DAY });
      await watch();
      registry = respond;
      await watch();
      const { checks } = await read();
      if (isKnown) expect(checks['registration']).toBeNull();
      else expect(checks['registration']).not.toBeNull();
      expect(asked.some((url) => url.includes('10.0.0.1'))).toBe(false);
    },
  );

  it('is unknown where no server is listed, and asked of nobody before the host is proved', async () => {
    await env.DB.prepare('UPDATE domains SET host = ?').bind('go.brand.zz').run();
    host = 'go.brand.zz';
    expect(await watch()).toMatchObject({ failures: [] });
    expect((await read()).checks['registration']).toBeNull();
    asked = [];
    await env.DB.prepare("UPDATE domains SET verified_at_ms = NULL, state = 'pending_dns'").run();
    await watch();
    expect(asked.filter((url) => !url.includes('cloudflare-dns'))).toEqual([]);
  });
});

describe('a domain that breaks', () => {
  it('is told on that day, once, until it works again; a mail that fails is sent the next day', async () => {
    await addOwner();
    addresses = [];
    expect(await watch(createFailingMail('no'))).toMatchObject({
      told: 0,
      failures: ['domain_warning_not_sent'],
    });
    expect((await watch()).told).toBe(1);
    expect((await watch()).told).toBe(0);
    expect(await read()).toMatchObject({ state: 'broken', checks: { dns: null } });
    expect(subjects()).toHaveLength(1);
    expect(subjects()[0]).toContain(`DNS no longer has an address for ${host}`);
    addresses = ['192.0.2.1'];
    await watch();
    addresses = [];
    expect((await watch()).told).toBe(1);
  });

  it('because another account has proved it is told to whoever lost it', async () => {
    await addOwner();
    const problem = { code: 'host_lost', values: { host } };
    await env.DB.prepare("UPDATE domains SET state = 'broken', verified_at_ms = NULL, problem = ?")
      .bind(JSON.stringify(problem))
      .run();
    expect((await watch()).told).toBe(1);
    expect(subjects()[0]).toContain('Another account has proved');
    expect((await watch()).told).toBe(0);
  });
});

describe('a screening service', () => {
  it('that calls the host harmful is told', async () => {
    await addOwner();
    expect((await watch({ ...mailbox.env, SAFE_BROWSING_API_KEY: 'key' })).told).toBe(1);
    expect((await read()).checks['listed']).toBe(true);
    expect(subjects()[0]).toContain(`Google lists ${host} as harmful`);
  });
});
