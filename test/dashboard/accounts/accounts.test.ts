import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { createBrowser, seedPerson, signIn } from '#harness/worker/dashboard-client.ts';
import { toText } from '#harness/worker/page.ts';

const MINUTE_MS = 60_000;
const newAddress = () => `${randomHex()}@example.com`;
const nameAccount = (id: string, name: string) =>
  env.DB.prepare('UPDATE accounts SET name = ? WHERE id = ?').bind(name, id).run();

/** A person who proved one address in two accounts, signed in to the first. */
async function openTwo() {
  const clock = { now: Date.now() };
  const nowMs = () => clock.now;
  const email = newAddress();
  const browser = await signIn({ email, app: createApp({ nowMs }), appOptions: { nowMs } });
  const other = await seedPerson({ email, role: 'viewer' });
  await nameAccount(browser.accountId, 'Bakery');
  await nameAccount(other.accountId, 'Café');
  const goOver = (person = other.personId) => browser.post('/settings/switch', { person });
  return { clock, email, browser, other, goOver };
}

type Two = Awaited<ReturnType<typeof openTwo>>;
const readPage = async ({ browser }: Pick<Two, 'browser'>, path: string) =>
  toText(await (await browser.get(path)).text());

describe('a person in two accounts', () => {
  it('switches from one to the other, with their role there, and leaves no session behind', async () => {
    const two = await openTwo();
    expect(await readPage(two, '/settings')).toMatch(/Bakery this one.*Café.*Viewer.*Switch to Café/);
    const left = createBrowser({ app: two.browser.app });
    for (const [name, value] of two.browser.cookies) left.cookies.set(name, value);
    const response = await two.goOver();
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/overview']);
    expect(await readPage(two, '/settings')).toMatch(/Café this one/);
    expect((await two.browser.get('/codes/new')).status).toBe(403);
    expect((await left.get('/codes')).headers.get('Location')).toContain('/sign-in');
    expect(
      await env.DB.prepare('SELECT note FROM activities WHERE actor_id = ? AND action = ?')
        .bind(two.other.personId, 'person.signed_in')
        .first('note'),
    ).toMatch(/^switch, /);
  });

  it('is as freshly signed in there as before, and for as long', async () => {
    const two = await openTwo();
    await env.DB.prepare("UPDATE people SET role = 'owner' WHERE id = ?").bind(two.other.personId).run();
    two.clock.now += 11 * MINUTE_MS;
    await two.goOver();
    expect((await two.browser.get('/codes')).status).toBe(200);
    const key = { id: 'key_0123456789abcdef', name: 'Mine', scope: 'full', expires: 'never' };
    expect((await two.browser.post('/settings/keys', key)).status).toBe(403);
    two.clock.now += 30 * 24 * 60 * MINUTE_MS - 11 * MINUTE_MS;
    expect((await two.browser.get('/codes')).status).toBe(303);
  });

  it.each([
    ['did not prove the address there', 'UPDATE people SET email_proved_at_ms = NULL WHERE id = ?', 'other'],
    ['did not prove it here', 'UPDATE people SET email_proved_at_ms = NULL WHERE id = ?', 'browser'],
    ['was removed there', 'UPDATE people SET removed_at_ms = 1 WHERE id = ?', 'other'],
    [
      'has a suspended account there',
      'UPDATE accounts SET suspended_at_ms = 1 WHERE id = (SELECT account_id FROM people WHERE id = ?)',
      'other',
    ],
    ['has another address there', "UPDATE people SET email = 'x' || email WHERE id = ?", 'other'],
  ] as const)('is offered and given nothing if they %s', async (_, statement, whose) => {
    const two = await openTwo();
    await env.DB.prepare(statement).bind(two[whose].personId).run();
    expect(await readPage(two, '/settings')).not.toContain('Café');
    expect((await two.goOver()).status).toBe(404);
    expect(await readPage(two, '/settings')).toMatch(/Bakery this one/);
  });
});

it('nobody becomes another person of their own account, or of another', async () => {
  const two = await openTwo();
  const colleague = await seedPerson({ accountId: two.browser.accountId, email: newAddress() });
  const stranger = await seedPerson({ email: newAddress() });
  for (const person of [colleague.personId, stranger.personId, 'per_unknown', ''])
    expect((await two.goOver(person)).status, person).toBe(404);
});
