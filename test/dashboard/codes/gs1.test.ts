import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import { openDatabase } from '#storage/database.ts';
import { insertPrefix } from '#storage/gs1/prefixes.ts';
import { ENGLISH } from '#harness/data/english-words.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage, toPage, toText } from '#harness/worker/page.ts';

const HOST = 'id.example.com';
const TARGET = 'https://example.com/oil';

let api: ApiClient;
let browser: SignedInClient;
let host: string;
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId, name: 'Grace', role: 'member' });
  host = `gs1-${randomHex()}.example`.toLowerCase();
  await seedDomain(env.DB, { accountId: api.accountId, host });
});

let last = 950_600_100_000;
/** The 13 digits of a product that no other test has. */
function newGtin(): string {
  const digits = String(last++);
  return digits + checkDigitOf(digits);
}

type Fields = Record<string, string>;
const read = (id: string) =>
  api.json<{ gs1: Fields; short_url: string; links: object[] | null }>('GET', `/v1/qr/${id}`);

async function make(gs1: Fields, fields: object = {}) {
  const body = { type: 'gs1', dynamic: true, target: TARGET, domain: host, gs1, ...fields };
  const { id } = await api.json<{ id: string }>('POST', '/v1/qr', body);
  return `/codes/${id}`;
}

/** Sends the form of a new GS1 code with these fields. */
async function fill(fields: Fields, bindings: Partial<ApiEnv> = {}, to = '/codes') {
  const opened = await readPage(await browser.get('/codes/new?type=gs1', { env: bindings }));
  const form = opened.fieldsOf('[action="/codes"]');
  return browser.post(to, { ...form, domain: host, gs1: TARGET, ...fields }, { env: bindings });
}

