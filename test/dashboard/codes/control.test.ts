import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { randomCodeId } from '#harness/data/random.ts';
import { seedCode } from '#harness/data/seed.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage, readText, toPage, toText } from '#harness/worker/page.ts';
import { D1, type NewScan } from '#harness/worker/scan-backends.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const TARGET = 'https://example.com/';

let clock = NOW;
let api: ApiClient;
let browser: SignedInClient;
let id: string;
let path: string;
beforeEach(async () => {
  clock = NOW;
  api = await createClient({ appOptions: { nowMs: () => clock } });
  browser = await signIn({
    accountId: api.accountId,
    name: 'Grace',
    role: 'member',
    appOptions: { nowMs: () => clock },
  });
  ({ id } = await create(api, { target: TARGET, title: 'Menu', dynamic: true }));
  path = `/codes/${id}`;
});

const get = async (address: string) => (await browser.get(address)).text();
const read = async () => (await api.request('GET', `/v1/qr/${id}`)).json<Record<string, unknown>>();
const patch = (body: object) => api.request('PATCH', `/v1/qr/${id}`, body);

async function recordScans(...scans: readonly Partial<NewScan>[]): Promise<void> {
  await D1.record(
    parsePublicId(id)!,
    scans.map((scan) => Object.assign({ atMs: NOW }, scan)),
  );
}

/** Sends one of the forms of a freshly opened page, with changed values. */
async function send(form: string, fields: Record<string, string>): Promise<Response> {
  const html = await get(`${path}/control?tz=Europe/Berlin`);
  const revision = toPage(html).valueOf('revision') ?? '';
  return browser.post(`${path}/control/${form}`, { revision, tz: 'Europe/Berlin', ...fields });
}

