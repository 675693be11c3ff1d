import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, type CodeResource, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText, readPage, toPage, toText } from '#harness/worker/page.ts';
import { seedCode, seedDomain } from '#harness/data/seed.ts';
import { randomHex } from '#harness/data/random.ts';

const TARGET = 'https://example.com/menu';

let api: ApiClient;
let browser: SignedInClient;
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId, role: 'member' });
});

const createDynamic = (body: Record<string, unknown> = {}) => create(api, { dynamic: true, ...body });
const read = async (id: string) =>
  (await api.request('GET', `/v1/qr/${id}`)).json<CodeResource & { title: string | null }>();
const inputOf = (html: string, name: string) => toPage(html).valueOf(name);

/** The state that the form shows and sends back. */
async function readShown(id: string) {
  return shownIn(await (await browser.get(`/codes/${id}`)).text());
}

function shownIn(html: string) {
  return { was_title: inputOf(html, 'was_title') ?? '', was_target: inputOf(html, 'was_target') ?? '' };
}

describe('a code’s page', () => {
  it('shows the picture, the short link to copy, all downloads, and how the code was made', async () => {
    const { id, short_url } = await createDynamic({
      title: 'Menu',
      color: { dark: '#102030', light: '#fffff0' },
      size: 512,
      error_correction: 'Q',
    });
    const response = await browser.get(`/codes/${id}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`<title>Menu · QR codes</title>`);
    expect(html).toMatch(
      new RegExp(`<img src="/codes/${id}/image.svg" width="320" height="320" alt="QR code Menu"`),
    );
    expect(html).toContain(`<span id="short-link">${short_url}</span>`);
    expect(html).toContain('data-copy="short-link"');
    expect(html).toContain(`href="/codes/${id}/image.png?download"`);
    expect(html).toContain(`href="/codes/${id}/image.svg?download"`);
    const text = toText(html);
    for (const fact of ['Web address', 'Dynamic', '512 × 512', 'Level', '#102030', '#fffff0']) {
      expect(text).toContain(fact);
    }
    expect(html).toMatch(/<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">/);
  });

  it('of a GS1 code shows its URI, and changes its target', async () => {
    const host = `gs1-${randomHex()}.example`.toLowerCase();
    await seedDomain(env.DB, { accountId: api.accountId, host });
    const gs1 = { '01': '09506000134352', '17': '271231' };
    const { id, short_url } = await createDynamic({ type: 'gs1', gs1, domain: host });
    const { was_target, was_title } = await readShown(id);
    const target = 'https://example.com/oil';
    expect(await (await browser.get(`/codes/${id}`)).text()).toContain(`>${short_url}</span>`);
    await browser.post(`/codes/${id}`, { was_target, was_title, title: '', target });
    expect((await read(id)).target).toBe(target);
    for (const path of [
      '/codes?type=gs1',
      `/codes/${id}/control`,
      '/codes/new?type=gs1',
      `/codes/new?from=${id}`,
    ])
      expect((await browser.get(path)).status, path).toBe(200);
  });

  it('of a static code says that it cannot change and is not tracked, and offers neither', async () => {
    const { id } = await create(api, { type: 'wifi', target: 'WIFI:T:WPA;S:guest;P:open sesame;;' });
    const html = await (await browser.get(`/codes/${id}`)).text();
    const text = toText(html);
    expect(text).toContain('the content cannot change and scans cannot be counted');
    // Only a web address can be dynamic.
    expect(text).not.toContain('create a dynamic one');
    expect(text).toContain('guest Password open sesame');
    expect(text).toContain('Protection WPA');
    expect(text).not.toContain('WIFI:');
    expect(text).not.toContain('Short link');
    expect(html).not.toContain('name="target"');
    expect(html).not.toContain('data-live-scans');
  });

  it.each([
    [
      'vcard',
      'BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jane;;;\nFN:Jane <b>Doe</b>\nTEL:+4930123456\nORG:Blue Fig;Bar\nEND:VCARD',
      ['Jane <b>Doe</b>', 'Organisation Blue Fig, Bar', 'Phone +4930123456'],
    ],
    [
      'event',
      'BEGIN:VEVENT\nDTSTART:20261231T200000\nDTEND:20270101T020000\nSUMMARY:Party\nLOCATION:Cellar\nEND:VEVENT',
      ['Party', 'Starts Thursday, 31 December 2026 at 20:00', 'The local time of the place', 'Place Cellar'],
    ],
    ['sms', 'SMSTO:+4930123456:On my way', ['+4930123456', 'Text On my way']],
    [
      'email',
      'mailto:jane@example.com?subject=Table%20for%20two',
      ['jane@example.com', 'Subject Table for two'],
    ],
    ['geo', 'geo:52.5163,13.3777', ['52.5163, 13.3777']],
  ])('shows the content of a %s in words', async (type, target, said) => {
    const { id } = await create(api, { type, target, title: 'Sign' });
    const html = await (await browser.get(`/codes/${id}`)).text();
    const text = toText(html);
    for (const words of said) expect(text).toContain(words);
    expect(text).not.toMatch(/BEGIN:|SMSTO|mailto|geo:/);
    expect(html).not.toContain('<b>Doe');
  });

  it('leads with state, today and all time, and has the form that changes the target closed', async () => {
    const { id } = await createDynamic();
    const html = await (await browser.get(`/codes/${id}`)).text();
    const text = toText(html);
    const places = [
      'Active',
      'Short link',
      'Leads to',
      'All time 0',
      'No scans in this period',
      'What happens on a scan',
      'History',
      'Tags and metadata',
      'About this code',
      'Its images, its title',
    ].map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(html).toContain('<details id="edit" class="edit-in-place">');
  });

  it('has the link to share its statistics at the top, and says who may not', async () => {
    const { id } = await createDynamic();
    const html = await (await browser.get(`/codes/${id}`)).text();
    const link = html.indexOf(`href="/codes/${id}/analytics#share"`);
    expect(link).toBeGreaterThan(html.indexOf('<h1'));
    expect(link).toBeLessThan(html.indexOf('id="short-link"'));
    const viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
    const seen = await (await viewer.get(`/codes/${id}`)).text();
    for (const missing of ['#share', 'id="edit"', 'id="name"', 'id="edit-filing"', 'data-menu'])
      expect(seen).not.toContain(missing);
  });

  it('says how large the picture of a code with a frame is: higher than wide', async () => {
    const { id } = await createDynamic({
      size: 512,
      style: { frame: { kind: 'label_bottom', text: 'Scan me' } },
    });
    const svg = await (await browser.get(`/codes/${id}/image.svg`)).text();
    const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    expect(Number(height)).toBeGreaterThan(512);
    const text = toText(await (await browser.get(`/codes/${id}`)).text());
    expect(text).toContain(`${width} × ${height} pixels, with a margin`);
  });

  it('warns of a host that looks like another one, with its exact name', async () => {
    const { id } = await createDynamic({ target: 'https://p\u0430ypal.com/login' });
    const text = toText(await (await browser.get(`/codes/${id}`)).text());
    expect(text).toContain(
      '“ p\u0430ypal.com ” has letters that look like others. Its exact name is xn--pypal-4ve.com',
    );
    const other = await createDynamic({ target: 'https://m\u00fcnchen.de/' });
    expect(await (await browser.get(`/codes/${other.id}`)).text()).not.toContain('look like others');
  });

  it('requests nothing from other hosts', async () => {
    const { id } = await createDynamic({ target: 'https://example.com/elsewhere' });
    const html = await (await browser.get(`/codes/${id}`)).text();
    const loaded = [...html.matchAll(/<(?:img|script|link|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g)];
    expect(loaded.length).toBeGreaterThanOrEqual(4);
    for (const [, address] of loaded) expect(address).toMatch(/^\/(?!\/)/);
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/);
  });
});

describe('editing', () => {
  it('changes title and target, and the printed code leads there', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const response = await browser.post(`/codes/${id}`, {
      ...(await readShown(id)),
      title: '  Winter menu ',
      target: ' https://example.com/winter\r\n',
    });
    expect([response.status, response.headers.get('Location')]).toEqual([303, `/codes/${id}#main`]);
    expect(await read(id)).toMatchObject({ title: 'Winter menu', target: 'https://example.com/winter' });
    expect(await env.LINKS.get(id.slice(3))).toContain('https://example.com/winter');
    expect(await readText(await browser.get(`/codes/${id}`))).toContain('Saved.');
  });

  it('accepts an address as people write it, like the form of a new code', async () => {
    const { id } = await createDynamic();
    const form = { ...(await readShown(id)), title: '', target: ' example.com/menu?day=1 ' };
    expect((await browser.post(`/codes/${id}`, form)).status).toBe(303);
    expect((await read(id)).target).toBe('https://example.com/menu?day=1');
    expect((await browser.post(`/codes/${id}`, form)).status, 'sent twice').toBe(303);
  });

  it.each([
    ['', 'Enter the address that the code leads to.'],
    [`https://example.com/${'x'.repeat(4096)}`, 'This is too much text for one code. Shorten it.'],
    ['https://example.com/\0', 'This contains a character that no code can hold.'],
  ])('shows the same problem of the target "%.25s" as the form of a new code', async (target, message) => {
    const { id } = await createDynamic();
    const form = { ...(await readShown(id)), title: '', target };
    expect(await readText(await browser.post(`/codes/${id}`, form))).toContain(message);
  });

  it('leads back to the period that was looked at', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const html = await (await browser.get(`/codes/${id}?range=last_90_days`)).text();
    const action = toPage(html).find('form.edit-code')?.attribute('action') ?? '';
    const post = (title: string) =>
      browser.post(action.split('#')[0] ?? '', {
        ...shownIn(html),
        title,
        target: TARGET,
      });
    const refused = await (await post('x'.repeat(201))).text();
    expect(refused).toContain('aria-current="true">90 days</a>');
    const saved = (await post('Winter menu')).headers.get('Location') ?? '';
    expect(saved).toBe(`/codes/${id}?range=last_90_days#main`);
    const page = await (await browser.get(saved.split('#')[0] ?? '')).text();
    expect(page).toContain('aria-current="true">90 days</a>');
  });

  it('that changes nothing does not announce a change', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const form = { ...(await readShown(id)), title: 'Menu', target: TARGET };
    const location = (await browser.post(`/codes/${id}`, form)).headers.get('Location') ?? '';
    const text = await readText(await browser.get(location.split('#')[0] ?? ''));
    expect(text).toContain('Nothing was changed.');
    expect(text).not.toContain('Saved.');
  });

  it('treats an empty title as none', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    await browser.post(`/codes/${id}`, { ...(await readShown(id)), title: ' ', target: TARGET });
    expect((await read(id)).title).toBeNull();
  });

  it('of the title alone leaves the target alone, and a refused title leaves the form of the target closed', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const saved = await browser.post(`/codes/${id}`, { was_title: 'Menu', title: 'Winter menu' });
    expect(saved.status).toBe(303);
    expect(await read(id)).toMatchObject({ title: 'Winter menu', target: TARGET });
    const refused = { was_title: 'Winter menu', title: 'x'.repeat(201) };
    const html = await (await browser.post(`/codes/${id}`, refused)).text();
    expect(toPage(html).find('#name[open]')).not.toBeNull();
    expect(toPage(html).find('#edit[open]')).toBeNull();
    expect([inputOf(html, 'target'), inputOf(html, 'was_target')]).toEqual([TARGET, TARGET]);
  });

  it('names every field at fault, keeps the typed text, and changes nothing', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const typed = { title: 'x'.repeat(201), target: 'javascript:alert("<b>")' };
    const response = await browser.post(`/codes/${id}`, { ...(await readShown(id)), ...typed });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(inputOf(html, 'title')).toBe(typed.title);
    expect(inputOf(html, 'target')).toBe(typed.target);
    expect(toPage(html).errorOf('title')).toContain('This must have at most 200 characters');
    expect(toPage(html).errorOf('target')).toContain('The URL must begin with');
    expect(html).not.toContain('href="javascript:');
    expect(await read(id)).toMatchObject({ title: 'Menu', target: TARGET });
  });

  it.each([
    ['an empty target', { target: '' }],
    ['a short link of ours', { target: 'https://go.example.com/aaaaaaaa' }],
    ['a password in the address', { target: 'https://me:secret@example.com/' }],
    ['an address of 4,097 characters', { target: `https://example.com/${'x'.repeat(4077)}` }],
    ['a line break in the title', { title: 'a\nb' }],
    ['NUL in the title', { title: 'a\0b' }],
  ])('refuses %s', async (_, fields) => {
    const { id } = await createDynamic({ title: 'Menu' });
    const form = { ...(await readShown(id)), title: 'Menu', target: TARGET, ...fields };
    expect((await browser.post(`/codes/${id}`, form)).status).toBe(422);
    expect(await read(id)).toMatchObject({ title: 'Menu', target: TARGET });
  });

  it('accepts titles of 200 characters of any kind', async () => {
    const { id } = await createDynamic();
    const title = '🍲'.repeat(200);
    const response = await browser.post(`/codes/${id}`, {
      ...(await readShown(id)),
      title,
      target: TARGET,
    });
    expect(response.status).toBe(303);
    expect((await read(id)).title).toBe(title);
  });

  it('loses nobody’s change of the same field: the later one sees both values, and may then save', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const shown = await readShown(id);
    await api.request('PATCH', `/v1/qr/${id}`, { title: 'Theirs', target: 'https://example.com/theirs' });
    const mine = { title: 'Menu', target: 'https://example.com/mine' };
    const refused = await browser.post(`/codes/${id}`, { ...shown, ...mine });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    // The title was not changed here, so the form keeps theirs.
    expect([inputOf(html, 'title'), inputOf(html, 'target')]).toEqual(['Theirs', mine.target]);
    expect(toText(html)).toContain('This code was changed after you opened it');
    expect(toText(html)).toMatch(/Target now https:\/\/example.com\/theirs/);
    expect(toText(html)).not.toContain('Title now');
    expect((await read(id)).target).toBe('https://example.com/theirs');
    const again = { ...shownIn(html), title: inputOf(html, 'title') ?? '', target: mine.target };
    expect((await browser.post(`/codes/${id}`, again)).status).toBe(303);
    expect(await read(id)).toMatchObject({ title: 'Theirs', target: mine.target });
  });

  it('merges changes of different fields, whoever else changes the code meanwhile', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const [first, second] = [await readShown(id), await readShown(id)];
    const asShown = { title: 'Menu', target: TARGET };
    const renamed = browser.post(`/codes/${id}`, { ...first, ...asShown, title: 'Winter menu' });
    const led = browser.post(`/codes/${id}`, { ...second, ...asShown, target: 'https://example.com/winter' });
    const paused = api.request('PATCH', `/v1/qr/${id}`, { paused: true });
    expect((await Promise.all([renamed, led, paused])).map(({ status }) => status)).toEqual([303, 303, 200]);
    expect(await read(id)).toMatchObject({
      title: 'Winter menu',
      target: 'https://example.com/winter',
      status: 'paused',
    });
  });

  it('changes the title of a static code, and nothing else of it', async () => {
    const fixed = await create(api, { title: 'Fixed' });
    const html = await (await browser.get(`/codes/${fixed.id}`)).text();
    expect([inputOf(html, 'title'), inputOf(html, 'target')]).toEqual(['Fixed', null]);
    const form = { was_title: 'Fixed', title: 'Door sign' };
    expect((await browser.post(`/codes/${fixed.id}`, { ...form, target: TARGET })).status).toBe(409);
    const saved = (await browser.post(`/codes/${fixed.id}`, form)).headers.get('Location') ?? '';
    expect(await readText(await browser.get(saved.split('#')[0] ?? ''))).toContain('Saved.');
    expect((await read(fixed.id)).title).toBe('Door sign');
    const late = await browser.post(`/codes/${fixed.id}`, { was_title: 'Fixed', title: 'Mine' });
    expect([late.status, toText(await late.text())]).toEqual([
      409,
      expect.stringContaining('Title now Door sign'),
    ]);
    const long = await browser.post(`/codes/${fixed.id}`, { was_title: 'Door sign', title: 'x'.repeat(201) });
    expect(long.status).toBe(422);
  });

  it('of a form that is sent twice is saved once, and nobody is warned', async () => {
    const { id } = await createDynamic();
    const form = { ...(await readShown(id)), title: 'Twice', target: TARGET };
    const responses = await Promise.all([
      browser.post(`/codes/${id}`, form),
      browser.post(`/codes/${id}`, form),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    const { results } = await env.DB.prepare('SELECT * FROM qr_code_edits WHERE code_id = ?')
      .bind(id.slice(3))
      .all();
    expect(results).toHaveLength(1);
  });

  it('treats a form without its original values as outdated', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    expect((await browser.post(`/codes/${id}`, { title: 'x', target: TARGET })).status).toBe(409);
    expect((await read(id)).title).toBe('Menu');
  });

  it('refuses a static code, an oversize form, and a form from elsewhere', async () => {
    const fixed = await create(api, { title: 'Fixed' });
    const form = { was_title: 'Menu', was_target: TARGET, title: 'x', target: TARGET };
    expect((await browser.post(`/codes/${fixed.id}`, form)).status).toBe(409);
    const { id } = await createDynamic({ title: 'Menu' });
    const oversize = { ...form, target: `https://example.com/${'x'.repeat(70_000)}` };
    expect((await browser.post(`/codes/${id}`, oversize)).status).toBe(413);
    const foreign = await browser.post(`/codes/${id}`, form, { headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await createBrowser().post(`/codes/${id}`, form)).status).toBe(401);
    expect([(await read(id)).title, (await read(fixed.id)).title]).toEqual(['Menu', 'Fixed']);
  });
});

