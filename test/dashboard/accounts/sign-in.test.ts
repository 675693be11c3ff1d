import { randomHex } from '#harness/data/random.ts';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readPage, readText, toText } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { createBrowser, createLinkPath, seedPerson, signIn } from '#harness/worker/dashboard-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Each test has its own, because attempts are limited by address. */
let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;

const fromSite = (site: string) => ({ headers: { 'Sec-Fetch-Site': site } });

it('is left only through the menu of the account', async () => {
  const page = await readPage(await (await signIn()).get('/settings'));
  const forms = page.all('form[action="/sign-out"]');
  expect([forms.length, page.all('.who details form[action="/sign-out"]').length]).toEqual([1, 1]);
});

describe('a sign-in link', () => {
  it('offers a passkey once to a person who has none, and to nobody else', async () => {
    const { personId } = await seedPerson();
    const offer = 'With a passkey, you need no link next time';
    const come = async () => {
      const browser = createBrowser();
      await browser.post(await createLinkPath(personId));
      const read = async () => readText(await browser.get('/overview'));
      return [await read(), await read()].map((page) => page.includes(offer));
    };
    expect(await come()).toEqual([true, false]);
    const passkey =
      "INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, created_at_ms) VALUES (?1, ?1, 'One', '', 0, '', 0)";
    await env.DB.prepare(passkey).bind(personId).run();
    expect(await come()).toEqual([false, false]);
  });

  it('asks before it signs in, even if it is opened by hand, and leads to the codes', async () => {
    const { personId } = await seedPerson({ name: 'Grace' });
    const browser = createBrowser();
    const path = await createLinkPath(personId);
    const page = await browser.get(path, { headers: { 'Sec-Fetch-Site': 'none' } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Grace');
    expect(browser.cookies.size).toBe(0);

    const response = await browser.post(path);
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toBe('/overview');
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=[\w-]{16}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await browser.get('/settings')).status).toBe(200);
  });

  it('asks a browser that is signed in, and names both accounts', async () => {
    const here = await signIn({ name: 'Ada' });
    const { accountId, personId } = await seedPerson({ name: 'Mallory' });
    const rename = (id: string, name: string) =>
      env.DB.prepare('UPDATE accounts SET name = ? WHERE id = ?').bind(name, id).run();
    await rename(here.accountId, 'Bakery');
    await rename(accountId, 'Trap');
    const path = await createLinkPath(personId);
    const page = await readText(await here.get(path, { headers: { 'Sec-Fetch-Site': 'none' } }));
    expect(page).toContain('signed in as Ada of Bakery');
    expect(page).toContain('signs you in as Mallory of Trap');
    expect(page).toContain('Stay signed in as Ada');
    expect(await (await here.get('/settings/people')).text()).toContain('Bakery');

    const before = new Map(here.cookies);
    expect((await here.post(path)).status).toBe(303);
    expect(await (await here.get('/settings/people')).text()).toContain('Trap');
    // The session that it replaces has ended.
    const copy = createBrowser();
    for (const [name, value] of before) copy.cookies.set(name, value);
    expect((await copy.get('/settings/people')).status).toBe(303);
  });

  it('works once', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    expect((await createBrowser().post(path)).status).toBe(303);
    const again = await createBrowser().post(path);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain('works once');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it('works once even if two browsers open it at the same moment', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    const responses = await Promise.all([1, 2, 3, 4].map(() => createBrowser().post(path)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
  });

  it.each([
    [14 * 60 * 1000 + 59_000, 303],
    [15 * 60 * 1000, 410],
  ])('works for 15 minutes: after %i ms the response is %i', async (ageMs, status) => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId, { nowMs: () => Date.now() - ageMs });
    expect((await createBrowser().post(path)).status).toBe(status);
  });

  it.each(['cross-site', 'same-site', 'same-origin'])(
    'asks first if a page leads to it (%s)',
    async (site) => {
      const { personId } = await seedPerson({ name: 'Grace' });
      const path = await createLinkPath(personId);
      const browser = createBrowser();
      const page = await browser.get(path, { headers: { 'Sec-Fetch-Site': site } });
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Grace');
      expect(browser.cookies.size).toBe(0);
      expect((await browser.post(path)).status).toBe(303);
      expect([...browser.cookies.keys()]).toEqual(['__Host-session', '__Host-flash']);
    },
  );

  it.each<[string, RequestInit]>([
    ['a link opened by hand', fromSite('none')],
    ['a request that says not where it comes from', {}],
    ['a page that leads there', fromSite('same-origin')],
    ['a prefetch', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
    ['the preview of a chat', { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0' } }],
    ['HEAD', { method: 'HEAD' }],
  ])('is used up by no GET, on a laptop neither: %s', async (_, init) => {
    const { personId } = await seedPerson();
    const headers = new Headers(init.headers);
    headers.set('CF-Connecting-IP', nextAddress());
    for (const isSent of [false, true]) {
      const path = await createLinkPath(personId, { isSent });
      for (const origin of ['https://api.example.com', 'http://localhost:8787']) {
        const ctx = createExecutionContext();
        const response = await createBrowser().app.fetch(
          new Request(origin + path, { ...init, headers }),
          env,
          ctx,
        );
        await waitOnExecutionContext(ctx);
        expect(response.status).toBe(200);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      expect((await createBrowser().post(path)).status).toBe(303);
    }
  });

  it('that was sent by e-mail asks first, so that a mail scanner does not use it up', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId, { isSent: true });
    const browser = createBrowser();
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.post(path)).status).toBe(303);
    expect((await browser.post(path)).status).toBe(410);
  });

  it.each([
    ['/sign-in/link/x', 'no token at all'],
    [`/sign-in/link/${'a'.repeat(16)}.${'b'.repeat(43)}`, 'an unknown token'],
  ])('%s is gone: %s', async (path) => {
    expect((await createBrowser().get(path)).status).toBe(410);
  });

  it('with another secret is gone, and stays good for who has the right one', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    const wrong = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    expect((await createBrowser().get(wrong)).status).toBe(410);
    expect((await createBrowser().post(path)).status).toBe(303);
  });

  it('of a removed person opens nothing', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    await env.DB.prepare('UPDATE people SET removed_at_ms = 1 WHERE id = ?').bind(personId).run();
    expect((await createBrowser().post(path)).status).toBe(410);
  });

  it('is not kept in a form that signs in', async () => {
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    const { results } = await env.DB.prepare('SELECT * FROM sign_in_links').all();
    const secret = path.slice(path.lastIndexOf('.') + 1);
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain(secret);
  });
});