describe('a code’s page', () => {
  it('describes what happens on a scan, in sentences', async () => {
    await patch({
      ends_at: '2026-12-24T17:00:00Z',
      max_scans: 1_000,
      rules: [
        {
          target: `${TARGET}app`,
          when: {
            os: ['iOS'],
            country: ['DE'],
            weekdays: ['mon', 'tue'],
            hours: ['09:00', '18:00'],
            timezone: 'Europe/Berlin',
          },
        },
      ],
    });
    const html = toText(await get(path));
    expect(html).toContain(
      'iOS devices in Germany, on Monday or Tuesday, 09:00–18:00 (Europe/Berlin) → https://example.com/app',
    );
    expect(html).toContain('Everything else → https://example.com/');
    expect(html).toContain('Ends 24 Dec 2026, 17:00 (UTC).');
    expect(html).toContain('0 of 1,000 scans are used up.');
  });

  it.each([
    [{ paused: true }, 'The code is paused. Now every scan ends at a page that says so.'],
    [
      { ends_at: '2026-11-20T00:00:00Z', fallback_url: `${TARGET}over` },
      'The code has ended. Now every scan leads to the fallback address.',
    ],
    [{ title: 'Menu' }, 'Every scan leads to the target: at any time, without a limit or a password.'],
  ])('says where the way of a scan ends: %j', async (change, sentence) => {
    await patch(change);
    expect(toText(await get(path))).toContain(sentence);
  });

  it('shows each branch of a split with its scans, edits it there, and says that no scan leads to the target', async () => {
    const variants = [
      { name: 'Red', target: `${TARGET}red`, weight: 50 },
      { name: 'Blue', target: `${TARGET}blue`, weight: 50 },
    ];
    await patch({
      variants,
      rules: [{ name: 'Phones', target: `${TARGET}app`, when: { device: ['mobile'] } }],
    });
    await recordScans({ rule: 'Phones' }, { variant: 'Blue' }, { variant: 'Blue' });
    const html = await get(path);
    const text = toText(html);
    const flow = text.slice(text.indexOf('What happens on a scan'));
    expect(text).toMatch(/Leads to Red 0 scans 0% Blue 2 scans 67% Change the A\/B test/);
    expect(flow).toContain('Scans of the last 30 days Somebody scans the code');
    expect(flow).toContain(`Phones → ${TARGET}app 1 scan 33% All other visitors are split`);
    expect(flow).toContain(`Red 50% of visitors → ${TARGET}red 0 scans 0%`);
    expect(flow).toContain(`Blue 50% of visitors → ${TARGET}blue 2 scans 67%`);
    expect(html).not.toContain(`href="${TARGET}"`);
    expect(html).not.toContain('takes effect within 30 seconds');
    const list = await get('/codes');
    expect(list).toContain('Split among 2 targets');

    const retargeted = await browser.post(path, {
      ...{ title: 'Menu', was_title: 'Menu' },
      ...{ target: `${TARGET}new`, was_target: TARGET },
    });
    expect(retargeted.status).toBe(303);
    const said = await get(path);
    expect(said).toContain('No scan leads to this target yet, because the variants decide.');
    expect(said).not.toContain('takes effect within 30 seconds');

    const fields = (weight: string) => ({
      revision: toPage(said).valueOf('revision') ?? '',
      next: 'code',
      ...{ 'variants[0].name': 'Red', 'variants[0].target': `${TARGET}red`, 'variants[0].weight': weight },
      ...{ 'variants[1].name': 'Blue', 'variants[1].target': `${TARGET}blue`, 'variants[1].weight': '80' },
    });
    const refused = await browser.post(`${path}/control/variants`, fields('30'));
    expect(refused.status).toBe(422);
    expect((await readPage(refused)).find('#split[open]')).not.toBeNull();
    const saved = await browser.post(`${path}/control/variants`, fields('20'));
    expect(saved.headers.get('Location')).toBe(`${path}#main`);
    expect(await read()).toMatchObject({
      target: `${TARGET}new`,
      variants: [{ weight: 20 }, { weight: 80 }],
    });
  });

  it.each([
    ['limits', { max_scans: '9' }],
    ['access', { password: 'open sesame' }],
    [
      'variants',
      {
        ...{ 'variants[0].name': 'A', 'variants[0].weight': '50', 'variants[0].target': TARGET },
        ...{ 'variants[1].name': 'B', 'variants[1].weight': '50', 'variants[1].target': `${TARGET}b` },
      },
    ],
    ['rules', { 'rule.when.country_DE': 'on', 'rule.target': TARGET }],
    ['campaign', { 'utm.source': 'flyer' }],
    ['preview', { 'preview.title': 'Menu' }],
  ])('stays at the form that was saved, and says there that it was: %s', async (section, fields) => {
    const location = (await send(section, fields)).headers.get('Location') ?? '';
    expect(location).toBe(`${path}/control?tz=Europe%2FBerlin#${section}`);
    const html = await get(location);
    expect(html.match(/Saved\. This takes effect/g)).toHaveLength(1);
    expect(toPage(html).attributes('details.fold[open]', 'id')).toEqual([section]);
    expect(html).toMatch(
      new RegExp(
        `<details id="${section}"[^>]*><summary>.*?</summary><div class="notice" role="status">Saved`,
      ),
    );
    expect(await get(location)).not.toContain('Saved.');
  });

  it('says what a short password is worth: 10,000 tries at 60 a minute are 2 hours and 47 minutes', async () => {
    for (const password of [null, '0420']) {
      await patch({ password });
      expect(await get(`${path}/control`)).toContain(
        'Four digits can be guessed within 3 hours, at 60 tries a minute.',
      );
    }
  });

  it('says how many scans matched no rule, and what a new target means for them', async () => {
    await patch({ rules: [{ name: 'Phones', target: `${TARGET}app`, when: { device: ['mobile'] } }] });
    await recordScans({ rule: 'Phones' }, {}, {});
    const text = toText(await get(path));
    expect(text).toContain('Everything else → https://example.com/ 2 scans 67%');
    expect(text).toContain('Scans that match no rule lead here. A change takes effect within 30 seconds.');
    const live = await get(`${path}/scans?range=last_30_days`);
    expect(live).toMatch(/data-live="branch-1">.*2 scans <strong>67%<\/strong><\/span>/);
  });

  it('pauses and resumes, and so does the list, which shows and filters states', async () => {
    const paused = await browser.post(`${path}/control/pause`, { paused: 'on' });
    expect(paused.headers.get('Location')).toBe(`${path}#main`);
    expect(await read()).toMatchObject({ status: 'paused' });
    expect(await get('/codes?status=paused')).toContain(id);
    expect(await get('/codes?status=active')).not.toContain(id);
    expect(await get('/codes')).toContain('<span class="status paused">Paused</span>');
    const resumed = await browser.post(`${path}/control/pause`, { paused: '', next: 'list' });
    expect(resumed.headers.get('Location')).toBe('/codes');
    expect(await read()).toMatchObject({ status: 'active' });
  });

  it('has none of it if the code is static, and refuses the forms', async () => {
    const fixed = await create(api, { target: TARGET });
    expect(await get(`/codes/${fixed.id}`)).not.toContain('What happens on a scan');
    expect((await browser.get(`/codes/${fixed.id}/control`)).status).toBe(409);
    expect((await browser.post(`/codes/${fixed.id}/control/pause`, { paused: 'on' })).status).toBe(409);
  });

  it('cannot be seen by other accounts', async () => {
    const other = await createClient();
    const stranger = await signIn({ accountId: other.accountId, name: 'Eve', role: 'owner' });
    expect((await stranger.get(`${path}/control`)).status).toBe(404);
    expect((await stranger.post(`${path}/control/pause`, { paused: 'on' })).status).toBe(404);
    expect((await stranger.post(`${path}/restore`, { edit: '1' })).status).toBe(404);
  });
});