describe('the form of a GS1 code', () => {
  it.each<[string, (gtin: string) => Fields, Fields]>([
    [
      'fields for the usual elements, and one for the others',
      (gtin) => ({
        'gs1.01': `${gtin.slice(0, 1)} ${gtin.slice(1)}`,
        'gs1.10': 'LOT7',
        'gs1.21': 'A/1',
        'gs1.17': '2027-12-31',
        'gs1.others': '(422)276 (240)REF',
      }),
      { '10': 'LOT7', '21': 'A/1', '17': '271231', '422': '276', '240': 'REF' },
    ],
    [
      'an element string that was pasted',
      (gtin) => ({ 'gs1.01': `(01) 0${gtin} (10) LOT7 (17) 271200` }),
      { '10': 'LOT7', '17': '271200' },
    ],
    [
      'a Digital Link that was pasted',
      (gtin) => ({ 'gs1.01': `id.example.org/x/01/0${gtin}/10/A%2F7?17=271231&lang=de` }),
      { '10': 'A/7', '17': '271231' },
    ],
  ])('takes %s', async (_, fields, others) => {
    const gtin = newGtin();
    const created = await fill(fields(gtin));
    expect(created.status).toBe(303);
    const path = created.headers.get('Location') ?? '';
    expect(await read(path.split('/').at(-1) ?? '')).toMatchObject({
      gs1: { '01': `0${gtin}`, ...others },
      target: TARGET,
      domain: host,
    });
    const copy = (await readPage(await browser.get(`${path}/duplicate`))).fieldsOf('[action="/codes"]');
    expect(copy).toMatchObject({ gs1: TARGET, 'gs1.01': `0${gtin}` });
    const again = await browser.post('/codes', copy);
    expect([again.status, toPage(await again.text()).errorOf('gs1.01')]).toEqual([
      422,
      expect.stringContaining('add a batch or a serial number'),
    ]);
  });

  it.each<[Fields, field: string, message: string]>([
    [{ 'gs1.01': '9506000134353' }, 'gs1.01', '(01) must end with the check digit 2.'],
    [{ 'gs1.01': '95060001' }, 'gs1.01', 'must end with the check digit'],
    [{ 'gs1.01': '(01)1(10)A' }, 'gs1.01', '(01) must have 8, 12, 13 or 14 characters.'],
    [{ 'gs1.01': 'https://id.example.org/01/09506000134353' }, 'gs1.01', 'the check digit 2'],
    [{ 'gs1.10': 'A' }, 'gs1.01', 'Enter the GTIN of the product.'],
    [{ 'gs1.01': '9506000134352', gs1: ' ' }, 'gs1', 'Enter the address'],
    [{ 'gs1.01': '9506000134352', gs1: 'oil' }, 'gs1', 'must be'],
    [{ 'gs1.01': '9506000134352', 'gs1.21': 'ä' }, 'gs1.21', '(21) may contain only'],
    [{ 'gs1.01': '9506000134352', 'gs1.17': '2027-13-01' }, 'gs1.17', '(17) must hold a date as YYMMDD'],
    [{ 'gs1.01': '9506000134352', 'gs1.others': '422276' }, 'gs1.others', 'identifier in brackets'],
    [{ 'gs1.01': '9506000134352', 'gs1.others': '(9999)1' }, 'gs1.others', '9999 is not a GS1 application'],
    [{ 'gs1.01': '9506000134352', 'gs1.others': '(37)5' }, 'gs1.01', '(01) must not come with 37'],
    [{ 'gs1.01': '(01)9506000134352(10)A', 'gs1.10': 'B' }, 'gs1.10', 'Another field has (10), too.'],
    [{ 'gs1.01': '(9999)1'.repeat(3_000) }, 'gs1.01', '9999 is not a GS1 application'],
    [{ 'gs1.01': '9506000134352', domain: 'brand.example' }, 'domain', 'not one of your active domains'],
  ])('says beside a field what is wrong with it: %o', async (fields, field, message) => {
    const refused = await fill(fields);
    expect(refused.status).toBe(422);
    expect(toPage(await refused.text()).errorOf(field)).toContain(message);
  });

  it('previews what the symbol will hold', async () => {
    const preview = await (await fill({ 'gs1.01': newGtin() }, {}, '/codes/preview')).text();
    expect(preview).toContain('src="data:image/svg+xml,');
    expect(preview).not.toContain('This preview leads nowhere');
    const told = toText(await (await fill({ 'gs1.01': '9506000134353' }, {}, '/codes/preview')).text());
    expect(told).toContain('(01) must end with the check digit 2.');
  });

  it('prints with the host of the operator, for keys that it has approved', async () => {
    const here = { GS1_HOST: HOST };
    const gtin = newGtin();
    const asks = { 'gs1.01': gtin, domain: HOST };
    const refused = toPage(await (await fill(asks, here)).text()).errorOf('domain');
    expect(refused).toContain(`has not approved the company prefix of 01/0${gtin}`);
    await insertPrefix(openDatabase(env.DB), {
      prefix: gtin.slice(0, 9),
      accountId: api.accountId,
      approvedAtMs: 0,
    });
    const created = await fill(asks, here);
    const id = created.headers.get('Location')?.split('/').at(-1) ?? '';
    expect((await read(id)).short_url).toBe(`https://${HOST}/01/0${gtin}`);
  });

  it('says so where there is no host, before anything is typed', async () => {
    const newcomer = await signIn();
    const page = await readPage(await newcomer.get('/codes/new?type=gs1'));
    expect(page.text).toContain('This service has no host for GS1 codes. Add a domain of your own first');
    expect(page.linkOf('Add a domain of your own')).toBe('/settings/domains');
  });
});

