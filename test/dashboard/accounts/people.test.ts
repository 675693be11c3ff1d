import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  createBrowser,
  createLinkPath,
  ORIGIN,
  seedPerson,
  type SignedInClient,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { readText, toPage } from '#harness/worker/page.ts';
import { createAuthenticator } from '#harness/worker/access/software-authenticator.ts';

const LINK = /https:\/\/api\.example\.com(\/sign-in\/link\/[\w-]{16}\.[\w-]{43})/;

async function fillForm(browser: SignedInClient, fields: Record<string, string> = {}) {
  const page = await (await browser.get('/settings/people')).text();
  const id = toPage(page).valueOf('id') ?? '';
  return { id, name: 'Grace', email: '', role: 'member', ...fields };
}

interface Row {
  id: string;
  name: string;
  email: string | null;
  role: string;
  removed_at_ms: number | null;
}

const listRows = async (accountId: string) =>
  (await env.DB.prepare('SELECT * FROM people WHERE account_id = ?').bind(accountId).all<Row>()).results;
const findRow = async (personId: string) =>
  (await env.DB.prepare('SELECT * FROM people WHERE id = ?').bind(personId).first<Row>())!;

/** Entries of the audit log of the last hour. */
async function seedEntries(accountId: string, action: string, actorIds: readonly string[]) {
  const insert = env.DB.prepare(
    'INSERT INTO activities (id, account_id, happened_at_ms, action, actor_id) VALUES (?, ?, ?, ?, ?)',
  );
  const at = Date.now() - 3_600_000;
  await env.DB.batch(
    actorIds.map((actorId) => insert.bind(`act_${randomHex().slice(-12)}`, accountId, at, action, actorId)),
  );
}

const countEntries = async (accountId: string, action: string) =>
  (
    await env.DB.prepare('SELECT count(*) AS entries FROM activities WHERE account_id = ? AND action = ?')
      .bind(accountId, action)
      .first<{ entries: number }>()
  )?.entries;

describe('an audit log that cannot be filled', () => {
  it('has every change of a role, and beyond 200 a day none is made', async () => {
    const owner = await signIn();
    const { personId: id } = await seedPerson({ accountId: owner.accountId, role: 'member' });
    await seedEntries(owner.accountId, 'person.role_changed', Array(199).fill(owner.personId));
    const path = `/settings/people/${id}/role`;
    expect((await owner.post(path, { role: 'viewer' })).status).toBe(303);
    const refused = await owner.post(path, { role: 'member' });
    expect(refused.status).toBe(429);
    expect(await readText(refused)).toContain('changed 200 roles in the last 24 hours');
    expect((await findRow(id)).role).toBe('viewer');
    expect(await countEntries(owner.accountId, 'person.role_changed')).toBe(200);
  });

  it('has every sign-in link for somebody else, and beyond 200 a day none is made', async () => {
    const owner = await signIn();
    const { personId: id } = await seedPerson({ accountId: owner.accountId, role: 'member' });
    await seedEntries(owner.accountId, 'person.link_created', Array(200).fill(owner.personId));
    const refused = await owner.post(`/settings/people/${id}/link`);
    expect(refused.status).toBe(429);
    expect(await refused.text()).not.toMatch(LINK);
    expect(await countEntries(owner.accountId, 'person.link_created')).toBe(200);
  });

  it('has the sign-ins of a person, however often others signed in', async () => {
    const owner = await signIn();
    const { personId: id } = await seedPerson({ accountId: owner.accountId, role: 'member' });
    await seedEntries(owner.accountId, 'person.signed_in', Array(300).fill(owner.personId));
    const before = (await countEntries(owner.accountId, 'person.signed_in')) ?? 0;
    await createBrowser().post(await createLinkPath(id));
    expect(await countEntries(owner.accountId, 'person.signed_in')).toBe(before + 1);
    await createBrowser().post(await createLinkPath(owner.personId));
    expect(await countEntries(owner.accountId, 'person.signed_in')).toBe(before + 1);
  });
});

