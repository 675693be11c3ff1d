import { randomCodeId } from '#harness/data/random.ts';
import { Resvg } from '@cf-wasm/resvg';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { CONTENT_TYPES, type ContentType } from '#core/content/content.ts';
import { toPage, toText } from '#harness/worker/page.ts';
import { createApp } from '#api/app.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { paintPng } from '#harness/symbols/pictures.ts';
import { seedCode } from '#harness/data/seed.ts';

const fieldsOf = (html: string) => toPage(html).fieldsOf('[action="/codes"]');

const errorOf = (html: string, field: string) => toPage(html).errorOf(field);

/** The fields after a click on the first button that sets some of them. */
async function take(browser: SignedInClient, html: string, fields = fieldsOf(html)) {
  const set = toPage(html).find('button[name="set"]')?.attribute('value') ?? '';
  const taken = await browser.post('/codes/new', { ...fields, set });
  expect(taken.status).toBe(200);
  return fieldsOf(await taken.text());
}

async function newForm(browser: SignedInClient, type: ContentType = 'url') {
  return fieldsOf(await (await browser.get(`/codes/new?type=${type}`)).text());
}

async function codesOf(browser: SignedInClient) {
  const { results } = await env.DB.prepare('SELECT * FROM qr_codes WHERE account_id = ? ORDER BY position')
    .bind(browser.accountId)
    .all<{ code_id: string; [column: string]: unknown }>();
  return results;
}

/** A code of a file has none that is filled in: test/dashboard/codes/files.test.ts uploads one. */
const FILLED_IN: Record<
  Exclude<ContentType, 'file' | 'gs1'>,
  [fields: Record<string, string>, target: string]
> = {
  url: [{ url: 'example.com/menu' }, 'https://example.com/menu'],
  text: [{ text: 'two\r\nlines' }, 'two\nlines'],
  email: [{ 'email.to': 'jane@example.com', 'email.subject': 'Hi' }, 'mailto:jane@example.com?subject=Hi'],
  phone: [{ 'phone.number': '+49 30 123456' }, 'tel:+4930123456'],
  sms: [{ 'sms.to': '+49 30 123456', 'sms.body': 'On my way' }, 'SMSTO:+4930123456:On my way'],
  wifi: [
    { 'wifi.ssid': 'Caf;e', 'wifi.password': 'a:b:c:d:' },
    String.raw`WIFI:T:WPA;S:Caf\;e;P:a\:b\:c\:d\:;;`,
  ],
  geo: [{ 'geo.latitude': '52,5', 'geo.longitude': ' +13.4' }, 'geo:52.5,13.4'],
  vcard: [
    { 'vcard.first_name': 'Jane', 'vcard.last_name': 'Doe' },
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane Doe\r\nEND:VCARD',
  ],
  event: [
    { 'event.title': 'Fair', 'event.start_date': '2026-12-31', 'event.all_day': 'on' },
    'BEGIN:VEVENT\r\nSUMMARY:Fair\r\nDTSTART;VALUE=DATE:20261231\r\nEND:VEVENT',
  ],
  epc: [
    { 'epc.name': 'Verein Linde', 'epc.iban': 'DE02 1203 0000 0000 2020 51', 'epc.amount': '12,30 €' },
    'BCD\n002\n1\nSCT\n\nVerein Linde\nDE02120300000000202051\nEUR12.30',
  ],
  swiss_bill: [
    {
      'swiss_bill.iban': 'CH58 0079 1123 0008 8901 2',
      'swiss_bill.amount': 'CHF 1’234.5',
      'swiss_bill.currency': 'CHF',
      'swiss_bill.creditor.name': 'Max Muster',
      'swiss_bill.creditor.zip': '8000',
      'swiss_bill.creditor.city': 'Seldwyla',
      'swiss_bill.creditor.country': 'CH',
    },
    `SPC\n0200\n1\nCH5800791123000889012\nS\nMax Muster\n\n\n8000\nSeldwyla\nCH${'\n'.repeat(8)}1234.50\nCHF${'\n'.repeat(8)}NON\n\n\nEPD`,
  ],
};

