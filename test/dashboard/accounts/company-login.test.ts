import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PLANS } from '#core/accounts/plan.ts';
import { randomHex } from '#harness/data/random.ts';
import {
  createBrowser,
  createLinkPath,
  ORIGIN,
  seedPerson,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  signInAtProvider,
  type TokenFlaws,
  varsOf,
} from '#harness/worker/access/identity-provider.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readPage, readText } from '#harness/worker/page.ts';
import { createAuthenticator } from '#harness/worker/access/software-authenticator.ts';

let provider: IdentityProvider;
beforeEach(async () => {
  provider = await createIdentityProvider();
});

/** Somebody of the company, as the provider describes them. */
function somebody(claims: object = {}) {
  const name = randomHex();
  return { sub: name, email: `${name}@acme.example`, email_verified: true, name: 'Grace', ...claims };
}

const query = async <Row>(sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
const listActions = async (accountId: string) =>
  (
    await query<{ action: string; note: string }>(
      'SELECT action, note FROM activities WHERE account_id = ? ORDER BY happened_at_ms, rowid',
      accountId,
    )
  ).map(({ action, note }) => `${action} ${note}`);

/** What a refused browser reads, without a session. */
async function readRefusal(...args: Parameters<typeof signInAtProvider>): Promise<string> {
  const { response, browser } = await signInAtProvider(...args);
  expect(response.status).toBe(403);
  expect([...browser.cookies.keys()]).toEqual([]);
  return readText(response);
}

describe('the way to the provider and back', () => {
  it('signs in whom it vouches for, and leads to the page that they wanted', async () => {
    const claims = somebody();
    const { accountId } = await seedPerson({ email: claims.email, name: 'Grace' });
    // As long as a request of an app.
    const next = `/connect?state=${'x'.repeat(1_900)}`;
    const { response, browser } = await signInAtProvider(provider, claims, { next });
    expect([response.status, response.headers.get('Location')]).toEqual([303, next]);
    expect([...browser.cookies.keys()]).toEqual(['__Host-session']);
    expect(await readText(await browser.get('/settings/people'))).toContain('Grace');
    expect(await listActions(accountId)).toEqual(['person.signed_in company, A browser']);
    expect(await readText(await browser.get('/settings/log'))).toContain(
      'Signed in with the company login: A browser',
    );
  });

  it('asks with PKCE, state and nonce, and never the same ones', async () => {
    const browser = createBrowser({ appOptions: { fetch: provider.fetch } });
    const leave = async (path = '/sign-in/company') => {
      const response = await browser.get(path, { env: varsOf(provider) });
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^__Host-company=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      return Object.fromEntries(new URL(response.headers.get('Location') ?? '').searchParams);
    };
    const [one, two] = [await leave(), await leave('/sign-in/company?again=1')];
    expect(one).toMatchObject({
      ...{ response_type: 'code', client_id: 'qr', code_challenge_method: 'S256' },
      redirect_uri: `${ORIGIN}/sign-in/company/return`,
    });
    expect([one['max_age'], two['max_age']]).toEqual([undefined, '0']);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one[name]).not.toBe(two[name]);
  });

  it.each<[string, TokenFlaws]>([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['for another application', { audience: 'other' }],
    ['with another nonce', { nonce: 'other' }],
    ['that is not signed', { alg: 'none' }],
    ['signed with the public key as a password', { alg: 'HS256' }],
    ['signed with a key that is not published', { isForged: true }],
    ['that has expired', { ageSeconds: 600 }],
  ])('signs in by no token %s', async (_, flaws) => {
    const claims = somebody();
    await seedPerson({ email: claims.email });
    expect(await readRefusal(provider, claims, { flaws })).toContain('did not confirm who you are');
    expect((await signInAtProvider(provider, claims)).response.status).toBe(303);
  });

  it('follows a key that the provider changes', async () => {
    const claims = somebody();
    await seedPerson({ email: claims.email });
    expect((await signInAtProvider(provider, claims)).response.status).toBe(303);
    await provider.rotateKey();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await signInAtProvider(provider, claims)).response.status).toBe(303);
    vi.useRealTimers();
    expect(provider.asked.filter((path) => path.startsWith('/.well-known'))).toHaveLength(1);
  });

  it('refuses a browser that did not leave here, and a second return', async () => {
    const claims = somebody();
    await seedPerson({ email: claims.email });
    const options = { env: varsOf(provider) };
    const left = await createBrowser({ appOptions: { fetch: provider.fetch } }).get(
      '/sign-in/company',
      options,
    );
    const path = await provider.approve(left.headers.get('Location') ?? '', claims);
    const victim = createBrowser({ appOptions: { fetch: provider.fetch } });
    expect(await readText(await victim.get(path, options))).toContain('did not begin in this browser');
    await victim.get('/sign-in/company', options);
    expect((await victim.get(path, options)).status).toBe(403);
    expect([...victim.cookies.keys()]).toEqual([]);

    const { browser } = await signInAtProvider(provider, claims);
    expect((await browser.get(path, options)).status).toBe(400);
  });

  it('leaves a browser alone that somebody else is signed in to', async () => {
    const claims = somebody();
    await seedPerson({ email: claims.email });
    const browser = await signIn({ name: 'Ada', appOptions: { fetch: provider.fetch } });
    const { response } = await signInAtProvider(provider, claims, { browser });
    expect([response.status, await readText(response)]).toEqual([
      409,
      expect.stringContaining('signed in as Ada'),
    ]);
    expect((await browser.get('/settings')).status).toBe(200);
    expect(await query('SELECT id FROM sessions WHERE person_id = ?', browser.personId)).toHaveLength(1);
  });

  const nowSeconds = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => object, boolean]>([
    ['just now', () => ({ auth_time: nowSeconds() }), true],
    ['in the future', () => ({ auth_time: nowSeconds() + 86_400 }), true],
    ['eleven minutes ago', () => ({ auth_time: nowSeconds() - 660 }), false],
    ['in another year', () => ({ auth_time: 1 }), false],
    ['at no known time', () => ({}), false],
  ])('somebody whom the provider asked %s is signed in, and may make keys: %#', async (_, time, isFresh) => {
    const claims = somebody(time());
    await seedPerson({ email: claims.email, role: 'owner' });
    for (const isAgain of [false, true]) {
      const { response, browser } = await signInAtProvider(provider, claims, { isAgain });
      expect(response.status).toBe(isFresh || !isAgain ? 303 : 403);
      if (response.status === 403) expect(await readText(response)).toContain('within the last 10 minutes');
      const keys = await readPage(await browser.get('/settings/keys'));
      expect(keys.all('form[action="/settings/keys"]')).toHaveLength(isFresh ? 1 : 0);
    }
  });

  it('logs why a sign-in failed, and none of what the browser brought', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const browser = createBrowser({ appOptions: { fetch: provider.fetch } });
    const left = await browser.get('/sign-in/company', { env: varsOf(provider) });
    const state = new URL(left.headers.get('Location') ?? '').searchParams.get('state');
    const back = `/sign-in/company/return?error=access_denied&error_description=grace@acme.example&state=${state}`;
    expect((await browser.get(back, { env: varsOf(provider) })).status).toBe(403);
    const lines = log.mock.calls.join();
    log.mockRestore();
    expect(lines).toMatch(/company_sign_in_failed.*access_denied/);
    expect(lines).not.toMatch(/grace|object Object/);
    expect(lines).not.toContain(state);
  });

  it('counts returns that prove nothing', async () => {
    const browser = createBrowser({ appOptions: { fetch: provider.fetch } });
    const statuses = new Set<number>();
    for (let i = 0; i < 62; i++) {
      browser.cookies.set('__Host-company', 'a%20b%20c%20');
      const response = await browser.get('/sign-in/company/return?code=x&state=a', { env: varsOf(provider) });
      statuses.add(response.status);
    }
    expect([...statuses]).toEqual([403, 429]);
  });

  it('says that the provider is down, asks it again after ten seconds, and leaves passkeys alone', async () => {
    let now = Date.now();
    const appOptions = { fetch: provider.fetch, nowMs: () => now };
    const browser = createBrowser({ appOptions });
    provider.setDown(true);
    const down = await browser.get('/sign-in/company', { env: varsOf(provider) });
    expect(down.status).toBe(503);
    expect(await readText(down)).toContain('is not responding');
    provider.setDown(false);
    expect((await browser.get('/sign-in/company', { env: varsOf(provider) })).status).toBe(503);
    expect(provider.asked).toHaveLength(1);
    expect((await browser.postJson('/sign-in/passkey/options', {}, { env: varsOf(provider) })).status).toBe(
      200,
    );
    now += 10_000;
    expect((await browser.get('/sign-in/company', { env: varsOf(provider) })).status).toBe(303);
  });

  it('is there only where the operator set it up', async () => {
    for (const path of ['/sign-in/company', '/sign-in/company/return'])
      expect((await createBrowser().get(path)).status).toBe(404);
    expect(await readText(await createBrowser().get('/sign-in'))).not.toContain('login-');
    const page = await createBrowser().get('/sign-in?next=/codes', {
      env: varsOf(provider, { OIDC_NAME: 'Acme' }),
    });
    const link = (await readPage(page)).find('a[href^="/sign-in/company"]');
    expect([link?.words, link?.attribute('href')]).toEqual([
      'Sign in with Acme',
      '/sign-in/company?next=%2Fcodes',
    ]);
  });
});