describe('the page “What happens on a scan”', () => {
  it('reads and shows times in the chosen zone', async () => {
    const saved = await send('limits', {
      starts_at: '2026-12-24T18:00',
      ends_at: '2027-07-01T00:00',
      max_scans: '500',
      fallback_url: `${TARGET}later`,
    });
    expect(saved.status, await saved.clone().text()).toBe(303);
    await send('access', { password: 'open sesame', forward_query: 'on', count_scans: 'on' });
    expect(await read()).toMatchObject({
      starts_at: '2026-12-24T17:00:00.000Z',
      ends_at: '2027-06-30T22:00:00.000Z',
      max_scans: 500,
      fallback_url: `${TARGET}later`,
      has_password: true,
      forward_query: true,
      status: 'scheduled',
    });
    const html = await get(`${path}/control?tz=Europe/Berlin`);
    expect(html).toContain('value="2026-12-24T18:00"');
    expect(html).toContain('value="2027-07-01T00:00"');
    expect(html).not.toContain('open sesame');
  });

  it('keeps the password if its field is empty, and removes it on request', async () => {
    await patch({ password: 'open sesame', max_scans: 5 });
    await send('limits', { max_scans: '6' });
    await send('access', { forward_query: 'on', count_scans: 'on' });
    expect(await read()).toMatchObject({ has_password: true, max_scans: 6, forward_query: true });
    await send('access', { remove_password: 'on', count_scans: 'on' });
    expect(await read()).toMatchObject({ has_password: false, max_scans: 6, forward_query: false });
    expect((await send('access', {})).status).toBe(422);
    expect(await read(), 'a limit').toMatchObject({ count_scans: true });
    await send('limits', { max_scans: '' });
    await send('access', {});
    const scans = toPage(await get(path)).wordsOf('#scans');
    expect(scans).toContain('Its scans are not counted');
    expect(await get(`${path}/analytics`)).toContain('Its scans are not counted');
    expect(scans).not.toContain('No scans yet');
  });

  it('adds campaign parameters, which the page of the code and its history name, and refuses a long one', async () => {
    await send('campaign', { 'utm.source': ' <b>flyer</b> ', 'utm.campaign': 'a & b' });
    const utm = { source: '<b>flyer</b>', medium: null, campaign: 'a & b', term: null, content: null };
    expect(await read()).toMatchObject({ utm });
    const named = 'utm_source=<b>flyer</b>, utm_campaign=a & b';
    expect(toText(await get(path))).toContain(`Adds ${named} to the target.`);
    const tested = await get(`${path}/control?test=on`);
    expect(toPage(tested).valueOf('utm.source')).toBe('<b>flyer</b>');
    expect(toText(tested)).toContain(`${TARGET}?utm_source=%3Cb%3Eflyer%3C%2Fb%3E&utm_campaign=a%20%26%20b`);
    const refused = await send('campaign', { 'utm.term': 'x'.repeat(500) });
    expect(refused.status).toBe(422);
    expect(toPage(await refused.text()).valueOf('utm.term')).toBe('x'.repeat(500));
    await send('campaign', { 'utm.source': '', 'utm.campaign': '' });
    expect(await read()).toMatchObject({ utm: null });
    const history = toText(await get(path));
    expect(history).toContain(`Campaign parameters Before: ${named} After: none`);
  });

  it('has a link preview, which the page of the code and its history show as text, and refuses a long one', async () => {
    const [title, description] = ['</title><script>alert(1)</script>', 'Soup & “bread”'];
    await send('preview', { 'preview.title': title, 'preview.description': description });
    expect(await read()).toMatchObject({
      preview: { title, description },
    });
    const html = await get(path);
    expect(html).not.toContain('<script>alert(1)');
    const shown = `${title} – ${description}`;
    expect(toText(html)).toContain(`Chats show its link as “${shown}”.`);
    expect(toText(html)).toContain(`Link preview Before: none After: ${shown}`);
    const refused = await send('preview', { 'preview.title': 'x'.repeat(500) });
    expect(refused.status).toBe(422);
    expect(toPage(await refused.text()).valueOf('preview.title')).toBe('x'.repeat(500));
    await send('preview', { 'preview.title': '', 'preview.description': ' ' });
    expect(await read()).toMatchObject({ preview: null });
  });

  it('shows where a scan leads with the typed parameters, and suggests those of the account’s other codes', async () => {
    const outcome = async (source: string) =>
      readText(
        await browser.post(`${path}/control/campaign/outcome`, { 'utm.source': source, 'utm.medium': ' ' }),
      );
    expect(await outcome('')).toContain(`A scan leads to ${TARGET}`);
    expect(await outcome('a & b')).toContain(`${TARGET}?utm_source=a%20%26%20b`);
    await patch({ target: `${TARGET}?utm_source=own`, utm: { campaign: 'spring' } });
    expect(await outcome('mine')).toContain(`A scan leads to ${TARGET}?utm_source=own `);
    const sources = ['<flyer>', 'poster', '<flyer>', ...Array.from({ length: 20 }, (_, i) => `s${i}`)];
    for (const [i, source] of sources.entries()) {
      const utm = { source, medium: 'print', campaign: null, term: null, content: null };
      const code = { accountId: api.accountId, codeId: randomCodeId(), createdAtMs: NOW + 1 + i };
      await seedCode(env.DB, { ...code, control: { utm } });
    }
    const page = toPage(await get(`${path}/control`));
    const known = (name: string) => page.attributes(`[id="known-utm.${name}"] option`, 'value');
    expect(known('source')).toEqual(Array.from({ length: 20 }, (_, i) => `s${19 - i}`));
    expect([known('medium'), known('campaign'), known('term')]).toEqual([['print'], ['spring'], []]);
    expect(page.attributes('#campaign input[list]', 'list')).toContain('known-utm.source');
    expect(page.wordsOf('#campaign .outcome')).toBe(
      `A scan leads to ${TARGET}?utm_source=own&utm_campaign=spring`,
    );
    const stranger = await signIn();
    expect((await stranger.post(`${path}/control/campaign/outcome`)).status).toBe(404);
  });

  it('shows where the first variant leads with the parameters', async () => {
    await patch({
      utm: { source: 'flyer' },
      variants: [
        { name: 'A', target: `${TARGET}a`, weight: 50 },
        { name: 'B', target: `${TARGET}b`, weight: 50 },
      ],
    });
    const page = toPage(await get(`${path}/control`));
    const shown = `A scan leads, for example, to ${TARGET}a?utm_source=flyer`;
    expect(page.wordsOf('#campaign .outcome')).toBe(shown);
  });

  it('shows the link preview as a chat does, also while it is typed', async () => {
    const outcome = async (fields: Record<string, string>) =>
      readPage(await browser.post(`${path}/control/preview/outcome`, fields));
    expect((await outcome({ 'preview.title': ' ' })).words).toBe('');
    const card = await outcome({ 'preview.title': 'A & <b>', 'preview.description': 'Soup' });
    expect(card.wordsOf('.chat-card')).toBe('A & <b> Soup go.example.com');
    expect((await outcome({ 'preview.description': 'Soup' })).wordsOf('.chat-card strong')).toBe(
      'go.example.com',
    );
    await send('preview', { 'preview.title': 'Menu' });
    expect(toPage(await get(`${path}/control`)).wordsOf('#preview .chat-card')).toBe('Menu go.example.com');
  });

  it('takes a picture for its link preview in place, and saves it with the form', async () => {
    const form = new FormData();
    const opened = toPage(await get(`${path}/control`)).fieldsOf('[action$="#preview"]');
    for (const [name, text] of Object.entries(opened)) form.set(name, text);
    form.set('preview.title', 'Menu');
    form.set('logo_file', new File([discPng(80)], 'Terrace.png', { type: 'image/png' }));
    const shown = await readPage(await browser.post(`${path}/control/preview/image`, form));
    expect(shown.find('#preview')?.attribute('open')).not.toBeNull();
    const fields = shown.fieldsOf('[action$="#preview"]');
    expect(fields).toMatchObject({
      'preview.title': 'Menu',
      'preview.image': expect.stringMatching(/^img_/),
    });
    expect(shown.wordsOf('[id="preview.image"]')).toContain('Terrace.png');
    expect(shown.attributes('#preview .chat-card img', 'src')).toEqual([
      `/codes/pictures/${fields['preview.image']}`,
    ]);
    expect(await read(), 'nothing is saved yet').toMatchObject({ preview: null });
    expect((await browser.post(`${path}/control/preview`, fields)).status).toBe(303);
    expect(await read()).toMatchObject({ preview: { title: 'Menu', image: fields['preview.image'] } });
  });

  it('shows one of the images of the account in its link preview, and no past one that is gone', async () => {
    const upload = async (file: Uint8Array | string, type: string) => {
      const response = await api.request('POST', '/v1/images', file, { headers: { 'Content-Type': type } });
      return (await response.json<{ id: string }>()).id;
    };
    const image = await upload(discPng(90), 'image/png');
    const svg = await upload(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
      'image/svg+xml',
    );
    const options = toPage(await get(`${path}/control`)).attributes('[id="preview.image"] input', 'value');
    expect(options).toEqual(expect.arrayContaining(['', image, svg]));
    await send('preview', { 'preview.title': 'Menu', 'preview.image': image });
    expect(await read()).toMatchObject({ preview: { title: 'Menu', image } });
    const page = toPage(await get(`${path}/control`));
    expect(page.attributes('[id="preview.image"] input[checked]', 'value')).toEqual([image]);
    expect(page.attributes('#preview .chat-card img', 'src')).toEqual([`/codes/pictures/${image}`]);
    const shown = toText(await get(path));
    expect(shown).toContain('Chats show its link as “Menu – with a picture”.');
    expect(shown).toMatch(/Picture of the link preview Before: none After: \S+\.png/);
    expect(shown).not.toContain(image);
    for (const [chosen, words] of [
      [svg, 'This must be an image that was uploaded as a PNG or JPEG: no SVG is shown.'],
      ['img_0123456789abcdef', 'There is no such image in your account.'],
      ['x', 'This must be the id of an image'],
    ] as const) {
      const refused = await send('preview', { 'preview.title': 'Menu', 'preview.image': chosen });
      expect([refused.status, toText(await refused.text())]).toEqual([422, expect.stringContaining(words)]);
    }
    await send('preview', { 'preview.title': '', 'preview.image': '' });
    expect(await read()).toMatchObject({ preview: null });
  });

  it('adds, orders and removes rules', async () => {
    await send('rules', {
      'rule.when.country_DE': 'on',
      'rule.when.country_AT': 'on',
      'rule.target': `${TARGET}de`,
      'rule.name': 'German',
    });
    await send('rules', {
      'rule.when.device_mobile': 'on',
      'rule.when.weekdays_fri': 'on',
      'rule.when.weekdays_sat': 'on',
      'rule.when.hours[0]': '22:00',
      'rule.when.hours[1]': '02:00',
      'rule.when.query': 'table=5&vip',
      'rule.target': `${TARGET}night`,
    });
    const german = { name: 'German', target: `${TARGET}de`, when: { country: ['AT', 'DE'] } };
    const night = {
      name: 'Rule 2',
      target: `${TARGET}night`,
      when: {
        device: ['mobile'],
        weekdays: ['fri', 'sat'],
        hours: ['22:00', '02:00'],
        query: { table: '5', vip: null },
        timezone: 'Europe/Berlin',
      },
    };
    expect((await read())['rules']).toEqual([german, night]);
    await send('move-rule', { index: '1', to: '0' });
    expect((await read())['rules']).toEqual([night, german]);
    for (const nowhere of [
      { index: '2', to: '0' },
      { index: 'x', to: 'remove' },
      { index: '0', to: '-1' },
    ])
      expect((await send('move-rule', nowhere)).status).toBe(303);
    expect((await read())['rules']).toEqual([night, german]);
    await send('move-rule', { index: '0', to: 'remove' });
    expect((await read())['rules']).toEqual([german]);
  });

  it('edits a rule in its place, and changes nothing that its owner left unchanged', async () => {
    const rules = [
      { name: 'First', target: `${TARGET}1`, when: { country: ['AT'] } },
      {
        name: 'Every condition',
        target: `${TARGET}2`,
        when: {
          country: ['DE', 'CH'],
          not_country: ['FR'],
          region: ['DE-BY'],
          language: ['gsw', 'pt-br', 'de'],
          os: ['iOS', 'Android'],
          device: ['mobile', 'desktop'],
          browser: ['Samsung Internet', 'Safari'],
          query: { table: '5 & 6', vip: null, empty: '' },
          // The second of the two occurrences when the clocks go back, to the millisecond.
          from: '2026-10-25T01:30:00.000Z',
          until: '2037-01-01T00:00:12.345Z',
          weekdays: ['mon', 'sun'],
          hours: ['22:15', '24:00'],
          timezone: 'Europe/Berlin',
        },
      },
      { name: 'Last', target: `${TARGET}3`, when: { os: ['Linux'] } },
    ];
    expect((await patch({ rules })).status).toBe(200);
    const html = await get(`${path}/control?tz=Asia/Tokyo&rule=Every%20condition`);
    const fields = toPage(html).fieldsOf('form.rule-form');
    expect(fields).toMatchObject({
      editing: 'Every condition',
      'rule.when.timezone': 'Europe/Berlin',
      'rule.when.country_CH': 'on',
      'rule.when.language': 'gsw',
    });
    expect((await browser.post(`${path}/control/rules`, fields)).status).toBe(303);
    expect((await read())['rules']).toEqual(rules);

    const changed = {
      ...fields,
      revision: '2',
      'rule.when.country_CH': '',
      'rule.name': 'Renamed',
      'rule.when.timezone': 'UTC',
    };
    const saved = await send('rules', changed);
    expect(saved.status, await saved.clone().text()).toBe(303);
    const [first, second, last] = (await read())['rules'] as typeof rules;
    expect([first, last]).toEqual([rules[0], rules[2]]);
    expect(second).toMatchObject({ name: 'Renamed', when: { country: ['DE'], timezone: 'UTC' } });
    expect(second?.when.from, 'the same clock in another zone').toBe('2026-10-25T02:30:00.000Z');
  });

  it('begins with one condition, and only those that are chosen count', async () => {
    const isTicked = (html: string, name: string) =>
      toPage(html).find(`input[name="with_${name}"][checked]`) !== null;
    const names = ['country', 'not_country', 'region', 'device', 'language', 'os', 'browser', 'query'];
    const listTicked = (html: string) =>
      [...names, 'period', 'hours', 'weekdays'].filter((name) => isTicked(html, name));
    expect(listTicked(await get(`${path}/control`))).toEqual(['country']);
    const fields = {
      conditions: 'chosen',
      'rule.when.country_DE': 'on',
      'rule.when.device_mobile': 'on',
      'rule.target': TARGET,
    };
    expect((await send('rules', { ...fields, 'rule.name': 'A' })).status, 'none is chosen').toBe(422);
    await send('rules', {
      ...fields,
      with_device: 'on',
      with_hours: 'on',
      'rule.when.hours[0]': '22:00',
      'rule.name': 'A',
    });
    const when = { device: ['mobile'], hours: ['22:00', '24:00'], timezone: 'Europe/Berlin' };
    expect((await read())['rules']).toEqual([{ name: 'A', target: TARGET, when }]);
    expect(listTicked(await get(`${path}/control?rule=A`))).toEqual(['device', 'hours']);
  });

  it('shows a refused edit in the place of its rule, with the typed text', async () => {
    const rules = [
      { name: 'A', target: TARGET, when: { country: ['AT'] } },
      { name: 'B', target: TARGET, when: { country: ['DE'] } },
    ];
    await patch({ rules });
    const refused = await send('rules', {
      editing: 'B',
      'rule.name': 'A',
      'rule.when.region': 'Bavaria',
      'rule.when.language': 'de, !',
      'rule.target': TARGET,
      'rule.when.timezone': 'Mars/Olympus',
    });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    for (const [field, words] of [
      ['rule.name', 'must differ from the other names'],
      ['rule.when.region', 'ISO 3166-2'],
      ['rule.when.language', 'language tag'],
      ['rule.when.timezone', 'Europe/Berlin'],
    ])
      expect(toPage(html).errorOf(field ?? '')).toContain(words);
    expect(html).toContain('Save rule');
    expect(html).not.toContain('Add a rule');
    expect((await read())['rules']).toEqual(rules);
  });

  it('splits visitors, and ends the split', async () => {
    const row = (i: number, name: string, weight: string) => ({
      [`variants[${i}].name`]: name,
      [`variants[${i}].target`]: TARGET + name,
      [`variants[${i}].weight`]: weight,
    });
    await send('variants', { ...row(0, 'A', '40'), ...row(3, 'B', '60') });
    expect((await read())['variants']).toEqual([
      { name: 'A', target: `${TARGET}A`, weight: 40 },
      { name: 'B', target: `${TARGET}B`, weight: 60 },
    ]);
    await send('variants', {});
    expect((await read())['variants']).toBeNull();
    await send('variants', { ...row(0, 'A', '40'), ...row(1, 'B', '60') });
    await send('variants', { ...row(0, 'A', '40'), ...row(1, 'B', '60'), end: 'on' });
    expect((await read())['variants']).toBeNull();
  });

  it('proposes a split with the current target as its first variant, which lacks only the second target', async () => {
    const html = await get(`${path}/control?open=variants`);
    expect(toPage(html).find('#variants[open]')).not.toBeNull();
    const fields = toPage(html).fieldsOf('form:has([name^="variants["])');
    const refused = await send('variants', fields);
    expect(refused.status).toBe(422);
    expect(toPage(await refused.text()).errorOf('variants[1].target')).toBe('Fill this in.');
    await send('variants', { ...fields, 'variants[1].target': `${TARGET}b` });
    expect((await read())['variants']).toEqual([
      { name: 'A', target: TARGET, weight: 50 },
      { name: 'B', target: `${TARGET}b`, weight: 50 },
    ]);
  });

  it('gives an empty share what the others leave, and says what shares add up to if that is not 100', async () => {
    const send3 = (...weights: readonly string[]) =>
      send(
        'variants',
        Object.fromEntries(
          weights.flatMap((weight, i) => [
            [`variants[${i}].name`, `V${i}`],
            [`variants[${i}].target`, `${TARGET}${i}`],
            [`variants[${i}].weight`, weight],
          ]),
        ),
      );
    expect((await send3('70', '', '10')).status).toBe(303);
    expect((await read())['variants']).toMatchObject([{ weight: 70 }, { weight: 20 }, { weight: 10 }]);
    const refused = await send3('70', '40');
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('The shares must add up to 100. These add up to 110.');
  });

  it('says on each card what it is set to, in the language of the reader', async () => {
    const summaries = async (language: string) => {
      const page = await browser.get(`${path}/control?tz=Europe/Berlin`, {
        headers: { 'Accept-Language': language },
      });
      return [
        ...(await page.text()).matchAll(/<summary><h2>([^<]*)<\/h2> <span class="muted">([^<]*)<\/span>/g),
      ]
        .slice(0, -1) // Without that of “Try a scan”.
        .map(([, title, summary]) => `${title}: ${summary}`);
    };
    expect(await summaries('en')).toEqual([
      'When it works: Always, without a limit',
      'Password and URL parameters: No password',
      'Rules: No rules: every scan is treated the same',
      'A/B test: No test: every visitor gets the same target',
      'Campaign parameters: None: the target stays as it is',
      'Link preview: The target’s own',
    ]);
    await patch({
      ends_at: '2026-12-24T17:00:00Z',
      max_scans: 1_000,
      password: 'open sesame',
      rules: [
        { name: 'Phones', target: `${TARGET}app`, when: { device: ['mobile'], country: ['DE'] } },
        { name: 'Tablets', target: `${TARGET}tab`, when: { device: ['tablet'] } },
      ],
      variants: [
        { name: 'A', target: TARGET, weight: 60 },
        { name: 'B', target: `${TARGET}b`, weight: 40 },
      ],
      utm: { source: 'flyer', campaign: 'spring' },
      preview: { title: 'Menu', description: 'Soup' },
    });
    expect(await summaries('en')).toEqual([
      'When it works: Until 24 Dec 2026, 18:00 (Europe/Berlin) · 0 of 1,000 scans used',
      'Password and URL parameters: Asks for a password',
      'Rules: 2 rules: Phones in Germany → example.com/app …',
      'A/B test: A 60% · B 40%',
      'Campaign parameters: utm_source=flyer, utm_campaign=spring',
      'Link preview: Menu – Soup',
    ]);
    expect(await summaries('de')).toEqual([
      'Wann er funktioniert: Bis 24.12.2026, 18:00 (Europe/Berlin) · 0 von 1.000 Scans verbraucht',
      'Passwort und URL-Parameter: Fragt nach einem Passwort',
      'Regeln: 2 Regeln: Smartphones, Ort: Deutschland → example.com/app …',
      'A/B-Test: A 60\u00A0% · B 40\u00A0%',
      'Kampagnenparameter: utm_source=flyer, utm_campaign=spring',
      'Linkvorschau: Menu – Soup',
    ]);
  });

  it('has times in the zone that the browser told, unless the address names another', async () => {
    await patch({ ends_at: '2026-12-24T17:00:00Z' });
    browser.cookies.set('__Host-browser_zone', 'Asia%2FTokyo');
    const html = await get(`${path}/control`);
    expect(toText(html)).toContain('Times are in Asia/Tokyo.');
    expect(html).toContain('value="2026-12-25T02:00"');
    expect(await get(`${path}/control?tz=Europe/Berlin`)).toContain('value="2026-12-24T18:00"');
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['rules', { 'rule.target': TARGET }, '', 'needs a condition'],
    ['rules', { 'rule.when.region': 'Bavaria', 'rule.target': TARGET }, 'rule.when.region', 'ISO 3166-2'],
    [
      'rules',
      { 'rule.when.os_iOS': 'on', 'rule.target': 'https://go.example.com/k7m2p9qa' },
      'rule.target',
      'would loop',
    ],
    [
      'limits',
      { starts_at: '2026-12-02T00:00', ends_at: '2026-12-01T00:00' },
      'ends_at',
      'must start before it ends',
    ],
    ['limits', { max_scans: 'many' }, 'max_scans', 'Enter a number'],
    ['limits', { max_scans: '1.5' }, 'max_scans', 'whole number'],
    ['limits', { max_scans: '1000000001' }, 'max_scans', 'from 1 to 1,000,000,000'],
    ['access', { password: 'abc' }, 'password', 'at least 4'],
    [
      'variants',
      { 'variants[0].name': 'A', 'variants[0].target': TARGET, 'variants[0].weight': '10' },
      '',
      '2 to 10',
    ],
  ])('shows the problem of %s: %j', async (form, fields, field, words) => {
    const response = await send(form, fields);
    const html = await response.text();
    expect(response.status).toBe(422);
    const said = field === '' ? toPage(html).wordsOf('.notice.error') : toPage(html).errorOf(field);
    expect(said).toContain(words);
    for (const value of Object.values(fields)) if (value !== 'abc') expect(html).toContain(value);
    expect(await read()).toMatchObject({ status: 'active', rules: [], variants: null, max_scans: null });
  });

  it('does not overwrite somebody else’s change, and says so', async () => {
    const html = await get(`${path}/control`);
    const revision = toPage(html).valueOf('revision') ?? '';
    await patch({ max_scans: 7 });
    const response = await browser.post(`${path}/control/limits`, { revision, tz: 'UTC', max_scans: '9' });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain('changed after you opened the page');
    expect(await read()).toMatchObject({ max_scans: 7 });
  });
});