describe('the form of a new code', () => {
  it.each(Object.keys(FILLED_IN) as (keyof typeof FILLED_IN)[])(
    'creates a code of type %s and leads to it',
    async (type) => {
      const browser = await signIn();
      const [fields, target] = FILLED_IN[type];
      const response = await browser.post('/codes', {
        ...(await newForm(browser, type)),
        ...fields,
        title: ' Mine ',
      });
      expect(response.status).toBe(303);
      const [code, ...others] = await codesOf(browser);
      expect(others).toEqual([]);
      const path = `/codes/qr_${code?.code_id}`;
      expect(response.headers.get('Location')).toBe(path);
      expect(await (await browser.get(path)).text()).toContain('Your code is ready');
      expect(code).toMatchObject({
        type,
        target,
        is_dynamic: type === 'url' ? 1 : 0,
        title: 'Mine',
        color_dark: null,
        color_light: null,
        size: 1024,
        margin: 4,
        format: 'png',
      });
      expect(await env.IMAGES.head(`qr/${code?.code_id}.svg`)).not.toBeNull();
    },
  );

  it('shows how it read an amount and the country of a bill, in the language of the page', async () => {
    const browser = await signIn();
    const opened = await (
      await browser.post('/codes/new', { ...(await newForm(browser)), type: 'swiss_bill' })
    ).text();
    expect(opened).toContain(
      '<option value="CH">Switzerland</option><option value="AF">Afghanistan</option>',
    );
    expect(opened).toContain('<option value="" selected="">–</option><option value="AF">');
    const shown = async (amount: string) =>
      toText(
        await (
          await browser.post('/codes/new', {
            ...fieldsOf(opened),
            ...FILLED_IN.swiss_bill[0],
            'swiss_bill.amount': amount,
          })
        ).text(),
      );
    expect(await shown('1.234')).toContain(
      'A banking app fills this in: Max Muster Account CH58 0079 1123 0008 8901 2 Amount CHF 1,234.00',
    );
    expect(await shown('12.30 EUR')).toContain('must be an amount with at most two decimals, as in 12.30.');
    const german = await browser.post('/settings/language', { language: 'de' });
    expect(german.status).toBe(303);
    expect(await shown('1.234')).toContain('Betrag 1.234,00 CHF');
  });

  it('gives a payment the look of its standard, and keeps the chosen one for another type', async () => {
    const browser = await signIn();
    const fields = {
      ...(await newForm(browser)),
      'color.dark': '#3b0764',
      'style.modules': 'dot',
      type: 'epc',
    };
    const form = await (await browser.post('/codes/new', fields)).text();
    expect(toText(form)).toContain('A payment is always black on white');
    const payment = { ...fieldsOf(form), ...FILLED_IN.epc[0] };
    expect(payment).toMatchObject({ 'color.dark': '#3b0764', 'style.modules': 'dot' });
    expect((await browser.post('/codes', payment)).status).toBe(303);
    const url = { ...payment, ...FILLED_IN.url[0], type: 'url' };
    expect((await browser.post('/codes', url)).status).toBe(303);
    expect((await codesOf(browser)).map(({ type, color_dark, style }) => [type, color_dark, style])).toEqual([
      ['epc', null, null],
      ['url', '#3b0764', expect.stringContaining('dot')],
    ]);
  });

  it('shows what a scan of a dynamic content will show, and how wide a bill is printed', async () => {
    const browser = await signIn();
    const preview = async (fields: Record<string, string>) =>
      toText(await (await browser.post('/codes/preview', fields)).text());
    const contact = { ...(await newForm(browser, 'vcard')), ...FILLED_IN.vcard[0] };
    expect(await preview({ ...contact, content_dynamic: 'on' })).toMatch(/see this page:\s+Jane Doe/);
    expect(await preview(contact)).not.toContain('see this page');
    const bill = { ...(await newForm(browser, 'swiss_bill')), ...FILLED_IN.swiss_bill[0] };
    expect(await preview(bill)).toContain('Needs at least 46 mm in print');
  });

  it('counts against the plan of the account, like the API, and keeps the typed text', async () => {
    const browser = await signIn();
    const keys: string[] = [];
    const limit = (success: boolean) => ({
      RATE_LIMIT_BUSINESS: {
        limit: ({ key }: { key: string }) => {
          keys.push(key);
          return Promise.resolve({ success });
        },
      },
    });
    const form = { ...(await newForm(browser)), url: 'example.com/menu' };
    const refused = await browser.post('/codes', form, { env: limit(false) });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    const page = await refused.text();
    expect(page).toContain('6,000 requests a minute');
    expect(page).toContain('value="example.com/menu"');
    expect(await codesOf(browser)).toEqual([]);
    expect((await browser.post('/codes', form, { env: limit(true) })).status).toBe(303);
    expect(await codesOf(browser)).toHaveLength(1);
    expect(keys).toEqual([browser.accountId, browser.accountId]);
  });

  it('accepts every option', async () => {
    const browser = await signIn();
    const { dynamic: _, ...form } = await newForm(browser);
    await browser.post('/codes', {
      ...form,
      url: 'https://example.com/',
      'color.dark': '#102030',
      'color.light': '#FFEEDD',
      size: '512',
      margin: '2',
      error_correction: 'H',
      format: 'svg',
      short_code: ' Menu-2027 ',
    });
    expect(await codesOf(browser)).toMatchObject([
      {
        short_code: 'menu-2027',
        is_dynamic: 0,
        title: null,
        color_dark: '#102030',
        color_light: '#FFEEDD',
        size: 512,
        margin: 2,
        error_correction: 'H',
        format: 'svg',
      },
    ]);
  });

  it('says beside its field why a short code is not available', async () => {
    const browser = await signIn();
    const form = { ...(await newForm(browser)), url: 'https://example.com/' };
    expect((await browser.post('/codes', { ...form, short_code: 'form-taken' })).status).toBe(303);
    const again = { ...(await newForm(browser)), url: 'https://example.com/' };
    for (const [short_code, problem] of [
      ['FORM-taken', 'Another code has or had the short code'],
      ['pancakes', 'This looks like one of our ids'],
      ['a b', 'This must have 3 to 64'],
    ] as const) {
      const response = await browser.post('/codes', { ...again, short_code });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(errorOf(html, 'short_code')).toContain(problem);
      expect(html).toContain(`value="${short_code}"`);
      expect(html).toContain('<details class="part" open=""');
    }
  });

  it('shows a form for a type that is not known too', async () => {
    const response = await (await signIn()).get('/codes/new?type=constructor');
    expect(response.status).toBe(200);
    expect(fieldsOf(await response.text())).toMatchObject({ type: 'url', dynamic: 'on' });
  });

  it('keeps everything that was typed when another type is chosen, and when it is chosen back', async () => {
    const browser = await signIn();
    const { dynamic: _, ...form } = await newForm(browser);
    const looks = { title: 'T "x" <b>', 'color.dark': '#123456', size: '300' };
    const utm = {
      'utm.source': 'a',
      'utm.medium': 'b',
      'utm.campaign': 'c',
      'utm.term': 'd',
      'utm.content': 'e',
    };
    const typed = { ...form, url: 'https://example.com/', ...looks, ...utm };
    const wifi = await browser.post('/codes/new', { ...typed, type: 'wifi' });
    expect(wifi.status).toBe(200);
    const onWifi = fieldsOf(await wifi.text());
    expect(onWifi).toMatchObject({ ...typed, type: 'wifi', 'wifi.security': 'WPA' });
    const back = await browser.post('/codes/new', { ...onWifi, 'wifi.ssid': 'home', type: 'url' });
    const onUrl = fieldsOf(await back.text());
    expect(onUrl).toMatchObject({ ...typed, type: 'url', 'wifi.ssid': 'home' });
    expect(onUrl['dynamic']).toBeUndefined();
    expect(await codesOf(browser)).toEqual([]);
  });

  it('is for an existing type', async () => {
    const browser = await signIn();
    const response = await browser.post('/codes', { ...(await newForm(browser)), type: 'nothing' });
    expect(response.status).toBe(400);
  });
});

