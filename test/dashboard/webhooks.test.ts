import { env } from 'cloudflare:workers';
import { Webhook as Verifier } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { randomHex } from '#harness/data/random.ts';
import { type DashboardClient, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { limiterOf } from '#harness/worker/limiter.ts';
import { type Page, readPage } from '#harness/worker/page.ts';

/** The internet answers as a test says. */
let received: Request[] = [];
let answer: () => Response | Promise<Response>;
let passedMs = 0;
const app = createApp({
  fetch: (input, init) => {
    received.push(new Request(input, init));
    return Promise.resolve(answer());
  },
  nowMs: () => Date.now() + passedMs,
});

const PATH = '/settings/webhooks';
let owner: SignedInClient;
let url: string;
beforeEach(async () => {
  [received, passedMs] = [[], 0];
  answer = () => new Response('Thanks', { status: 202 });
  owner = await signIn({ app });
  url = `https://${randomHex()}.example.com/hook`;
});

const open = async (path: string, browser: DashboardClient = owner) => readPage(await browser.get(path));
const fill = (more: Record<string, string> = {}) => ({
  ...{
    id: `wh_${randomHex().slice(0, 16)}`,
    url,
    format: 'standard',
    description: '',
    'events_qr.created': 'on',
  },
  ...more,
});

/** Adds a webhook by the form. Gives the path of its page, and its secret. */
async function add(more: Record<string, string> = {}) {
  const response = await owner.post(PATH, fill(more));
  const page = await readPage(response);
  expect(response.status, page.text).toBe(200);
  return { path: page.linkOf('Done') ?? '', secret: page.wordsOf('#secret') ?? '', page };
}
const statusOf = (page: Page) => page.wordsOf('p.cluster .status');
const change = (path: string, sql: string) =>
  env.DB.prepare(`UPDATE webhooks SET ${sql} WHERE id = ?`).bind(path.split('/').at(-1)).run();

/** An event and how its delivery went. */
async function seedDelivery(path: string, { state = 'failed', response = 'Oops' } = {}): Promise<string> {
  const now = Date.now();
  const anHourAgo = now - 3_600_000;
  const id = `evt_${now.toString(16).padStart(12, '0')}${randomHex().padEnd(16, '0').slice(0, 16)}`;
  const body = JSON.stringify({ type: 'qr.created', data: { object: { title: `<b>${id}</b>` } } });
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO events (id, account_id, type, subject_id, happened_at_ms, body) VALUES (?, ?, 'qr.created', 'x', ?, ?)",
    ).bind(id, owner.accountId, now, body),
    env.DB.prepare(
      'INSERT INTO deliveries (webhook_id, event_id, account_id, state, attempts, due_at_ms, attempted_at_ms, status, duration_ms, response) VALUES (?, ?, ?, ?, 2, ?, ?, 500, 86, ?)',
    ).bind(path.split('/').at(-1), id, owner.accountId, state, anHourAgo, anHourAgo, response),
  ]);
  return id;
}
const readDelivery = (eventId: string) =>
  env.DB.prepare('SELECT state, attempts FROM deliveries WHERE event_id = ?').bind(eventId).first();

