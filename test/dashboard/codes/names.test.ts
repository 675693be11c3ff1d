import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_NAMES } from '#core/links/added-name.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage } from '#harness/worker/page.ts';

let api: ApiClient;
let editor: SignedInClient;
let id: string;
let path: string;
let host: string;
/** In short codes, which are unique on the host of the service. */
let word: string;
beforeEach(async () => {
  api = await createClient();
  editor = await signIn({ accountId: api.accountId, role: 'member' });
  ({ id } = await create(api, { target: 'https://example.com/', dynamic: true }));
  path = `/codes/${id}`;
  word = randomHex();
  host = `go.${word}.example`;
});

const open = async (browser = editor) => readPage(await browser.get(path));
const add = async (fields: Record<string, string>) => {
  const form = (await open()).fieldsOf('[action$="/names#names"]');
  return editor.post(`${path}/names`, { ...form, ...fields });
};
const remove = (name: { host: string; path: string }) => editor.post(`${path}/names/remove`, name);
const own = () => seedDomain(env.DB, { accountId: api.accountId, host });
const readNames = async () =>
  (await api.request('GET', `/v1/qr/${id}`))
    .json<{ names: { short_url: string; is_printed: boolean }[] }>()
    .then(({ names }) => names.map(({ short_url: url }) => url));

describe('the short links of a code', () => {
  it('are shown with the printed one first, each to open and to copy', async () => {
    await own();
    await add({ domain: host, path: 'Spring/Sale' });
    await add({ domain: 'go.example.com', path: ` Menu-${word} ` });
    const page = await open();
    expect(page.notice).toBe('The short link was added. It works within 10 seconds.');
    const printed = `https://go.example.com/${id.slice('qr_'.length)}`;
    const urls = [printed, `https://${host}/Spring/Sale`, `https://go.example.com/menu-${word}`];
    expect(await readNames()).toEqual(urls);
    expect(page.attributes('#names dd a[target]', 'href')).toEqual(urls);
    expect(page.all('#names dt').map(({ words }) => words)).toEqual([
      'Printed',
      expect.stringMatching(/^Added \d/),
      expect.stringMatching(/^Added \d/),
    ]);
    const copied = page.attributes('#names button[data-copy]', 'data-copy');
    expect(copied.map((one) => page.wordsOf(`#${one}`))).toEqual(urls);
    expect(page.all('#names button[data-copy]')[1]?.words).toBe(`Copy https://${host}/Spring/Sale`);
    expect(page.attributes('#names dd summary', 'aria-label')).toEqual([
      `Remove https://${host}/Spring/Sale`,
      `Remove https://go.example.com/menu-${word}`,
    ]);
  });

  it('get a host of the account only if it has one that works', async () => {
    const choices = async () => (await open()).attributes('#names select option', 'value');
    expect(await choices()).toEqual([]);
    await seedDomain(env.DB, { accountId: api.accountId, host: `waits.${host}`, state: 'pending_dns' });
    expect(await choices()).toEqual([]);
    await own();
    expect(await choices()).toEqual(['go.example.com', host]);
  });

  it('are removed in a fold that says what that means, except the printed one', async () => {
    await own();
    await add({ domain: host, path: 'Old/Print' });
    const page = await open();
    expect(page.wordsOf('#names .removal')).toMatch(/^Remove Within 30 seconds it leads nowhere/);
    const fields = page.fieldsOf('[action$="/names/remove"]');
    const removed = await remove({ host: '', path: '', ...fields });
    expect(removed.headers.get('Location')).toBe(`${path}#main`);
    expect((await open()).notice).toContain('It stops working within 30 seconds.');
    const [printed = '', ...others] = await readNames();
    expect(others).toEqual([]);
    for (const name of [
      { host, path: 'Old/Print' },
      { host: '', path: printed.split('/').at(-1) ?? '' },
    ]) {
      await remove(name);
      expect((await open()).notice).toBe('Nothing was changed.');
    }
    expect(await readNames()).toEqual([printed]);
  });

  it.each([
    [422, '', 'This must have 3 to 64'],
    [422, 'a b', 'This must have 3 to 64'],
    [422, 'admin', 'the short-link host keeps that for itself'],
    [422, 'x'.repeat(500), 'This must have 1 to 190'],
    [409, 'taken-WORD', 'Another code already has this. Choose another.'],
  ])('are refused beside the field, which keeps what was typed: %s %j', async (status, text, reason) => {
    const typed = text.replace('WORD', word);
    await create(api, { target: 'https://example.com/', dynamic: true, short_code: `taken-${word}` });
    const refused = await add({ path: typed });
    const page = await readPage(refused);
    expect([refused.status, page.errorOf('path')]).toEqual([status, expect.stringContaining(reason)]);
    expect(page.valueOf('path')).toBe(typed);
    expect(page.find('#add-name')?.attribute('open')).not.toBeNull();
    expect(await readNames()).toHaveLength(1);
  });

  it('say beside the domain that it does not work any more', async () => {
    await own();
    await env.DB.prepare("UPDATE domains SET state = 'broken' WHERE host = ?").bind(host).run();
    const refused = await add({ domain: host, path: 'Spring' });
    expect([refused.status, (await readPage(refused)).errorOf('domain')]).toEqual([
      422,
      `${host} is not one of your active domains. Choose another.`,
    ]);
  });

  it(`are at most ${MAX_NAMES}`, async () => {
    for (let i = 0; i < MAX_NAMES; i++) expect((await add({ path: `menu-${i}-${word}` })).status).toBe(303);
    const refused = await add({ path: 'one-too-many' });
    expect(refused.status).toBe(403);
    expect((await readPage(refused)).wordsOf('#add-name .notice')).toContain(
      'A code has at most 20 short links',
    );
  });

  it('are seen by a viewer, who changes none', async () => {
    await add({ path: `menu-${word}` });
    const viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
    const page = await open(viewer);
    expect(page.wordsOf('#names')).toContain(`https://go.example.com/menu-${word}`);
    expect([page.find('.removal'), page.find('#names form')]).toEqual([null, null]);
    const removed = await viewer.post(`${path}/names/remove`, { host: '', path: `menu-${word}` });
    expect(removed.status).toBe(403);
  });

  it('of a static code, and of another account, are not changed', async () => {
    const { id: fixed } = await create(api, { target: 'https://example.com/' });
    expect((await readPage(await editor.get(`/codes/${fixed}`))).find('#names')).toBeNull();
    expect((await editor.post(`/codes/${fixed}/names`, { path: 'menu-2027' })).status).toBe(409);
    const stranger = await signIn();
    expect((await stranger.post(`${path}/names`, { path: 'menu-2027' })).status).toBe(404);
    expect((await stranger.post(`${path}/names/remove`, { path: 'menu-2027' })).status).toBe(404);
  });
});
