import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readText, toPage, toText } from '#harness/worker/page.ts';

let api: ApiClient;
let browser: SignedInClient;
/** A code with 25 modules per side and a brand's logo. */
let id: string;
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId });
  const color = { dark: '#102030', light: '#fffff0' };
  ({ id } = await create(api, { dynamic: true, title: 'Menu', color, size: 512, margin: 6 }));
});

type Fields = Readonly<Record<string, string>>;

const pathOf = (part: string, fields: Fields = {}) =>
  `/codes/${id}/download${part}${Object.keys(fields).length > 0 ? `?${new URLSearchParams(fields).toString()}` : ''}`;
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const errorOf = (html: string, field: string) => toPage(html).errorOf(field) ?? '';
/** The chosen card. */
const chosenIn = (html: string) =>
  toPage(html).find('input[name="kind"][checked]')?.attribute('value') ?? null;
const valueIn = (html: string, name: string) => toPage(html).valueOf(name);
const isCheckedIn = (html: string, name: string) =>
  toPage(html).find(`input[name="${name}"][checked]`) !== null;
const selectedIn = (html: string, name: string) => {
  const option = toPage(html).find(`select[name="${name}"] option[selected]`);
  return option?.attribute('value') ?? null;
};

/** What the interface returns for the same request. */
const askApi = (path: string) => api.request('GET', `/v1/qr/${id}/${path}`);

describe('a file for', () => {
  it('every card counts as a request of the plan', async () => {
    const env = { RATE_LIMIT_BUSINESS: { limit: () => Promise.resolve({ success: false }) } };
    for (const kind of ['png', 'pdf', 'labels']) {
      const response = await browser.get(pathOf('/file', { kind }), { env });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
    }
    expect((await browser.get(pathOf(''), { env })).status).toBe(200);
  });

  it.each<[string, Fields, string, string]>([
    ['PNG', { kind: 'png', size: '300' }, 'image?format=png&size=300', 'Menu.png'],
    ['PNG, as it is at first', { kind: 'png' }, 'image?format=png&size=512', 'Menu.png'],
    ['PDF, as it is at first', {}, 'print?width_mm=40', 'Menu.pdf'],
    [
      'PDF for a print shop, whatever another card left behind',
      { printer: 'shop', width_mm: '30', ink: 'spot', spot: 'left behind' },
      'print?width_mm=30&marks=true&bleed_mm=3',
      'Menu.pdf',
    ],
    [
      'SVG',
      { kind: 'svg', look: 'rgb', printer: 'shop' },
      'print?format=svg&width_mm=40&color=rgb&marks=true&bleed_mm=3',
      'Menu.svg',
    ],
    [
      'PDF with a caption, in black',
      { caption: 'short_url', look: 'k' },
      'print?width_mm=40&caption=short_url&color=k',
      'Menu.pdf',
    ],
    [
      'PDF/X-1a',
      { kind: 'x-1a', width_mm: '30,5', paper: 'on', printer: 'shop', margin: '4' },
      'print?standard=x-1a&width_mm=30.5&paper=white&marks=true&bleed_mm=3&margin=4',
      'Menu.pdf',
    ],
    ['PDF/X-4', { kind: 'x-4' }, 'print?standard=x-4&width_mm=40', 'Menu.pdf'],
    [
      'EPS in process inks',
      { kind: 'eps', ink: 'cmyk', cmyk: '100, 60, 0, 40' },
      'print?format=eps&width_mm=40&color=cmyk:100,60,0,40',
      'Menu.eps',
    ],
    [
      'PDF in a spot colour',
      { kind: 'inks', ink: 'spot', spot: 'PANTONE 295 C', alternate: '100,70,0,40', cmyk: 'left behind' },
      'print?width_mm=40&color=spot:PANTONE%20295%20C&alternate=100,70,0,40',
      'Menu.pdf',
    ],
    [
      'PDF in the inks of the brand',
      { kind: 'inks', ink: 'process', cmyk_values: '#102030: 100, 80, 0, 40; FFFFF0:0,0,5,0' },
      'print?width_mm=40&color=cmyk&cmyk_values=102030:100,80,0,40;fffff0:0,0,5,0',
      'Menu.pdf',
    ],
    ['PDF in inks, as it is at first', { kind: 'inks' }, 'print?width_mm=40&color=cmyk', 'Menu.pdf'],
  ])('the card of a %s is the one of the interface', async (_, fields, same, name) => {
    const response = await browser.get(pathOf('/file', fields));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const ours = await askApi(same);
    expect(ours.status).toBe(200);
    expect(response.headers.get('Content-Type')?.split(';')[0]).toBe(ours.headers.get('Content-Type'));
    expect(await bytesOf(response)).toEqual(await bytesOf(ours));
  });

  it.each<[string, Fields, Record<string, unknown>]>([
    ['a sheet, as it is at first', {}, { template: 'L7160', copies: 21 }],
    [
      'a sheet that is partly used',
      { template: '5160', start: '7', copies: '30', offset_x_mm: '-1.5', offset_y_mm: '0,5', guides: 'on' },
      { template: '5160', start: 7, copies: 30, offset_x_mm: -1.5, offset_y_mm: 0.5, guides: true },
    ],
    [
      'a roll',
      {
        template: 'roll',
        'label.width_mm': '50',
        'label.height_mm': '30',
        copies: '2',
        'label.caption': 'title',
      },
      { template: 'roll', width_mm: 50, height_mm: 30, copies: 2, caption: 'title' },
    ],
  ])('labels of %s is the one of the interface', async (_, fields, body) => {
    const response = await browser.get(pathOf('/file', { kind: 'labels', ...fields }));
    expect(response.headers.get('Content-Disposition')).toBe(
      'attachment; filename="Menu (Sticky labels).pdf"',
    );
    const ours = await api.request('POST', '/v1/sheets', { ...body, ids: [id] });
    expect(await bytesOf(response)).toEqual(await bytesOf(ours));
  });
});