describe('a session', () => {
  it('ends with the sign-out, even for a copy of its cookie', async () => {
    const browser = await signIn();
    const stolen = createBrowser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const response = await browser.post('/sign-out', { sure: 'on' });
    expect(response.status).toBe(303);
    expect(browser.cookies.size).toBe(0);
    const refused = await stolen.get('/overview');
    expect([refused.status, refused.headers.get('Location')]).toEqual([303, '/sign-in']);
  });

  it('ends at once for somebody who can come back by mail, or by a link from an owner', async () => {
    const mailed = await signIn({ email: `${randomHex()}@example.com` });
    expect((await mailed.post('/sign-out', {}, { env: openMailbox().env })).status).toBe(303);
    const member = await signIn({ role: 'member' });
    await seedPerson({ accountId: member.accountId, name: 'Grace' });
    expect((await member.post('/sign-out')).status).toBe(303);
  });

  it('does not end unasked for the only owner of an account, with neither passkey nor mail', async () => {
    const browser = await signIn({ email: `${randomHex()}@example.com` });
    await seedPerson({ accountId: browser.accountId, name: 'Grace', role: 'member' });
    const security = async () => toText(await (await browser.get('/settings')).text());
    expect(await security()).toContain('only the operator of this service can let you in again');
    const asked = await (await browser.post('/sign-out')).text();
    expect(toText(asked)).toContain('only the operator of this service can give you a link');
    expect((await browser.get('/codes')).status).toBe(200);
    await seedPerson({ accountId: browser.accountId, name: 'Hedy' });
    expect(await security()).not.toContain('only the operator');
    expect((await browser.post('/sign-out')).status).toBe(303);
  });

  it('ends 30 days after the sign-in, however much it is used', async () => {
    let now = Date.now();
    const browser = await signIn({ appOptions: { nowMs: () => now } });
    const end = now + 30 * DAY_MS;
    while (now + DAY_MS < end) {
      now += DAY_MS;
      const page = await browser.get('/settings/keys');
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    }
    now = end - 1;
    expect((await browser.get('/settings/keys')).status).toBe(200);
    now = end;
    expect((await browser.get('/settings/keys')).status).toBe(303);
  });

  it('that has ended is deleted by the cron', async () => {
    const { personId } = await signIn();
    const count = async () =>
      (
        await env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE person_id = ?')
          .bind(personId)
          .first<{ n: number }>()
      )?.n;
    await runScheduled(Date.now() + 29 * DAY_MS);
    expect(await count()).toBe(1);
    await runScheduled(Date.now() + 31 * DAY_MS);
    expect(await count()).toBe(0);
  });

  it('is refused to a form without it, and nothing is done', async () => {
    const response = await createBrowser().post('/sign-out');
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('nothing was changed');
  });

  it('ends for a removed person', async () => {
    const browser = await signIn();
    await env.DB.prepare('UPDATE people SET removed_at_ms = 1 WHERE id = ?').bind(browser.personId).run();
    expect((await browser.get('/codes')).status).toBe(303);
  });
});

