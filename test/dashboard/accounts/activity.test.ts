import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { ORIGIN, seedPerson, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { createFailingMail, openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';
import { createAuthenticator } from '#harness/worker/access/software-authenticator.ts';

const newAddress = () => `${randomHex()}@example.com`;
const newId = (prefix: string) => `${prefix}_${randomHex().slice(0, 16)}`;

async function createKey(owner: SignedInClient, name: string, bindings: Partial<ApiEnv> = {}) {
  const form = { id: newId('key'), name, scope: 'full', expires: '' };
  const response = await owner.post('/settings/keys', form, { env: bindings });
  expect(response.status).toBe(200);
  return form.id;
}

async function addPasskey(person: SignedInClient, bindings: Partial<ApiEnv> = {}) {
  const path = '/settings/passkeys';
  const offer = await person.postJson(`${path}/options`, {});
  const answer = await createAuthenticator(ORIGIN).register(await offer.json());
  expect((await person.postJson(path, answer, { env: bindings })).status).toBe(200);
}

describe('Settings, Log', () => {
  it('lists sign-ins, and who did what to keys, passkeys and people, newest first', async () => {
    const owner = await signIn({ name: 'Ada' });
    const key = await createKey(owner, 'Shop');
    await owner.post(`/settings/keys/${key}/revoke`);
    await owner.post(`/settings/keys/${key}/revoke`);
    await addPasskey(owner);
    const id = newId('per');
    await owner.post('/settings/people', { id, name: 'Grace', email: '', role: 'member' });
    await owner.post(`/settings/people/${id}/role`, { role: 'owner' });
    await owner.post(`/settings/people/${id}/link`);
    await owner.post(`/settings/people/${id}/remove`);
    const page = await readText(await owner.get('/settings/log'));
    const entries = [
      'Removed Grace from the account',
      'Created a sign-in link for Grace',
      'Made Grace an owner',
      'Invited Grace as an editor',
      'Added the passkey',
      'Revoked the API key Shop',
      'Created the API key Shop',
      'Signed in by link',
    ];
    const places = entries.map((entry) => page.indexOf(entry));
    expect(
      places.every((place) => place > 0),
      page,
    ).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(page.match(/Revoked the API key/g)).toHaveLength(1);
    expect(page).toMatch(/Removed Grace from the account Ada \d\d:\d\d UTC/);
  });

  it('is read page by page, without a gap and without an entry twice', async () => {
    const owner = await signIn();
    const insert = env.DB.prepare(
      "INSERT INTO activities (id, account_id, happened_at_ms, action, note) VALUES (?, ?, ?, 'passkey.added', ?)",
    );
    await env.DB.batch(
      Array.from({ length: 120 }, (_, i) =>
        insert.bind(newId('act'), owner.accountId, 1000 + Math.floor(i / 7), `no. ${i};`),
      ),
    );
    const seen: string[] = [];
    let path: string | undefined = '/settings/log';
    while (path !== undefined) {
      const page: string = await (await owner.get(path)).text();
      seen.push(...[...page.matchAll(/passkey (no\. \d+;)/g)].map(([, name]) => name ?? ''));
      path = /href="(\/settings\/log\?cursor=[^"]+)"/.exec(page)?.[1];
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  it.each(['x', '%00', 'MQ', ''])('has nothing at the cursor %j', async (cursor) => {
    expect((await (await signIn()).get(`/settings/log?cursor=${cursor}`)).status).toBe(404);
  });

  it('is for owners, and shows nothing of other accounts', async () => {
    const owner = await signIn();
    await createKey(owner, 'Secret plan');
    const member = await signIn({ accountId: owner.accountId, role: 'member' });
    const page = await readText(await member.get('/settings/log'));
    expect(page).toContain('Only owners');
    expect(page).not.toContain('Secret plan');
    expect(await readText(await (await signIn()).get('/settings/log'))).not.toContain('Secret plan');
  });

  it('that cannot be written fails nothing, and is reported', async () => {
    const owner = await signIn();
    const DB = withFault(env.DB, {
      prepare: (sql: string) => {
        if (sql.startsWith('insert into "activities"')) throw new Error('D1_ERROR: the disk is full');
        return env.DB.prepare(sql);
      },
    });
    const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await createKey(owner, 'Shop', { DB });
    const lines = spy.mock.calls.map(([line]) => String(line)).join('\n');
    spy.mockRestore();
    expect(lines).toContain('activity_not_recorded');
  });
});

describe('a mail of warning', () => {
  it('goes to whose passkey it is', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    const person = await signIn({ email, role: 'member' });
    await seedPerson({ accountId: person.accountId, email: newAddress() });
    await addPasskey(person, mailbox.env);
    expect(mailbox.mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'A passkey was added']]);
  });

  it('goes to every owner if there is a new key or a new owner', async () => {
    const mailbox = openMailbox();
    const [first, second] = [newAddress(), newAddress()];
    const owner = await signIn({ name: 'Ada', email: first });
    await seedPerson({ accountId: owner.accountId, email: second });
    await seedPerson({ accountId: owner.accountId, email: newAddress(), role: 'member' });
    await seedPerson({ accountId: owner.accountId, email: newAddress(), isEmailProved: false });
    const grace = await seedPerson({ accountId: owner.accountId, name: 'Grace', role: 'member' });
    await createKey(owner, 'Shop', mailbox.env);
    await owner.post(`/settings/people/${grace.personId}/role`, { role: 'owner' }, { env: mailbox.env });
    const sent = mailbox.mails.map(({ to, subject }) => `${subject}: ${to}`).sort();
    expect(sent).toEqual(
      [first, second]
        .flatMap((to) => [`An API key was created: ${to}`, `There is a new owner: ${to}`])
        .sort(),
    );
    expect(mailbox.mails[0]?.text).toContain('Ada created the API key Shop.');
  });

  it('contains no address that somebody used as a name', async () => {
    const mailbox = openMailbox();
    const owner = await signIn({ name: 'www.evil', email: newAddress() });
    await createKey(owner, 'https://evil.example', mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]?.text).not.toContain('evil');
  });

  it('that fails, fails nothing', async () => {
    const owner = await signIn({ email: newAddress() });
    await createKey(owner, 'Shop', createFailingMail('down'));
    expect(await readText(await owner.get('/settings/keys'))).toContain('Shop');
  });
});