describe('a refused form', () => {
  it.each<[string, ContentType, Record<string, string>, Record<string, string>]>([
    ['nothing to lead to', 'url', {}, { url: 'Enter the address that the code leads to.' }],
    ['no address', 'url', { url: 'javascript:alert(1)' }, { url: 'it begins with javascript:' }],
    ['credentials', 'url', { url: 'https://a:b@example.com/' }, { url: 'user name or password' }],
    ['our own host', 'url', { url: 'https://go.example.com/x' }, { url: 'would loop' }],
    [
      'an endless title',
      'url',
      { url: 'example.com', title: 'x'.repeat(201) },
      { title: 'at most 200 characters' },
    ],
    [
      'options out of bounds',
      'url',
      {
        url: 'example.com',
        size: '127',
        margin: '17',
        error_correction: 'X',
        format: 'gif',
        'color.dark': 'red',
      },
      {
        size: 'Enter at ',
        margin: 'Enter at ',
        error_correction: 'Choose',
        format: 'Choose',
        'color.dark': 'must be a hex colour',
      },
    ],
    [
      'too small a picture',
      'text',
      { text: 'x'.repeat(300), size: '128' },
      { size: 'is the smallest size that works' },
    ],
    ['too much text', 'text', { text: 'ä'.repeat(1500) }, { text: 'holds 2331 bytes' }],
    ['far too much text', 'text', { text: 'x'.repeat(7090) }, { text: 'too much text for one code' }],
    [
      'too much of a contact',
      'vcard',
      { 'vcard.last_name': 'Jane', 'vcard.note': 'ä'.repeat(1000), 'vcard.street': 'ä'.repeat(200) },
      { 'vcard.note': 'holds 2331 bytes' },
    ],
    [
      'far too much of an event',
      'event',
      {
        'event.title': 'Fair',
        'event.start_date': '2026-12-31',
        'event.all_day': 'on',
        'event.location': 'x'.repeat(8000),
      },
      { 'event.location': 'at most 200 characters' },
    ],
    [
      'a password that no network has',
      'wifi',
      { 'wifi.ssid': 'home', 'wifi.password': 'secret' },
      { 'wifi.password': '8 to 63 characters' },
    ],
    ['a NUL', 'text', { text: 'a\u0000b' }, { text: 'no code can hold' }],
    [
      'several mistakes',
      'wifi',
      { size: 'big', 'color.light': '#000000' },
      {
        'wifi.ssid': 'Fill this in.',
        'wifi.password': 'only an open network has none',
        size: 'Enter a number',
        'color.dark': 'too alike',
      },
    ],
  ])(
    'shows the problem beside its field, keeps the typed text and creates nothing: %s',
    async (_, type, fields, errors) => {
      const browser = await signIn();
      const sent = { ...(await newForm(browser, type)), ...fields };
      const response = await browser.post('/codes', sent);
      const html = await response.text();
      expect(response.status).toBe(422);
      for (const [field, message] of Object.entries(errors)) expect(errorOf(html, field)).toContain(message);
      expect(toPage(html).all('[id$="-error"]')).toHaveLength(Object.keys(errors).length);
      const { format: _format, error_correction: _level, ...kept } = sent;
      expect(fieldsOf(html)).toMatchObject(kept);
      expect(await codesOf(browser)).toEqual([]);
    },
  );

  it('has the focus on the first field at fault, or on the first field of another type', async () => {
    const browser = await signIn();
    const focused = async (path: string, fields: Record<string, string>) => {
      const sent = { ...(await newForm(browser, 'vcard')), ...fields };
      const html = await (await browser.post(path, sent)).text();
      return toPage(html).attributes('[autofocus]', 'id');
    };
    expect(await focused('/codes', { 'vcard.email': 'nobody', size: '1' })).toEqual(['vcard.email']);
    expect(await focused('/codes', { 'vcard.last_name': 'Jane', 'vcard.url': 'no', size: '1' })).toEqual([
      'vcard.url',
    ]);
    expect(await focused('/codes/new', { type: 'wifi' })).toEqual(['wifi.ssid']);
    expect(await focused('/codes/new', { type: 'vcard', preview: '1' })).toEqual(['vcard.last_name']);
    expect(await focused('/codes/new', { 'vcard.last_name': 'Jane', preview: '1' })).toEqual([]);
    expect((await (await browser.get('/codes/new')).text()).includes('autofocus')).toBe(false);
  });

  it('opens the options if one of them is at fault, and only then', async () => {
    const browser = await signIn();
    const form = await newForm(browser);
    const post = async (fields: Record<string, string>) =>
      (await browser.post('/codes', { ...form, ...fields })).text();
    expect(await post({ url: 'example.com', margin: '1' })).toMatch(/<details [^>]*open/);
    expect(await post({ url: '' })).not.toMatch(/<details [^>]*open/);
  });

  it('shows HTML in its fields as text', async () => {
    const browser = await signIn();
    const evil = '"></textarea><script>alert(1)</script>';
    for (const type of CONTENT_TYPES) {
      const form = await newForm(browser, type);
      const fields = Object.fromEntries(Object.keys(form).map((name) => [name, evil]));
      const html = await (await browser.post('/codes', { ...fields, type, id: form['id'] ?? '' })).text();
      expect(html).not.toContain('<script>alert');
      expect(html).toContain('&lt;script&gt;alert(1)');
    }
  });

  it('offers the nearest colours that work, and applies them without losing anything', async () => {
    const browser = await signIn();
    const sent = {
      ...(await newForm(browser)),
      url: 'example.com',
      title: 'Mine',
      'color.dark': '#777777',
      'color.light': '#999999',
    };
    const refused = await (await browser.post('/codes', sent)).text();
    expect(errorOf(refused, 'color.dark')).toContain(
      'differ in brightness by 0.133, and at least 0.45 is needed',
    );
    const inverted = { ...sent, 'color.dark': '#ffffff', 'color.light': '#000000' };
    expect(errorOf(await (await browser.post('/codes', inverted)).text(), 'color.dark')).toBe(
      'The dark colour is lighter than the light one, which many scanners cannot read. Swap the two.',
    );
    const fields = await take(browser, refused);
    const { 'color.dark': dark, 'color.light': light } = fields;
    expect([dark, light]).not.toEqual([sent['color.dark'], sent['color.light']]);
    expect(fields).toMatchObject({ ...sent, 'color.dark': dark, 'color.light': light });
    expect((await browser.post('/codes', fields)).status).toBe(303);
  });

  it('offers finished designs first, with pictures, and fills in the fields of the one that is chosen', async () => {
    const browser = await signIn();
    const form = await newForm(browser);
    const html = await (await browser.get('/codes/new')).text();
    const pictures = toPage(html).attributes('img[src^="/codes/templates/designs/"]', 'src');
    expect(pictures).toHaveLength(8);
    const picture = await browser.get(pictures[0] ?? '');
    expect(picture.headers.get('content-type')).toContain('image/svg+xml');
    expect(await picture.text()).toContain('with the text “See the menu”');
    expect((await browser.get('/codes/templates/designs/constructor.svg')).status).toBe(404);
    expect(html).toContain('name="use_design" value="menu"');
    const chosen = fieldsOf(
      await (await browser.post('/codes/new', { ...form, use_design: 'menu', url: 'kept' })).text(),
    );
    expect(chosen).toMatchObject({
      ...{ url: 'kept', 'color.dark': '#4a2c0a', 'color.light': '#fffaf0', 'style.modules': 'rounded' },
      ...{
        'style.eyes.shape': 'rounded',
        'style.frame.kind': 'ribbon',
        'style.frame.text': 'See the menu',
        margin: '',
      },
    });
  });

  it('draws shapes, a gradient and a frame, keeps them in the copy of a code, and shows their problems beside the field', async () => {
    const browser = await signIn();
    const shapes = {
      'style.modules': 'dot',
      'style.eyes.shape': 'leaf',
      eyes_own: 'on',
      'style.eyes.color': '#080c20',
      'style.gradient.type': 'linear',
      'style.gradient.to': '#400040',
      'style.gradient.angle': '90',
      'style.background': 'transparent',
      'style.frame.kind': 'label_top',
      'style.frame.text': 'Menü',
      frame_own: 'on',
      'style.frame.color': '#100020',
    };
    const sent = { ...(await newForm(browser)), url: 'example.com', 'color.dark': '#0b3d91', ...shapes };
    const made = await browser.post('/codes', sent);
    expect(made.status).toBe(303);
    const path = made.headers.get('Location')!.split('?')[0]!;
    const stored = await env.DB.prepare('SELECT style, color_dark FROM qr_codes WHERE code_id = ?')
      .bind(path.slice(-8))
      .first<{ style: string; color_dark: string }>();
    expect(JSON.parse(stored!.style)).toMatchObject({
      modules: 'dot',
      eyes: { shape: 'leaf', color: '#080c20' },
      gradient: { type: 'linear', angle: 90, from: '#0b3d91', to: '#400040' },
      background: 'transparent',
      frame: { kind: 'label_top', text: 'Menü', color: '#100020' },
    });
    const copy = fieldsOf(await (await browser.get(`${path}/duplicate`)).text());
    expect(copy).toMatchObject({ ...shapes, 'color.dark': '#0b3d91' });

    const refuse = async (fields: Record<string, string>) =>
      (await browser.post('/codes', { ...sent, ...fields })).text();
    expect(errorOf(await refuse({ 'style.eyes.color': 'blue' }), 'style.eyes.color')).toBe(
      'This must be a hex colour of the form "#rrggbb".',
    );
    expect(errorOf(await refuse({ 'style.gradient.angle': '400' }), 'style.gradient.angle')).toContain(
      'Enter at most 359',
    );
    expect(errorOf(await refuse({ 'style.modules': 'star' }), 'style.modules')).toBe(
      'Choose one of the options.',
    );
    expect(errorOf(await refuse({ 'style.frame.text': '🍕' }), 'style.frame.text')).toContain(
      '"🍕" (U+1F355)',
    );
    expect(errorOf(await refuse({ 'style.frame.color': '#3060a0' }), 'style.frame.color')).toContain(
      'The nearest colour',
    );
    expect(errorOf(await refuse({ 'style.frame.kind': 'star' }), 'style.frame.kind')).toBe(
      'Choose one of the options.',
    );
  });

  it.each<[string, Record<string, string>, string, string, Record<string, string>]>([
    [
      'light eyes',
      { eyes_own: 'on', 'style.eyes.color': '#3060a0' },
      'style.eyes.color',
      'lighter than the rest',
      { 'style.eyes.color': '#1c385e' },
    ],
    [
      'a light end of a gradient',
      { 'style.gradient.type': 'linear', 'style.gradient.to': '#aaaaaa' },
      'style.gradient.to',
      'too alike',
      { 'style.gradient.to': '#7c7c7c' },
    ],
    [
      'dark paper',
      { 'style.background': 'transparent', 'color.light': '#c0c0c0' },
      'color.light',
      'this paper is too dark',
      { 'color.light': '#d9d9d9' },
    ],
    [
      'a light colour that is too dark for a gradient',
      { 'style.gradient.type': 'linear', 'style.gradient.to': '#000000', 'color.light': '#606060' },
      'color.dark',
      'too alike',
      { 'color.light': '#737373' },
    ],
  ])('names the nearest alternative to %s, and applies it', async (_, fields, field, message, mended) => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com', ...fields };
    const refused = await browser.post('/codes', sent);
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(errorOf(html, field)).toContain(message);
    const taken = await take(browser, html);
    expect(taken).toEqual({ ...sent, ...mended });
    expect((await browser.post('/codes', taken)).status).toBe(303);
    // The preview offers the same way out.
    const preview = await (await browser.post('/codes/preview', sent)).text();
    expect(await take(browser, preview, sent)).toEqual(taken);
    expect(preview).not.toContain('class="meter');
  });

  it('offers the colours of the newest codes, and applies them', async () => {
    const browser = await signIn();
    const form = await newForm(browser);
    const made = [
      { 'color.dark': '#102030', 'color.light': '#ffeedd' },
      { 'color.dark': '#000000', 'color.light': '#ffffff' },
      {
        'color.dark': '#301020',
        'color.light': '#ffffff',
        'style.gradient.type': 'linear',
        'style.gradient.to': '#000000',
      },
    ];
    for (const [i, colors] of made.entries())
      await browser.post('/codes', { ...form, url: `example.com/${i}`, ...colors });
    const html = await (await browser.get('/codes/new')).text();
    const offered = toPage(html).attributes('[aria-label*=" on #"]', 'aria-label');
    expect(offered).toEqual(['#301020 on #ffffff', '#102030 on #ffeedd']);
    expect(await take(browser, html)).toEqual({ ...fieldsOf(html), 'color.dark': '#301020' });
    expect(await (await (await signIn()).get('/codes/new')).text()).not.toContain('Colours of your codes');
  });

  it('takes a logo that was chosen but not uploaded, without JavaScript', async () => {
    const browser = await signIn();
    const fields = { ...(await newForm(browser)), url: 'example.com' };
    const send = (path: string, file: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('logo_file', new File([file], 'logo.png'));
      return browser.post(path, body);
    };
    const html = await (await browser.get('/codes/new')).text();
    expect(toPage(html).find('[action="/codes"][enctype="multipart/form-data"]')).not.toBeNull();
    const red = paintPng(40, 40, () => [200, 0, 0]);
    const made = await send('/codes', red);
    expect(made.status).toBe(303);
    const copy = await (await browser.get(`${made.headers.get('Location')!}/duplicate`)).text();
    expect(fieldsOf(copy)['style.logo.image']).toMatch(/^img_[0-9a-f]{16}$/);
    expect((await send('/codes', red)).headers.get('Location')).toBe(made.headers.get('Location'));
    expect(fieldsOf(await (await send('/codes/new', red)).text())['style.logo.image']).toMatch(/^img_/);
    const refused = await send('/codes', new Uint8Array([60, 115, 118, 103]));
    expect([refused.status, errorOf(await refused.text(), 'logo_file')]).toEqual([
      422,
      expect.stringContaining('PNG'),
    ]);
    const none = await send('/codes', new Uint8Array());
    expect(none.status).toBe(303);
  });

  it('says that a phone cannot open a link to localhost, and what can be done', async () => {
    const browser = await signIn();
    const create = async (bindings: { SHORT_URL_BASE?: string }) => {
      const fields = { ...(await newForm(browser)), url: 'example.com' };
      const made = await browser.post('/codes', fields, { env: bindings });
      return toText(await (await browser.get(made.headers.get('Location')!, { env: bindings })).text());
    };
    const local = await create({ SHORT_URL_BASE: 'http://localhost:8787/s' });
    expect(local).toContain('Open its short link on this computer, and the scan appears below');
    expect(local).toContain('A phone that scans the code cannot open a link to localhost');
    expect(local).toContain('npm start -- --host 0.0.0.0');
    expect(local).not.toContain('with your phone');
    const open = await create({});
    expect(open).toContain('Scan it with your phone');
    expect(open).not.toContain('localhost');
  });

  it('accepts a logo from a file, keeps it across a refusal, and draws it', async () => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    const upload = (by: SignedInClient, file: Uint8Array<ArrayBuffer> | null) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...sent, title: 'Kept', upload: '1' }))
        body.set(name, value);
      if (file) body.set('logo_file', new File([file], 'logo.png'));
      return by.post('/codes/new/logo', body);
    };
    const none = await upload(browser, null);
    expect([none.status, errorOf(await none.text(), 'logo_file')]).toEqual([
      422,
      'Choose a PNG, JPEG or SVG file first.',
    ]);
    const text = await upload(browser, new Uint8Array([60, 115, 118, 103]));
    expect(errorOf(await text.text(), 'logo_file')).toContain('PNG');
    const large = await upload(browser, new Uint8Array(700 * 1024));
    expect(errorOf(await large.text(), 'logo_file')).toBe('A file may have at most 512 KiB.');

    const html = await (
      await upload(
        browser,
        paintPng(40, 40, () => [200, 0, 0]),
      )
    ).text();
    const fields = fieldsOf(html);
    expect(fields).toMatchObject({ title: 'Kept', 'style.logo.size': 'auto' });
    const { 'style.logo.image': logo = '' } = fields;
    expect(logo).toMatch(/^img_[0-9a-f]{16}$/);
    expect(toText(html)).toMatch(
      /The logo covers \d+% of the side and uses \d+% of what level [QH] can repair\./,
    );
    const picture = await browser.get(`/codes/pictures/${logo}`);
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);

    const refused = await (await browser.post('/codes', { ...fields, title: 'x'.repeat(201) })).text();
    expect(fieldsOf(refused)['style.logo.image']).toBe(logo);
    const made = await browser.post('/codes', fields);
    expect(made.status).toBe(303);
    const path = made.headers.get('Location')!.split('?')[0]!;
    expect(fieldsOf(await (await browser.get(`${path}/duplicate`)).text())['style.logo.image']).toBe(logo);

    const stranger = await signIn();
    expect((await stranger.get(`/codes/pictures/${logo}`)).status).toBe(404);
    const theirs = { ...(await newForm(stranger)), url: 'example.com', 'style.logo.image': logo };
    const stolen = await stranger.post('/codes', theirs);
    expect([stolen.status, errorOf(await stolen.text(), 'style.logo.image')]).toEqual([
      422,
      'There is no such image in your account. Choose another, or upload it again.',
    ]);
    expect(await codesOf(stranger)).toEqual([]);
  });

  it('keeps its look as a template, and starts from the default one', async () => {
    const browser = await signIn();
    const form = await newForm(browser);
    const looks = {
      'color.dark': '#102030',
      'style.modules': 'dot',
      'style.eyes.shape': 'leaf',
      'style.frame.kind': 'border',
      margin: '3',
    };
    const save = async (fields: Record<string, string>) => {
      const response = await browser.post('/codes/new', {
        ...form,
        url: 'kept',
        ...looks,
        ...fields,
        save_template: '1',
      });
      return { status: response.status, html: await response.text() };
    };
    const nameless = await save({});
    expect([nameless.status, errorOf(nameless.html, 'template_name')]).toEqual([
      422,
      'This must have 1 to 100 characters, on one line.',
    ]);
    expect(
      errorOf((await save({ template_name: 'A', 'color.dark': '#888888' })).html, 'color.dark'),
    ).toContain('too light');
    expect(await (await browser.get('/codes/new')).text()).not.toContain('Start from a template');

    const saved = await save({ template_name: ' <b>Menu</b> ', template_default: 'on' });
    expect(saved.status).toBe(200);
    expect(toText(saved.html)).toContain('Saved as “ <b>Menu</b> ”.');
    const kept = fieldsOf(saved.html);
    expect(kept).toMatchObject({ ...looks, url: 'kept', template_name: '' });
    expect(kept['template']).toMatch(/^tpl_/);
    // The next form starts from it; without it, nothing changes.
    const next = await newForm(browser);
    expect(next).toMatchObject({ ...looks, template: kept['template'], url: '' });
    const taken = async (template: string) =>
      fieldsOf(await (await browser.post('/codes/new', { ...next, template, use_template: '1' })).text());
    expect(await taken('')).toEqual({ ...form, id: next['id'], template: '' });
    expect(await taken(kept['template'] ?? '')).toEqual(next);
    const stranger = await signIn();
    const theirs = await newForm(stranger);
    expect(theirs['style.modules']).toBe('square');
    const stolen = { ...theirs, template: kept['template'] ?? '', use_template: '1' };
    const refused = await (await stranger.post('/codes/new', stolen)).text();
    expect(fieldsOf(refused)).toMatchObject({ 'style.modules': 'square', 'color.dark': '#000000' });
    expect(refused).not.toContain('&lt;b&gt;Menu');
  });

  it('offers something plainer if a reader cannot read a picture, and applies it', async () => {
    const browser = await signIn();
    const { dynamic: _, ...form } = await newForm(browser);
    const sent = {
      ...form,
      url: 'https://example.com/menu',
      'style.modules': 'dot',
      eyes_own: 'on',
      'style.eyes.color': '#03273b',
      'style.gradient.type': 'radial',
      'color.dark': '#4a79a4',
      'style.gradient.to': '#9c616b',
      'color.light': '#faf4fb',
    };
    const { eyes_own: _own, ...plain } = sent;
    const refused = await browser.post('/codes', sent);
    const html = await refused.text();
    expect(errorOf(html, 'style.gradient.type')).toContain('could not read a picture of this code');
    const taken = await take(browser, html);
    expect(taken).toEqual({ ...plain, 'style.gradient.type': 'none', 'color.dark': '#000000' });
    expect((await browser.post('/codes', taken)).status).toBe(303);
  });

  it('of more than 64 KiB is not read', async () => {
    const browser = await signIn();
    const form = await newForm(browser, 'text');
    for (const path of ['/codes', '/codes/new', '/codes/preview']) {
      expect((await browser.post(path, { ...form, text: 'x'.repeat(70_000) })).status).toBe(413);
    }
  });

  it('without a store for its pictures creates nothing, says so, and works a moment later', async () => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    const broken = { put: () => Promise.reject(new Error('no R2')) } as unknown as R2Bucket;
    const response = await browser.post('/codes', sent, { env: { IMAGES: broken } });
    expect(response.status).toBe(503);
    const html = await response.text();
    expect(html).toContain('The images cannot be stored right now');
    expect(fieldsOf(html)).toMatchObject(sent);
    expect((await browser.post('/codes', sent)).status).toBe(303);
  });
});

