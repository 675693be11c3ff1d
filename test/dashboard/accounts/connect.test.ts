import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLANS } from '#core/accounts/plan.ts';
import { randomHex } from '#harness/data/random.ts';
import {
  answer,
  askPath,
  CLIENT_ID,
  connect,
  publishApp,
  redeem,
} from '#harness/worker/access/connected-app.ts';
import {
  createBrowser,
  createLinkPath,
  ORIGIN,
  seedPerson,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readPage, readText, toPage } from '#harness/worker/page.ts';

beforeEach(() => void publishApp());
afterEach(() => vi.unstubAllGlobals());

const countApps = async (accountId: string) =>
  (
    await env.DB.prepare('SELECT count(*) AS n FROM api_keys WHERE account_id = ? AND client_id IS NOT NULL')
      .bind(accountId)
      .first<{ n: number }>()
  )?.n;

describe('the question whether to connect an app', () => {
  it('names the app, the host of its document, and where the access goes', async () => {
    const owner = await signIn();
    const response = await owner.get(await askPath({ redirect_uri: 'http://127.0.0.1:4000/callback' }));
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    const { text } = await readPage(response);
    expect(text).toContain('Assistant from assistant.example asks to work with your codes.');
    expect(text).toContain('A program on this device gets the access.');
    expect(await readText(await owner.get(await askPath()))).toContain('assistant.example gets the access.');
  });

  it('leads back with a code, the state and the issuer, from a page of its own', async () => {
    const { response, address } = await answer(await signIn(), await askPath());
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(address?.href.split('?')[0]).toBe('https://assistant.example/callback');
    const { code, ...rest } = Object.fromEntries(address?.searchParams ?? []);
    expect([code?.startsWith('app_'), rest]).toEqual([true, { state: 'of the app', iss: ORIGIN }]);
    expect(
      toPage(await response.text())
        .find('main a')
        ?.attribute('href'),
    ).toBe(address?.href);
  });

  it('answered with no connects nothing, and tells the app', async () => {
    const owner = await signIn();
    for (const decision of ['deny', '']) {
      const { address } = await answer(owner, await askPath(), { decision });
      expect(address?.searchParams.get('error')).toBe('access_denied');
    }
    expect(await countApps(owner.accountId)).toBe(0);
  });

  it('sent twice, or asked again, connects one app, and the last answer decides what it may do', async () => {
    const owner = await signIn();
    const path = await askPath();
    const { form, address } = await answer(owner, path);
    const [again, once] = await Promise.all([owner.post(path, form), owner.post(path, form)]);
    expect([again.status, once.status]).toEqual([200, 200]);
    expect((await redeem(owner, address?.searchParams.get('code') ?? '')).status).toBe(400);
    await connect(owner, { scope: 'read' });
    const row = await env.DB.prepare('SELECT id, scope FROM api_keys WHERE client_id = ? AND account_id = ?')
      .bind(CLIENT_ID, owner.accountId)
      .all();
    expect(row.results).toEqual([{ id: form.id, scope: 'read' }]);
  });

  it.each(['<img src=x onerror=alert(1)>', 'A\u202eb\r\nc\u0000', 'x'.repeat(3_000)])(
    'shows a hostile name as a short text: %j',
    async (client_name) => {
      publishApp({ client_name });
      const owner = await signIn();
      await connect(owner);
      const { name } = (await env.DB.prepare(
        'SELECT name FROM api_keys WHERE account_id = ? AND client_id IS NOT NULL',
      )
        .bind(owner.accountId)
        .first<{ name: string }>())!;
      expect(name).toMatch(/^[^\p{C}]{1,60}$/u);
      for (const path of [await askPath(), '/settings/apps', '/settings/log'])
        expect(await (await owner.get(path)).text()).not.toMatch(/<img src=x|\u202e|x{61}/);
    },
  );

  it.each([
    ['that is not on the web', { client_id: 'an app' }, {}],
    ['on a private host', { client_id: 'https://192.168.1.1/client.json' }, {}],
    ['on this machine', { client_id: 'https://app.localhost/client.json' }, {}],
    ['of another app', {}, { client_id: 'https://other.example/client.json' }],
    ['without a name', {}, { client_name: '' }],
    ['with a script as an address', {}, { redirect_uris: ['javascript:alert(1)'] }],
    ['with a secret', {}, { client_secret: 'x' }],
    ['of more than 5 KB', {}, { client_name: 'x'.repeat(6_000) }],
  ])('is not asked for a document %s', async (_, query, document) => {
    publishApp(document);
    const owner = await signIn();
    const path = await askPath(query);
    for (const response of [await owner.get(path), await owner.post(path, { decision: 'connect' })]) {
      expect(response.status).toBe(400);
      expect(await readText(response)).toContain('We do not know this app');
    }
    expect(await countApps(owner.accountId)).toBe(0);
  });

  it.each([
    [
      'redirects, because anybody can make a host that redirects vouch for them',
      () => Response.redirect('https://evil.example/', 302),
    ],
    ['is missing', () => new Response('', { status: 404 })],
    [
      'cannot be reached',
      () => {
        throw new Error('connection refused');
      },
    ],
    ['is no JSON', () => new Response('<html>')],
  ])('is not asked for a document that %s', async (_, respond) => {
    publishApp(respond);
    const response = await (await signIn()).get(await askPath());
    expect(response.status).toBe(400);
    expect(await readText(response)).toContain('We do not know this app');
  });

  it.each([
    ['another address to go back to', { redirect_uri: 'https://evil.example/' }, false],
    ['a longer address', { redirect_uri: 'https://assistant.example/callback/x' }, false],
    ['no address', { redirect_uri: null }, false],
    ['a request of 5 kB', { state: 'x'.repeat(5_000) }, false],
    ['no proof key', { code_challenge: null }, true],
    ['a plain proof key', { code_challenge_method: 'plain' }, true],
    ['another resource', { resource: 'https://other.example/mcp' }, true],
    ['a token at once', { response_type: 'token' }, true],
  ])('is not asked with %s, and nobody is led on without a word', async (_, query, isOfferedWayBack) => {
    const response = await (await signIn()).get(await askPath(query));
    expect([response.status, response.headers.get('Refresh')]).toEqual([400, null]);
    const page = await readPage(response);
    expect(page.text).toContain('This does not work with this app');
    const links = page.attributes('main a', 'href');
    expect(links.some((href) => href.startsWith('https://assistant.example/callback?error='))).toBe(
      isOfferedWayBack,
    );
    expect(links.some((href) => href.includes('evil'))).toBe(false);
  });

  it('is asked after the sign-in, also by a link in a mail', async () => {
    const path = await askPath();
    const browser = createBrowser();
    const { personId } = await seedPerson();
    const signInPath = (await browser.get(path)).headers.get('Location') ?? '';
    expect((await browser.get(signInPath)).headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    const signedIn = await browser.post(await createLinkPath(personId));
    expect(signedIn.headers.get('Location')).toBe(path);
    expect((await browser.get(path)).status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['__Host-session']);
    const next = await browser.post(await createLinkPath(personId));
    expect(next.headers.get('Location')).toBe('/overview');
  });

  it('takes a sign-in of the last ten minutes, and leads back from it', async () => {
    let now = Date.now();
    const owner = await signIn({ appOptions: { nowMs: () => now } });
    const path = await askPath();
    now += 10 * 60_000 + 1;
    const page = await readPage(await owner.get(path));
    expect(page.find('button[value="connect"]')).toBeNull();
    const again = page.attributes('main a', 'href').find((href) => href.startsWith('/sign-in')) ?? '';
    expect(new URL(again, ORIGIN).searchParams.get('next')).toBe(path);
    const fields = { id: 'app_0123456789abcdef', person: owner.personId, scope: 'read', decision: 'connect' };
    expect((await owner.post(path, fields)).headers.get('Refresh')).toBeNull();
    expect(await countApps(owner.accountId)).toBe(0);
  });

  it('is answered by nobody’s page but ours', async () => {
    const owner = await signIn();
    const response = await owner.post(
      await askPath(),
      { decision: 'connect' },
      { headers: { Origin: 'https://evil.example' } },
    );
    expect([response.status, await countApps(owner.accountId)]).toEqual([403, 0]);
  });

  it('offers the accounts in which the person proved the same address, and no other', async () => {
    const email = `${randomHex()}@example.com`;
    const owner = await signIn({ email });
    const elsewhere = await seedPerson({ email, role: 'viewer' });
    const stranger = await seedPerson();
    const path = await askPath();
    const page = await readPage(await owner.get(path));
    expect(page.attributes('select[name="person"] option', 'value').toSorted()).toEqual(
      [owner.personId, elsewhere.personId].toSorted(),
    );
    const asViewer = await answer(owner, path, { person: elsewhere.personId, scope: 'full' });
    expect([asViewer.response.status, asViewer.address]).toEqual([422, null]);
    expect((await answer(owner, path, { person: elsewhere.personId, scope: 'read' })).address).not.toBeNull();
    const asStranger = await answer(owner, path, { person: stranger.personId });
    expect([asStranger.response.status, asStranger.address]).toEqual([404, null]);
    expect(
      await Promise.all([owner, elsewhere, stranger].map(({ accountId }) => countApps(accountId))),
    ).toEqual([0, 1, 0]);
  });

  it('is refused if the plan allows no more keys', async () => {
    const owner = await signIn();
    await env.DB.prepare(
      "INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms) SELECT 'key_' || value || ?1, ?1, 'k', value || ?1, '', '', 'read', 1 FROM json_each(?2)",
    )
      .bind(owner.accountId, JSON.stringify([...Array(PLANS.business.quotas.api_keys).keys()]))
      .run();
    const { response } = await answer(owner, await askPath());
    expect([response.status, await countApps(owner.accountId)]).toEqual([403, 0]);
    expect(await readText(response)).toContain('Nothing was added.');
  });

  it('is mailed to the owners when the answer is yes', async () => {
    const mailbox = openMailbox();
    const owner = await signIn({ name: 'Ada', email: `${randomHex()}@example.com` });
    const path = await askPath();
    const { form } = await answer(owner, path, { decision: 'deny' });
    await owner.post(path, { ...form, decision: 'connect' }, { env: mailbox.env });
    expect(mailbox.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('Ada connected the app Assistant.'),
    ]);
  });
});