describe('an unknown time zone', () => {
  it('is named as such, and not taken for another in silence', async () => {
    const html = await get(`${path}/control?tz=Berlin`);
    expect(html).toContain('value="Berlin"');
    expect(toPage(html).errorOf('tz')).toContain('no time zone with this name');
  });
});

describe('the tester', () => {
  const tryIt = async (fields: Record<string, string>) => {
    const query = new URLSearchParams({ test: 'on', tz: 'Europe/Berlin', ...fields });
    const html = await get(`${path}/control?${query.toString()}`);
    return toPage(html).notice ?? '';
  };

  it('shows where a scan would go and why, in agreement with the redirect', async () => {
    await patch({
      rules: [
        { name: 'Bavaria', target: `${TARGET}by`, when: { region: ['DE-BY'] } },
        {
          name: 'Lunch',
          target: `${TARGET}lunch`,
          when: { hours: ['11:30', '14:00'], timezone: 'Europe/Berlin' },
        },
      ],
      variants: [
        { name: 'A', target: `${TARGET}a`, weight: 50 },
        { name: 'B', target: `${TARGET}b`, weight: 50 },
      ],
    });
    expect(await tryIt({ test_region: 'DE-BY' })).toBe(
      'Bavaria matches: the scan leads to https://example.com/by',
    );
    expect(await tryIt({ test_at: '2026-07-01T12:00' })).toBe(
      'Bavaria does not apply: the region is different, or not known. Lunch matches: the scan leads to https://example.com/lunch',
    );
    expect(await tryIt({ test_at: '2026-07-01T14:00', test_visitor: '50' })).toBe(
      'Bavaria does not apply: the region is different, or not known. Lunch does not apply: the time of day is different. The visitor belongs to variant B : the scan leads to https://example.com/b',
    );
    for (const junk of [{ test_region: 'Bavaria' }, { test_at: 'noon' }, { test_visitor: '100' }])
      expect(await tryIt(junk), 'no scan is tried').toBe('');
    await patch({ paused: true });
    expect(await tryIt({})).toBe('Paused: the visitor sees a page that says so.');
    await patch({ paused: false, password: 'open sesame' });
    expect(await tryIt({})).toBe('The visitor is asked for the password.');
    expect(await tryIt({ test_password: 'on', test_country: 'DE', test_region: 'de-by' })).toContain(
      'Bavaria matches',
    );
  });
});