describe('a form that is sent twice', () => {
  it('makes one code, and leads to it both times', async () => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    const first = await browser.post('/codes', sent);
    const second = await browser.post('/codes', sent);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(await codesOf(browser)).toHaveLength(1);
  });

  it('makes one code even if both arrive at the same moment, and loses nothing', async () => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    const responses = await Promise.all([1, 2, 3, 4].map(() => browser.post('/codes', sent)));
    expect(await codesOf(browser)).toHaveLength(1);
    for (const response of responses) {
      expect([303, 409]).toContain(response.status);
      if (response.status !== 409) continue;
      const html = await response.text();
      expect(html).toContain('does not create a second code');
      expect(fieldsOf(html)).toMatchObject(sent);
    }
    expect((await browser.post('/codes', sent)).status).toBe(303);
    expect(await codesOf(browser)).toHaveLength(1);
  });

  it('while the first is in progress leads nowhere yet, and keeps the typed text', async () => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    let isStored = () => {};
    let isReached = () => {};
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    const stored = new Promise<void>((resolve) => (isStored = resolve));
    const slow = {
      put: async (...args: Parameters<R2Bucket['put']>) => {
        isReached();
        await stored;
        return env.IMAGES.put(...args);
      },
    } as unknown as R2Bucket;
    const first = browser.post('/codes', sent, { env: { IMAGES: slow } });
    await reached;
    const second = await browser.post('/codes', sent);
    expect(second.status).toBe(409);
    expect(fieldsOf(await second.text())).toMatchObject(sent);
    isStored();
    expect((await first).status).toBe(303);
  });

  it.each(['/codes/new', 'duplicate'])('is the same one after “back”: %s', async (page) => {
    const browser = await signIn();
    const made = await browser.post('/codes', { ...(await newForm(browser)), url: 'example.com/first' });
    const path = page.startsWith('/') ? page : `${made.headers.get('Location')}/${page}`;
    const open = async (query: string) => fieldsOf(await (await browser.get(path + query)).text());
    const { id = '' } = await open('?type=url');
    expect(id).toMatch(/^form_[0-9a-f]{16}$/);
    // Its own address shows it again.
    const again = await open(`?type=url&form=${id}`);
    expect(again['id']).toBe(id);
    for (const form of [again, await open(`?form=${id}`)]) {
      const sent = await browser.post('/codes', { ...form, url: 'example.com/second' });
      expect(sent.status).toBe(303);
    }
    expect(await codesOf(browser)).toHaveLength(2);
    expect((await open('?form=form_<script>'))['id']).toMatch(/^form_[0-9a-f]{16}$/);
  });

  it('with other content is another form', async () => {
    const browser = await signIn();
    const form = await newForm(browser);
    await browser.post('/codes', { ...form, url: 'example.com/1' });
    expect((await browser.post('/codes', { ...form, url: 'example.com/2' })).status).toBe(303);
    expect((await codesOf(browser)).map((code) => code['target'])).toEqual([
      'https://example.com/1',
      'https://example.com/2',
    ]);
  });

  it('is another one in another account, and after the page was opened again', async () => {
    const [browser, other] = [await signIn(), await signIn()];
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    await browser.post('/codes', sent);
    await other.post('/codes', sent);
    await browser.post('/codes', { ...(await newForm(browser)), url: 'example.com' });
    expect([await codesOf(browser), await codesOf(other)].map((codes) => codes.length)).toEqual([2, 1]);
  });

  it.each(['', 'x'.repeat(5000), 'key_0123456789abcdef'])('is not made with the id "%.20s"', async (id) => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com', id };
    expect((await browser.post('/codes', sent)).status).toBe(400);
    expect(await codesOf(browser)).toEqual([]);
  });
});

