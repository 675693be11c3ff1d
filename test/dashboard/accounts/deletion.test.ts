import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '#api/app.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import {
  createBrowser,
  createLinkPath,
  type DashboardClient,
  seedPerson,
  type SignedInClient,
  signIn,
} from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { deleteAccount } from '#service/accounts/deletion.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DELETE = '/settings/workspace/delete';
const DELETED = '/sign-in/deleted';
const RESTORE = '/sign-in/restore';

let now: number;
let app: App;
let api: ApiClient;
let owner: SignedInClient;
let email: string;
const nowMs = () => now;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  app = createApp({ nowMs });
  api = await createClient({ app });
  email = `${randomHex()}@example.com`;
  await env.DB.prepare("UPDATE accounts SET name = 'Blue  Fig' WHERE id = ?").bind(api.accountId).run();
  owner = await signIn({ accountId: api.accountId, email, app, appOptions: { nowMs } });
});

const signInAs = (role: 'member' | 'viewer' | 'owner', options = {}) =>
  signIn({ accountId: api.accountId, role, app, appOptions: { nowMs }, ...options });

/** People type what they read, where several spaces are one. */
const remove = (browser: DashboardClient = owner, confirmation = ' Blue Fig', bindings = {}) =>
  browser.post(DELETE, { confirmation }, { env: bindings });

async function expectGone(browser: DashboardClient, path: string): Promise<void> {
  const response = await browser.get(path);
  expect([path, response.status, response.headers.get('Location')]).toEqual([path, 303, DELETED]);
}

const listActions = async () =>
  (
    await env.DB.prepare(
      "SELECT action, actor_id FROM activities WHERE account_id = ? AND action LIKE 'account.%' ORDER BY happened_at_ms",
    )
      .bind(api.accountId)
      .all()
  ).results;

const countCodes = async () =>
  env.DB.prepare('SELECT count(*) AS n FROM qr_codes WHERE account_id = ? AND deleted_at_ms IS NULL')
    .bind(api.accountId)
    .first('n');