describe('the page of a GS1 code', () => {
  it('tells what it identifies, and leads to the levels around it', async () => {
    const gtin = newGtin();
    const product = await make({ '01': gtin }, { title: 'Olive oil' });
    const batch = await make({ '01': gtin, '10': 'LOT7', '17': '271231', '422': '276', '3103': '000500' });
    const serial = await make({ '01': gtin, '10': 'LOT7', '21': 'S1' }, { title: 'First bottle' });
    await make({ '01': newGtin() }, { title: 'Another product' });
    const page = await readPage(await browser.get(batch));
    const item = page.find('#item');
    for (const fact of [
      `GTIN (01) 0${gtin}`,
      'Batch or lot (10) LOT7',
      'Expiry date (17) 271231',
      'Country of origin (422) 276',
      'NET WEIGHT (kg) (3103) 000500',
      'Above it Olive oil',
      'Below it First bottle',
    ])
      expect(item?.text).toContain(fact);
    expect([item?.linkOf('Olive oil'), item?.linkOf('First bottle')]).toEqual([product, serial]);
    expect(item?.text).not.toContain('Another product');
    const whole = (await readPage(await browser.get(product))).find('#item');
    expect(whole?.text).toContain(`Below it 01/0${gtin}/10/LOT7 First bottle`);
  });

  it('adds, changes and removes links by type, and overwrites nobody’s', async () => {
    const path = await make({ '01': newGtin() });
    const id = path.split('/').at(-1) ?? '';
    const open = async (query = '') =>
      (await readPage(await browser.get(`${path}/control${query}`))).fieldsOf(
        `form[action="${path}/control/links#links"]:has(select)`,
      );
    const send = (fields: Fields) => browser.post(`${path}/control/links`, fields);
    const pip = {
      'link.type': 'gs1:pip',
      'link.href': 'example.com/pip',
      'link.languages': 'de, fr-CH',
      'link.media_type': 'text/html',
    };
    const first = await open();
    for (const [wrong, field, message] of [
      [{ 'link.type': 'gs1:none' }, 'link.type', 'must be a link type'],
      [{ 'link.href': 'javascript:alert(1)' }, 'link.href', 'http'],
      [{ 'link.languages': 'de, german' }, 'link.languages', '“german” must be a language in two letters'],
      [{ 'link.media_type': 'html' }, 'link.media_type', 'must be a media type'],
    ] as const) {
      const refused = await send({ ...first, ...pip, ...wrong });
      expect(refused.status).toBe(422);
      expect(toPage(await refused.text()).errorOf(field)).toContain(message);
    }
    expect((await send({ ...first, ...pip })).status).toBe(303);
    expect((await send({ ...first, ...pip })).status).toBe(409);
    await api.json('PATCH', `/v1/qr/${id}`, {
      links: [...((await read(id)).links ?? []), { type: 'gs1:dpp', href: TARGET, contexts: ['EU'] }],
    });
    const shown = (await readPage(await browser.get(path))).find('#control');
    expect(shown?.text).toContain(
      'Product Information Page (gs1:pip, German, Swiss French) → https://example.com/pip',
    );
    await send({ ...(await open('?open=links&link=1')), 'link.title': 'Passport' });
    const links = (await read(id)).links;
    expect(links).toMatchObject([
      { type: 'gs1:pip', languages: ['de', 'fr-CH'], media_type: 'text/html' },
      { type: 'gs1:dpp', title: 'Passport', contexts: ['EU'] },
    ]);
    const { revision = '', tz = '' } = await open();
    await send({ revision, tz, editing: '0', remove: 'on' });
    expect((await read(id)).links).toEqual(links?.slice(1));
    expect(toText(await (await browser.get(path)).text())).toContain(
      'Links by type Before: Product Information Page (gs1:pip, German, Swiss French) → https://example.com/pip',
    );
  });

  it('is in one language, with all that it can show', async () => {
    const german = await signIn({ accountId: api.accountId, name: 'Grete', role: 'member' });
    const links = [{ type: 'gs1:dpp', href: TARGET, title: 'Pass', languages: ['de'] }];
    const gtin = newGtin();
    const path = await make({ '01': gtin }, { title: 'Öl', links });
    await make({ '01': gtin, '10': 'L' }, { title: 'Los' });
    for (const page of [
      '',
      '/control?open=links&link=0',
      '/control?test=on&test_link_type=gs1:dpp',
      '/control?test=on&test_link_type=x',
    ]) {
      const html = await (await german.get(path + page, { headers: { 'Accept-Language': 'de' } })).text();
      // The names of the vocabulary are those that it gives.
      const words = toText(html.replaceAll(/<option[^>]*>[^<]*<\/option>|DE-BY|Isle of Man/g, ''));
      expect(words.match(ENGLISH), page).toBeNull();
    }
  });
});

