import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { seedCode, seedDomain } from '#harness/data/seed.ts';
import { type DashboardClient, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { type Page, readPage } from '#harness/worker/page.ts';

/** TXT records of the internet, by name. */
const dns = new Map<string, string>();
const resolve = ((input: RequestInfo | URL) => {
  const { searchParams } = new URL(new Request(input).url);
  const value = dns.get(searchParams.get('name') ?? '');
  const text = value === undefined ? [] : [{ type: 16, data: `"${value}"` }];
  const Answer = searchParams.get('type') === 'A' ? [{ type: 1, data: '192.0.2.1' }] : text;
  return Promise.resolve(Response.json({ Status: 0, Answer }));
}) as typeof fetch;
let passedMs = 0;
const app = createApp({ fetch: resolve, nowMs: () => Date.now() + passedMs });

let owner: SignedInClient;
let host: string;
beforeEach(async () => {
  owner = await signIn({ app });
  host = `go.${randomHex()}.example`;
});

const seed = (more: Partial<Parameters<typeof seedDomain>[1]> = {}) =>
  seedDomain(env.DB, { accountId: owner.accountId, host, ...more });
const seedCodeOn = (on: string | null) =>
  seedCode(env.DB, { accountId: owner.accountId, codeId: randomCodeId(), title: `On ${on}`, host: on });
const open = async (path: string, browser: DashboardClient = owner) => readPage(await browser.get(path));
const pathOf = (id: string) => `/settings/domains/${id}`;
const statusOf = (page: Page) => page.wordsOf('.status');

describe('the domains of an account', () => {
  it('are empty at first, and say what they are good for', async () => {
    const page = await open('/settings/domains');
    expect(page.wordsOf('.empty')).toContain('With a domain of your own');
    expect(page.wordsOf('nav.places [aria-current="page"]')).toBe('Domains');
  });

  it('are added as people type them, get the records that they need, and are checked again', async () => {
    const options = { env: { SHORT_HOSTS: `go.example.com ${host}` } as object };
    const added = await owner.post('/settings/domains', { host: ` ${host.toUpperCase()}. ` }, options);
    const path = added.headers.get('Location') ?? '';
    expect([added.status, path]).toEqual([
      303,
      expect.stringMatching(/^\/settings\/domains\/dom_[0-9a-f]{16}$/),
    ]);
    const waiting = await open(path);
    expect([waiting.wordsOf('h1'), statusOf(waiting)]).toEqual([host, 'Waiting for DNS']);
    const value = waiting.wordsOf('[id="value-0"]') ?? '';
    expect(waiting.rows[1]).toEqual([
      'TXT proves that it is yours',
      `_qr-domain.${host} Copy the name`,
      `${value} Copy the value`,
      'Not found yet',
    ]);
    expect(waiting.attributes('button[data-copy]', 'data-copy')).toEqual(['name-0', 'value-0']);
    expect(waiting.wordsOf('.notice')).toContain(`Its DNS needs a TXT record _qr-domain.${host}`);
    const mail = new URL(waiting.linkOf('Mail the records') ?? '');
    expect([mail.protocol, mail.pathname]).toEqual(['mailto:', '']);
    expect(mail.search).not.toMatch(/\+|%0A(?<!%0D%0A)/);
    expect(mail.searchParams.get('subject')).toBe(`DNS records for ${host}`);
    expect(mail.searchParams.get('body')).toContain(`\r\nName: _qr-domain.${host}\r\nValue: ${value}`);

    dns.set(`_qr-domain.${host}`, value);
    passedMs += 10_000;
    expect((await owner.post(`${path}/check`, {}, options)).headers.get('Location')).toBe(path);
    const active = await open(path);
    expect([statusOf(active), active.rows[1]?.[3], active.notice]).toEqual([
      'Active',
      'Found',
      'Checked just now.',
    ]);
    expect((await owner.post('/settings/domains', { host }, options)).headers.get('Location')).toBe(path);
  });

  it('are added as people paste them, from the address of a browser', async () => {
    const added = await owner.post('/settings/domains', { host: `https://${host.toUpperCase()}/` });
    expect((await open(added.headers.get('Location') ?? '')).wordsOf('h1')).toBe(host);
  });

  it.each([
    ['https://brand.example/menu', 'must be only a host'],
    ['co.uk', 'anybody can have a name below it'],
    ['go.example.com', 'where the service itself is reached'],
    ['', 'must be a host'],
  ])('are refused beside the field, which keeps what was typed: %s', async (typed, reason) => {
    const refused = await owner.post('/settings/domains', { host: typed });
    const page = await readPage(refused);
    expect([refused.status, page.errorOf('host')]).toEqual([422, expect.stringContaining(reason)]);
    expect(page.valueOf('host')).toBe(typed);
  });

  it('show on this machine which record they would need on the internet', async () => {
    const id = await seed({ state: 'pending_dns', problem: { code: 'host_not_local', values: { host } } });
    const page = await open(pathOf(id));
    expect(page.wordsOf('[id="name-0"]')).toBe(host);
    expect(page.text).toContain('On the internet, it would be this one');
  });

  it.each([
    ['pending_dns', 'Waiting for DNS'],
    ['pending_certificate', 'Waiting for its certificate'],
    ['active', 'Active'],
    ['broken', 'Does not work now'],
    ['blocked', 'Blocked'],
  ])('are %s in words, and only one that works is offered for new codes', async (state, words) => {
    const id = await seed({ state, problem: { code: 'host_blocked', values: { host } } });
    const page = await open(pathOf(id));
    expect([statusOf(await open('/settings/domains')), statusOf(page)]).toEqual([words, words]);
    expect(page.wordsOf('.notice')).toContain(`Cloudflare has blocked ${host}`);
    expect(page.find(`form[action="${pathOf(id)}/default"]`) !== null).toBe(state === 'active');
  });

  it('become the one for new codes, and stop being it', async () => {
    const id = await seed();
    const choose = (chosen: string) => owner.post(`${pathOf(id)}/default`, { default: chosen });
    await choose('on');
    expect((await open('/settings/domains')).wordsOf('ul.rows mark')).toBe('for new codes');
    expect((await open(pathOf(id))).text).toContain('Stop using it for new codes');
    await choose('');
    expect((await open('/settings/domains')).find('ul.rows mark')).toBeNull();
  });

  it('lead elsewhere to addresses that are read as typed, and refused in place', async () => {
    const id = await seed({ notFoundUrl: 'https://brand.example/lost' });
    const fields = (await open(pathOf(id))).fieldsOf(`form[action="${pathOf(id)}"]`);
    expect(fields).toEqual({ root_url: '', not_found_url: 'https://brand.example/lost', expired_url: '' });
    const bad = { ...fields, root_url: 'http://10.0.0.1/', expired_url: 'https://go.example.com/x' };
    const refused = await owner.post(pathOf(id), bad);
    const page = await readPage(refused);
    expect(refused.status).toBe(422);
    expect(page.errorOf('root_url')).toContain('not reachable over the internet');
    expect(page.errorOf('expired_url')).toContain('would loop');
    expect(page.errorOf('not_found_url')).toBeNull();
    expect(page.valueOf('root_url')).toBe('http://10.0.0.1/');
    await owner.post(pathOf(id), { root_url: 'brand.example', not_found_url: '', expired_url: '' });
    const saved = await open(pathOf(id));
    expect(saved.fieldsOf(`form[action="${pathOf(id)}"]`)).toEqual({
      root_url: 'https://brand.example',
      not_found_url: '',
      expired_url: '',
    });
    expect(saved.notice).toContain('within 30 seconds');
  });

  it('are deleted after a question, but not while a code has them', async () => {
    const id = await seed();
    const codeId = await seedCodeOn(host);
    const question = await open(pathOf(id));
    expect(question.wordsOf('details form[action$="/delete"]')).toContain(`${host} leads nowhere any more`);
    expect(question.find('form[action$="/delete"] strong')).toBeNull();
    const refused = await owner.post(`${pathOf(id)}/delete`);
    const page = await readPage(refused);
    expect([refused.status, page.linkOf('Show these codes')]).toEqual([
      409,
      `/codes?domain=${host}&archived=any`,
    ]);
    await env.DB.prepare('UPDATE qr_codes SET deleted_at_ms = 1 WHERE code_id = ?').bind(codeId).run();
    expect((await open(pathOf(id))).wordsOf('form[action$="/delete"] strong')).toBe(
      '1 short link uses it, and may be printed.',
    );
    expect((await owner.post(`${pathOf(id)}/delete`)).headers.get('Location')).toBe('/settings/domains');
    expect((await owner.get(pathOf(id))).status).toBe(404);
  });

  it.each(['member', 'viewer'] as const)('are seen by a %s, who changes nothing', async (role) => {
    const id = await seed({ rootUrl: 'https://brand.example/' });
    const other = await signIn({ app, accountId: owner.accountId, role });
    for (const path of ['/settings/domains', pathOf(id)]) {
      const page = await open(path, other);
      expect(page.text).toContain(host);
      expect(page.find('main form[method="post"]')).toBeNull();
    }
    expect((await open(pathOf(id), other)).text).toContain('https://brand.example/');
    for (const path of [
      '/settings/domains',
      ...['', '/check', '/default', '/delete'].map((part) => pathOf(id) + part),
    ])
      expect((await other.post(path, { host: 'go.other.example', default: 'on' })).status, path).toBe(403);
    const rows = await env.DB.prepare('SELECT root_url FROM domains WHERE account_id = ?')
      .bind(owner.accountId)
      .all();
    expect(rows.results).toEqual([{ root_url: 'https://brand.example/' }]);
  });

  it('of another account are not found', async () => {
    const id = await seed();
    const stranger = await signIn({ app });
    expect((await stranger.get(pathOf(id))).status).toBe(404);
    for (const part of ['', '/check', '/default', '/delete'])
      expect((await stranger.post(pathOf(id) + part, { default: 'on' })).status, part).toBe(404);
    expect((await open('/settings/domains')).text).toContain(host);
  });
});

describe('the form of a new code', () => {
  const openForm = () => open('/codes/new');
  const choices = (page: Page) => page.attributes('select[name="domain"] option', 'value');
  const send = async (fields: Record<string, string>) => {
    const form = (await openForm()).fieldsOf('[action="/codes"]');
    return owner.post('/codes', { ...form, url: 'example.com', ...fields });
  };
  const readCode = () =>
    env.DB.prepare('SELECT host, short_code FROM qr_codes WHERE account_id = ? ORDER BY position')
      .bind(owner.accountId)
      .all()
      .then(({ results }) => results);

  it('has no choice of a domain without an active one', async () => {
    await seed({ state: 'pending_dns', isVerified: false });
    const page = await openForm();
    expect(choices(page)).toEqual([]);
    expect(page.text).not.toContain('A domain of your own');
  });

  it('begins with the host of the service, and prints a chosen domain with a path of its own', async () => {
    await seed();
    const page = await openForm();
    expect(choices(page)).toEqual(['go.example.com', host]);
    expect(page.text).toContain('A domain of your own also takes Spring/Sale');
    expect((await send({ domain: host, short_code: 'Spring/Sale' })).status).toBe(303);
    expect(await readCode()).toEqual([{ host, short_code: 'Spring/Sale' }]);
  });

  it('begins with the domain for new codes, which the host of the service and a static code do without', async () => {
    const id = await seed();
    await owner.post(`${pathOf(id)}/default`, { default: 'on' });
    expect(choices(await openForm())).toEqual([host, 'go.example.com']);
    await send({});
    await send({ domain: 'go.example.com' });
    await send({ dynamic: '' });
    expect((await readCode()).map((code) => code['host'])).toEqual([host, null, null]);
  });

  it('says beside the field that the domain for new codes does not work now, and prints none in its place', async () => {
    const id = await seed();
    await owner.post(`${pathOf(id)}/default`, { default: 'on' });
    await env.DB.prepare("UPDATE domains SET state = 'broken' WHERE id = ?").bind(id).run();
    expect(choices(await openForm())).toEqual([host, 'go.example.com']);
    const refused = await send({});
    const page = await readPage(refused);
    expect([refused.status, page.errorOf('domain')]).toEqual([
      422,
      `${host} is not one of your active domains. Choose another.`,
    ]);
    expect(await readCode()).toEqual([]);
  });

  it('does not print the domain of another account', async () => {
    const stranger = await signIn({ app });
    const foreign = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId: stranger.accountId, host: foreign });
    await seed();
    const refused = await send({ domain: foreign });
    expect([refused.status, (await readPage(refused)).errorOf('domain')]).toEqual([
      422,
      expect.stringContaining(foreign),
    ]);
  });
});

describe('the list of codes', () => {
  it('is filtered by a domain, with a chip, once the account has one', async () => {
    await seedCodeOn(null);
    expect((await open('/codes')).find('#filter-domain')).toBeNull();
    await seed();
    await seedCodeOn(host);
    const all = await open('/codes');
    expect(all.linkOf(host)).toBe(`/codes?domain=${host}`);
    const filtered = await open(`/codes?domain=${host}`);
    expect(filtered.text).toContain(`On ${host}`);
    expect(filtered.text).not.toContain('On null');
    expect(filtered.attributes('.chips a', 'aria-label')).toContain(`Remove ${host}`);
    expect((await open('/codes?domain=*')).text).toContain('On null');
  });
});