describe('the webhooks of an account', () => {
  it('are explained before there are any', async () => {
    const page = await open(PATH);
    expect(page.wordsOf('.empty')).toContain('A webhook is an address of yours');
    expect(page.find('.empty a')?.attribute('href')).toBe('/docs');
    expect(page.wordsOf('nav.places [aria-current="page"]')).toBe('Webhooks');
  });

  it('are added with a secret that one page shows, and listed', async () => {
    const { path, secret } = await add({ description: 'Our shop' });
    expect([path, secret]).toEqual([
      expect.stringMatching(/^\/settings\/webhooks\/wh_[0-9a-f]{16}$/),
      expect.stringMatching(/^whsec_/),
    ]);
    for (const later of [PATH, path]) expect(await (await owner.get(later)).text()).not.toContain(secret);
    const list = await open(PATH);
    expect([list.linkOf(url), list.wordsOf('ul.rows p')]).toEqual([
      path,
      'Active · Our shop · A code was created',
    ]);
  });

  it('are added once by a form that is sent twice', async () => {
    const form = (await open(PATH)).fieldsOf(`form[action="${PATH}"]`);
    const sent = { ...fill(), id: form['id'] ?? '' };
    const responses = await Promise.all([1, 2, 3].map(() => owner.post(PATH, sent)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 303, 303]);
    const path = `${PATH}/${sent.id}`;
    const others = responses.filter(({ status }) => status === 303);
    expect(others.map(({ headers }) => headers.get('Location'))).toEqual([path, path]);
    const page = await open(path);
    expect(page.notice).toContain('You sent the form twice');
    expect((await open(PATH)).text.split(url)).toHaveLength(2);
  });

  it('need no secret to write to a channel', async () => {
    const form = fill({ format: 'slack' });
    for (const _ of ['first', 'again']) {
      const path = (await owner.post(PATH, form)).headers.get('Location') ?? '';
      const page = await open(path);
      expect(page.notice).toBe('The webhook was added. Send it a test.');
      expect(page.find(`form[action="${path}/rotate"]`)).toBeNull();
    }
  });

  it.each([
    ['http://example.com/hook', 'This must begin with https://'],
    ['https://10.0.0.1/hook', 'must have a public name'],
    ['', 'must be an address like'],
  ])('are refused beside the field, which keeps what was typed: %s', async (typed, reason) => {
    const refused = await owner.post(PATH, fill({ url: typed }));
    const page = await readPage(refused);
    expect([refused.status, page.errorOf('url')]).toEqual([422, expect.stringContaining(reason)]);
    expect(page.valueOf('url')).toBe(typed);
    expect(page.fieldsOf(`form[action="${PATH}"]`)['events_qr.created']).toBe('on');
  });

  it('are refused in the language of the page', async () => {
    const options = { headers: { 'Accept-Language': 'de' } };
    const page = await readPage(await owner.post(PATH, fill({ url: 'http://example.com/' }), options));
    expect(page.errorOf('url')).toContain('muss mit https:// beginnen');
  });

  it('are told what matters unless somebody asks for each change of a code', async () => {
    const boxes = (page: Page) =>
      Object.keys(page.fieldsOf(`form[action="${PATH}"]`)).filter((name) => name.startsWith('events_'));
    const page = await open(PATH);
    expect(boxes(page)).toEqual(expect.arrayContaining(['events_qr.target_broken', 'events_domain.broken']));
    expect(boxes(page)).not.toContain('events_qr.created');
    expect(page.find('.picker details[open]')).toBeNull();
    expect(page.find('.picker details [name="events_qr.created"]')).not.toBeNull();
    const refused = await readPage(await owner.post(PATH, fill({ url: '' })));
    expect(refused.find('.picker details[open]')).not.toBeNull();
  });

  it('ask for at least one event, and offer single scans only where there are some', async () => {
    const refused = await readPage(
      await owner.post(PATH, fill({ url: 'http://example.com/', 'events_qr.created': '' })),
    );
    expect([refused.errorOf('events'), refused.errorOf('url')]).toEqual([
      'Choose at least one.',
      expect.stringContaining('https://'),
    ]);
    const offers = async (bindings: object) =>
      (await readPage(await owner.get(PATH, { env: bindings }))).find('[name="events_scans.recorded"]') !==
      null;
    expect([await offers({ SCAN_LOG: 'd1' }), await offers({ SCAN_LOG: 'analytics_engine' })]).toEqual([
      true,
      false,
    ]);
  });

  it('are not more than the plan allows', async () => {
    const pages = [];
    for (let i = 0; i < 30 && pages.at(-1)?.status !== 403; i++)
      pages.push(await owner.post(PATH, fill({ url: `${url}/${i}` })));
    const last = pages.at(-1);
    expect([last?.status, last && (await readPage(last)).text]).toEqual([
      403,
      expect.stringContaining('Nothing was added. Your plan allows'),
    ]);
  });

  it('are for owners: others see where they lead, without the address', async () => {
    const { path } = await add();
    for (const role of ['member', 'viewer'] as const) {
      const other = await signIn({ app, accountId: owner.accountId, role });
      const html = await (await other.get(PATH)).text();
      expect(html).toContain(new URL(url).host);
      expect(html).not.toContain(url);
      expect(html).not.toContain(`action="${PATH}"`);
      expect((await other.get(path)).status).toBe(403);
      for (const form of [PATH, path, ...FORMS.map((name) => `${path}/${name}`)])
        expect((await other.post(form, fill())).status, form).toBe(403);
    }
    expect(received).toEqual([]);
  });

  const FORMS = ['pause', 'test', 'rotate', 'replay', 'delete'];

  it('of another account do not exist', async () => {
    const { path } = await add();
    const stranger = await signIn({ app });
    expect((await stranger.get(path)).status).toBe(404);
    for (const form of [path, ...FORMS.map((name) => `${path}/${name}`)])
      expect((await stranger.post(form, fill())).status, form).toBe(404);
  });

  it('are changed by no form of another site', async () => {
    const { path } = await add();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const form of [PATH, path, ...FORMS.map((name) => `${path}/${name}`)])
      expect((await owner.post(form, fill(), { headers })).status, form).toBe(403);
  });

  it('get no new address from somebody who signed in long ago', async () => {
    const { path } = await add();
    passedMs = 11 * 60_000;
    expect((await open(PATH)).text).toContain('For this, sign in again');
    expect((await owner.post(PATH, fill())).status).toBe(403);
    expect((await owner.post(path, fill({ url: `${url}/other` }))).status).toBe(403);
    expect((await owner.post(path, fill({ description: 'Shop' }))).status).toBe(303);
  });
});

