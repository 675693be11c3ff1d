import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { readPage, toPage, toText } from '#harness/worker/page.ts';

const PLAIN = { dark: '#000000', light: '#ffffff', size: '300', margin: '4' };

interface Rendition {
  readonly id: string;
  readonly image_url: string;
}

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

const makeCode = async (body: object = {}) =>
  (await create(api, { target: 'https://example.com/menu', ...body })).id;
async function renditionsOf(id: string): Promise<Rendition[]> {
  const response = await api.request('GET', `/v1/qr/${id}/renditions`);
  return (await response.json<{ data: Rendition[] }>()).data;
}
const pathOf = (id: string) => `/codes/${id}/renditions`;
const page = async (id: string, by = browser) => (await by.get(pathOf(id))).text();
const valueOf = (html: string, name: string) => toPage(html).valueOf(name);

describe('the page of renditions', () => {
  it('begins with the look of the code, and adds another one', async () => {
    const id = await makeCode({ dynamic: true, color: { dark: '#102030' }, size: 400, margin: 6 });
    const empty = await page(id);
    expect(toText(empty)).toContain('There are no other pictures yet.');
    expect(['dark', 'size', 'margin'].map((name) => valueOf(empty, name))).toEqual(['#102030', '400', '6']);
    const added = await browser.post(pathOf(id), { ...PLAIN, modules: 'dot', dark: '#204080' });
    expect(added.headers.get('Location')).toBe(pathOf(id));
    const [rendition] = await renditionsOf(id);
    expect(rendition).toMatchObject({ size: 300, color: { dark: '#204080' }, style: { modules: 'dot' } });
    const html = await page(id);
    expect(toText(html)).toContain('The picture was added.');
    expect(toText(html)).toContain('Other picture 1 300 × 300 pixels');
    expect(toText(await (await browser.get(`/codes/${id}`)).text())).toContain(
      'Other pictures of this code (1)',
    );
    const png = await browser.get(`${pathOf(id)}/${rendition?.id}.png?download`);
    const stored = await env.IMAGES.get(`qr/${id.slice(3)}/${rendition?.id.slice(4)}.png`);
    expect(await png.arrayBuffer()).toEqual(await stored!.arrayBuffer());
    expect(png.headers.get('Content-Disposition')).toContain('attachment');
    const svg = await browser.get(`${pathOf(id)}/${rendition?.id}.svg`);
    expect(svg.headers.get('Content-Security-Policy')).toContain('sandbox');
  });

  it('applies a template and a button that fixes a colour, without adding a rendition', async () => {
    const id = await makeCode();
    const image = await api.request('POST', '/v1/images', discPng(90), {
      headers: { 'Content-Type': 'image/png' },
    });
    const style = { modules: 'classy', logo: { image: (await image.json<{ id: string }>()).id } };
    const made = await api.request('POST', '/v1/templates', { name: 'a', style, margin: 9 });
    const { id: template } = await made.json<{ id: string }>();
    const used = await (await browser.post(pathOf(id), { ...PLAIN, template, use_template: '1' })).text();
    expect(valueOf(used, 'margin')).toBe('9');
    expect(toPage(used).find('input[value="classy"][checked]')).not.toBeNull();
    const refused = await browser.post(pathOf(id), { ...PLAIN, dark: '#999999' });
    expect(refused.status).toBe(422);
    const fix = (await readPage(refused)).find('button[name="set"]');
    expect(fix?.attribute('formaction')).toBe(pathOf(id));
    const set = fix?.attribute('value') ?? '';
    const mended = await (await browser.post(pathOf(id), { ...PLAIN, dark: '#999999', set })).text();
    const values = [...new URLSearchParams(set)];
    expect(values.length).toBeGreaterThan(0);
    for (const [name, value] of values) expect(valueOf(mended, name), name).toBe(value);
    expect(await renditionsOf(id)).toEqual([]);
  });

  it('shows refusals beside their fields, and the limit of renditions', async () => {
    const id = await makeCode();
    const tooSmall = await (await browser.post(pathOf(id), { ...PLAIN, size: '128', margin: '16' })).text();
    expect(toPage(tooSmall).errorOf('size')).toContain('too few');
    const label = { frame: 'label_top', frame_text: '☃' };
    const text = await (await browser.post(pathOf(id), { ...PLAIN, ...label })).text();
    expect(text).toContain('frame_text-error');
    for (let size = 200; size < 220; size++) await api.request('POST', `/v1/qr/${id}/renditions`, { size });
    const full = await browser.post(pathOf(id), PLAIN);
    expect([full.status, toText(await full.text())]).toEqual([
      422,
      expect.stringContaining('at most 20 other pictures. Delete one of those above first.'),
    ]);
  });

  it('deletes a rendition with its pictures', async () => {
    const id = await makeCode();
    await browser.post(pathOf(id), PLAIN);
    const [rendition] = await renditionsOf(id);
    const path = `${pathOf(id)}/${rendition?.id}`;
    const deleted = await browser.post(`${path}/delete`);
    expect(deleted.headers.get('Location')).toBe(pathOf(id));
    expect(toText(await page(id))).toContain('The picture was deleted.');
    expect(await renditionsOf(id)).toEqual([]);
    expect((await browser.get(`${path}.png`)).status).toBe(404);
    expect((await browser.post(`${path}/delete`)).status).toBe(404);
  });

  it('is visible to viewers, who cannot change it, and shows nothing of other accounts or codes', async () => {
    const [id, other] = [await makeCode(), await makeCode({ target: 'https://example.com/2' })];
    await browser.post(pathOf(id), PLAIN);
    const [rendition] = await renditionsOf(id);
    const path = `${pathOf(id)}/${rendition?.id}`;
    const shown = await page(id, viewer);
    expect(shown).toContain(`${path}.svg`);
    for (const tool of ['Add picture', 'Delete Rendition']) expect(shown).not.toContain(tool);
    expect((await viewer.get(`${path}.svg`)).status).toBe(200);
    expect((await viewer.post(pathOf(id), PLAIN)).status).toBe(403);
    expect((await viewer.post(`${path}/delete`)).status).toBe(403);
    for (const suffix of ['.svg', '.png']) expect((await stranger.get(path + suffix)).status).toBe(404);
    expect((await stranger.get(pathOf(id))).status).toBe(404);
    expect((await stranger.post(pathOf(id), PLAIN)).status).toBe(404);
    expect((await stranger.post(`${path}/delete`)).status).toBe(404);
    const elsewhere = `${pathOf(other)}/${rendition?.id}`;
    for (const wrong of [`${elsewhere}.svg`, `${pathOf(id)}/rnd_0.svg`, `${pathOf(id)}/..%2f${id}.svg`])
      expect((await browser.get(wrong)).status).toBe(404);
    expect((await browser.post(`${elsewhere}/delete`)).status).toBe(404);
    expect(await renditionsOf(id)).toHaveLength(1);
  });

  it('previews exactly what would be stored, with its robustness, and stores nothing', async () => {
    const id = await makeCode({ dynamic: true });
    const wanted = { ...PLAIN, modules: 'dot', dark: '#204080', frame: 'label_bottom', frame_text: 'Menu' };
    const alone = await (await browser.post(`${pathOf(id)}/preview`, wanted)).text();
    expect(alone).not.toContain('<html');
    const sourceIn = (html: string) => toPage(html).find('img.symbol')?.attribute('src') ?? '';
    const src = sourceIn(alone);
    expect(toText(alone)).toContain('Hard to scan');
    expect(toText(alone)).not.toContain('preview leads nowhere');
    // Without a script, a button shows the page with the same picture.
    const shown = await (await browser.post(pathOf(id), { ...wanted, preview: '1' })).text();
    expect(sourceIn(shown)).toBe(src);
    expect(toPage(shown).find('form[data-preview]')?.attribute('data-preview')).toBe(`${pathOf(id)}/preview`);
    expect(await renditionsOf(id)).toEqual([]);

    await browser.post(pathOf(id), wanted);
    const [rendition] = await renditionsOf(id);
    const stored = await env.IMAGES.get(`qr/${id.slice(3)}/${rendition?.id.slice(4)}.svg`);
    const modulesOf = (svg: string) => svg.match(/ d="[^"]+"/g);
    const drawn = decodeURIComponent(src.replace('data:image/svg+xml,', ''));
    expect(modulesOf(drawn)?.length).toBeGreaterThan(0);
    expect(modulesOf(drawn)).toEqual(modulesOf((await stored?.text()) ?? ''));
  });

  it('shows refusals in the preview, with a fix that returns to this page', async () => {
    const id = await makeCode();
    const pale = { ...PLAIN, dark: '#999999', logo: 'img_0123456789abcdef' };
    const html = await (await browser.post(`${pathOf(id)}/preview`, pale)).text();
    expect(toPage(html).find('[data-faulty]')?.attribute('data-faulty')).toBe('dark logo');
    expect(toText(html)).toContain('This image no longer exists');
    expect(toPage(html).find('button[name="set"]')?.attribute('formaction')).toBe(pathOf(id));
    const wrong = await (
      await browser.post(`${pathOf(id)}/preview`, { ...PLAIN, dark: 'x', margin: '99' })
    ).text();
    expect(toPage(wrong).find('[data-faulty]')?.attribute('data-faulty')).toBe('dark margin');
    expect((await viewer.post(`${pathOf(id)}/preview`, PLAIN)).status).toBe(403);
    expect((await stranger.post(`${pathOf(id)}/preview`, PLAIN)).status).toBe(404);
  });

  it('accepts a logo, keeps the other choices, and shows the problem of another file', async () => {
    const id = await makeCode();
    const upload = (file: Uint8Array<ArrayBuffer>, by = browser) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...PLAIN, dark: '#204080' })) body.set(name, value);
      body.set('logo_file', new File([file], 'logo.png'));
      return by.post(`${pathOf(id)}/logo`, body);
    };
    const refused = await upload(new Uint8Array([1, 2, 3]));
    expect(refused.status).toBe(422);
    expect((await readPage(refused)).errorOf('logo_file')).toContain('PNG');
    const html = await (await upload(discPng(70))).text();
    expect(toPage(html).find('input[name="logo"][checked]')?.attribute('value')).toMatch(
      /^img_[0-9a-f]{16}$/,
    );
    expect(valueOf(html, 'dark')).toBe('#204080');
    expect(toText(html)).toContain('The logo covers');
    expect((await upload(discPng(71), viewer)).status).toBe(403);
    expect((await upload(discPng(71), stranger)).status).toBe(404);
  });
});