describe('a form from elsewhere', () => {
  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['our host over http', { Origin: 'http://api.example.com' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['nowhere', { Origin: '' }],
  ])('is refused: %s', async (_, headers) => {
    const browser = await signIn();
    const response = await browser.post('/sign-out', {}, { headers });
    expect(response.status).toBe(403);
    expect(browser.cookies.size).toBe(1);
  });
});

describe('every page', () => {
  it.each(['/sign-in', '/codes', '/settings/keys', '/codes/nothing'])(
    '%s may run and load only our own files',
    async (path) => {
      const { status, headers } = await (await signIn()).get(path);
      expect(status).toBe(path === '/sign-in' ? 303 : path === '/codes/nothing' ? 404 : 200);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('Referrer-Policy')).toBe('same-origin');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-store');
    },
  );

  it('names files that may be kept for ever, because their names change with them', async () => {
    const browser = createBrowser();
    const page = await (await browser.get('/sign-in')).text();
    const paths = [...page.matchAll(/"(\/assets\/app-[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      const response = await browser.get(path);
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect((await response.text()).length).toBeGreaterThan(100);
    }
    const missing = await browser.get('/assets/app-000000000000.css');
    expect([missing.status, missing.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });
});

describe('cookies that open nothing', () => {
  it('are limited by network, before the database is asked', async () => {
    let queries = 0;
    const DB = watchQueries(() => (queries += 1));
    const browser = createBrowser();
    const secret = 'b'.repeat(43);
    const open = (path = '/codes') => {
      browser.cookies.set('__Host-session', `${randomHex().slice(0, 16)}.${secret}`);
      return browser.get(path, { env: { DB } });
    };
    let response = await open();
    expect(response.status).toBe(303);
    for (let i = 0; i < 130 && response.status !== 429; i++) response = await open();
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    queries = 0;
    for (const path of ['/codes', '/sign-in', '/settings/keys']) expect((await open(path)).status).toBe(429);
    expect(queries).toBe(0);
  });
});

describe('attempts to sign in', () => {
  it('are limited by address, with a page that says when to try again', async () => {
    const refusing = { limit: () => Promise.resolve({ success: false }) } as unknown as RateLimit;
    const { personId } = await seedPerson();
    const path = await createLinkPath(personId);
    const response = await createBrowser().get(path, { env: { RATE_LIMIT_SIGN_IN: refusing } });
    expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    expect((await createBrowser().post(path)).status).toBe(303);
  });
});

it('a session ends when the operator suspends the account', async () => {
  const browser = await signIn({ name: 'Grace' });
  const { personId } = browser;
  expect((await browser.get('/settings/sessions')).status).not.toBe(303);
  const suspend = (atMs: number | null) =>
    env.DB.prepare(
      'UPDATE accounts SET suspended_at_ms = ? WHERE id = (SELECT account_id FROM people WHERE id = ?)',
    )
      .bind(atMs, personId)
      .run();
  await suspend(1);
  const response = await browser.get('/settings/sessions');
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toMatch(/^\/sign-in/);
});