describe('the connected apps', () => {
  it('are listed with who connected them, apart from the keys, and are no choice when somebody leaves', async () => {
    const owner = await signIn({ name: 'Ada' });
    const grace = await signIn({ accountId: owner.accountId, name: 'Grace', role: 'member' });
    await connect(grace);
    const text = await readText(await owner.get('/settings/apps'));
    expect(text).toMatch(/Assistant assistant\.example Full access · connected .* by Grace · never used/);
    expect(text).toContain(`${ORIGIN}/mcp`);
    expect(await readText(await owner.get('/settings/keys'))).not.toContain('Assistant');
    expect(await readText(await owner.get('/settings/people'))).not.toContain('Keep Assistant');
    expect(await readText(await owner.get('/settings/log'))).toContain('Connected the app Assistant');
  });

  it('are disconnected by their person or an owner, and by nobody else', async () => {
    const owner = await signIn({ name: 'Ada' });
    const [grace, other] = [
      await signIn({ accountId: owner.accountId, role: 'member' }),
      await signIn({ accountId: owner.accountId, role: 'member' }),
    ];
    const stranger = await signIn();
    await connect(grace);
    const [path = ''] = (await readPage(await grace.get('/settings/apps'))).attributes(
      'form[action$="/disconnect"]',
      'action',
    );
    expect(await (await other.get('/settings/apps')).text()).not.toContain('/disconnect');
    expect([(await other.post(path)).status, (await stranger.post(path)).status]).toEqual([403, 404]);
    expect((await owner.post(path.replace('/apps/', '/keys/').replace('disconnect', 'revoke'))).status).toBe(
      404,
    );
    expect((await grace.post(path)).status).toBe(303);
    expect((await owner.post(path)).status).toBe(404);
    expect(await readText(await owner.get('/settings/apps'))).toContain('No app is connected');
  });
});
