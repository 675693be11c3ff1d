import { beforeAll, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { readPage, toPage, toText } from '#harness/worker/page.ts';

const TEMPLATES = '/codes/templates';
const LIBRARY = '/codes/library';
const UNKNOWN = ['tpl_0123456789abcdef', 'nothing', '..%2f..'];

let api: ApiClient;
let browser: SignedInClient;
let viewer: SignedInClient;
let stranger: SignedInClient;
beforeAll(async () => {
  api = await createClient({ plan: 'business' });
  browser = await signIn({ accountId: api.accountId });
  viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
  stranger = await signIn();
});

async function send<T = { id: string }>(path: string, body: unknown, headers = {}): Promise<T> {
  const response = await api.request('POST', path, body, { headers });
  expect(response.status).toBe(200);
  return response.json<T>();
}

const upload = async (side: number) =>
  (await send('/v1/images', discPng(side), { 'Content-Type': 'image/png' })).id;
const readTemplate = async (id: string) => (await api.request('GET', `/v1/templates/${id}`)).json();
const page = async (path: string, by = browser) => (await by.get(path)).text();

describe('the page of templates', () => {
  it('says what to do if there is none', async () => {
    expect(toText(await page(TEMPLATES, stranger))).toContain('There are no templates yet.');
  });

  it('shows each with its picture, in the order of the names, and marks the default', async () => {
    const image = await upload(90);
    const second = await send('/v1/templates', {
      name: 'b <b>brand</b>',
      style: { logo: { image } },
      default: true,
    });
    const first = await send('/v1/templates', { name: 'Autumn', style: { modules: 'dot' }, margin: 6 });
    const html = await page(TEMPLATES);
    expect(
      toPage(html)
        .all('bdi')
        .map(({ words }) => words),
    ).toEqual(['Autumn', 'b <b>brand</b>']);
    expect(toText(html)).toMatch(new RegExp(`Autumn +${first.id}.*brand</b> +Default +${second.id}`));
    for (const [id, part] of [
      [first.id, 'viewBox'],
      [second.id, 'href="data:image/png;base64,'],
    ]) {
      const src = toPage(html).find(`img[src*="${id}"]`)?.attribute('src') ?? '';
      const response = await browser.get(src);
      expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
      expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(await response.text()).toContain(part);
      expect((await stranger.get(src)).status).toBe(404);
    }
  });

  it('renames a template, makes it the default, and leaves its look unchanged', async () => {
    const look = {
      style: { modules: 'classy' },
      color: { dark: '#102030' },
      margin: 5,
      error_correction: 'Q',
    };
    const { id } = await send('/v1/templates', { name: 'Old', ...look });
    const before = await readTemplate(id);
    const html = await page(`${TEMPLATES}/${id}`);
    expect(toPage(html).valueOf('name')).toBe('Old');
    const saved = await browser.post(`${TEMPLATES}/${id}`, { name: ' New ', is_default: 'on' });
    expect(saved.headers.get('Location')).toBe(TEMPLATES);
    expect(await readTemplate(id)).toEqual({
      ...(before as object),
      name: 'New',
      default: true,
      updated_at: expect.any(String),
    });
    await browser.post(`${TEMPLATES}/${id}`, { name: 'New' });
    expect(await readTemplate(id)).toMatchObject({ default: false });
    const refused = await browser.post(`${TEMPLATES}/${id}`, { name: ' ' });
    expect([refused.status, toText(await refused.text())]).toEqual([
      422,
      expect.stringContaining('Enter 1 to'),
    ]);
    expect(await readTemplate(id)).toMatchObject({ name: 'New' });
  });

  it('holds campaign parameters, with which the form of a new code starts', async () => {
    const utm = { source: 'flyer', medium: 'print', campaign: null, term: null, content: null };
    const { id } = await send('/v1/templates', { name: 'Flyers', utm });
    expect(toPage(await page(`${TEMPLATES}/${id}`)).valueOf('utm.source')).toBe('flyer');
    const fields = { name: 'Flyers', 'utm.source': ' poster ', 'utm.medium': 'print' };
    await browser.post(`${TEMPLATES}/${id}`, fields);
    expect(await readTemplate(id)).toMatchObject({ utm: { ...utm, source: 'poster' } });
    const long = { ...fields, 'utm.term': '🍋'.repeat(300) };
    const refused = await browser.post(`${TEMPLATES}/${id}`, long);
    const shown = toPage(await refused.text());
    expect([refused.status, shown.errorOf('utm.term')]).toEqual([
      422,
      'This must have at most 200 characters.',
    ]);
    expect(shown.find('details.utm')?.attribute('open')).toBeDefined();
    expect(await readTemplate(id)).toMatchObject({ name: 'Flyers', utm: { ...utm, source: 'poster' } });

    const form = toPage(await page(`/codes/new?template=${id}`));
    expect([form.valueOf('utm.source'), form.valueOf('utm.medium')]).toEqual(['poster', 'print']);
    const filled = {
      ...form.fieldsOf('[action="/codes"]'),
      url: 'https://example.com/',
      'utm.campaign': 'spring',
    };
    const readCode = async (sent: Record<string, string>) => {
      const created = await browser.post('/codes', sent);
      const code = (created.headers.get('Location') ?? '').replace(/^\/codes\/|[#?].*$/g, '');
      return (await api.request('GET', `/v1/qr/${code}`)).json<{ utm: object | null }>();
    };
    expect(await readCode(filled)).toMatchObject({ utm: { ...utm, source: 'poster', campaign: 'spring' } });
    const { dynamic: _, ...still } = filled as Record<string, string>;
    expect(await readCode(still)).toMatchObject({ dynamic: false, utm: null });
    const again = await browser.post('/codes/new', {
      ...filled,
      template_name: 'From form',
      save_template: '1',
    });
    expect(again.status).toBe(200);
    const { data } = await (await api.request('GET', '/v1/templates')).json<{ data: { name: string }[] }>();
    expect(data.find(({ name }) => name === 'From form')).toMatchObject({
      utm: { ...utm, source: 'poster', campaign: 'spring' },
    });
  });

  it('starts the form of a new code from a template', async () => {
    const { id } = await send('/v1/templates', { name: 'Start', style: { modules: 'bars_v' }, margin: 7 });
    const html = await page(`/codes/new?template=${id}`);
    expect(toPage(html).find('input[value="bars_v"][checked]')).not.toBeNull();
    expect(toPage(html).valueOf('margin')).toBe('7');
    expect((await stranger.get(`/codes/new?template=${id}`)).status).toBe(200);
    expect(await page(`/codes/new?template=${id}`, stranger)).not.toContain(id);
  });

  it('offers the finished designs to start from to people who may make codes', async () => {
    const form = toPage(await page(TEMPLATES)).find('form[action="/codes/new"]');
    expect(form?.all('[name="use_design"]')).toHaveLength(8);
    const started = await page('/codes/new?use_design=menu');
    expect(started).toContain('value="See the menu"');
    expect(await page(TEMPLATES, viewer)).not.toContain('use_design');
  });

  it('deletes a template, and no code', async () => {
    const { id } = await send('/v1/templates', { name: 'Gone', style: { modules: 'dot' } });
    const { id: code } = await create(api, { target: 'https://example.com/', style: { template: id } });
    const deleted = await browser.post(`${TEMPLATES}/${id}/delete`);
    expect(deleted.headers.get('Location')).toBe(TEMPLATES);
    expect((await browser.get(`${TEMPLATES}/${id}`)).status).toBe(404);
    expect((await browser.get(`/codes/${code}`)).status).toBe(200);
  });

  it('is visible to viewers, who cannot change it, and shows nothing of other accounts', async () => {
    const { id } = await send('/v1/templates', { name: 'Kept', style: { modules: 'dot' } });
    const shown = await page(TEMPLATES, viewer);
    expect(shown).toContain(id);
    expect(shown).not.toContain(`${TEMPLATES}/${id}"`);
    expect((await viewer.get(`${TEMPLATES}/${id}/picture.svg`)).status).toBe(200);
    expect((await viewer.get(`${TEMPLATES}/${id}`)).status).toBe(403);
    expect((await viewer.post(`${TEMPLATES}/${id}`, { name: 'x' })).status).toBe(403);
    expect((await viewer.post(`${TEMPLATES}/${id}/delete`)).status).toBe(403);
    const missing = UNKNOWN.map((one): [SignedInClient, string] => [browser, one]);
    for (const [by, unknown] of [[stranger, id] as const, ...missing]) {
      for (const part of ['', '/picture.svg'])
        expect((await by.get(`${TEMPLATES}/${unknown}${part}`)).status).toBe(404);
      for (const part of ['', '/delete'])
        expect((await by.post(`${TEMPLATES}/${unknown}${part}`, { name: 'x' })).status).toBe(404);
    }
    expect(await readTemplate(id)).toMatchObject({ name: 'Kept' });
  });
});

describe('the images of the library', () => {
  it('shows all of them, the newest first, and deletes one that nothing has', async () => {
    const account = await createClient({ plan: 'business' });
    const person = await signIn({ accountId: account.accountId });
    expect(toText(await page(LIBRARY, person))).toContain('There are no images yet.');
    const ids: string[] = [];
    for (let side = 20; side < 71; side++) {
      const response = await account.request('POST', '/v1/images', discPng(side), {
        headers: { 'Content-Type': 'image/png' },
      });
      ids.unshift((await response.json<{ id: string }>()).id);
    }
    const idsOn = (html: string) =>
      toPage(html)
        .all('img.picture')
        .map((image) => image.attribute('src')?.slice('/codes/pictures/'.length));
    expect(idsOn(await page(LIBRARY, person))).toEqual(ids);
    const deleted = await person.post(`${LIBRARY}/images/${ids[0]}/delete`);
    expect(deleted.headers.get('Location')).toBe(LIBRARY);
    expect((await person.get(`/codes/pictures/${ids[0]}`)).status).toBe(404);
    expect(idsOn(await page(LIBRARY, person))).not.toContain(ids[0]);
  });

  it('keeps one that is in use, and says what uses it', async () => {
    const image = await upload(120);
    const style = { logo: { image } };
    const { id } = await send('/v1/templates', { name: 'User', style });
    const code = await create(api, { target: 'https://example.com/', style });
    const html = await page(LIBRARY);
    expect(html).not.toContain(`${LIBRARY}/images/${image}/delete`);
    expect(toText(html).replaceAll(/\s+(?=,)|(?<=\s)\s+/g, '')).toContain(`Used by ${code.id}, User`);
    const refused = await browser.post(`${LIBRARY}/images/${image}/delete`);
    expect(refused.status).toBe(409);
    const text = toText(await refused.text());
    expect(text).toContain('This image is in use: 1 code and 1 template.');
    await browser.post(`${TEMPLATES}/${id}/delete`);
    expect((await api.request('GET', `/v1/images/${image}`)).status).toBe(200);
  });

  it('is visible to viewers, who cannot delete, and shows nothing of other accounts', async () => {
    const image = await upload(121);
    const shown = await page(LIBRARY, viewer);
    expect(shown).toContain(image);
    expect(shown).not.toContain('Delete</button>');
    expect((await viewer.post(`${LIBRARY}/images/${image}/delete`)).status).toBe(403);
    expect((await stranger.post(`${LIBRARY}/images/${image}/delete`)).status).toBe(404);
    expect((await browser.post(`${LIBRARY}/images/img_nothing/delete`)).status).toBe(404);
    expect((await api.request('GET', `/v1/images/${image}`)).status).toBe(200);
  });

  it('accepts a file, the same one only once, and shows the problem of another', async () => {
    const account = await createClient();
    const person = await signIn({ accountId: account.accountId });
    const sendFile = (file: Uint8Array<ArrayBuffer> | null, by = person) => {
      const body = new FormData();
      body.set('upload', '1');
      if (file) body.set('logo_file', new File([file], 'logo.png'));
      return by.post(`${LIBRARY}/images`, body);
    };
    for (let times = 0; times < 2; times++)
      expect((await sendFile(discPng(33))).headers.get('Location')).toBe(LIBRARY);
    const html = await page(LIBRARY, person);
    expect(toText(html)).toContain('The image was stored.');
    expect(toPage(html).all('img.picture')).toHaveLength(1);
    expect(toText(html)).toContain('logo.png');
    const errorOf = async (response: Response) => [
      response.status,
      (await readPage(response)).errorOf('logo_file'),
    ];
    expect(await errorOf(await sendFile(null))).toEqual([422, 'Choose a PNG, JPEG or SVG file first.']);
    expect(await errorOf(await sendFile(new Uint8Array(512 * 1024 + 1)))).toEqual([
      422,
      'A file may have at most 512 KiB.',
    ]);
    expect(await errorOf(await sendFile(new Uint8Array([60, 115])))).toEqual([
      422,
      expect.stringContaining('PNG'),
    ]);
    expect((await sendFile(discPng(34), viewer)).status).toBe(403);
    expect(await page(LIBRARY, viewer)).not.toContain('logo_file');
  });

  it('and that of templates are linked if one has to be deleted first', async () => {
    const html = await page('/codes/new');
    for (const path of [TEMPLATES, LIBRARY]) expect(html).toContain(`<a href="${path}">`);
  });
});
