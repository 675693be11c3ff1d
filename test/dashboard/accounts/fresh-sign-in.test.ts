import { randomHex } from '#harness/data/random.ts';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import {
  createBrowser,
  createLinkPath,
  ORIGIN,
  seedPerson,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readPage, readText } from '#harness/worker/page.ts';
import { createAuthenticator } from '#harness/worker/access/software-authenticator.ts';

const MINUTE_MS = 60_000;
const FORM = { id: 'key_0123456789abcdef', name: 'Shop', scope: 'full', expires: '' };

/** An owner who signed in some time ago, and a member of the same account. */
async function waitAfterSignIn(ageMs: number) {
  let now = Date.now();
  const owner = await signIn({ name: 'Ada', appOptions: { nowMs: () => now } });
  const member = await seedPerson({ accountId: owner.accountId, name: 'Grace', role: 'member' });
  now += ageMs;
  return { owner, member, nowMs: () => now };
}

const countRows = async (table: string, accountId: string) =>
  (
    await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`)
      .bind(accountId)
      .first<{ n: number }>()
  )?.n;

describe('a sign-in of more than ten minutes ago', () => {
  it('makes no key, passkey or owner, and leads to the sign-in', async () => {
    const { owner, member } = await waitAfterSignIn(10 * MINUTE_MS + 1);
    const people = '/settings/people';
    const invitation = { id: 'per_0123456789abcdef', name: 'Eve', email: '', role: 'owner' };
    const before = [await countRows('api_keys', owner.accountId), await countRows('people', owner.accountId)];
    const responses = [
      await owner.post('/settings/keys', FORM),
      await owner.post(people, invitation),
      await owner.post(`${people}/${member.personId}/role`, { role: 'owner' }),
      await owner.post(`${people}/${owner.personId}/link`),
    ];
    for (const response of responses) {
      expect(response.status, response.url).toBe(403);
      const page = await response.text();
      expect(page).toContain('Nothing was changed');
      expect(page).toMatch(/href="\/sign-in\?again=1&amp;next=%2Fsettings%2F(keys|people)"/);
    }
    for (const path of ['/settings/passkeys/options', '/settings/passkeys']) {
      const response = await owner.postJson(path, {});
      expect([response.status, (await response.json<{ message: string }>()).message]).toEqual([
        403,
        expect.stringContaining('Sign in again'),
      ]);
    }
    expect([
      await countRows('api_keys', owner.accountId),
      await countRows('people', owner.accountId),
    ]).toEqual(before);
  });

  it('shows the way to a new one in place of the forms', async () => {
    const { owner } = await waitAfterSignIn(10 * MINUTE_MS + 1);
    for (const [path, absent] of [
      ['/settings/keys', 'action="/settings/keys"'],
      ['/settings', 'data-passkey="register"'],
    ] as const) {
      const page = await (await owner.get(path)).text();
      expect(page).not.toContain(absent);
      expect(page).toContain(`/sign-in?again=1&amp;next=${encodeURIComponent(path)}`);
    }
  });

  it('is enough for everything else', async () => {
    const { owner, member } = await waitAfterSignIn(9 * 24 * 60 * MINUTE_MS);
    expect((await owner.get('/codes')).status).toBe(200);
    const invitation = { id: 'per_fedcba9876543210', name: 'Eve', email: '', role: 'member' };
    expect((await owner.post('/settings/people', invitation)).status).toBe(200);
    expect((await owner.post(`/settings/people/${member.personId}/link`)).status).toBe(200);
    expect((await owner.post(`/settings/people/${member.personId}/remove`)).status).toBe(303);
  });

  it.each([0, 10 * MINUTE_MS])('or less (%i ms) makes a key', async (ageMs) => {
    const { owner } = await waitAfterSignIn(ageMs);
    const id = `key_${randomHex().slice(0, 16)}`;
    expect((await owner.post('/settings/keys', { ...FORM, id })).status).toBe(200);
  });
});

describe('signing in again', () => {
  it('is offered to who is signed in, who then comes back to the page', async () => {
    const owner = await signIn({ name: 'Ada' });
    const authenticator = createAuthenticator(ORIGIN);
    const offer = await owner.postJson('/settings/passkeys/options', {});
    await owner.postJson('/settings/passkeys', await authenticator.register(await offer.json()));
    const page = await readText(await owner.get('/sign-in?again=1&next=/settings/keys'));
    expect(page).toContain('Sign in again');
    expect(page).toContain('You are signed in as Ada');

    const challenge = await owner.postJson('/sign-in/passkey/options', {});
    const answer = await authenticator.signIn(await challenge.json());
    const response = await owner.postJson('/sign-in/passkey?again=1&next=/settings/keys', answer);
    expect(await response.json()).toEqual({ location: '/settings/keys' });
    const { results } = await env.DB.prepare('SELECT id FROM sessions WHERE person_id = ?')
      .bind(owner.personId)
      .all();
    expect(results).toHaveLength(1);
  });

  it('by a link makes the session fresh', async () => {
    const { owner, nowMs } = await waitAfterSignIn(60 * MINUTE_MS);
    expect((await owner.post('/settings/keys', FORM)).status).toBe(403);
    const path = await createLinkPath(owner.personId, { nowMs });
    expect(await readText(await owner.get(path))).toContain('signs you in as Ada');
    expect((await owner.post(path)).status).toBe(303);
    expect((await owner.post('/settings/keys', { ...FORM, id: 'key_00000000deadbeef' })).status).toBe(200);
  });

  it('has the address filled in if links are mailed, and names the command on a laptop', async () => {
    const email = `${randomHex()}@example.com`;
    const owner = await signIn({ email });
    const mailed = await (await owner.get('/sign-in?again=1', { env: openMailbox().env })).text();
    expect(mailed).toContain(`value="${email}"`);
    expect(await readText(await owner.get('/sign-in?again=1'))).not.toContain('npm run');
    const laptop = 'http://localhost:8787';
    const fetchLocally = async (path: string, init: RequestInit = {}) => {
      const ctx = createExecutionContext();
      const response = await owner.app.fetch(new Request(laptop + path, init), env, ctx);
      await waitOnExecutionContext(ctx);
      return response;
    };
    const signedIn = await fetchLocally(await createLinkPath(owner.personId), {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { Origin: laptop },
    });
    expect(signedIn.status).toBe(303);
    const [Cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
    const onLaptop = await fetchLocally('/sign-in?again=1', { headers: { Cookie } });
    expect(await readText(onLaptop)).toContain(
      `account -- sign-in ${owner.accountId} --person ${owner.personId}`,
    );
    const stranger = await (await createBrowser().get('/sign-in?again=1')).text();
    expect(stranger).not.toContain('Sign in again');
  });
});

describe('the keys of a person who loses rights', () => {
  it.each([
    ['by being removed', 'remove', {}],
    ['as an editor', 'role', { role: 'member' }],
    ['as a viewer', 'role', { role: 'viewer' }],
  ])('are revoked, except those that are kept on purpose: %s', async (_, action, fields) => {
    const owner = await signIn({ name: 'Ada' });
    const other = await signIn({ accountId: owner.accountId, name: 'Grace' });
    const create = async (browser: typeof owner, name: string) => {
      const id = `key_${randomHex().slice(0, 16)}`;
      const page = await (await browser.post('/settings/keys', { ...FORM, id, name })).text();
      return { id, apiKey: /qr_live_[0-9A-Za-z]{38}/.exec(page)?.[0] ?? '' };
    };
    const keys = {
      Kept: await create(other, 'Kept'),
      Lost: await create(other, 'Lost'),
      Others: await create(owner, 'Others'),
    };
    expect(await readText(await owner.get('/settings/keys'))).toContain('by Grace');
    const path = `/settings/people/${other.personId}`;
    const question = (await readPage(await owner.get('/settings/people'))).wordsOf(
      `details form[action="${path}/${action}"]:has(fieldset)`,
    );
    expect(question).toContain('Keep Kept');
    expect(question).toContain('Keep Lost');
    expect(question).not.toContain('Keep Others');
    const kept = { ...fields, [`keep_${keys.Kept.id}`]: 'on' };
    expect((await owner.post(`${path}/${action}`, kept)).status).toBe(303);

    const call = async (apiKey: string) => {
      const request = new Request(`${ORIGIN}/v1/qr`, { headers: { Authorization: `Bearer ${apiKey}` } });
      return (await createApp().fetch(request, env, createExecutionContext())).status;
    };
    expect(await call(keys.Kept.apiKey)).toBe(200);
    expect(await call(keys.Others.apiKey)).toBe(200);
    expect(await call(keys.Lost.apiKey)).toBe(401);
    expect(await readText(await owner.get('/settings/log'))).toContain('Lost');
    // To gain rights costs no key.
    if (action === 'role') {
      expect((await owner.post(`${path}/role`, { role: 'owner' })).status).toBe(303);
      expect(await call(keys.Kept.apiKey)).toBe(200);
    }
  });

  it('of the last owner all stay, because the last owner does', async () => {
    const owner = await signIn();
    const form = { ...FORM, id: 'key_1111111111111111' };
    expect((await owner.post('/settings/keys', form)).status).toBe(200);
    expect((await owner.post(`/settings/people/${owner.personId}/remove`)).status).toBe(409);
    const row = await env.DB.prepare('SELECT revoked_at_ms FROM api_keys WHERE id = ?').bind(form.id).first();
    expect(row).toEqual({ revoked_at_ms: null });
  });
});
