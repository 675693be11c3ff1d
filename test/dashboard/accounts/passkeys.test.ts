import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '#core/bytes/base64url.ts';
import {
  createBrowser,
  createLinkPath,
  ORIGIN,
  seedPerson,
  type SignedInClient,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import {
  createAuthenticator,
  type Flaws,
  type SoftwareAuthenticator,
} from '#harness/worker/access/software-authenticator.ts';

const FIREFOX = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
};
const MINUTE_MS = 60_000;

type Options = Parameters<SoftwareAuthenticator['register']>[0] & {
  excludeCredentials: { id: string }[];
  authenticatorSelection: Record<string, unknown>;
  attestation: string;
};

const offerRegistration = async (browser: SignedInClient) =>
  (await browser.postJson('/settings/passkeys/options', {})).json<Options>();

async function register(browser: SignedInClient, authenticator: SoftwareAuthenticator, flaws: Flaws = {}) {
  const credential = await authenticator.register(await offerRegistration(browser), flaws);
  return browser.postJson('/settings/passkeys', credential, { headers: FIREFOX });
}

const offerSignIn = async (browser = createBrowser()) =>
  (await browser.postJson('/sign-in/passkey/options', {})).json<{ challenge: string; rpId: string }>();

async function signInWith(
  authenticator: SoftwareAuthenticator,
  flaws: Flaws = {},
  browser = createBrowser(),
) {
  const credential = await authenticator.signIn(await offerSignIn(browser), flaws);
  return browser.postJson('/sign-in/passkey', credential);
}

async function withPasskey(options: Parameters<typeof signIn>[0] = {}, countsUses = true) {
  const person = await signIn(options);
  const authenticator = createAuthenticator(ORIGIN, countsUses);
  expect((await register(person, authenticator)).status).toBe(200);
  return { person, authenticator };
}

const listPasskeys = async (personId: string) =>
  (await env.DB.prepare('SELECT * FROM passkeys WHERE person_id = ?').bind(personId).all()).results;