describe('an invitation', () => {
  it('shows a link once, which signs the new person in', async () => {
    const owner = await signIn();
    const response = await owner.post('/settings/people', await fillForm(owner, { role: 'owner' }));
    const page = await response.text();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(page).toContain('data-copy="sign-in-link"');
    const path = LINK.exec(page)?.[1] ?? '';
    const browser = createBrowser();
    expect((await browser.post(path)).status).toBe(303);
    expect(await (await browser.get('/settings/people')).text()).toContain('Invite somebody');
    const list = await (await owner.get('/settings/people')).text();
    expect(list).toContain('Grace');
    expect(list).not.toContain('/sign-in/link/');
  });

  it('adds one person by a form that is sent twice, and shows one link', async () => {
    const owner = await signIn();
    const form = await fillForm(owner);
    const responses = await Promise.all([
      owner.post('/settings/people', form),
      owner.post('/settings/people', form),
    ]);
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(pages.filter((page) => LINK.test(page))).toHaveLength(1);
    expect(await listRows(owner.accountId)).toHaveLength(2);
  });

  it('accepts an address that somebody in another account has proved or claimed, and reveals nothing about them', async () => {
    const owner = await signIn();
    for (const isEmailProved of [true, false]) {
      const email = `${randomHex()}@example.com`;
      await seedPerson({ email, isEmailProved });
      const response = await owner.post('/settings/people', await fillForm(owner, { email }));
      expect(response.status).toBe(200);
    }
    expect(await listRows(owner.accountId)).toHaveLength(3);
  });

  it('is refused for an address that somebody in the account has, and adds nobody', async () => {
    const owner = await signIn();
    const email = `${randomHex()}@example.com`;
    expect((await owner.post('/settings/people', await fillForm(owner, { email }))).status).toBe(200);
    const response = await owner.post(
      '/settings/people',
      await fillForm(owner, { email: email.toUpperCase() }),
    );
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('id="email-error"');
    expect(page).toContain('value="Grace"');
    expect(await listRows(owner.accountId)).toHaveLength(2);
    const mended = { ...(await fillForm(owner)), id: toPage(page).valueOf('id') ?? '' };
    expect((await owner.post('/settings/people', mended)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no name', { name: '' }, 'name'],
    ['no address', { email: 'nobody' }, 'email'],
    ['an unknown role', { role: 'admin' }, 'role'],
  ])('is refused with %s, and adds nobody', async (_, fields, field) => {
    const owner = await signIn();
    const response = await owner.post('/settings/people', await fillForm(owner, fields));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`id="${field}-error"`);
    expect(await listRows(owner.accountId)).toHaveLength(1);
  });

  it('again gives an existing person a new link', async () => {
    const owner = await signIn();
    const { personId } = await seedPerson({ accountId: owner.accountId, name: 'Grace' });
    const page = await (await owner.post(`/settings/people/${personId}/link`)).text();
    const browser = createBrowser();
    expect((await browser.post(LINK.exec(page)?.[1] ?? '')).status).toBe(303);
    expect(await (await browser.get('/settings/people')).text()).toContain(
      '<strong>Grace</strong> <mark>you</mark>',
    );
    expect(await listRows(owner.accountId)).toHaveLength(2);
  });

  it('shows names as text', async () => {
    const owner = await signIn();
    await owner.post('/settings/people', await fillForm(owner, { name: '<script>alert(1)</script>' }));
    const page = await (await owner.get('/settings/people')).text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>alert');
  });
});

describe('a role', () => {
  it('can be changed, and counts at once', async () => {
    const owner = await signIn();
    const other = await signIn({ accountId: owner.accountId, role: 'member' });
    const path = `/settings/people/${other.personId}/role`;
    expect((await owner.post(path, { role: 'owner' })).headers.get('Location')).toBe('/settings/people');
    expect(await (await other.get('/settings/people')).text()).toContain('Invite somebody');
    expect((await owner.post(path, { role: 'member' })).status).toBe(303);
    expect(await (await other.get('/settings/people')).text()).not.toContain('Invite somebody');
  });

  it('is never taken from the last owner', async () => {
    const owner = await signIn();
    await seedPerson({ accountId: owner.accountId, role: 'member' });
    const response = await owner.post(`/settings/people/${owner.personId}/role`, { role: 'member' });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('last owner');
    expect((await findRow(owner.personId)).role).toBe('owner');
  });

  it('stays with one of two owners who demote each other in the same moment', async () => {
    const [a, b] = await twoOwners();
    const demote = (by: SignedInClient, who: SignedInClient) =>
      by.post(`/settings/people/${who.personId}/role`, { role: 'member' });
    const answers = await Promise.all([demote(a, b), demote(b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const roles = (await listRows(a.accountId)).map(({ role }) => role).sort();
    expect(roles).toEqual(['member', 'owner']);
  });

  it('of an owner is given after a question', async () => {
    const owner = await signIn();
    const other = await seedPerson({ accountId: owner.accountId, name: 'Grace', role: 'member' });
    const list = await (await owner.get('/settings/people')).text();
    const path = `/settings/people/${other.personId}`;
    const question = toPage(list).find(`details form[action="${path}/role"]`);
    expect(question?.words).toContain('can remove you');
    expect(toPage(list).all(`:not(details) > form[action="${path}/role"] [value="owner"]`)).toEqual([]);
    expect((await findRow(other.personId)).role).toBe('member');
    expect((await owner.post(`${path}/role`, { role: 'owner' })).status).toBe(303);
  });

  it('is not offered to be taken from the last owner, who is not offered to be removed either', async () => {
    const owner = await signIn();
    const other = await seedPerson({ accountId: owner.accountId, role: 'member' });
    const listOffers = async () => {
      const page = await (await owner.get('/settings/people')).text();
      return [...page.matchAll(/aria-label="(Make editor|Remove)/g)].map(([, offer]) => offer);
    };
    expect(await listOffers()).toEqual(['Remove']);
    await owner.post(`/settings/people/${other.personId}/role`, { role: 'owner' });
    expect(await listOffers()).toEqual(['Make editor', 'Remove', 'Make editor', 'Remove']);
  });

  it('is one of three', async () => {
    const owner = await signIn();
    const response = await owner.post(`/settings/people/${owner.personId}/role`, { role: 'admin' });
    expect(response.status).toBe(400);
  });
});

describe('a removed person', () => {
  it('is signed out, keeps nothing to sign in by, and leaves a name without an address', async () => {
    const owner = await signIn();
    const email = `${randomHex()}@example.com`;
    const gone = await signIn({ accountId: owner.accountId, name: 'Grace', email, role: 'member' });
    const link = await createLinkPath(gone.personId);
    const authenticator = createAuthenticator(ORIGIN);
    const offer = async () => (await gone.postJson('/settings/passkeys/options', {})).json<never>();
    expect(
      (await gone.postJson('/settings/passkeys', await authenticator.register(await offer()))).status,
    ).toBe(200);
    await offer();

    const path = `/settings/people/${gone.personId}/remove`;
    expect(await (await owner.get('/settings/people')).text()).toContain('Remove Grace');
    expect((await owner.post(path)).headers.get('Location')).toBe('/settings/people');

    expect((await gone.get('/overview')).headers.get('Location')).toBe('/sign-in');
    expect((await createBrowser().get(link)).status).toBe(410);
    for (const table of ['sessions', 'sign_in_links', 'passkeys', 'passkey_challenges']) {
      const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE person_id = ?`)
        .bind(gone.personId)
        .first();
      expect(row, table).toEqual({ n: 0 });
    }
    expect(await findRow(gone.personId)).toMatchObject({ name: 'Grace', email: null });
    expect((await findRow(gone.personId)).removed_at_ms).not.toBeNull();
    expect(await (await owner.get('/settings/people')).text()).not.toContain('Grace');
    expect((await owner.post(path)).status).toBe(404);
    // The address can be used again.
    expect((await owner.post('/settings/people', await fillForm(owner, { email }))).status).toBe(200);
  });

  it('is never the last owner, who keeps everything', async () => {
    const owner = await signIn();
    const response = await owner.post(`/settings/people/${owner.personId}/remove`);
    expect(response.status).toBe(409);
    expect((await owner.get('/settings/people')).status).toBe(200);
  });

  it('is one of two owners who remove each other in the same moment', async () => {
    const [a, b] = await twoOwners();
    const remove = (by: SignedInClient, who: SignedInClient) =>
      by.post(`/settings/people/${who.personId}/remove`);
    const answers = await Promise.all([remove(a, b), remove(b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await listRows(a.accountId)).filter((row) => row.removed_at_ms === null)).toHaveLength(1);
  });

  it('may be oneself, if another owner stays', async () => {
    const [a] = await twoOwners();
    expect(await (await a.get('/settings/people')).text()).toContain('Remove myself');
    await a.post(`/settings/people/${a.personId}/remove`);
    expect((await a.get('/settings/people')).headers.get('Location')).toMatch(/^\/sign-in/);
  });
});

describe('people', () => {
  it('of another account are not found, and stay unchanged', async () => {
    const owner = await signIn();
    const stranger = await signIn();
    const before = await findRow(stranger.personId);
    const path = `/settings/people/${stranger.personId}`;
    expect((await owner.post(`${path}/role`, { role: 'member' })).status).toBe(404);
    expect((await owner.post(`${path}/link`)).status).toBe(404);
    expect((await owner.post(`${path}/remove`)).status).toBe(404);
    expect(await findRow(stranger.personId)).toEqual(before);
    expect((await stranger.get('/settings/people')).status).toBe(200);
  });

  it('are seen by members, without addresses, and changed by owners only', async () => {
    const email = `${randomHex()}@example.com`;
    const owner = await signIn({ name: 'Ada', email });
    const member = await signIn({ accountId: owner.accountId, role: 'member' });
    const page = await (await member.get('/settings/people')).text();
    expect(page).toContain('Ada');
    expect(page).not.toContain(email);
    expect(page).not.toContain('Invite somebody');
    const path = `/settings/people/${owner.personId}`;
    const form = { id: 'per_0123456789abcdef', name: 'Eve', email: '', role: 'owner' };
    expect((await member.post('/settings/people', form)).status).toBe(403);
    expect((await member.post(`${path}/link`)).status).toBe(403);
    expect((await member.post(`${path}/role`, { role: 'member' })).status).toBe(403);
    expect((await member.post(`/settings/people/${member.personId}/role`, { role: 'owner' })).status).toBe(
      403,
    );
    expect((await member.post(`${path}/remove`)).status).toBe(403);
    expect(await listRows(owner.accountId)).toHaveLength(2);
  });
});

async function twoOwners(): Promise<[SignedInClient, SignedInClient]> {
  const a = await signIn();
  return [a, await signIn({ accountId: a.accountId })];
}