describe('the person', () => {
  it.each([
    ['whose address is not verified', { email_verified: false }, 'is verified'],
    ['whose address is verified in other words', { email_verified: 'true' }, 'is verified'],
    ['without an address', { email: undefined }, 'is verified'],
    ['of another company', { email: 'grace@evil.example' }, 'Yours is not one'],
    ['of a subdomain', { email: 'grace@evil.acme.example' }, 'Yours is not one'],
    ['whom nobody invited', {}, 'Nobody has invited'],
  ])('%s does not come in', async (_, claims, why) => {
    const who = somebody(claims);
    if (why !== 'Nobody has invited' && who.email) await seedPerson({ email: who.email });
    expect(await readRefusal(provider, who)).toContain(why);
  });

  it('who was invited joins, which proves the address and uses the invitation up', async () => {
    const claims = somebody();
    const owner = await signIn();
    const { personId } = await seedPerson({
      ...{ accountId: owner.accountId, email: claims.email, isEmailProved: false, role: 'viewer' },
    });
    await env.DB.prepare('UPDATE people SET invited_by = ? WHERE id = ?')
      .bind(owner.personId, personId)
      .run();
    expect((await signInAtProvider(provider, claims)).response.status).toBe(303);
    expect(await listActions(owner.accountId)).toEqual([
      'person.signed_in link, A browser',
      'person.joined null',
      'person.signed_in company, A browser',
    ]);
  });

  it('of two accounts is signed in to one, and switches to the other', async () => {
    const claims = somebody();
    const [one, two] = [
      await seedPerson({ email: claims.email }),
      await seedPerson({ email: claims.email, isEmailProved: false }),
    ];
    const { browser } = await signInAtProvider(provider, claims);
    const sessionOf = async () =>
      (
        await query<{ person_id: string }>(
          'SELECT person_id FROM sessions WHERE person_id IN (?, ?)',
          one.personId,
          two.personId,
        )
      ).map(({ person_id }) => person_id);
    expect(await sessionOf()).toEqual([one.personId]);
    expect((await browser.post('/settings/switch', { person: two.personId })).status).toBe(303);
    expect(await sessionOf()).toEqual([two.personId]);
    await signInAtProvider(provider, claims);
    expect(await sessionOf()).toEqual([two.personId, two.personId]);
  });

  it('who gets the address of somebody else opens nothing of theirs, until an owner invites them', async () => {
    const claims = somebody();
    const owner = await signIn();
    const { personId } = await seedPerson({
      accountId: owner.accountId,
      email: claims.email,
      role: 'member',
    });
    expect((await signInAtProvider(provider, claims)).response.status).toBe(303);
    const heir = { ...claims, sub: randomHex() };
    expect(await readRefusal(provider, heir)).toContain('belonged to somebody else');
    // Not through an invitation to another account either, from which they could switch.
    const other = await seedPerson({ email: claims.email, isEmailProved: false });
    expect(await readRefusal(provider, heir)).toContain('belonged to somebody else');
    await env.DB.prepare('DELETE FROM people WHERE id = ?').bind(other.personId).run();

    await owner.post(`/settings/people/${personId}/remove`);
    await seedPerson({
      accountId: owner.accountId,
      email: claims.email,
      isEmailProved: false,
      role: 'viewer',
    });
    expect((await signInAtProvider(provider, heir)).response.status).toBe(303);
    expect(await readRefusal(provider, claims)).toContain('belonged to somebody else');
  });

  it.each([
    ['has the address at another provider', "INSERT INTO identities VALUES (?1, 'https://old.example', '1')"],
    [
      'has it in a suspended account',
      'UPDATE accounts SET suspended_at_ms = 1 WHERE id = (SELECT account_id FROM people WHERE id = ?1)',
    ],
  ])('opens nothing of somebody who %s', async (_, sql) => {
    const claims = somebody();
    const { personId } = await seedPerson({ email: claims.email });
    if (sql.startsWith('UPDATE')) await signInAtProvider(provider, claims);
    await env.DB.prepare(sql).bind(personId).run();
    await seedPerson({ email: claims.email });
    expect(await readRefusal(provider, { ...claims, sub: randomHex() })).toContain(
      'belonged to somebody else',
    );
  });

  it('gets no link by mail once they signed in at the company, and nobody switches to them who did not', async () => {
    const [claims, mailbox] = [somebody(), openMailbox()];
    const bound = await seedPerson({ email: claims.email });
    const ask = () =>
      createBrowser().post(
        '/sign-in',
        { email: claims.email },
        { env: { ...varsOf(provider), ...mailbox.env } },
      );
    const before = await ask();
    await signInAtProvider(provider, claims);
    const after = await ask();
    expect([after.status, await after.text()]).toEqual([before.status, await before.text()]);
    expect(mailbox.mails).toHaveLength(1);

    const heir = await signIn({ email: claims.email });
    expect((await heir.post('/settings/switch', { person: bound.personId })).status).toBe(404);
    // Nor by a link that they have mailed to themselves.
    const options = { env: { ...varsOf(provider), ...mailbox.env } };
    expect((await heir.post(`/settings/people/${heir.personId}/link`, {}, options)).status).toBe(200);
    const link = mailbox.linkTo(claims.email);
    expect((await heir.post(link, { person: bound.personId }, options)).status).toBe(410);
    expect((await heir.post(link, {}, options)).status).toBe(303);
  });

  it('stays the same one when their address changes', async () => {
    const claims = somebody();
    const { personId } = await seedPerson({ email: claims.email });
    await signInAtProvider(provider, claims);
    await signInAtProvider(provider, { ...claims, email: `new-${claims.email}` });
    expect(await query('SELECT id FROM sessions WHERE person_id = ?', personId)).toHaveLength(2);
  });

  it('who is new joins the account of the operator’s choice, once, as long as it has room', async () => {
    const owner = await signIn({ role: 'owner' });
    const vars = { OIDC_ACCOUNT: owner.accountId, OIDC_ROLE: 'viewer' };
    const claims = somebody();
    const both = await Promise.all([1, 2].map(() => signInAtProvider(provider, claims, { vars })));
    expect(both.map(({ response }) => response.status)).toEqual([303, 303]);
    expect(await query('SELECT role, name FROM people WHERE email = ?', claims.email)).toEqual([
      { role: 'viewer', name: 'Grace' },
    ]);
    expect(
      (await listActions(owner.accountId)).filter((action) => action.startsWith('person.joined')),
    ).toEqual(['person.joined viewer']);
    await env.DB.prepare("UPDATE accounts SET plan = 'free' WHERE id = ?").bind(owner.accountId).run();
    for (let i = 2; i < PLANS.free.quotas.people; i++) await seedPerson({ accountId: owner.accountId });
    expect(await readRefusal(provider, somebody(), { vars })).toContain('no room');
  });

  it.each([true, false])(
    'whom an owner removed does not join again by themselves (signed in here before: %s)',
    async (isKnown) => {
      const owner = await signIn();
      const vars = { OIDC_ACCOUNT: owner.accountId, OIDC_ROLE: 'member' };
      const claims = somebody();
      const { personId } = await seedPerson({
        accountId: owner.accountId,
        email: claims.email,
        role: 'member',
      });
      if (isKnown) await signInAtProvider(provider, claims, { vars });
      expect(
        (await owner.post(`/settings/people/${personId}/remove`, {}, { env: varsOf(provider, vars) })).status,
      ).toBe(303);
      expect(await readRefusal(provider, claims, { vars })).toContain('removed');
      expect(
        JSON.stringify(await query('SELECT * FROM identities WHERE person_id = ?', personId)),
      ).not.toContain('@');
      await seedPerson({
        accountId: owner.accountId,
        email: claims.email,
        isEmailProved: false,
        role: 'viewer',
      });
      expect((await signInAtProvider(provider, claims, { vars })).response.status).toBe(303);
    },
  );

  it.each([
    { SIGNUP: 'open' },
    { SIGNUP: 'open', SIGN_IN: 'oidc' },
    { OIDC_ACCOUNT: 'acc_0123456789abcdef' },
  ])('is not drawn into the account of a stranger who invites their address: %j', async (vars) => {
    const claims = somebody();
    await seedPerson({ email: claims.email, isEmailProved: false });
    expect(await readRefusal(provider, claims, { vars })).toContain('Nobody has invited');
  });

  it('of a suspended account does not come in', async () => {
    const claims = somebody();
    const { accountId } = await seedPerson({ email: claims.email });
    await env.DB.prepare('UPDATE accounts SET suspended_at_ms = 1 WHERE id = ?').bind(accountId).run();
    expect(
      await readRefusal(provider, claims, { vars: { OIDC_ACCOUNT: accountId, OIDC_ROLE: 'viewer' } }),
    ).toContain('Nobody has invited');
  });
});