describe('a passkey', () => {
  it('is one of at most 20 that a person has, and of 20 that they add in a day', async () => {
    const person = await signIn({ name: 'Collector' });
    const insert = env.DB.prepare(
      "INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, created_at_ms) VALUES (?, ?, 'One', '', 0, '', 0)",
    );
    await env.DB.batch(Array.from({ length: 19 }, (_, i) => insert.bind(`passkey-${i}`, person.personId)));
    expect((await register(person, createAuthenticator(ORIGIN))).status).toBe(200);
    const refused = await register(person, createAuthenticator(ORIGIN));
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('more than 20 passkeys'),
    ]);
    expect(await listPasskeys(person.personId)).toHaveLength(20);

    // Removing passkeys makes room, until 20 were added within a day.
    const remove = env.DB.prepare('DELETE FROM passkeys WHERE person_id = ?').bind(person.personId);
    for (let i = 1; i < 20; i++) {
      await remove.run();
      expect((await register(person, createAuthenticator(ORIGIN))).status, `passkey ${i + 1}`).toBe(200);
    }
    await remove.run();
    expect((await register(person, createAuthenticator(ORIGIN))).status).toBe(403);
  });

  it('is registered in the settings, and signs in without a name or an address', async () => {
    const person = await signIn({ name: 'Grace' });
    const authenticator = createAuthenticator(ORIGIN);
    const response = await register(person, authenticator);
    expect(await response.json()).toEqual({ location: '/settings' });
    const page = await (await person.get('/settings')).text();
    expect(page).toContain('Firefox on Windows');
    expect(page).toContain('never used');

    const browser = createBrowser();
    const signedIn = await signInWith(authenticator, {}, browser);
    expect([signedIn.status, await signedIn.json()]).toEqual([200, { location: '/overview' }]);
    expect(signedIn.headers.get('Set-Cookie')).toMatch(/^__Host-session=.*HttpOnly; Secure; SameSite=Lax$/);
    const security = await (await browser.get('/settings')).text();
    expect(security).toContain('Grace');
    expect(security).toContain(`last used <time datetime="${new Date().toISOString().slice(0, 10)}"`);
  });

  it('is named by what keeps it and the browser that added it', async () => {
    const person = await signIn();
    await register(person, createAuthenticator(ORIGIN), { aaguid: 'bada5566a7aa401fbd9645619a55120d' });
    expect(await readText(await person.get('/settings'))).toContain('1Password, Firefox on Windows');
  });

  it('is requested without attestation, stored by the device, for the host of the page', async () => {
    const options = await offerRegistration(await signIn());
    expect(options).toMatchObject({
      rp: { id: 'api.example.com' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    expect(await offerSignIn()).toMatchObject({ rpId: 'api.example.com', userVerification: 'preferred' });
  });

  it('works repeatedly, even if the authenticator keeps no counter', async () => {
    for (const countsUses of [true, false]) {
      const { authenticator } = await withPasskey({}, countsUses);
      expect((await signInWith(authenticator)).status).toBe(200);
      expect((await signInWith(authenticator)).status).toBe(200);
    }
  });

  it('is not offered to a device that has one', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    expect((await offerRegistration(person)).excludeCredentials).toMatchObject([{ id: passkey?.['id'] }]);
  });

  it('can be renamed, and its name is text', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const path = `/settings/passkeys/${String(passkey?.['id'])}/rename`;
    const refused = await person.post(path, { name: ' ' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('Not renamed');
    expect((await person.post(path, { name: '<script>alert(1)</script>' })).status).toBe(303);
    const page = await (await person.get('/settings')).text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>alert');
  });

  it('is removed after a question, and then signs nobody in; a link still does', async () => {
    const { person, authenticator } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const path = `/settings/passkeys/${String(passkey?.['id'])}/remove`;
    expect(await (await person.get('/settings')).text()).toContain(`action="${path}"`);
    expect(await listPasskeys(person.personId)).toHaveLength(1);
    expect((await person.post(path)).headers.get('Location')).toBe('/settings');
    expect((await signInWith(authenticator)).status).toBe(403);
    const link = await createBrowser().post(await createLinkPath(person.personId));
    expect(link.headers.get('Location')).toBe('/overview');
  });

  it('is removed by a person who was told where to get a link afterwards', async () => {
    const email = `${randomHex()}@example.com`;
    const mailed = openMailbox().env;
    const ask = async (address: string | null, bindings: Partial<ApiEnv>, hasOtherOwner = false) => {
      const { person } = await withPasskey(address === null ? {} : { email: address });
      if (hasOtherOwner) await seedPerson({ accountId: person.accountId, name: 'Grace' });
      return readText(await person.get('/settings', { env: bindings }));
    };
    expect(await ask(email, mailed)).toContain('the sign-in page sends it to your e-mail address');
    const byOwner = 'an owner of your account creates it under Settings, People';
    expect(await ask(`other-${email}`, {}, true)).toContain(byOwner);
    expect(await ask(null, mailed, true)).toContain(byOwner);
    expect(await ask(null, mailed)).toContain('This is your last passkey, and you are the only owner');
  });

  it('lets its person sign out unasked, although they are the only owner of an account without mail', async () => {
    const { person } = await withPasskey();
    expect((await person.post('/sign-out')).status).toBe(303);
  });

  it('of another person is not found', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const other = await signIn({ accountId: person.accountId });
    for (const action of ['rename', 'remove']) {
      const path = `/settings/passkeys/${String(passkey?.['id'])}/${action}`;
      expect((await other.post(path, { name: 'Mine' })).status).toBe(404);
    }
    expect(await listPasskeys(person.personId)).toEqual([passkey]);
  });

  it('of a removed person signs nobody in', async () => {
    const { person, authenticator } = await withPasskey();
    await env.DB.prepare('UPDATE people SET removed_at_ms = 1 WHERE id = ?').bind(person.personId).run();
    expect((await signInWith(authenticator)).status).toBe(403);
  });
});

