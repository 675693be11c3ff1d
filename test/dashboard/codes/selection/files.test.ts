import { env } from 'cloudflare:workers';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText, toPage, toText } from '#harness/worker/page.ts';

type Fields = Record<string, string>;

let api: ApiClient;
let browser: SignedInClient;
let ids: string[];
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId });
  ids = [];
  for (const title of ['Table 1', 'Table 2', 'Door']) {
    const tags = title === 'Door' ? [] : ['tables'];
    ids.push((await create(api, { dynamic: true, title, tags })).id);
  }
});

const ticked = (some: readonly string[]): Fields => Object.fromEntries(some.map((id) => [id, 'on']));

/** What an untouched form on a page would send. */
function fieldsIn(html: string): Fields {
  const fields = toPage(html).fieldsOf('[action$="/selection/files"]');
  return { ...fields, look: 'k', ink: 'k', caption: 'none' };
}

const ask = (fields: Fields) => browser.post('/codes/selection', { ...fields, action: 'download' });
const download = (fields: Fields) => browser.post('/codes/selection/files', fields);
const unzip = async (response: Response) => {
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="qr-codes.zip"');
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};

describe('the files of a selection', () => {
  it('are those of the ticked codes, in the forms that were chosen, as the interface has them', async () => {
    const page = await ask(ticked(ids.slice(0, 2)));
    const html = await page.text();
    expect(toText(html)).toContain('Download 2 codes');
    const chosen = {
      ...fieldsIn(html),
      size: '300',
      svg: 'on',
      pdf: 'on',
      width_mm: '30,5',
      caption: 'title',
    };
    const files = await unzip(await download({ ...chosen, name: '{number}/{title}.{format}' }));
    expect(Object.keys(files).sort()).toEqual(
      ['1/Table 1', '2/Table 2']
        .flatMap((name) => [`${name}.pdf`, `${name}.png`, `${name}.svg`])
        .concat('index.csv')
        .sort(),
    );
    const [first] = ids;
    for (const [name, query] of [
      ['1/Table 1.png', 'image?format=png&size=300'],
      ['1/Table 1.svg', 'print?format=svg&width_mm=30.5&color=k&caption=title'],
      ['1/Table 1.pdf', 'print?width_mm=30.5&color=k&caption=title'],
    ] as const) {
      const same = await (await api.request('GET', `/v1/qr/${first}/${query}`)).arrayBuffer();
      expect(files[name], name).toEqual(new Uint8Array(same));
    }
  });

  it.each<[string, Fields, string]>([
    ['eps', { eps: 'on', ink: 'cmyk', cmyk: '100, 60, 0, 40' }, 'format=eps&color=cmyk:100,60,0,40'],
    [
      'pdf',
      { 'x-1a': 'on', ink: 'k', printer: 'shop', paper: 'on' },
      'format=pdf&standard=x-1a&color=k&bleed_mm=3&paper=white&marks=true',
    ],
    ['svg', { svg: 'on', look: 'rgb', margin: '6' }, 'format=svg&color=rgb&margin=6'],
    [
      'pdf',
      { inks: 'on', ink: 'spot', spot: 'PANTONE 185 C', alternate: '0,91,76,40' },
      'color=spot:PANTONE%20185%20C&alternate=0,91,76,40',
    ],
    [
      'pdf',
      { inks: 'on', ink: 'process', cmyk_values: '#000000: 60, 40, 40, 100' },
      'color=cmyk&cmyk_values=000000:60,40,40,100',
    ],
  ])('have every form that the print file of one code has: %s %j', async (format, fields, query) => {
    const html = await (await ask(ticked(ids.slice(0, 1)))).text();
    const sent = { ...fieldsIn(html), png: '', ...fields, name: '{number}.{format}' };
    const files = await unzip(await download(sent));
    const same = await api.request('GET', `/v1/qr/${ids[0]}/print?width_mm=40&${query}`);
    expect(same.status).toBe(200);
    expect(files[`1.${format}`]).toEqual(new Uint8Array(await same.arrayBuffer()));
  });

  it('are of several kinds at once, each with its own colours', async () => {
    const kinds = {
      pdf: 'on',
      inks: 'on',
      look: 'design',
      ink: 'k',
      printer: 'shop',
      name: '{number}.{format}',
    };
    const files = await unzip(await download({ ...ticked(ids.slice(0, 1)), ...kinds }));
    for (const [name, query] of [
      ['1.pdf', 'bleed_mm=3&marks=true'],
      ['1-2.pdf', 'color=k&bleed_mm=3&marks=true'],
    ] as const) {
      const same = await api.request('GET', `/v1/qr/${ids[0]}/print?width_mm=40&${query}`);
      expect(files[name], name).toEqual(new Uint8Array(await same.arrayBuffer()));
    }
  });

  it('are those of all codes that match', async () => {
    const html = await (await ask({ all: 'on', query: 'tag=tables' })).text();
    expect(toText(html)).toContain('Download all codes that match');
    const files = await unzip(await download(fieldsIn(html)));
    expect(Object.keys(files).sort()).toEqual(['Table 1.png', 'Table 2.png', 'index.csv']);
  });

  it('are one PDF on labels or in a layout, as the interface has it', async () => {
    const layout = { kind: 'card_a6', headline: 'Our menu', printer: 'shop' };
    const cards = await browser.post('/codes/selection/sheets', { ...ticked(ids), ...layout });
    expect(cards.status).toBe(200);
    expect(cards.headers.get('Content-Disposition')).toBe('attachment; filename="card_a6.pdf"');
    const asked = { ids, template: 'card_a6', headline: 'Our menu', marks: true, bleed_mm: 3 };
    const same = await api.request('POST', '/v1/sheets', asked);
    expect(new Uint8Array(await cards.arrayBuffer())).toEqual(new Uint8Array(await same.arrayBuffer()));
    const labels = { kind: 'labels', all: 'on', query: 'tag=tables', start: '3' };
    const sheet = await browser.post('/codes/selection/sheets', labels);
    const sameLabels = await api.request('POST', '/v1/sheets?tag=tables', { template: 'L7160', start: 3 });
    expect(new Uint8Array(await sheet.arrayBuffer())).toEqual(new Uint8Array(await sameLabels.arrayBuffer()));
  });

  it('are previewed with the first code, and keep the selection and the words if they are refused', async () => {
    const sent = { ...ticked(ids), kind: 'card_a6', headline: 'x'.repeat(61) };
    const refused = await browser.post('/codes/selection/sheets', sent);
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(toText(html)).toMatch(/Headline: +.*60/);
    expect(html).toContain('x'.repeat(61));
    expect(fieldsIn(html)).toMatchObject(ticked(ids));
    const again = await browser.post('/codes/selection/sheets', {
      ...ticked(ids),
      kind: 'card_a6',
      refresh: 'on',
    });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('aria-label="A6 card, 105 × 148 mm"');
    const past = { ...ticked(ids), kind: 'labels', start: '22' };
    expect(await readText(await browser.post('/codes/selection/sheets', past))).toContain(
      'A sheet has 21 labels.',
    );
    const none = await browser.post('/codes/selection/sheets', { kind: 'pdf', ...ticked(ids) });
    expect(none.status).toBe(422);
    const limited = { RATE_LIMIT_BUSINESS: { limit: () => Promise.resolve({ success: false }) } };
    const many = { ...ticked(ids), kind: 'card_a6' };
    expect((await browser.post('/codes/selection/sheets', many, { env: limited })).status).toBe(429);
  });

  it('are noted in the audit log', async () => {
    await unzip(await download({ ...ticked(ids), png: 'on', size: '300', name: '{id}.{format}' }));
    const row = await env.DB.prepare(
      "SELECT count(*) AS entries FROM activities WHERE account_id = ? AND action = 'codes.exported' AND note = 'zip' AND actor_id = ?",
    )
      .bind(api.accountId, browser.personId)
      .first<{ entries: number }>();
    expect(row?.entries).toBe(1);
  });

  it.each<[string, Fields, RegExp]>([
    ['no form', { svg: '' }, /Choose at least one kind of file/],
    ['a wrong size', { png: 'on', size: '10' }, /Enter at least 75/],
    ['a size too small for a code', { png: 'on', size: '75' }, /“Table 1”: .*too few/],
    ['a wrong width', { pdf: 'on', width_mm: 'x' }, /Enter a number/],
    ['an ink that the file cannot have', { svg: 'on', look: 'cmyk' }, /SVG/],
    [
      'more kinds than an archive has',
      { png: 'on', svg: 'on', pdf: 'on', inks: 'on', eps: 'on', 'x-4': 'on', ink: 'k' },
      /Choose at most 5 kinds/,
    ],
    [
      'a width too small for its caption',
      { pdf: 'on', width_mm: '5', caption: 'short_url' },
      /“Table 1”: This text does not fit/,
    ],
    [
      'an unknown part of a name',
      { svg: 'on', name: '{colour}' },
      /has "\{colour\}", which stands for nothing/,
    ],
    ['a name that leads out', { svg: 'on', name: '../{id}' }, /must not have folders/],
    ['no name', { svg: 'on', name: ' ' }, /Enter 1 to 200 characters/],
  ])('are refused for %s, and the form keeps the selection', async (_, fields, message) => {
    const print = {
      look: 'k',
      printer: 'office',
      width_mm: '25',
      caption: 'none',
    };
    const sent = { ...ticked(ids), size: '300', ...print, name: '{id}.{format}', ...fields };
    const response = await download(sent);
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(toText(html)).toMatch(message);
    expect(fieldsIn(html)).toMatchObject(ticked(ids));
  });

  it('are not available for unknown codes, another account’s codes, or no codes', async () => {
    expect((await ask({})).status).toBe(422);
    expect((await download({ svg: 'on', name: 'x' })).status).toBe(422);
    const stranger = await signIn();
    const theirs = await stranger.post('/codes/selection/files', { ...ticked(ids), svg: 'on', name: '{id}' });
    expect(theirs.status).toBe(422);
    expect(await readText(theirs)).toContain('no longer there');
  });
});