describe('the preview', () => {
  it('draws no PNG, with a script or without, and the code that is made then does', async () => {
    const browser = await signIn();
    const form = { ...(await newForm(browser)), url: 'example.com', size: '2048' };
    const rasterize = vi.spyOn(Resvg, 'async');
    for (const path of ['/codes/preview', '/codes/new']) {
      const response = await browser.post(path, { ...form, preview: '1' });
      expect(await response.text()).toContain('data:image/svg+xml');
    }
    expect(rasterize).toHaveBeenCalledTimes(0);
    expect((await browser.post('/codes', form)).status).toBe(303);
    expect(rasterize).toHaveBeenCalledTimes(1);
    rasterize.mockRestore();
  });

  async function preview(browser: SignedInClient, type: ContentType, fields: Record<string, string>) {
    const response = await browser.post('/codes/preview', { ...(await newForm(browser, type)), ...fields });
    expect(response.status).toBe(200);
    return response.text();
  }

  it('says why a symbol is too large if the platform gives little CPU', async () => {
    const browser = await signIn();
    const form = { ...(await newForm(browser, 'text')), text: 'x'.repeat(700) };
    const response = await browser.post('/codes/preview', form, { env: { WORKERS_PLAN: 'free' } });
    expect(await response.text()).toContain(
      'the largest that can be drawn here is version 15. Shorten it, or choose a lower error correction. This service runs on the Free plan',
    );
  });

  it('is the picture that the code will have, and stores nothing', async () => {
    const browser = await signIn();
    const fields = { text: 'Hello World', 'color.dark': '#203040', margin: '6' };
    const html = await preview(browser, 'text', fields);
    expect(html).toMatch(/21 × 21 modules, error correction level Q/);
    expect(html).not.toContain('short link');
    expect(await codesOf(browser)).toEqual([]);
    const before = (await env.IMAGES.list()).objects.length;
    await preview(browser, 'text', fields);
    expect((await env.IMAGES.list()).objects.length).toBe(before);

    await browser.post('/codes', { ...(await newForm(browser, 'text')), ...fields });
    const [code] = await codesOf(browser);
    const stored = await (await env.IMAGES.get(`qr/${code?.code_id}.svg`))?.text();
    expect(svgOf(html)).toBe(stored);
  });

  it('of a dynamic code has the size of the finished one, and says that it leads nowhere', async () => {
    const browser = await signIn();
    const html = await preview(browser, 'url', { url: 'example.com' });
    expect(html).toContain('This preview leads nowhere');
    await browser.post('/codes', { ...(await newForm(browser)), url: 'example.com' });
    const [code] = await codesOf(browser);
    const stored = (await (await env.IMAGES.get(`qr/${code?.code_id}.svg`))?.text()) ?? '';
    expect(/viewBox="[^"]*"/.exec(svgOf(html))?.[0]).toBe(/viewBox="[^"]*"/.exec(stored)?.[0]);
  });

  it.each<[string, ContentType, Record<string, string>, string, boolean]>([
    ['an empty form', 'wifi', {}, 'Fill in the form, and the code appears here.', false],
    [
      'colours that are too alike',
      'url',
      { url: 'example.com', 'color.dark': '#777777', 'color.light': '#999999' },
      'too alike',
      true,
    ],
    [
      'colours the wrong way round',
      'url',
      { 'color.dark': '#ffffff', 'color.light': '#000000' },
      'is lighter than',
      false,
    ],
    ['what is no address', 'url', { url: 'ftp://example.com' }, 'it begins with ftp:', false],
    ['too much content', 'text', { text: 'ä'.repeat(1500) }, 'holds 2331 bytes', false],
    [
      'too small a picture',
      'text',
      { text: 'x'.repeat(300), size: '128' },
      'smallest size that works',
      false,
    ],
    ['a size that is none', 'text', { text: 'x', size: '9' }, 'Enter at least 128.', true],
  ])('warns of %s as one types', async (_, type, fields, message, isDrawn) => {
    const html = await preview(await signIn(), type, fields);
    expect(html).toContain(message);
    expect(html.split(message)).toHaveLength(2);
    expect(html.includes('data:image/svg+xml')).toBe(isDrawn);
    // Whoever filled it in is not asked to.
    expect(html.includes('Fill in the form')).toBe(Object.keys(fields).length === 0);
    expect(html).not.toContain('<html');
  });

  it('shows the robustness of the look, and applies the darker eyes that recover it', async () => {
    const browser = await signIn();
    const fields = { url: 'example.com', 'color.dark': '#0b3d91', 'style.modules': 'rounded' };
    const sent = { ...(await newForm(browser)), ...fields };
    const html = await preview(browser, 'url', fields);
    expect(toText(html)).toContain('Scans less reliably');
    expect(toText(html)).toContain('The dark colour has 22% of the brightness of white.');
    expect(toText(html)).toMatch(/ 9 to 15 Rounded modules instead of full squares\. 0\.6 /);
    expect(toText(html)).toContain('We measured it with simulated photos');
    const taken = await take(browser, html, sent);
    expect(taken).toEqual({ ...sent, eyes_own: 'on', 'style.eyes.color': '#021027' });
    const after = toText(await preview(browser, 'url', taken));
    expect(after).toContain('Scans well');
    expect(toText(await preview(browser, 'url', { url: 'example.com' }))).toContain('Scans reliably');
  });

  it.each([
    ['as people see it', 'https://p\u0430ypal.com/login'],
    ['in punycode', 'xn--pypal-4ve.com'],
  ])('warns of a host that looks like another one, written %s, and draws the code', async (_, url) => {
    const html = await preview(await signIn(), 'url', { url });
    expect(toText(html)).toContain('“ p\u0430ypal.com ” has letters that look like others');
    expect(html).toContain('<code>xn--pypal-4ve.com</code>');
    expect(html).toContain('data:image/svg+xml');
    expect(await preview(await signIn(), 'url', { url: 'münchen.de' })).not.toContain('look like others');
  });

  it('works without a script too: a button shows the form again with it', async () => {
    const browser = await signIn();
    const form = await newForm(browser, 'phone');
    expect(await (await browser.get('/codes/new?type=phone')).text()).toMatch(
      /formaction="\/codes\/new"[^>]*name="preview"/,
    );
    const good = await (
      await browser.post('/codes/new', { ...form, 'phone.number': '+49 30 123456', preview: '1' })
    ).text();
    expect(good).toContain('modules, error correction level');
    expect(fieldsOf(good)['phone.number']).toBe('+49 30 123456');
    const bad = await browser.post('/codes/new', { ...form, 'phone.number': '030', preview: '1' });
    expect(bad.status).toBe(200);
    expect(errorOf(await bad.text(), 'phone.number')).toContain('country code');
  });
});