describe('the page of a webhook', () => {
  it('changes it', async () => {
    const { path } = await add();
    const form = (await open(path)).fieldsOf(`form[action="${path}"]`);
    expect(form).toEqual({ url, description: '', 'events_qr.created': 'on' });
    const { 'events_qr.created': _, ...rest } = form;
    await owner.post(path, { ...rest, description: 'Till', 'events_import.finished': 'on' });
    const changed = await open(path);
    expect(changed.fieldsOf(`form[action="${path}"]`)).toEqual({
      ...{ url, description: 'Till', 'events_import.finished': 'on' },
    });
    const refused = await readPage(await owner.post(path, { ...form, url: 'https://localhost/' }));
    expect(refused.errorOf('url')).toContain('must have a public name');
  });

  it('sends a test, and shows the response', async () => {
    const { path, secret } = await add();
    const page = await readPage(await owner.post(`${path}/test`));
    expect(page.notice).toMatch(/^The test was answered with status 202 after \d+ ms\. .* Thanks$/);
    const [sent] = received;
    const body = new Verifier(secret).verify(await sent!.text(), Object.fromEntries(sent!.headers));
    expect([sent?.url, body]).toEqual([url, expect.objectContaining({ type: 'webhook.test' })]);
    answer = () => new Response('<b>No</b>', { status: 500 });
    const failed = await owner.post(`${path}/test`);
    expect((await readPage(failed)).wordsOf('.notice.error')).toContain('status 500');
  });

  it('says in the language of the page that there was no response', async () => {
    const { path } = await add();
    answer = () => Promise.reject(new TypeError('no network'));
    const options = { headers: { 'Accept-Language': 'fr' } };
    const page = await readPage(await owner.post(`${path}/test`, {}, options));
    expect(page.wordsOf('.notice.error')).toBe('Pas de réponse : la connexion a échoué.');
  });

  it('pauses and resumes it, and switches it on again', async () => {
    const { path } = await add();
    const press = async () => {
      const page = await open(path);
      await owner.post(`${path}/pause`, page.fieldsOf(`form[action="${path}/pause"]`));
      return statusOf(await open(path));
    };
    expect([await press(), await press()]).toEqual(['Paused', 'Active']);
    await change(path, "disabled_for = 'gone', disabled_at_ms = 0");
    const off = await open(path);
    expect([statusOf(off), off.wordsOf('.notice')]).toEqual([
      'Switched off',
      expect.stringContaining('It answered 410 Gone'),
    ]);
    expect((await open(PATH)).wordsOf('ul.rows li.failed')).toContain('410 Gone');
    expect(await press()).toBe('Active');
    await change(path, 'failing_since_ms = 0');
    expect((await open(path)).wordsOf('.notice')).toContain('Every delivery has failed since');
  });

  it('gives it another secret, and the old one signs too', async () => {
    const { path, secret } = await add();
    const page = await readPage(await owner.post(`${path}/rotate`));
    const rotated = page.wordsOf('#secret') ?? '';
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    expect(page.text).toContain('The old one signs too for 24 hours');
    await owner.post(`${path}/test`);
    expect(received[0]?.headers.get('webhook-signature')?.split(' ')).toHaveLength(2);
  });

  it('deletes it after a question', async () => {
    const { path } = await add();
    expect((await open(path)).wordsOf(`details form[action="${path}/delete"]`)).toContain(
      'still waiting to be sent is not sent',
    );
    expect((await owner.post(`${path}/delete`)).headers.get('Location')).toBe(PATH);
    expect((await owner.get(path)).status).toBe(404);
    expect((await open(PATH)).find('.empty')).not.toBeNull();
  });

  it('shows what was sent, with the message and the response as texts', async () => {
    const { path } = await add();
    const id = await seedDelivery(path, { response: '<script>alert(1)</script>' });
    const html = await (await owner.get(path)).text();
    expect(html).not.toContain('<script>alert(1)');
    const row = (await open(path)).find('#deliveries li.apart');
    expect(row?.wordsOf('p.muted')).toBe('Not delivered · 2 attempts · status 500 · 86 ms');
    expect(row?.wordsOf('details')).toContain(`"title": "<b>${id}</b>"`);
    expect(row?.wordsOf('details')).toContain('<script>alert(1)</script>');
  });

  it('shows when an event is tried again, what failed before, and sends it at once', async () => {
    const { path } = await add();
    const id = await seedDelivery(path, { state: 'pending' });
    const nextMs = Date.UTC(2100, 0, 1, 12, 30);
    const failures = JSON.stringify([{ attemptedAtMs: nextMs - 86_400_000, status: null, durationMs: 12 }]);
    await env.DB.prepare('UPDATE deliveries SET due_at_ms = ?, failures = ? WHERE event_id = ?')
      .bind(nextMs, failures, id)
      .run();
    const row = (await open(path)).find('#deliveries li.apart');
    expect(row?.wordsOf('p.muted')).toContain('status 500 · 86 ms · next attempt 1 Jan 2100, 12:30 UTC');
    expect(row?.wordsOf('details')).toContain('no response · 12 ms');
    await owner.post(`${path}/replay`, { event: id });
    expect(await readDelivery(id)).toEqual({ state: 'pending', attempts: 0 });
  });

  it('sends again only as many events as the plan has requests left for', async () => {
    const { path } = await add();
    const ids = [await seedDelivery(path), await seedDelivery(path)];
    const times = { since: '2001-01-01T00:00', until: '' };
    await owner.post(`${path}/replay`, times, { env: { RATE_LIMIT_BUSINESS: limiterOf(1) } });
    expect((await open(path)).notice).toContain('Not everything is being sent again');
    const states = await Promise.all(ids.map(async (id) => (await readDelivery(id))?.['state']));
    expect(states.sort()).toEqual(['failed', 'pending']);
  });

  it('shows what was sent by state, page by page', async () => {
    const { path } = await add();
    for (let i = 0; i < 27; i++) await seedDelivery(path, { state: 'delivered' });
    await seedDelivery(path);
    const failed = await open(`${path}?state=failed`);
    expect(failed.all('#deliveries li.apart')).toHaveLength(1);
    const first = await open(`${path}?state=delivered`);
    const next = first.linkOf('Next page')?.split('#')[0] ?? '';
    const last = await open(next);
    expect([first, last].map((page) => page.all('#deliveries li.apart').length)).toEqual([25, 2]);
    expect([last.linkOf('Next page'), last.linkOf('First page')]).toEqual([
      null,
      `${path}?state=delivered#deliveries`,
    ]);
  });

  it('sends an event again, or all of a time', async () => {
    const { path } = await add();
    const [one, other] = [await seedDelivery(path), await seedDelivery(path)];
    await owner.post(`${path}/replay`, { event: one });
    expect((await open(path)).notice).toBe('It is being sent again.');
    const again = { state: 'pending', attempts: 0 };
    expect([await readDelivery(one), await readDelivery(other)]).toEqual([
      again,
      { state: 'failed', attempts: 2 },
    ]);
    await owner.post(`${path}/replay`, { since: '2001-01-01T00:00', until: '2001-01-02T00:00' });
    expect((await open(path)).notice).toContain('Nothing was sent again');
    await owner.post(`${path}/replay`, { since: '2001-01-01T00:00', until: '' });
    expect(await readDelivery(other)).toEqual(again);
    await owner.post(`${path}/replay`, { event: one });
    expect((await open(path)).notice).toContain('within the last ten minutes');
    const refused = await owner.post(`${path}/replay`, { since: '', until: '' });
    expect([refused.status, (await readPage(refused)).errorOf('since')]).toEqual([422, expect.any(String)]);
  });
});
