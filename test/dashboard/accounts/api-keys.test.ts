import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { API_KEY_CACHE_MS } from '#api/middleware/authenticate.ts';
import { createClient } from '#harness/worker/api-client.ts';
import { ORIGIN, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { readPage, toPage } from '#harness/worker/page.ts';

const KEY = /qr_live_[0-9A-Za-z]{38}/;
const DAY_MS = 86_400_000;

/** What the form on the page would send. */
async function fillForm(browser: SignedInClient, fields: Record<string, string> = {}) {
  const page = await (await browser.get('/settings/keys')).text();
  const id = toPage(page).valueOf('id') ?? '';
  return { id, name: 'Shop', scope: 'full', expires: '', ...fields };
}

async function createKey(browser: SignedInClient, fields: Record<string, string> = {}) {
  const response = await browser.post('/settings/keys', await fillForm(browser, fields));
  const page = await response.text();
  expect(response.status, page).toBe(200);
  return { apiKey: KEY.exec(page)?.[0] ?? '', page, headers: response.headers };
}

const call = (browser: SignedInClient, apiKey: string, method = 'GET', body?: string) =>
  browser.app.fetch(
    new Request(`${ORIGIN}/v1/qr`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    }),
    env,
    createExecutionContext(),
  );

const listKeys = async (accountId: string) =>
  (
    await env.DB.prepare("SELECT * FROM api_keys WHERE account_id = ? AND name <> 'Test'")
      .bind(accountId)
      .all<{ id: string; revoked_at_ms: number | null }>()
  ).results;