describe('a layout', () => {
  const words = { headline: 'Our menu', text: 'Scan, choose, order.' };

  it.each<[string, Fields, Record<string, unknown>, string]>([
    ['for an office printer', {}, { marks: false, bleed_mm: 0 }, 'Table tent'],
    ['for a print shop', { printer: 'shop' }, { marks: true, bleed_mm: 3 }, 'Table tent'],
    [
      'all in black',
      { kind: 'sticker_round_50', 'label.color': 'k', headline: '', text: ' ' },
      { template: 'sticker_round_50', color: 'k', marks: false, bleed_mm: 0, headline: null, text: null },
      'Round sticker',
    ],
  ])('%s is the one of the interface', async (_, fields, body, name) => {
    const response = await browser.get(pathOf('/file', { kind: 'table_tent', ...words, ...fields }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="Menu (${name}).pdf"`);
    const asked = { template: 'table_tent', ...words, ...body, ids: [id] };
    const sent = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
    const ours = await api.request('POST', '/v1/sheets', sent);
    expect(ours.status).toBe(200);
    expect(await bytesOf(response)).toEqual(await bytesOf(ours));
  });

  it('is shown with its words, where it is cut, and from how far it reads', async () => {
    const read = async (fields: Fields) =>
      (await browser.get(pathOf('/check', { kind: 'table_tent', ...fields }))).text();
    const html = await read({ ...words, printer: 'shop' });
    expect(html).toContain('aria-label="Table tent, 148 × 210 mm"');
    expect(html).toMatch(/<rect class="trim" x="8" y="8" width="148" height="210" /);
    // Both halves of the tent are one drawing.
    expect(html.match(/<use href="#part-/g)).toHaveLength(1);
    expect(toText(html)).toMatch(/Size +148 × 210 mm +Scans from up to +\d/);
    expect(toText(html)).toContain('then fold across the middle.');
    const paths = (text: string) => text.match(/<path /g)?.length ?? 0;
    expect(paths(html)).toBeGreaterThan(paths(await read({ printer: 'shop' })));
    // On the page without a script, too.
    const page = await browser.get(pathOf('', { kind: 'table_tent', width_mm: '40', ...words }));
    expect(await page.text()).toContain('aria-label="Table tent, 148 × 210 mm"');
  });

  it('has its problems beside its fields, and keeps what was typed', async () => {
    const long = 'x'.repeat(61);
    const fields = { kind: 'poster_a4', headline: long, text: 'Come in 🍕' };
    const response = await browser.get(pathOf('/file', fields));
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(errorOf(html, 'headline')).toMatch(/60/);
    expect(errorOf(html, 'text')).toMatch(/🍕/);
    expect([valueIn(html, 'headline'), valueIn(html, 'text')]).toEqual([long, fields.text]);
    expect(chosenIn(html)).toBe('poster_a4');
    const { id: large } = await create(api, { target: `https://example.com/${'x'.repeat(1_200)}` });
    const small = await browser.get(`/codes/${large}/download/file?kind=sticker_round_50`);
    expect(errorOf(await small.text(), 'kind')).toMatch(/too many modules for this layout \(Round sticker\)/);
  });

  it('has its words for one code, not for the next one', async () => {
    const fresh = await signIn({ accountId: api.accountId });
    await fresh.get(pathOf('/file', { kind: 'card_a6', ...words }));
    const { id: next } = await create(api, { dynamic: true });
    const html = await (await fresh.get(`/codes/${next}/download`)).text();
    expect([chosenIn(html), valueIn(html, 'headline')]).toEqual(['card_a6', '']);
    expect(valueIn(await (await fresh.get(pathOf(''))).text(), 'headline')).toBe(words.headline);
  });
});

describe('while the form is filled in, the sheet shows', () => {
  const check = async (fields: Fields) => toText(await (await browser.get(pathOf('/check', fields))).text());

  it('the print as its file draws it, between rulers', async () => {
    const look = { modules: 'dot', frame: { kind: 'label_bottom', text: 'Scan me', color: '#200020' } };
    const branded = await create(api, { dynamic: true, style: look, color: { dark: '#123456' } });
    for (const fields of ['', '&caption=short_url', '&kind=svg&look=k&printer=shop']) {
      const query = `kind=svg&width_mm=30${fields}`;
      const html = await (await browser.get(`/codes/${branded.id}/download/check?${query}`)).text();
      const svg = await (await browser.get(`/codes/${branded.id}/download/file?${query}`)).text();
      const drawn = /<svg[^>]*>(?:<title>.*?<\/title>)?(.*)<\/svg>/s.exec(svg)?.[1] ?? 'nothing';
      expect(html, fields).toContain(`<g class="print">${drawn}`);
    }
    // From 0 to 30, with a label every 10 mm that has room.
    const html = await (await browser.get(`/codes/${branded.id}/download/check?width_mm=30`)).text();
    const labels = [...html.matchAll(/<text x="[^"]*" y="[^"]*">(\d+)<\/text>/g)].map(([, mm]) => mm);
    expect(labels).toEqual(['0', '10', '20']);
  });

  it('where the paper is cut, where the quiet zone ends, and the colour of the one ink', async () => {
    const read = async (fields: Fields) => (await browser.get(pathOf('/check', fields))).text();
    // 25 modules and a quiet zone of 6 on both sides.
    const plain = await read({ width_mm: '37' });
    expect(plain).toMatch(/<rect class="quiet-zone" x="6" y="6" width="25" height="25" /);
    expect(plain).not.toContain('class="trim"');
    const shop = await read({ width_mm: '37', printer: 'shop' });
    expect(shop).toMatch(/<rect class="trim" x="8" y="8" width="37" height="37" /);
    const spot = { kind: 'inks', ink: 'spot', spot: 'Blue', alternate: '100,100,0,0' };
    expect(await read(spot)).toMatch(/<rect class="ink"[^>]* fill="#312783">/);
  });

  it('the edge of the code inside its frame', async () => {
    const framed = await create(api, {
      dynamic: true,
      style: { frame: { kind: 'label_top', text: 'Menu' } },
    });
    const html = await (await browser.get(`/codes/${framed.id}/download/check?width_mm=37`)).text();
    // 25 modules, a quiet zone of 2, a frame of 1 and the paper around it of 3 on both sides; the label above is 6 modules high.
    expect(html).toMatch(/<rect class="quiet-zone" x="6" y="11" width="25" height="25" /);
    expect(toText(html)).toContain('The code inside its frame');
  });

  it('the colours of process inks as they are on paper, those that were given and those by the rule', async () => {
    const color = { dark: '#0000ff', light: '#ffffff' };
    const style = { eyes: { shape: 'square', color: '#800000' } };
    const blue = await create(api, { dynamic: true, color, style });
    const fillsOf = async (query: string) => {
      const path = `/codes/${blue.id}/download/check?kind=inks&ink=process${query}`;
      const print = /<g class="print">(.*?)<\/g>/s.exec(await (await browser.get(path)).text())?.[1] ?? '';
      return [...new Set([...print.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill))];
    };
    // A blue of solid cyan and magenta; half the dark red is black.
    expect(await fillsOf('')).toEqual(['#ffffff', '#312783', '#801117']);
    const given = await fillsOf(`&cmyk_values=${encodeURIComponent('#0000ff:0,0,0,100')}`);
    expect(given).toEqual(['#ffffff', '#1d1d1b', '#801117']);
  });

  it('the size and the reading distance of a print, and its problems, in the words of the form', async () => {
    const { id: plain } = await create(api, { dynamic: true });
    const read = async (query: string) => readText(await browser.get(`/codes/${plain}/download${query}`));
    const words = await read('/check?width_mm=20');
    expect(words).toContain(
      'Size 20 × 20 mm Scans from up to 20 cm Inks and modules Inks Black Module 0.61 mm',
    );
    expect(await read('/check?width_mm=20&distance_cm=50')).toContain('has to be 50 mm wide');
    expect(await read('/check?margin=2')).toContain('or set the quiet zone to 4');
    // The same on the page without a script.
    const page = await read('?kind=pdf&width_mm=20&distance_cm=50');
    expect(page).toContain('Scans from up to 20 cm');
    expect(page).toContain('has to be 50 mm wide');
  });

  it('the image for screens in its size, and that it is too small', async () => {
    expect(await check({ kind: 'png', size: '300' })).toMatch(/Width +300 px/);
    expect(await check({ kind: 'png', size: '75' })).toMatch(/Width in pixels: .*too few/);
  });

  it('the problems, field by field, without the names of the interface', async () => {
    const words = await check({ kind: 'eps', width_mm: '3000', margin: '99' });
    expect(words).toMatch(/Width in mm: +Enter at most 2000\. +Quiet zone in modules: +Enter/);
    expect(await check({ kind: 'svg', look: 'cmyk' })).toMatch(/Colours: +An SVG cannot hold inks/);
    expect(await check({ kind: 'inks', ink: 'cmyk', cmyk: '0,0,9' })).toMatch(
      /^ *Cyan, .*: +This must have four percentages .*, like 0,91,76,0\. *$/,
    );
    const spot = { kind: 'inks', ink: 'spot' };
    expect(await check({ ...spot, spot: 'All', alternate: '0,0,0,99' })).toMatch(
      /Name of the ink: +An ink cannot be named “All”.* Choose black or CMYK instead\./,
    );
    expect(await check({ ...spot, spot: 'a(b)' })).toMatch(/Name of the ink: .*cannot contain .\(./);
    expect(await check({ ...spot, spot: 'Blue' })).toMatch(/CMYK values for screens: .*what screens show/);
    expect(await check({ kind: 'inks', ink: 'cmyk', cmyk: '0,0,99,0' })).toMatch(/too light/);
    expect(await check({ kind: 'inks', ink: 'process', cmyk_values: 'e30613:0,100,95,0' })).toMatch(
      /Your own CMYK values.* has no #e30613\. Its colours are #fffff0, #102030\./,
    );
  });

  it('the printed labels, in the proportions of the sheet', async () => {
    const fields = { kind: 'labels', template: 'L7160', start: '4', copies: '25' };
    const html = await (await browser.get(pathOf('/check', fields))).text();
    expect(html).toContain('<rect class="paper" width="210" height="297"');
    expect(html.match(/<rect class="label"/g)).toHaveLength(3);
    expect(html.match(/<rect class="label printed"/g)).toHaveLength(18);
    // The fourth label is the first in the second row.
    const place = /<use href="#label" transform="translate\((\S+) (\S+)\)"/.exec(html);
    expect(Number(place?.[1])).toBeCloseTo(7.21, 1);
    expect(Number(place?.[2])).toBeCloseTo(15.15 + 38.1, 1);
    // In the middle of it, 38.1 mm for 25 modules and their quiet zone of 4.
    const code = /<path [^>]*fill-rule="evenodd" transform="translate\((\S+) (\S+)\) scale\((\S+)\)"/.exec(
      html,
    );
    const moduleMm = 38.1 / 33;
    expect(Number(code?.[3])).toBeCloseTo(moduleMm, 3);
    expect(Number(code?.[1])).toBeCloseTo((63.5 - 25 * moduleMm) / 2, 1);
    expect(Number(code?.[2])).toBeCloseTo((38.1 - 25 * moduleMm) / 2, 1);
    expect(toText(html)).toContain('25 labels on 2 sheets, from label 4 of 21 Label 63.5 × 38.1 mm');
  });

  it('the design on labels, as the file has it, or all of it in black', async () => {
    const look = { modules: 'dot', frame: { kind: 'label_bottom', text: 'Scan me', color: '#200020' } };
    const branded = await create(api, { dynamic: true, style: look, color: { dark: '#123456' } });
    const path = `/codes/${branded.id}/download`;
    const colorsIn = async (query: string) => {
      const html = await (await browser.get(`${path}/check?kind=labels${query}`)).text();
      const label = /<g id="label">(.*?)<\/g>/s.exec(html)?.[1] ?? '';
      return [...new Set([...label.matchAll(/fill="(#\w+)"/g)].map(([, color]) => color))].sort();
    };
    expect(await colorsIn('')).toEqual(['#123456', '#200020', '#ffffff']);
    expect(await colorsIn('&label.color=k')).toEqual(['#000000', '#ffffff']);
  });

  it('a code in a frame on labels as in its own picture, whatever its quiet zone', async () => {
    const style = { frame: { kind: 'card', text: 'Scan me' } };
    for (const look of [{ style }, { style, margin: 5 }]) {
      const { id: framed } = await create(api, { dynamic: true, ...look });
      const outlinesOf = async (query: string, within: RegExp) => {
        const html = await (await browser.get(`/codes/${framed}/download/check?${query}`)).text();
        return [...(within.exec(html)?.[1] ?? '').matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
      };
      const label = await outlinesOf('kind=labels', /<g id="label">(.*?)<\/g>/s);
      const picture = await outlinesOf('kind=pdf', /<g class="print">(.*?)<\/g>/s);
      expect(label.length).toBeGreaterThan(3);
      expect(label).toEqual(picture);
    }
  });

  it('the position of the caption, or why there is none', async () => {
    const fields = { kind: 'labels', template: 'L7160', start: '1', copies: '1', 'label.caption': 'title' };
    const html = await (await browser.get(pathOf('/check', fields))).text();
    const lines = [...html.matchAll(/<path fill="#\w+" transform="translate\((\S+) (\S+)\) scale/g)];
    expect(lines).toHaveLength(1);
    // Beside the code, which is as high as the label, and vertically centred; an em is less than 6 mm.
    expect(Number(lines[0]?.[1])).toBeCloseTo(38.1, 1);
    expect(Math.abs(Number(lines[0]?.[2]) - 38.1 / 2)).toBeLessThan(6);
    const none = await check({ ...fields, 'label.caption': 'external_id' });
    expect(none).toContain('1 label on one sheet');
    expect(await check({ caption: 'external_id' })).toMatch(
      /Text below the code: +The code has no external id/,
    );
    const { id: foreign } = await create(api, { dynamic: true, title: '菜单' });
    for (const query of ['caption=title', 'kind=labels&label.caption=title']) {
      const words = await readText(await browser.get(`/codes/${foreign}/download/check?${query}`));
      expect(words).toMatch(/the code: +This text contains "菜" .*, which cannot be printed/);
    }
  });

  it('that labels are too small, or a sheet has no such label', async () => {
    const { id: long } = await create(api, { target: `https://example.com/${'x'.repeat(600)}` });
    const response = await browser.get(`/codes/${long}/download/check?kind=labels&template=L4731`);
    expect(await readText(response)).toMatch(/too small for this code\. Its \d+ modules need/);
    expect(await check({ kind: 'labels', start: '22' })).toContain('A sheet has 21 labels.');
    expect(await check({ kind: 'labels', template: 'roll' })).toMatch(
      /Width of a label in mm: This is required/,
    );
  });
});

describe('a form that is wrong', () => {
  it.each<[Fields, Record<string, RegExp>]>([
    [{ kind: 'png', size: '74' }, { size: /at least 75/ }],
    [{ kind: 'png', size: '75' }, { size: /too few, \d+ is the smallest size/ }],
    [{ kind: 'ai' }, { kind: /one of these files/ }],
    [{ width_mm: '' }, { width_mm: /from 5 to 2000/ }],
    [{ width_mm: '1e3' }, { width_mm: /from 5 to 2000/ }],
    [{ printer: 'tailor' }, { printer: /office printer or a print shop/ }],
    [{ look: 'gold' }, { look: /one of these inks/ }],
    [{ kind: 'inks', ink: 'gold' }, { ink: /one of these inks/ }],
    [{ kind: 'x-1a', ink: 'rgb' }, { ink: /for inks only/ }],
    [{ kind: 'svg', margin: '17' }, { margin: /at most 16/ }],
    [{ kind: 'x-1a', printer: 'tailor' }, { printer: /office printer or a print shop/ }],
    [{ kind: 'inks', ink: 'spot', spot: 'Blue' }, { alternate: /what screens show/ }],
    [{ caption: 'x' }, { caption: /one of these texts/ }],
    [{ kind: 'labels', template: 'L9999' }, { template: /one of these sheets/ }],
    [
      { kind: 'labels', copies: '101', start: '0' },
      { copies: /at most 100/, start: /at least 1/ },
    ],
    [
      { kind: 'labels', template: 'roll', start: '2', 'label.width_mm': '50', 'label.height_mm': '30' },
      { start: /start with 1/ },
    ],
  ])('with %o is shown again, with a correct example, and is not remembered', async (fields, errors) => {
    const fresh = await signIn({ accountId: api.accountId });
    const response = await fresh.get(pathOf('/file', fields));
    const html = await response.text();
    expect(response.status).toBe(422);
    for (const [field, message] of Object.entries(errors)) expect(errorOf(html, field)).toMatch(message);
    expect(chosenIn(html)).toBe(fields['kind'] === 'ai' ? null : (fields['kind'] ?? 'pdf'));
    expect([...fresh.cookies.keys()].some((name) => name.includes('download'))).toBe(false);
  });
});

describe('the last choice', () => {
  it('is there for the next code, but not what its owner decided, or what belongs to the code', async () => {
    const fresh = await signIn({ accountId: api.accountId });
    expect(chosenIn(await (await fresh.get(pathOf(''))).text())).toBe('pdf');
    const ink = { ink: 'spot', spot: 'PANTONE 185 C', alternate: '0, 91, 76, 0' };
    await fresh.get(pathOf('/file', { kind: 'x-1a', width_mm: '30', paper: 'on', ...ink, size: '512' }));
    const { id: next } = await create(api, { dynamic: true });
    const html = await (await fresh.get(`/codes/${next}/download`)).text();
    expect([chosenIn(html), valueIn(html, 'width_mm')]).toEqual(['x-1a', '30']);
    expect([selectedIn(html, 'ink'), valueIn(html, 'spot'), valueIn(html, 'alternate')]).toEqual([
      ...['process', '', ''],
    ]);
    expect(isCheckedIn(html, 'paper')).toBe(false);
    const again = await (await fresh.get(pathOf(''))).text();
    expect([selectedIn(again, 'ink'), valueIn(again, 'spot'), isCheckedIn(again, 'paper')]).toEqual([
      ...['spot', 'PANTONE 185 C', true],
    ]);
    expect([valueIn(html, 'size'), valueIn(html, 'margin')]).toEqual(['1024', '4']);
    expect(selectedIn(html, 'template')).toBe('L7160');

    // A box that was unticked stays unticked the next time.
    await fresh.get(pathOf('/file', { width_mm: '40', ink: 'k' }));
    expect(isCheckedIn(await (await fresh.get(pathOf(''))).text(), 'paper')).toBe(false);
  });

  it('is a cookie that no script and no other site can read, and contains nothing else', async () => {
    const response = await browser.get(pathOf('/file', { kind: 'png', size: '300', more: 'x'.repeat(700) }));
    const [cookie = '', ...attributes] = (response.headers.getSetCookie()[0] ?? '').split('; ');
    expect(decodeURIComponent(cookie.replace(/^download=/, ''))).toBe(`kind=png&size=300&code=${id}`);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/codes', 'HttpOnly', 'Secure', 'SameSite=Lax']));
  });

  it('that is not one of ours does no harm', async () => {
    const fresh = await signIn({ accountId: api.accountId });
    for (const value of ['kind=eps', 'kind=x&width_mm=%25%00', '%E0%A4%A', 'kind=pdf&width_mm=99999', '{']) {
      fresh.cookies.set('download', encodeURIComponent(value));
      expect((await fresh.get(pathOf(''))).status, value).toBe(200);
    }
    fresh.cookies.set('download', '%E0%A4%A');
    expect(chosenIn(await (await fresh.get(pathOf(''))).text())).toBe('pdf');
  });
});

describe('the sheet', () => {
  it('is a link on the code’s page, which works without a script', async () => {
    const html = await (await browser.get(`/codes/${id}`)).text();
    expect(html).toMatch(new RegExp(`<a class="button" href="/codes/${id}/download"[ >]`));
  });

  it('is for people who are signed in, and for their own codes', async () => {
    const stranger = await signIn();
    for (const part of ['', '/check?kind=pdf', '/file']) {
      expect((await stranger.get(pathOf(part))).status, part).toBe(404);
      const unknown = await createBrowser().get(pathOf(part));
      expect([unknown.status, unknown.headers.get('Location')?.split('?')[0]], part).toEqual([
        303,
        '/sign-in',
      ]);
    }
    expect(await readText(await browser.get(pathOf('/check', { kind: 'x' })))).toContain(
      'Choose one of these files',
    );
  });
});
