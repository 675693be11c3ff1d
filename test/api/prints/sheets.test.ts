import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

let client: ApiClient;
let ids: string[];
beforeAll(async () => {
  client = await createClient();
  const first = await create(client, { dynamic: true, external_id: 'sku-1' });
  const second = await create(client, { dynamic: true, title: 'Second' });
  ids = [first.id, second.id];
});

function print(body: unknown, query = '', env: Partial<ApiEnv> = {}): Promise<Response> {
  return client.request('POST', `/v1/sheets${query}`, body, { env });
}

/** The number of pages and the number of symbols in a PDF. */
async function read(response: Response): Promise<{ pages: number; symbols: number }> {
  const text = new TextDecoder('latin1').decode(await response.arrayBuffer());
  expect(response.status, text.slice(0, 500)).toBe(200);
  expect(text).toMatch(/^%PDF-1\.4\n/);
  return {
    pages: Number(/\/Type\/Pages\/Count (\d+)/.exec(text)?.[1]),
    symbols: text.split('/Subtype/Form').length - 1,
  };
}

async function refusal(body: unknown, query = '') {
  const { errors = [] } = await readError(print(body, query));
  return errors.map(({ field, message }) => [field, message]);
}

describe('POST /v1/sheets', () => {
  it('prints codes on labels, by ids of both kinds, in copies, from the first free label on', async () => {
    const response = await print({ ids: [ids[1], 'ext:sku-1'], template: 'L7160' });
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="labels.pdf"');
    expect(await read(response)).toEqual({ pages: 1, symbols: 2 });
    // 21 labels on a sheet.
    const body = { ids, template: 'L7160', copies: 10 };
    expect(await read(await print({ ...body, start: 2 }))).toEqual({ pages: 1, symbols: 2 });
    expect(await read(await print({ ...body, start: 3 }))).toEqual({ pages: 2, symbols: 2 });
    const roll = { template: 'roll', width_mm: 50, height_mm: 30 };
    expect(await read(await print({ ids, ...roll, copies: 3 }))).toEqual({ pages: 6, symbols: 2 });
  });

  it('prints the codes that match the filters of the list, if no ids are named', async () => {
    expect((await read(await print({ template: '5160' }))).symbols).toBe(2);
    expect((await read(await print({ template: '5160' }, '?q=Second'))).symbols).toBe(1);
    await readError(print({ template: '5160' }, '?q=nobody'), 404, 'not_found');
    expect(await refusal({ template: '5160' }, '?limit=7')).toEqual([
      [
        'limit',
        expect.stringMatching(
          /^"limit" is not a parameter of this request\. There are "type", .*"archived"\.$/,
        ),
      ],
    ]);
    expect(await refusal({ template: '5160', ids }, '?q=Second')).toEqual([
      ['q', '"q" in the query and "ids" in the body exclude each other: name the codes, or filter the list.'],
    ]);
  });

  it('has the same bytes for the same request', async () => {
    const bodies = await Promise.all([1, 2].map(() => print({ ids, template: 'L4731', guides: true })));
    const [first, second] = await Promise.all(bodies.map((response) => response.arrayBuffer()));
    expect(second).toEqual(first);
  });

  it("names each id that is no code of the account, another account's among them", async () => {
    const stranger = await createClient();
    const foreign = await create(stranger, { external_id: 'theirs' });
    const names = [ids[0], foreign.id, 'ext:theirs', 'nonsense', 'qr_00000000'];
    const response = await print({ ids: names, template: 'L7160' });
    const { errors = [] } = await readError(response, 404, 'not_found');
    expect(errors.map(({ field }) => field)).toEqual(['ids[1]', 'ids[2]', 'ids[3]', 'ids[4]']);
    expect(errors[0]?.message).toBe('"ids[1]" is no code of your account.');
  });

  it.each([
    [{ template: 'L7160', start: 22 }, 'start', '"start" must be at most 21: so many labels are on a sheet.'],
    [{ template: 'L7160', start: 0 }, 'start', '"start" must be at least 1.'],
    [{ template: 'L7160', copies: 101 }, 'copies', '"copies" must be at most 100.'],
    [{ template: 'L7160', offset_x_mm: 11 }, 'offset_x_mm', '"offset_x_mm" must be at most 10.'],
    [
      { template: 'L1' },
      'template',
      '"template" must be one of "5160", "5163", "5167", "L7160", "L7163", "L7165", "L4731", "roll", "business_card", "card_a6", "table_tent", "poster_a4", "poster_a3", "sticker_round_50", "sticker_square_50".',
    ],
    [
      { template: 'roll', width_mm: 50 },
      'height_mm',
      '"height_mm" is required for the labels of a roll, from 8 to 300 mm.',
    ],
    [
      { template: 'L7160', width_mm: 50 },
      'width_mm',
      '"width_mm" is for the labels of a roll only: all others have a size of their own.',
    ],
    [{ template: 'L7160', ids: [] }, 'ids', '"ids" must be at least 1.'],
    [
      { template: 'L7160', caption: 'target' },
      'caption',
      '"caption" must be one of "none", "title", "short_url", "external_id".',
    ],
  ])('refuses %j', async (body, field, message) => {
    expect((await refusal({ ids, ...body })).map(([name, text]) => [name, text])).toEqual([[field, message]]);
  });

  it('has captions, of the codes that have such a text', async () => {
    const sizes = new Map<string, number>();
    for (const caption of ['none', 'title', 'short_url', 'external_id']) {
      const response = await print({ ids, template: 'L7160', caption });
      sizes.set(caption, (await response.clone().arrayBuffer()).byteLength);
      expect(await read(response)).toEqual({ pages: 1, symbols: 2 });
    }
    // One of the two codes has a title; both have a short URL.
    expect(sizes.get('title')).toBeGreaterThan(sizes.get('none')! + 300);
    expect(sizes.get('short_url')).toBeGreaterThan(sizes.get('title')! + 300);
  });

  it('refuses a caption that has no glyphs, or that does not fit the labels, and names the code', async () => {
    const tea = await create(client, { dynamic: true, title: '茶', external_id: 'y'.repeat(200) });
    const explain = async (caption: string) =>
      (await refusal({ ids: [...ids, tea.id], template: 'L4731', caption }))[0];
    expect(await explain('title')).toEqual([
      'caption',
      `"caption" of ${tea.id}: This text contains "茶" (U+8336), which cannot be printed. Choose another text.`,
    ]);
    const [field, message] = (await explain('external_id')) ?? [];
    expect(field).toBe('caption');
    expect(message).toContain(`"caption" of ${tea.id}: This text does not fit. Print`);
  });

  it('refuses more codes and labels than a request prints, with the number', async () => {
    const many = Array.from({ length: 501 }, () => ids[0]);
    expect(await refusal({ ids: many, template: 'L7160' })).toEqual([
      ['ids', '"ids" may name at most 500 codes, not 501. Send them in several requests.'],
    ]);
    expect(await refusal({ ids: many.slice(0, 101), template: 'L7160', copies: 100 })).toEqual([
      [
        'copies',
        '"copies" makes 10100 labels, and a request prints at most 10000. Send fewer codes or copies.',
      ],
    ]);
    const free = await print({ ids: many.slice(0, 6), template: 'L7160' }, '', { WORKERS_PLAN: 'free' });
    const { message } = await readError(free);
    expect(message).toMatch(/^"ids" may name at most 5 codes, not 6: this service runs on the Free plan/);
  });

  it('refuses a label on which a code is too fine, and gives a size that works', async () => {
    const fine = await create(client, { target: `https://example.com/${'x'.repeat(900)}` });
    const [[field, message] = []] = await refusal({ ids: [...ids, fine.id], template: 'L4731' });
    expect(field).toBe('template');
    const smallest = Number(/at least ([\d.]+) mm/.exec(message!)?.[1]);
    expect(message).toContain(fine.id);
    const roll = (size: number) => ({ ids: [fine.id], template: 'roll', width_mm: size, height_mm: size });
    expect((await print(roll(smallest))).status).toBe(200);
    expect((await refusal(roll(smallest - 0.1)))[0]?.[0]).toBe('template');
  });
});