function svgOf(html: string): string {
  const src = toPage(html).find('img[src^="data:image/svg+xml,"]')?.attribute('src') ?? '';
  return decodeURIComponent(src.replace('data:image/svg+xml,', ''));
}

describe('forms from elsewhere', () => {
  it.each(['/codes', '/codes/new', '/codes/preview'])('are refused: %s', async (path) => {
    const browser = await signIn();
    const sent = { ...(await newForm(browser)), url: 'example.com' };
    expect((await browser.post(path, sent, { headers: { Origin: 'https://evil.example' } })).status).toBe(
      403,
    );
    const signedOut = await createApp().fetch(
      new Request(`https://api.example.com${path}`, {
        method: 'POST',
        headers: { Origin: 'https://api.example.com' },
        body: new URLSearchParams(sent),
      }),
      env,
      { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext,
    );
    expect(signedOut.status).toBe(401);
    expect(await codesOf(browser)).toEqual([]);
  });
});

describe('a member', () => {
  it('creates codes like an owner', async () => {
    const browser = await signIn({ role: 'member' });
    expect((await browser.post('/codes', { ...(await newForm(browser)), url: 'example.com' })).status).toBe(
      303,
    );
  });
});

describe('a copy of a code', () => {
  const create = async (browser: SignedInClient, type: ContentType, fields: Record<string, string>) => {
    const created = await browser.post('/codes', { ...(await newForm(browser, type)), ...fields });
    return created.headers.get('Location')?.split('?')[0] ?? '';
  };

  it.each(['url', 'wifi', 'event'] as const)(
    'of type %s begins with the content of the original',
    async (type) => {
      const browser = await signIn();
      const [fields] = FILLED_IN[type];
      const style = {
        title: 'Mine',
        'color.dark': '#102030',
        'color.light': '#ffeedd',
        size: '512',
        margin: '2',
      };
      const path = await create(browser, type, { ...fields, ...style, error_correction: 'H', format: 'svg' });
      const page = await (await browser.get(`${path}/duplicate`)).text();
      expect(toText(page)).not.toContain('not in the format that this form writes');
      await browser.post('/codes', fieldsOf(page));
      const [original, copy, ...others] = await codesOf(browser);
      expect(others).toEqual([]);
      const own = { title: 'Copy of Mine', code_id: copy?.code_id, position: copy?.position };
      const times = { created_at_ms: copy?.created_at_ms, updated_at_ms: copy?.updated_at_ms };
      expect(copy).toEqual({ ...original, ...own, ...times });
      expect(copy?.code_id).not.toBe(original?.code_id);
    },
  );

  it('says so if the form lacks fields for parts of the original', async () => {
    const browser = await signIn();
    const target = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:</title>Jane\r\nBDAY:19990101\r\nEND:VCARD';
    const codeId = await seedCode(env.DB, {
      accountId: browser.accountId,
      codeId: randomCodeId(),
      type: 'vcard',
      isDynamic: false,
      title: 'x'.repeat(200),
      target,
    });
    const page = await (await browser.get(`/codes/qr_${codeId}/duplicate`)).text();
    expect(toText(page)).toContain('Check that nothing is missing from the fields below.');
    expect(fieldsOf(page)).toMatchObject({
      'vcard.last_name': '</title>Jane',
      title: `Copy of ${'x'.repeat(192)}`,
    });
  });

  it('does not copy the settings for scans, and says so', async () => {
    const browser = await signIn();
    const path = await create(browser, 'url', { url: 'example.com' });
    await browser.post(`${path}/control/pause`, { paused: 'on' });
    const page = await (await browser.get(`${path}/duplicate`)).text();
    expect(toText(page)).toContain('What happens on a scan is not copied');
    await browser.post('/codes', fieldsOf(page));
    expect((await codesOf(browser)).map(({ control }) => control !== null)).toEqual([true, false]);
  });

  it('has its tags; its other names stay with the original', async () => {
    const browser = await signIn();
    const path = await create(browser, 'url', { url: 'example.com', tags: 'b, A', external_id: 'one' });
    const page = await (await browser.get(`${path}/duplicate`)).text();
    expect(toText(page)).toContain('External id and metadata stay with the original.');
    expect(fieldsOf(page)).toMatchObject({ tags: 'A, b', external_id: '' });
    const refused = await browser.post('/codes', { ...fieldsOf(page), external_id: 'one', tags: ',' });
    expect(refused.status).toBe(422);
    expect(errorOf(await refused.text(), 'external_id')).toContain('has the external id');
  });

  it('is offered on the page of a code, but not of another account’s code', async () => {
    const browser = await signIn();
    const path = await create(browser, 'url', { url: 'example.com' });
    expect(await (await browser.get(path)).text()).toContain(`href="${path}/duplicate"`);
    expect((await (await signIn()).get(`${path}/duplicate`)).status).toBe(404);
  });
});