describe('a code without a title', () => {
  it('is called by its target on every page', async () => {
    const { id } = await createDynamic({ target: 'https://example.com/untitled' });
    const show = async (path: string) => (await browser.get(`/codes/${id}${path}`)).text();
    const page = await show('');
    expect(page).toContain('<title>https://example.com/untitled · QR codes</title>');
    expect(page).toMatch(/<h1 dir="auto">https:\/\/example\.com\/untitled<\/h1>/);
    expect(page).toContain('alt="QR code https://example.com/untitled"');
    const list = await (await browser.get('/codes?q=untitled')).text();
    expect(list).toContain(`<a class="one-line" href="/codes/${id}">https://example.com/untitled</a>`);
  });

  it('does not reveal a network’s password in its name', async () => {
    const { id } = await create(api, { type: 'wifi', target: 'WIFI:T:WPA;S:guest;P:open sesame;;' });
    expect(await (await browser.get(`/codes/${id}`)).text()).toContain('<title>guest · QR codes</title>');
  });
});

describe('deleting', () => {
  it('asks first, and says what happens to printed copies', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    const text = (await readPage(await browser.get(`/codes/${id}`))).wordsOf('#delete');
    expect(text).toContain('a page that says the code is gone');
    expect(text).toContain('cannot be undone');
    expect(text).toContain(`Type ${id.slice(3)} to confirm`);
    const fixed = await create(api, {});
    const ofFixed = (await readPage(await browser.get(`/codes/${fixed.id}`))).wordsOf('#delete');
    expect(ofFixed).toContain('Printed copies still work');
    // A static code has none, so its page shows none.
    expect(ofFixed).not.toContain('end of the short link');
  });

  it.each(['', 'yes', 'aaaaaaaa', 'the title'])('needs the id typed, not "%s"', async (confirmation) => {
    const { id } = await createDynamic();
    const response = await browser.post(`/codes/${id}/delete`, { confirmation });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('id="confirmation-error"');
    expect(html).toContain('Nothing was deleted');
    expect(toPage(html).find('#delete')?.attribute('open')).not.toBeNull();
    expect(inputOf(html, 'confirmation')).toBe(confirmation);
    expect((await browser.get(`/codes/${id}`)).status).toBe(200);
  });

  it('accepts the short code of a code that has one, whose page shows its short link, static or not', async () => {
    const { id, short_url } = await create(api, { short_code: 'page-2027' });
    expect(await (await browser.get(`/codes/${id}`)).text()).toContain(`href="${short_url}"`);
    expect(await readText(await browser.get(`/codes/${id}`))).toContain('Type page-2027 to confirm');
    const response = await browser.post(`/codes/${id}/delete`, { confirmation: 'Page-2027' });
    expect(response.status).toBe(303);
  });

  it('deletes the code and its images, and leads to the list', async () => {
    const { id } = await createDynamic({ title: 'Menu' });
    // Typed on a phone, in capitals and with a trailing space.
    const confirmation = ` ${id.slice(3).toUpperCase()} `;
    const response = await browser.post(`/codes/${id}/delete`, { confirmation });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/codes']);
    expect((await api.request('GET', `/v1/qr/${id}`)).status).toBe(404);
    expect(await env.IMAGES.head(`qr/${id.slice(3)}.png`)).toBeNull();
    expect(await env.LINKS.get(id.slice(3))).toContain('gone');
    expect((await browser.post(`/codes/${id}/delete`, { confirmation })).status).toBe(404);
  });

  it('does nothing for a form from elsewhere', async () => {
    const { id } = await createDynamic();
    const form = { confirmation: id.slice(3) };
    const headers = { Origin: 'https://evil.example' };
    expect((await browser.post(`/codes/${id}/delete`, form, { headers })).status).toBe(403);
    expect((await browser.get(`/codes/${id}`)).status).toBe(200);
  });
});