describe('a registration', () => {
  it.each<[string, Flaws]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from our host over http', { origin: 'http://api.example.com' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that is really a sign-in', { type: 'webauthn.get' }],
    ['to a challenge that nobody gave', { challenge: toBase64Url(new Uint8Array(32)) }],
    ['that nobody touched the device for', { isUserAbsent: true }],
  ])('is refused %s, in words, and nothing is stored', async (_, flaws) => {
    const person = await signIn();
    const response = await register(person, createAuthenticator(ORIGIN), flaws);
    expect(response.status).toBe(403);
    expect((await response.json<{ message: string }>()).message).not.toBe('');
    expect(await listPasskeys(person.personId)).toEqual([]);
  });

  it('counts once: its challenge is used up, whatever the response was', async () => {
    const person = await signIn();
    const authenticator = createAuthenticator(ORIGIN);
    const options = await offerRegistration(person);
    const wrong = await authenticator.register(options, { origin: 'https://evil.example' });
    expect((await person.postJson('/settings/passkeys', wrong)).status).toBe(403);
    const right = await authenticator.register(options);
    expect((await person.postJson('/settings/passkeys', right)).status).toBe(403);
    expect(await listPasskeys(person.personId)).toEqual([]);
  });

  it('is refused for the challenge of another person, or of a sign-in', async () => {
    const [person, other] = [await signIn(), await signIn()];
    const theirs = await createAuthenticator(ORIGIN).register(await offerRegistration(other));
    expect((await person.postJson('/settings/passkeys', theirs)).status).toBe(403);
    const options = { ...(await offerRegistration(person)), challenge: (await offerSignIn()).challenge };
    const crossed = await createAuthenticator(ORIGIN).register(options);
    expect((await person.postJson('/settings/passkeys', crossed)).status).toBe(403);
  });

  it.each([
    [4.9 * MINUTE_MS, 200],
    [5 * MINUTE_MS, 403],
  ])('has five minutes: after %i ms the response is %i', async (ageMs, status) => {
    let now = Date.now();
    const person = await signIn({ appOptions: { nowMs: () => now } });
    const credential = await createAuthenticator(ORIGIN).register(await offerRegistration(person));
    now += ageMs;
    expect((await person.postJson('/settings/passkeys', credential)).status).toBe(status);
  });

  it('of a known credential is refused, and stays with its owner', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const thief = await signIn();
    const response = await register(thief, createAuthenticator(ORIGIN), {
      credentialId: String(passkey?.['id']),
    });
    expect(response.status).toBe(409);
    expect(await listPasskeys(person.personId)).toEqual([passkey]);
  });

  it('needs a signed-in person', async () => {
    const browser = createBrowser();
    expect((await browser.postJson('/settings/passkeys/options', {})).status).toBe(401);
    expect((await browser.postJson('/settings/passkeys', {})).status).toBe(401);
  });
});