describe('the tester of a GS1 code', () => {
  const link = (href: string, more: object = {}) => ({ type: 'gs1:pip', href: `${TARGET}/${href}`, ...more });
  const LINKS = [
    link('pip'),
    link('pip-de', { languages: ['de'], title: 'Fakten' }),
    link('pip.pdf', { media_type: 'application/pdf' }),
    { ...link('recall-1', { title: 'First' }), type: 'gs1:recallStatus' },
    { ...link('recall-2', { title: 'Second' }), type: 'gs1:recallStatus' },
    { ...link('fr', { languages: ['fr'], title: 'Huile' }), type: 'gs1:defaultLinkMulti' },
    { ...link('it', { languages: ['it'] }), type: 'gs1:defaultLinkMulti' },
  ];
  let product: string;
  let batch: string;
  let serial: string;
  let name: string;
  beforeAll(async () => {
    const gtin = newGtin();
    name = `01/0${gtin}`;
    product = await make({ '01': gtin }, { title: 'Olive oil', links: LINKS });
    const dpp = { ...link('passport', { title: 'Passport' }), type: 'gs1:dpp' };
    batch = await make(
      { '01': gtin, '10': 'LOT7', '17': '271231' },
      { links: [dpp], target: `${TARGET}/lot` },
    );
    serial = await make({ '01': gtin, '10': 'LOT7', '21': 'S1' });
  });

  const test = async (path: string, query: string) =>
    (await readPage(await browser.get(`${path}/control?test=on&${query}`))).find('#test');

  it.each<[asked: string, atBatch: boolean, said: string]>([
    ['', false, `the scan leads to ${TARGET}`],
    [
      'test_language=fr',
      false,
      `This link of {name} suits best: Huile (gs1:defaultLinkMulti, French) → ${TARGET}/fr`,
    ],
    ['test_language=fr', true, `the scan leads to ${TARGET}/lot`],
    ['test_link_type=gs1:pip', false, `suits best: Product Information Page (gs1:pip) → ${TARGET}/pip`],
    [
      'test_link_type=gs1:pip&test_language=de-at',
      true,
      `of {name} suits best: Fakten (gs1:pip, German) → ${TARGET}/pip-de`,
    ],
    ['test_link_type=gs1:dpp', true, `of {name}/10/LOT7 suits best: Passport (gs1:dpp)`],
    ['test_link_type=gs1:dpp', false, 'There is no link of this type'],
    [
      'test_link_type=gs1:recallStatus',
      true,
      `of {name} suit alike, so the visitor chooses one: First (gs1:recallStatus) → ${TARGET}/recall-1 Second`,
    ],
  ])('says what a phone gets, by its language and the wished type: %s', async (asked, atBatch, said) => {
    const shown = await test(atBatch ? batch : product, asked);
    expect(shown?.wordsOf('.notice')).toContain(said.replace('{name}', name));
  });

  it('says what a till reads and a machine gets', async () => {
    const shown = await test(batch, '');
    const uri = `https://${host}/${name}`;
    expect(shown?.text).toContain(`A till reads (01) ${name.slice(3)} (10) LOT7 (17) 271231`);
    expect(shown?.linkOf(`${uri}/10/LOT7?linkType=linkset`)).toBe(`${uri}/10/LOT7?linkType=linkset`);
    const linksetAt = async (path: string) =>
      (
        JSON.parse((await test(path, ''))?.wordsOf('pre') ?? '') as {
          linkset: { anchor: string; itemDescription: string }[];
        }
      ).linkset;
    const linkset = await linksetAt(serial);
    expect(linkset.map(({ anchor }) => anchor)).toEqual([`${uri}/10/LOT7/21/S1`, `${uri}/10/LOT7`, uri]);
    const voc = (type: string) => `https://ref.gs1.org/voc/${type}`;
    expect(linkset[2]).toHaveProperty([voc('recallStatus')]);
    // What the owner calls it is for the owner.
    expect(linkset[2]).toMatchObject({ itemDescription: `(01) ${name.slice(3)}` });
    // Only the default links of the most specific level lead anywhere.
    expect(linkset[2]).not.toHaveProperty([voc('defaultLinkMulti')]);
    expect((await linksetAt(product))[0]).toHaveProperty([voc('defaultLinkMulti')]);
    await api.json('PATCH', `/v1/qr/${batch.split('/').at(-1)}`, { paused: true });
    expect((await test(batch, 'test_link_type=gs1:dpp'))?.wordsOf('.notice')).toContain(
      'Paused: the visitor sees',
    );
    expect((await linksetAt(batch)).map(({ anchor }) => anchor)).toEqual([uri]);
    await api.json('PATCH', `/v1/qr/${product.split('/').at(-1)}`, { max_scans: 9 });
    expect(await linksetAt(batch)).toEqual([]);
  });
});