describe('an API key', () => {
  it('is made in the settings, shown with a call to paste, and opens the API', async () => {
    const owner = await signIn();
    const { apiKey, page, headers } = await createKey(owner);
    expect(page).toContain(`curl -s ${ORIGIN}/v1/qr -H &quot;Authorization: Bearer ${apiKey}&quot;`);
    expect(page).toContain('Copy the key of <strong>');
    expect(page).toContain('data-copy="new-key"');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const response = await call(owner, apiKey, 'POST', '{"target": "https://example.com/"}');
    expect(response.status).toBe(200);
  });

  it('is shown once: the list has only its first and last characters, and the database only its hash', async () => {
    const owner = await signIn();
    const { apiKey } = await createKey(owner, { name: 'Newsletter', expires: '2099-12-31' });
    const page = await (await owner.get('/settings/keys')).text();
    expect(page).not.toContain(apiKey);
    expect(page).toContain(`${apiKey.slice(0, 12)}…${apiKey.slice(-4)}`);
    expect(page).toContain('Newsletter');
    expect(page).toContain('Full access');
    expect(page).toContain('never used');
    expect(page).toContain('expires <time datetime="2099-12-31">31 Dec 2099</time>');
    expect(JSON.stringify(await listKeys(owner.accountId))).not.toContain(apiKey.slice(12, 40));
  });

  it('is made once by a form that is sent twice, and shown by the first response only', async () => {
    const owner = await signIn();
    const form = await fillForm(owner);
    const responses = await Promise.all([
      owner.post('/settings/keys', form),
      owner.post('/settings/keys', form),
    ]);
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(pages.filter((page) => KEY.test(page))).toHaveLength(1);
    expect(pages.find((page) => !KEY.test(page))).toContain('has already been created');
    const again = await owner.post('/settings/keys', form);
    expect([again.status, KEY.test(await again.text())]).toEqual([409, false]);
    expect(await listKeys(owner.accountId)).toHaveLength(1);
  });

  it('may be read-only', async () => {
    const owner = await signIn();
    const { apiKey, page } = await createKey(owner, { scope: 'read' });
    expect(page).toContain('this lists your codes');
    expect((await call(owner, apiKey)).status).toBe(200);
    expect((await call(owner, apiKey, 'POST', '{"target": "https://example.com/"}')).status).toBe(403);
  });

  it('may expire: it works until its day begins', async () => {
    let now = Date.UTC(2030, 5, 1, 12);
    const owner = await signIn({ appOptions: { nowMs: () => now } });
    const { apiKey } = await createKey(owner, { expires: '2030-06-02' });
    now = Date.UTC(2030, 5, 2) - 1;
    expect((await call(owner, apiKey)).status).toBe(200);
    now += 1;
    expect((await call(owner, apiKey)).status).toBe(401);
    expect(await (await owner.get('/settings/keys')).text()).toContain('expired <time');
  });

  it('is revoked after a question, is refused within 60 seconds, and moves to the end of the list', async () => {
    let now = Date.now();
    const owner = await signIn({ appOptions: { nowMs: () => now } });
    const { apiKey } = await createKey(owner, { name: 'Leaked' });
    expect((await call(owner, apiKey)).status).toBe(200);
    const [key] = await listKeys(owner.accountId);
    const path = `/settings/keys/${key?.id}/revoke`;
    const question = (await readPage(await owner.get('/settings/keys'))).find(`[action="${path}"]`);
    expect(question?.words).toContain('You cannot undo this');
    expect((await call(owner, apiKey)).status).toBe(200);

    for (let i = 0; i < 2; i++) {
      const response = await owner.post(path);
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/settings/keys']);
    }
    now += API_KEY_CACHE_MS;
    expect((await call(owner, apiKey)).status).toBe(401);
    expect(await (await owner.get('/settings/keys')).text()).toContain('within 60 seconds');
    now += 1;
    await createKey(owner, { name: 'Newer' });
    const page = await (await owner.get('/settings/keys')).text();
    expect(page.indexOf('Newer')).toBeLessThan(page.indexOf('Leaked'));
    expect(page).not.toContain(path);
  });

  it('of another account is not found, and stays', async () => {
    const owner = await signIn();
    await createKey(owner);
    const [key] = await listKeys(owner.accountId);
    const path = `/settings/keys/${key?.id}/revoke`;
    const stranger = await signIn();
    expect((await stranger.post(path)).status).toBe(404);
    expect((await listKeys(owner.accountId))[0]?.revoked_at_ms).toBeNull();
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['no name', { name: ' ' }, 'name', '1 to 100 characters'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name', '1 to 100 characters'],
    ['a name of two lines', { name: 'a\nb' }, 'name', 'on one line'],
    ['an unknown scope', { scope: 'all' }, 'scope', 'Choose'],
    ['a day in the past', { expires: '2020-01-01' }, 'expires', 'a future date'],
    ['31 February', { expires: '2031-02-31' }, 'expires', 'a future date'],
    ['no day', { expires: 'soon' }, 'expires', 'a future date'],
  ])('is refused with %s, beside the field, and keeps the typed text', async (_, fields, field, message) => {
    const owner = await signIn();
    const form = await fillForm(owner, { name: 'Typed <b>text</b>', ...fields });
    const response = await owner.post('/settings/keys', form);
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(toPage(page).errorOf(field)).toMatch(new RegExp(message));
    if (!fields['name']) expect(page).toContain('value="Typed &lt;b&gt;text&lt;/b&gt;"');
    expect(await listKeys(owner.accountId)).toEqual([]);
  });

  it.each(['', 'acc_0123456789abcdef', "key_'; DROP TABLE"])(
    'is refused with a strange form id: %s',
    async (id) => {
      const owner = await signIn();
      expect((await owner.post('/settings/keys', await fillForm(owner, { id }))).status).toBe(400);
      expect(await listKeys(owner.accountId)).toEqual([]);
    },
  );

  it('is refused in a form of more than 64 KiB', async () => {
    const owner = await signIn();
    const response = await owner.post('/settings/keys', await fillForm(owner, { name: 'x'.repeat(66_000) }));
    expect(response.status).toBe(413);
  });

  it('has a name that is shown as text', async () => {
    const owner = await signIn();
    const name = '<img src=x onerror=alert(1)>';
    const { page } = await createKey(owner, { name });
    const list = await (await owner.get('/settings/keys')).text();
    for (const html of [page, list]) {
      expect(html).not.toContain(name);
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
  });

  it('is seen by members, who can neither make nor revoke one', async () => {
    const owner = await signIn();
    await createKey(owner, { name: 'Shop' });
    const [key] = await listKeys(owner.accountId);
    const member = await signIn({ accountId: owner.accountId, role: 'member' });
    const page = await (await member.get('/settings/keys')).text();
    expect(page).toContain('Shop');
    expect(page).toContain('Only owners');
    expect(page).not.toContain('Create key');
    expect(page).not.toContain('/revoke');
    const form = { id: 'key_0123456789abcdef', name: 'Mine', scope: 'full', expires: '' };
    expect((await member.post('/settings/keys', form)).status).toBe(403);
    expect((await member.post(`/settings/keys/${key?.id}/revoke`)).status).toBe(403);
    expect(await listKeys(owner.accountId)).toEqual([key]);
  });
});

describe('the day of a key’s last use', () => {
  const DAY = Date.UTC(2030, 0, 15, 23);
  const readDay = async (keyId: string) =>
    (await env.DB.prepare('SELECT last_used_day FROM api_keys WHERE id = ?').bind(keyId).first<{
      last_used_day: string | null;
    }>())!.last_used_day;

  /** Counts the day's writes. */
  const countMarks = () => {
    const counter = { marks: 0 };
    const DB = withFault(env.DB, {
      prepare: (sql: string) => {
        if (/^update "api_keys"/i.test(sql)) counter.marks++;
        return env.DB.prepare(sql);
      },
    });
    return { counter, env: { DB } };
  };

  it('is written once a day, however often the key is used, and by however many isolates', async () => {
    let now = DAY;
    const { counter, env: bindings } = countMarks();
    const client = await createClient({ appOptions: { nowMs: () => now } });
    expect(await readDay(client.keyId)).toBeNull();
    const use = (options = {}) => client.request('GET', '/v1/qr', undefined, { env: bindings, ...options });
    for (let i = 0; i < 3; i++) expect((await use()).status).toBe(200);
    now += API_KEY_CACHE_MS;
    expect((await use()).status).toBe(200);
    expect([await readDay(client.keyId), counter.marks]).toEqual(['2030-01-15', 1]);

    now = DAY + DAY_MS;
    for (let i = 0; i < 3; i++) expect((await use()).status).toBe(200);
    expect([await readDay(client.keyId), counter.marks]).toEqual(['2030-01-16', 2]);

    const elsewhere = createApp({ nowMs: () => now });
    const request = new Request(`${ORIGIN}/v1/qr`, { headers: { Authorization: `Bearer ${client.apiKey}` } });
    const ctx = createExecutionContext();
    await elsewhere.fetch(request, { ...env, ...bindings }, ctx);
    await waitOnExecutionContext(ctx);
    expect(counter.marks).toBe(2);
  });

  it('is not written for a key that is refused', async () => {
    const client = await createClient({ expiresAtMs: 1000 });
    expect((await client.request('GET', '/v1/qr')).status).toBe(401);
    expect(await readDay(client.keyId)).toBeNull();
  });

  it('that cannot be written fails no request', async () => {
    const client = await createClient();
    const DB = withFault(env.DB, {
      prepare: (sql: string) => {
        if (/^update "api_keys"/i.test(sql)) throw new Error('D1_ERROR: the disk is full');
        return env.DB.prepare(sql);
      },
    });
    expect((await client.request('GET', '/v1/qr', undefined, { env: { DB } })).status).toBe(200);
    expect(await readDay(client.keyId)).toBeNull();
  });
});