describe('a sign-in with a passkey', () => {
  it.each<[string, Flaws]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that is really a registration', { type: 'webauthn.create' }],
    ['to a challenge that nobody gave', { challenge: toBase64Url(new Uint8Array(32)) }],
    ['with a broken signature', { isSignatureBroken: true }],
    ['that nobody touched the device for', { isUserAbsent: true }],
    ['with an unknown credential', { credentialId: toBase64Url(new Uint8Array(32).fill(7)) }],
    ['in the name of somebody else', { userHandle: toBase64Url(new TextEncoder().encode('per_other')) }],
  ])('is refused %s, without a cookie', async (_, flaws) => {
    const { authenticator } = await withPasskey();
    const browser = createBrowser();
    const response = await signInWith(authenticator, flaws, browser);
    expect(response.status).toBe(403);
    expect((await response.json<{ message: string }>()).message).toContain('cannot sign you in');
    expect(browser.cookies.size).toBe(0);
    expect((await signInWith(authenticator)).status).toBe(200);
  });

  it('cannot take the credential of another person', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const thief = await withPasskey();
    const credentialId = String(passkey?.['id']);
    expect((await signInWith(thief.authenticator, { credentialId })).status).toBe(403);
    const userHandle = toBase64Url(new TextEncoder().encode(person.personId));
    expect((await signInWith(thief.authenticator, { credentialId, userHandle })).status).toBe(403);
    expect((await signInWith(thief.authenticator, { userHandle })).status).toBe(403);
  });

  it('cannot be replayed', async () => {
    const { authenticator } = await withPasskey();
    const credential = await authenticator.signIn(await offerSignIn());
    const responses = await Promise.all(
      [1, 2, 3].map(() => createBrowser().postJson('/sign-in/passkey', credential)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('has five minutes', async () => {
    let now = Date.now();
    const { authenticator } = await withPasskey();
    const browser = createBrowser({ appOptions: { nowMs: () => now } });
    const credential = await authenticator.signIn(await offerSignIn(browser));
    now += 5 * MINUTE_MS;
    expect((await browser.postJson('/sign-in/passkey', credential)).status).toBe(403);
  });

  it('is refused if the counter does not grow: somebody may have a copy of the authenticator', async () => {
    const { person, authenticator } = await withPasskey();
    expect((await signInWith(authenticator, { counter: 10 })).status).toBe(200);
    expect((await signInWith(authenticator, { counter: 10 })).status).toBe(403);
    expect((await signInWith(authenticator, { counter: 3 })).status).toBe(403);
    expect((await signInWith(authenticator, { counter: 0 })).status).toBe(403);
    expect((await signInWith(authenticator, { counter: 11 })).status).toBe(200);
    expect(await listPasskeys(person.personId)).toMatchObject([{ counter: 11 }]);
  });

  it('counts once even if two sign-ins with one counter arrive at the same moment', async () => {
    const { authenticator } = await withPasskey();
    const credentials = [await offerSignIn(), await offerSignIn()].map((offer) =>
      authenticator.signIn(offer, { counter: 10 }),
    );
    const responses = await Promise.all(
      (await Promise.all(credentials)).map((credential) =>
        createBrowser().postJson('/sign-in/passkey', credential),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('is refused for the challenge of a registration', async () => {
    const { person, authenticator } = await withPasskey();
    const { challenge } = await offerRegistration(person);
    const credential = await authenticator.signIn({ challenge });
    expect((await createBrowser().postJson('/sign-in/passkey', credential)).status).toBe(403);
  });

  it('is limited by address', async () => {
    const refusing = { limit: () => Promise.resolve({ success: false }) } as unknown as RateLimit;
    for (const path of ['/sign-in/passkey/options', '/sign-in/passkey']) {
      const response = await createBrowser().postJson(path, {}, { env: { RATE_LIMIT_SIGN_IN: refusing } });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    }
  });

  it.each<[string, unknown, Record<string, string>, number]>([
    ['no JSON', '{', {}, 400],
    ['nothing of a credential', {}, {}, 400],
    ['a list', [], {}, 400],
    [
      'texts where bytes belong',
      { id: '"', rawId: '"', type: 'public-key', clientExtensionResults: {}, response: {} },
      {},
      400,
    ],
    ['too much', JSON.stringify({ id: 'a'.repeat(70_000) }), {}, 413],
    ['a form', 'id=1', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['another site', {}, { Origin: 'https://evil.example' }, 403],
  ])('refuses %s', async (_, body, headers, status) => {
    const response = await createBrowser().postJson('/sign-in/passkey', body, { headers });
    expect(response.status).toBe(status);
    expect((await response.json<{ message: string }>()).message).not.toBe('');
  });

  it('refuses bytes that are nothing, as it refuses wrong ones', async () => {
    const { person } = await withPasskey();
    const [passkey] = await listPasskeys(person.personId);
    const { challenge } = await offerSignIn();
    const clientDataJSON = toBase64Url(new TextEncoder().encode(JSON.stringify({ challenge })));
    for (const junk of ['A', 'AAAA', clientDataJSON]) {
      const response = await createBrowser().postJson('/sign-in/passkey', {
        id: passkey?.['id'],
        rawId: passkey?.['id'],
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: junk,
          authenticatorData: junk,
          signature: junk,
          userHandle: toBase64Url(new TextEncoder().encode(person.personId)),
        },
      });
      expect(response.status).toBe(403);
    }
  });
});

describe('a challenge', () => {
  it('that nobody used is cleaned up', async () => {
    const { challenge } = await offerSignIn();
    const find = () =>
      env.DB.prepare('SELECT 1 FROM passkey_challenges WHERE challenge = ?').bind(challenge).first();
    await runScheduled(Date.now() + 4 * MINUTE_MS);
    expect(await find()).not.toBeNull();
    await runScheduled(Date.now() + 6 * MINUTE_MS);
    expect(await find()).toBeNull();
  });
});
