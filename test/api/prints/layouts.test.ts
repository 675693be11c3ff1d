import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { createDependencies, PLATFORM } from '#api/dependencies.ts';
import { parsePublicId } from '#core/codes/code-id.ts';
import { LAYOUT_NAMES, LAYOUTS } from '#core/prints/layouts.ts';
import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { drawLayoutPicture } from '#service/prints/layouts.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';

let client: ApiClient;
let ids: string[];
beforeAll(async () => {
  client = await createClient();
  const codes = [await create(client, { dynamic: true }), await create(client, { dynamic: true })];
  ids = codes.map(({ id }) => id);
});

function print(body: object): Promise<Response> {
  return client.request('POST', '/v1/sheets', body);
}

async function refusal(body: object) {
  const { errors = [] } = await readError(print({ ids, ...body }));
  return errors.map(({ field, message }) => [field, message]);
}

describe('POST /v1/sheets with a layout', () => {
  it.each(LAYOUT_NAMES)(
    'prints a page of %s for each code, with boxes for the print shop',
    async (template) => {
      const response = await print({ ids, template, headline: 'See our menu', text: 'No app needed.' });
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${template}.pdf"`);
      const text = new TextDecoder('latin1').decode(await response.arrayBuffer());
      expect(text).toContain('/Type/Pages/Count 2/');
      const box = (name: string) =>
        new RegExp(`/${name}\\[([^\\]]+)\\]`)
          .exec(text)?.[1]
          ?.split(' ')
          .map((pt) => (Number(pt) * 25.4) / 72);
      const { width, height } = LAYOUTS[template];
      for (const [name, around] of [
        ['MediaBox', 0],
        ['BleedBox', 5],
        ['TrimBox', 8],
      ] as const) {
        const expected = [around, around, width + 16 - around, height + 16 - around];
        for (const [i, mm] of expected.entries()) expect(box(name)?.[i], name).toBeCloseTo(mm, 2);
      }
    },
  );

  it('is called what it is, by the title of its code', async () => {
    const titled = await create(client, { dynamic: true, title: 'Menü (Terrasse)' });
    const titleOf = async (names: readonly string[], body: object) => {
      const response = await print({ ids: names, ...body });
      const text = new TextDecoder('latin1').decode(await response.arrayBuffer());
      const [, ascii, utf16] = /\/Title(?:\(((?:[^\\)]|\\.)*)\)|<feff([0-9a-f]+)>)/.exec(text) ?? [];
      const units = utf16?.match(/.{4}/g)?.map((unit) => Number.parseInt(unit, 16)) ?? [];
      return ascii ?? String.fromCharCode(...units);
    };
    expect(await titleOf([titled.id], { template: 'poster_a4' })).toBe('Menü (Terrasse) (A4 poster)');
    expect(await titleOf([titled.id], { template: 'L7160' })).toBe('Menü (Terrasse) (Label sheet)');
    expect(await titleOf(ids, { template: 'card_a6' })).toBe(String.raw`2 codes \(A6 card\)`);
    const [id = ''] = ids;
    const { short_url } = await client.json<{ short_url: string }>('GET', `/v1/qr/${id}`);
    expect(await titleOf([id], { template: 'card_a6' })).toBe(String.raw`QR code: ${short_url} \(A6 card\)`);
  });

  it('prints on bare paper without marks and bleed, and several pages of each code', async () => {
    const response = await print({ ids, template: 'card_a6', marks: false, bleed_mm: 0, copies: 3 });
    const text = new TextDecoder('latin1').decode(await response.arrayBuffer());
    expect(text).toContain('/Type/Pages/Count 6/');
    expect(text).toContain('/MediaBox[0 0 297.6378 419.5276]');
    // Each code is there once.
    expect(text.split('/Subtype/Form').length - 1).toBe(2);
  });

  it.each([
    [
      { template: 'card_a6', headline: 'x'.repeat(61) },
      'headline',
      '"headline" must have at most 60 characters.',
    ],
    [{ template: 'card_a6', text: 'x'.repeat(201) }, 'text', '"text" must have at most 200 characters.'],
    [
      { template: 'card_a6', headline: 'a\nb' },
      'headline',
      '"headline" must not hold the control character U+000A.',
    ],
    [
      { template: 'card_a6', headline: 'Menu 🍕' },
      'headline',
      '"headline" cannot be drawn: it has "🍕" (U+1F355), and layouts have Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies.',
    ],
    [
      { template: 'card_a6', text: 'תפריט' },
      'text',
      '"text" cannot be drawn: it has "ת" (U+05EA), and layouts have Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies.',
    ],
    [{ template: 'card_a6', bleed_mm: 11 }, 'bleed_mm', '"bleed_mm" must be at most 10.'],
    [{ template: 'card_a6', start: 2 }, 'start', '"start" is for labels only, not for layouts.'],
    [{ template: 'card_a6', caption: 'title' }, 'caption', '"caption" is for labels only, not for layouts.'],
    [
      { template: 'card_a6', width_mm: 50 },
      'width_mm',
      '"width_mm" is for the labels of a roll only: all others have a size of their own.',
    ],
    [
      { template: 'L7160', headline: 'Menu' },
      'headline',
      '"headline" is for layouts only: labels have no room for it.',
    ],
  ])('refuses %j', async (body, field, message) => {
    expect(await refusal(body)).toEqual([[field, message]]);
  });

  it('refuses words that have no room, and names the layout that has room', async () => {
    const text = 'All our dishes with their allergens, in eleven languages. '.repeat(3).trim();
    expect(await refusal({ template: 'sticker_round_50', headline: 'Menu', text })).toEqual([
      ['text', `"text" of ${ids[0]}: This is too long for the layout. Shorten it, or choose Square sticker.`],
    ]);
    expect((await print({ ids, template: 'sticker_square_50', headline: 'Menu', text })).status).toBe(200);
  });

  it('refuses a layout that is too small for the modules of a code, and names the smallest that is not', async () => {
    const fine = await create(client, { target: `https://example.com/${'x'.repeat(1900)}` });
    const [[field, message] = []] = await refusal({ ids: [ids[0], fine.id], template: 'sticker_round_50' });
    expect(field).toBe('template');
    expect(message).toContain(
      `"template" of ${fine.id}: The code has too many modules for this layout (Round`,
    );
    const title = /Choose (.+), or a larger one/.exec(message!)?.[1];
    const larger = LAYOUT_NAMES.find((name) => LAYOUT_TITLES[name] === title);
    expect((await print({ ids: [fine.id], template: larger })).status).toBe(200);
  });

  it('names the code whose logo no longer exists, and prints nothing', async () => {
    const branded = await createBranded();
    const body = { ids: [ids[0], branded.id], template: 'poster_a4' };
    expect((await print(body)).status).toBe(200);
    await env.DB.prepare('DELETE FROM logos').run();
    expect(await refusal(body)).toEqual([
      [
        'ids',
        `"ids" has ${branded.id}, whose design has a logo that no longer exists. Leave it out; nothing was printed.`,
      ],
    ]);
  });

  it('counts against the plan by the time that the service estimates for it', async () => {
    const body = { ids: Array.from({ length: 500 }, () => ids[0]), template: 'poster_a4' };
    expect(await countRequests(body)).toBeGreaterThan(4);
    const more = { ...body, ids: [...body.ids, ids[0]] };
    const { errors } = await readError(print(more));
    expect(errors?.[0]?.message).toBe(
      '"ids" may name at most 500 codes, not 501. Send them in several requests.',
    );
  });

  it('counts a design for more than a plain code, and its logo once', async () => {
    const repeat = (id: string | undefined) => ({
      ids: Array.from({ length: 100 }, () => id),
      template: '5160',
    });
    const branded = await createBranded();
    const [plain, designed] = [await countRequests(repeat(ids[0])), await countRequests(repeat(branded.id))];
    expect(designed).toBeGreaterThan(plain);
    expect(designed).toBeLessThanOrEqual(2 * plain);
  });

  async function createBranded() {
    const headers = { 'Content-Type': 'image/png' };
    const { id } = await client.json<{ id: string }>('POST', '/v1/images', discPng(60), { headers });
    return create(client, { dynamic: true, style: { logo: { image: id } } });
  }

  async function countRequests(body: object): Promise<number> {
    let taken = 0;
    const limiter = { limit: async () => ({ success: ++taken > 0 }) } as unknown as RateLimit;
    const response = await client.request('POST', '/v1/sheets', body, {
      env: { RATE_LIMIT_BUSINESS: limiter },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    return taken;
  }
});

test('the preview of a layout has both halves of a folded one, and its page', async () => {
  const deps = createDependencies(env, PLATFORM, () => undefined);
  const code = await findQrCode(deps.db, client.accountId, parsePublicId(ids[0]!)!);
  const request = {
    kind: 'layout',
    headline: 'Menu',
    text: null,
    marks: true,
    bleedMm: 3,
    copies: 1,
  } as const;
  const drawn = await drawLayoutPicture(deps, code!, { ...request, layout: 'table_tent', color: 'design' });
  if (!drawn.ok) throw new Error(drawn.error.reason);
  const { svg, page, codeMm, moduleMm } = drawn.value;
  expect(page).toMatchObject({ width: 164, height: 226, trim: { x: 8, y: 8, width: 148, height: 210 } });
  expect(codeMm / moduleMm).toBeCloseTo(25);
  const [, id] = /<g transform="translate\(8 113\)"><g id="(part-[0-9a-f]{12})">/.exec(svg) ?? [];
  expect(svg).toContain(`<use href="#${id}" transform="translate(156 113) rotate(180)"/>`);
});