describe('an owner', () => {
  it('is offered an export first, types the name, and finds nothing but the way back', async () => {
    await create(api, { dynamic: true });
    expect(await (await owner.get('/settings/workspace')).text()).toContain(`href="${DELETE}"`);
    const asked = await owner.get(DELETE);
    const page = await asked.text();
    expect(asked.status).toBe(200);
    expect(page).toContain('href="/codes/leave/everything.zip"');
    expect(page).toMatch(/Its code works\s+for another 14 days/);

    expect((await remove(owner, 'blue fig')).status).toBe(422);
    expect((await owner.get('/overview')).status).toBe(200);
    const done = await remove();
    expect([done.status, done.headers.get('Location')]).toEqual([303, DELETED]);
    for (const path of ['/overview', '/codes', '/codes/leave', '/settings/keys', DELETE])
      await expectGone(owner, path);
    const refused = await owner.post('/codes', {});
    expect([refused.status, await readText(refused)]).toEqual([
      403,
      expect.stringContaining('Nothing was changed'),
    ]);
    expect(await readText(await owner.get(DELETED))).toMatch(
      /until 5 Dec 2026, 12:00 UTC.*Restore the account/,
    );
  });

  it('deletes once, however often and by how many owners the form is sent', async () => {
    const other = await signInAs('owner');
    for (const { status } of await Promise.all([remove(), remove(other)]))
      expect([303, 403]).toContain(status);
    expect((await remove()).status).toBe(403);
    expect((await listActions()).map(({ action }) => action)).toEqual(['account.deleted']);
  });

  it('needs a sign-in of the last ten minutes', async () => {
    now += 11 * MINUTE_MS;
    for (const response of [await owner.get(DELETE), await remove()]) {
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('/sign-in?again=1&amp;next=%2Fsettings%2Fworkspace');
    }
    expect(await listActions()).toEqual([]);
  });

  it('restores everything as it was, until the last moment of the 14 days', async () => {
    const { id } = await create(api, { dynamic: true, title: 'Menu' });
    await remove();
    now += 14 * DAY_MS - 1;
    await runScheduled(now);
    const done = await owner.post(RESTORE);
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/overview']);
    expect(await readText(await owner.get('/overview'))).toContain('The account is restored');
    expect(await (await api.request('GET', `/v1/qr/${id}`)).json()).toMatchObject({ title: 'Menu' });
    expect(await listActions()).toEqual([
      { action: 'account.deleted', actor_id: owner.personId },
      { action: 'account.restored', actor_id: owner.personId },
    ]);
    expect((await owner.post(RESTORE)).headers.get('Location')).toBe(DELETED);
    expect((await owner.get(DELETED)).headers.get('Location')).toBe('/overview');
  });

  it('comes too late after the 14 days, whether the cron has begun or not', async () => {
    await remove();
    now += 14 * DAY_MS;
    expect((await owner.post(RESTORE)).headers.get('Location')).toBe(DELETED);
    expect(await readText(await owner.get(DELETED))).toContain('It can no longer be restored');
    await runScheduled(now);
    expect((await owner.post(RESTORE)).status).toBe(403);
    expect((await owner.get('/overview')).headers.get('Location')).toContain('/sign-in');
    expect((await api.request('GET', '/v1/qr')).status).toBe(401);
  });

  it('can sign in during the 14 days, to restore', async () => {
    await remove();
    now += 7 * DAY_MS;
    const browser = createBrowser({ app });
    await browser.post(await createLinkPath(owner.personId, { nowMs }));
    await expectGone(browser, '/overview');
    expect((await browser.post(RESTORE)).headers.get('Location')).toBe('/overview');
  });

  it('goes over to another account of theirs, or signs out', async () => {
    const other = await seedPerson({ email });
    await env.DB.prepare("UPDATE accounts SET name = 'Café' WHERE id = ?").bind(other.accountId).run();
    await remove();
    expect(await readText(await owner.get(DELETED))).toContain('Switch to Café');
    await owner.post('/settings/switch', { person: other.personId });
    expect((await owner.get('/overview')).status).toBe(200);
    const back = await signInAs('owner');
    expect((await back.post('/sign-out')).headers.get('Location')).toBe('/sign-in');
    expect((await back.get(DELETED)).headers.get('Location')).toBe('/sign-in');
  });

  it('gets a mail, as every owner with a proved address does, once and in their language', async () => {
    const french = `${randomHex()}@example.com`;
    const marie = await seedPerson({ accountId: api.accountId, email: french });
    await env.DB.prepare("UPDATE people SET language = 'fr' WHERE id = ?").bind(marie.personId).run();
    const editor = `${randomHex()}@example.com`;
    await seedPerson({ accountId: api.accountId, email: editor, role: 'member' });
    const mailbox = openMailbox();
    await remove(owner, 'Blue Fig', mailbox.env);
    await runScheduled(now + 10 * MINUTE_MS, mailbox.env);
    // The cron also tells the owners of accounts that other tests deleted.
    const told = mailbox.mails.map(({ to }) => to).filter((to) => [email, french, editor].includes(to));
    expect(told.sort()).toEqual([email, french].sort());
    const mails = new Map(mailbox.mails.map(({ to, text }) => [to, text]));
    expect(mails.get(email)).toContain('until 5 December 2026 at 12:00 UTC');
    expect(mails.get(email)).toContain('choose “Restore the account”');
    expect(mails.get(french)).toContain('Restaurer le compte');
  });

  it('gets it from the cron if the operator deleted the account', async () => {
    const deps = createDependencies(env, { ...PLATFORM, nowMs }, () => undefined);
    await deleteAccount(deps, { accountId: api.accountId, actorId: null });
    const mailbox = openMailbox();
    for (let runs = 1; runs < 3; runs++) await runScheduled(now + runs * 10 * MINUTE_MS, mailbox.env);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe('everybody else', () => {
  it('is offered and given nothing, before the deletion and after it', async () => {
    const others = [await signInAs('member'), await signInAs('viewer')];
    for (const browser of others) {
      expect(await (await browser.get('/settings/workspace')).text()).not.toContain(DELETE);
      expect((await browser.get(DELETE)).status).toBe(403);
      expect((await remove(browser)).status).toBe(403);
    }
    await remove();
    for (const browser of others) {
      await expectGone(browser, '/codes');
      const page = await readText(await browser.get(DELETED));
      expect(page).toContain('An owner of the account can restore it');
      expect(page).not.toContain('Restore the account');
      expect((await browser.post(RESTORE)).status).toBe(403);
    }
    expect((await createBrowser({ app }).post(RESTORE)).status).toBe(403);
    expect(await listActions()).toHaveLength(1);
  });

  it('who accepts an invitation meanwhile, sees that the account was deleted', async () => {
    const invited = await seedPerson({ accountId: api.accountId, role: 'member' });
    const link = await createLinkPath(invited.personId, { nowMs });
    await remove();
    const browser = createBrowser({ app });
    expect((await browser.post(link)).status).toBe(303);
    await expectGone(browser, '/overview');
  });

  it('reads that it was deleted in their language', async () => {
    await remove();
    for (const [language, words] of [
      ['de', 'wiederherstellen'],
      ['fr', 'restaurer'],
      ['es', 'restaurar'],
    ]) {
      const response = await owner.get(DELETED, { headers: { 'Accept-Language': language ?? '' } });
      expect(await readText(response)).toMatch(new RegExp(words ?? '', 'i'));
    }
  });
});

describe('a program', () => {
  it('is refused within 60 seconds, and works again after the restoration', async () => {
    expect((await api.request('GET', '/v1/qr')).status).toBe(200);
    await remove();
    now += 60_000;
    const refused = await api.request('GET', '/v1/qr');
    expect(refused.status).toBe(401);
    expect((await refused.json<{ message: string }>()).message).toContain('was deleted');
    await owner.post(RESTORE);
    now += 60_000;
    expect((await api.request('GET', '/v1/qr')).status).toBe(200);
  });

  it('that imports is stopped, and goes on after the restoration', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `https://example.com/${i}`);
    const slow = { WORKERS_PLAN: 'free' };
    const headers = { 'Content-Type': 'text/csv' };
    const file = `target\n${rows.join('\n')}`;
    await api.request('POST', '/v1/imports?dry_run=false', file, { headers, env: slow });
    expect(await countCodes()).toBe(3);
    await remove();
    now += 2 * MINUTE_MS;
    await runScheduled(now);
    expect(await countCodes()).toBe(3);
    await owner.post(RESTORE);
    now += 2 * MINUTE_MS;
    await runScheduled(now);
    expect(await countCodes()).toBe(9);
  });
});

it('shared statistics are closed until the account is restored', async () => {
  const form = await (await owner.get('/analytics')).text();
  const id = /<input[^>]* name="id"[^>]* value="([^"]+)"/.exec(form)?.[1] ?? '';
  const made = await owner.post('/shares', { id, what: 'account', days: '30', password: '' });
  const path = /https:\/\/api\.example\.com(\/shared\/[^"<\s]+)/.exec(await made.text())?.[1] ?? '';
  const status = async () => (await createBrowser({ app }).get(path)).status;
  expect(await status()).toBe(200);
  await remove();
  expect(await status()).toBe(404);
  await owner.post(RESTORE);
  expect(await status()).toBe(200);
});