describe('the history', () => {
  const readHistory = async () => (await readText(await browser.get(path))).split('History')[1] ?? '';
  const restore = async (place: number) => {
    const html = await get(path);
    const form = toPage(html).all('form[action$="/restore"]')[place];
    const fields = form?.fields ?? {};
    return (await browser.post(`${path}/restore`, fields)).headers.get('Location');
  };

  it('shows who changed which settings for scans, and restores every state, even that before the first edit', async () => {
    await patch({ max_scans: 5000, title: 'First' });
    await patch({ paused: true, max_scans: null, target: `${TARGET}2` });
    const history = await readHistory();
    expect(history).toMatch(/Paused Before: no After: yes Scan limit Before: 5,000 After: none As it is now/);
    expect(history).toMatch(/Scan limit Before: none After: 5,000 Restore this/);
    expect(await restore(0)).toBe(`${path}#main`);
    expect(await read()).toMatchObject({ title: 'First', target: TARGET, max_scans: 5000, paused: false });
    expect(await restore(2)).toBe(`${path}#main`);
    expect(await read()).toMatchObject({ title: 'Menu', target: TARGET, max_scans: null, paused: false });
    expect((await browser.post(`${path}/restore`, { edit: '999999999' })).status).toBe(409);
  });

  it('shows only the changed rules and variants', async () => {
    const rule = (name: string) => ({ name, target: TARGET + name, when: { country: ['DE'] } });
    await patch({ rules: [rule('A'), rule('B'), rule('C')] });
    await patch({ rules: [rule('C'), { ...rule('A'), target: `${TARGET}new` }, rule('B')] });
    expect(await readHistory()).toMatch(
      /^[^;]* Rules Before: A: Everybody in Germany → https:\/\/example.com\/A After: A: Everybody in Germany → https:\/\/example.com\/new Order of the rules Before: A, B, C After: C, A, B/,
    );
  });

  it('contains no password: today’s stays, and it says so if one is missing', async () => {
    await patch({ password: 'open sesame' });
    await patch({ password: 'another one', title: 'Second' });
    await patch({ password: null });
    expect(await readHistory()).toMatch(
      /Password Before: a password After: none .* Password Before: a password After: another password .* Password Before: none After: a password/,
    );
    expect(await restore(1)).toBe(`${path}#main`);
    expect(await get(path)).toContain('Restored without a password');
    expect(await read()).toMatchObject({ has_password: false });
  });

  it('counts a restored limit from the scans so far, and restored shares from now', async () => {
    const variants = [
      { name: 'A', target: TARGET, weight: 40 },
      { name: 'B', target: TARGET, weight: 60 },
    ];
    await patch({ max_scans: 3, variants });
    await patch({ max_scans: null, variants: null });
    const codeId = id.slice(3);
    await env.DB.batch(
      [1, 2, 3].map((n) =>
        env.DB.prepare(
          'INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, ?, ?, ?)',
        ).bind(codeId, NOW - n, 'mobile', `visitor ${n}`),
      ),
    );
    clock = NOW + 60_000;
    await restore(0);
    expect(await read()).toMatchObject({ status: 'exhausted', max_scans: 3, variants });
    const { control } = (await env.DB.prepare('SELECT control FROM qr_codes WHERE code_id = ?')
      .bind(codeId)
      .first<{ control: string }>()) ?? { control: '{}' };
    expect(JSON.parse(control)).toMatchObject({ variantsSinceMs: clock });
  });
});