describe('hostile text', () => {
  const HTML = `"><img src=x onerror=alert(1)></title><script>alert(1)</script><svg onload=alert(1)>'&amp;`;

  it('in a title is shown as text on every page', async () => {
    const { id } = await createDynamic({ title: HTML });
    await api.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/2', title: `${HTML}2` });
    for (const path of ['', '?before=999999', '/scans']) {
      const html = await (await browser.get(`/codes/${id}${path}`)).text();
      expect(html).not.toMatch(/<script>|<svg onload|<img src=x/);
      if (path !== '/scans') expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
    expect(inputOf(await (await browser.get(`/codes/${id}`)).text(), 'title')).toBe(`${HTML}2`);
  });

  it('in a target is shown as text, and nothing but http and https is a link', async () => {
    for (const target of [
      `javascript:alert(1)//https://`,
      HTML,
      'data:text/html,<script>alert(1)</script>',
    ]) {
      const { id } = await create(api, { type: 'text', target });
      const html = await (await browser.get(`/codes/${id}`)).text();
      expect(toText(html)).toContain(target);
      expect(html).not.toMatch(/href="(javascript|data):|<script>|<img src=x/i);
    }
  });

  it('that stands in the database as the target of a dynamic code is no link either', async () => {
    const codeId = await seedCode(env.DB, {
      accountId: api.accountId,
      codeId: 'jjjjjjjj',
      target: 'javascript:alert(1)',
    });
    expect(await (await browser.get(`/codes/qr_${codeId}`)).text()).not.toContain('href="javascript:');
  });

  it('of a target of 4,096 characters, or in another direction, is shown whole, and apart from the text around it', async () => {
    const long = `https://example.com/${'x'.repeat(4076)}`;
    const { id } = await createDynamic({ target: long, title: '\u{202E}قائمة' });
    const html = await (await browser.get(`/codes/${id}`)).text();
    expect(html).toMatch(new RegExp(`<a [^>]*href="${long}"[^>]*><bdi>${long}</bdi></a>`));
    expect(toPage(html).find('h1')?.attribute('dir')).toBe('auto');
  });
});

const ROUTES: [method: 'get' | 'post', path: string][] = [
  ['get', ''],
  ['post', ''],
  ['get', '/image.svg'],
  ['get', '/image.png'],
  ['get', '/image.png?download'],
  ['get', '/download'],
  ['get', '/download/print'],
  ['get', '/scans'],
  ['get', '/scans.csv'],
  ['post', '/delete'],
];

describe.each(ROUTES)('%s /codes/{id}%s', (method, path) => {
  it('is not found for ids that are unknown, malformed, deleted or another account’s, in the same words', async () => {
    const stranger = await createClient();
    const theirs = await create(stranger, { dynamic: true, title: 'Theirs' });
    const deleted = await createDynamic();
    await api.request('DELETE', `/v1/qr/${deleted.id}`);
    const pages = new Set<string>();
    for (const id of [
      'qr_zzzzzzzz',
      theirs.id,
      deleted.id,
      theirs.id.toUpperCase(),
      theirs.id.slice(3),
      'qr_',
      'qr_%00%00%00%00',
      'qr_iiiiiiii',
      "qr_';--",
      'new%2F..',
      `qr_${'a'.repeat(2000)}`,
    ]) {
      const fields = { title: 'Taken', target: TARGET, confirmation: id.slice(3) };
      const address = `/codes/${id}${path}`;
      const response = await (method === 'get' ? browser.get(address) : browser.post(address, fields));
      expect(response.status, id).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      pages.add(await response.text());
    }
    expect(pages.size).toBe(1);
    const kept = await stranger.request('GET', `/v1/qr/${theirs.id}`);
    expect(await kept.json()).toMatchObject({ title: 'Theirs' });
  });

  it('is for who is signed in', async () => {
    const { id } = await createDynamic();
    const response = await createBrowser()[method](`/codes/${id}${path}`, {});
    expect(response.status).toBe(method === 'get' ? 303 : 401);
    expect((await browser.get(`/codes/${id}`)).status).toBe(200);
  });
});

describe('a host that can be taken for another one', () => {
  const HOST = '\u0430pple.com';
  const ask = (target: string, by = browser) => by.post('/codes/look-alike', { target });

  it('is pointed out during typing, with its exact name, and no other host is', async () => {
    const text = await readText(await ask(`  https://${HOST}/<b>`));
    expect(text).toContain(
      `“ ${HOST} ” has letters that look like others. Its exact name is xn--pple-43d.com`,
    );
    for (const target of [
      '',
      'https://apple.com/',
      'https://münchen.example/',
      `https://<b>${HOST}`,
      `text ${HOST}`,
    ])
      expect(await (await ask(target)).text(), target).toBe('');
    const viewer = await signIn({ accountId: api.accountId, role: 'viewer' });
    expect((await ask(`https://${HOST}/`, viewer)).status).toBe(403);
  });

  it('is pointed out below the field of a form that is shown again, and only once if the code leads there', async () => {
    const { id } = await createDynamic();
    const told = async (response: Response) => (await response.text()).split('Check the host.').length - 1;
    const form = { ...(await readShown(id)), title: 'x'.repeat(300), target: `https://${HOST}/` };
    expect(await told(await browser.post(`/codes/${id}`, form))).toBe(1);
    await api.request('PATCH', `/v1/qr/${id}`, { target: `https://${HOST}/` });
    expect(await told(await browser.get(`/codes/${id}`))).toBe(1);
  });
});