describe('where the company is the only way in', () => {
  const only = (more: object = {}) => varsOf(provider, { SIGN_IN: 'oidc', SIGNUP: 'open', ...more });

  it('pages offer nothing else, and routes refuse it', async () => {
    const { env: mail } = openMailbox();
    const options = { env: { ...only(), ...mail } };
    const page = await readPage(await createBrowser().get('/sign-in', options));
    expect(page.all('form[action="/sign-in"], a[href="/sign-up"]')).toEqual([]);
    expect((await createBrowser().post('/sign-in', { email: 'a@acme.example' }, options)).status).toBe(404);
    expect((await createBrowser().get('/sign-up', options)).status).toBe(404);

    const { personId } = await seedPerson({ role: 'owner' });
    const sent = await createLinkPath(personId, { isSent: true });
    expect((await createBrowser().post(sent, {}, options)).status).toBe(410);
    // What the operator's command makes: the way back.
    expect((await createBrowser().post(await createLinkPath(personId), {}, options)).status).toBe(303);
  });

  it('owners come back with a passkey, and nobody else does', async () => {
    const register = async (role: 'owner' | 'member', options: object) => {
      const person = await signIn({ role });
      const authenticator = createAuthenticator(ORIGIN);
      const offer = await person.postJson('/settings/passkeys/options', {}, options);
      if (offer.status !== 200) return offer.status;
      const credential = await authenticator.register(await offer.json());
      await person.postJson('/settings/passkeys', credential, options);
      const browser = createBrowser();
      const challenge = await browser.postJson('/sign-in/passkey/options', {}, { env: only() });
      const answer = await authenticator.signIn(await challenge.json());
      return (await browser.postJson('/sign-in/passkey', answer, { env: only() })).status;
    };
    expect(await register('owner', { env: only() })).toBe(200);
    expect(await register('member', {})).toBe(403);
    expect(await register('member', { env: only() })).toBe(403);
    const member = await signIn({ role: 'member' });
    expect(await readText(await member.get('/settings', { env: only() }))).not.toContain('Passkeys');
  });

  it('owners invite addresses, and give nobody a link', async () => {
    const owner = await signIn();
    const options = { env: only({ OIDC_NAME: 'Acme' }) };
    const page = await readPage(await owner.get('/settings/people', options));
    expect(page.all('form[action$="/link"]')).toEqual([]);
    const id = page.find('form[action="/settings/people"] input[name="id"]')?.attribute('value') ?? '';
    const invitation = { id, name: 'Grace', role: 'viewer' };
    expect((await owner.post('/settings/people', { ...invitation, email: '' }, options)).status).toBe(422);
    const claims = somebody();
    const invited = await owner.post('/settings/people', { ...invitation, email: claims.email }, options);
    expect(await readText(invited)).toContain(`Grace signs in with Acme at ${ORIGIN}/sign-in`);
    expect((await owner.post(`/settings/people/${id}/link`, {}, options)).status).toBe(403);
    expect((await signInAtProvider(provider, claims, { vars: { SIGN_IN: 'oidc' } })).response.status).toBe(
      303,
    );
  });
});