describe.each(['qr', 'datamatrix'])('the download of a GS1 code with the symbol %s', (carrier) => {
  let path: string;
  beforeAll(async () => {
    path = await make({ '01': newGtin(), '10': 'LOT7' }, { style: { modules: 'dot' } });
  });
  const fileOf = (fields: Fields) =>
    browser.get(`${path}/download/file?${new URLSearchParams(fields).toString()}`);
  const bytesOf = async (response: Response) => {
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };

  it('is every file of the interface with it, as narrow as tills read if no width is asked for', async () => {
    const id = path.split('/').at(-1) ?? '';
    const check = await api.json<{ point_of_sale: { min_width_mm: number } }>(
      'GET',
      `/v1/qr/${id}/print-check?width_mm=40&carrier=${carrier}`,
    );
    const width = check.point_of_sale.min_width_mm;
    const shown = toText(
      await (await browser.get(`${path}/download/check?kind=pdf&carrier=${carrier}`)).text(),
    );
    expect(shown).toContain(`${width} × ${width} mm`);
    expect(shown).not.toContain('GS1 asks for at least');
    for (const [kind, query] of [
      ['png', 'image?format=png'],
      ['pdf', `print?width_mm=${width}`],
      ['svg', `print?format=svg&width_mm=${width}`],
    ] as const) {
      const ours = await api.request('GET', `/v1/qr/${id}/${query}&carrier=${carrier}&hri=true`);
      expect(await bytesOf(await fileOf({ kind, carrier, hri: 'on' })), kind).toEqual(await bytesOf(ours));
    }
    for (const [kind, sheet] of [
      ['labels', { template: 'L7160', copies: 21 }],
      ['sticker_square_50', { template: 'sticker_square_50', marks: false, bleed_mm: 0 }],
    ] as const) {
      const ours = await api.request('POST', '/v1/sheets', { ...sheet, ids: [id], carrier, hri: true });
      expect(await bytesOf(await fileOf({ kind, carrier, hri: 'on' })), kind).toEqual(await bytesOf(ours));
    }
  });

  it('has it for this code, not for the next one', async () => {
    await fileOf({ kind: 'pdf', carrier, hri: 'on', width_mm: '80' });
    const open = async (to: string) => {
      const page = await readPage(await browser.get(`${to}/download`));
      const chosen = page.find('select[name="carrier"] option[selected]')?.attribute('value');
      return [chosen, page.find('input[name="hri"][checked]') !== null, page.valueOf('width_mm')];
    };
    expect(await open(path)).toEqual([carrier, true, '80']);
    expect(await open(await make({ '01': newGtin() }))).toEqual(['qr', false, '']);
    const { id } = await api.json<{ id: string }>('POST', '/v1/qr', { target: TARGET });
    expect(await open(`/codes/${id}`)).toEqual([undefined, false, '80']);
  });
});

it.each(['png', 'pdf', 'labels'])(
  'the download of a GS1 code as %s refuses a symbol that there is not',
  async (kind) => {
    const path = await make({ '01': newGtin() });
    const refused = await browser.get(`${path}/download/file?kind=${kind}&carrier=aztec`);
    expect([refused.status, toPage(await refused.text()).errorOf('carrier')]).toEqual([
      422,
      'Choose one of the options.',
    ]);
  },
);
