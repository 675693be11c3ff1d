import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

describe('the search for codes', () => {
  let account: ApiClient;
  const codes: Record<string, CodeResource> = {};

  beforeAll(async () => {
    account = await createClient();
    const bodies = {
      lucia: { title: 'Lucia menu', tags: ['Summer 2026'] },
      oslo: { title: 'Poster in Oslo', short_code: 'find-oslo', dynamic: true, tags: ['de'] },
      bench: { title: 'Bench', external_id: 'SKU.7', target: 'https://example.com/summer' },
      old: { title: 'Old menu', archived: true, tags: ['summer 2026'] },
    };
    for (const [name, body] of Object.entries(bodies)) codes[name] = await create(account, body);
    const foreign = await createClient();
    await create(foreign, { title: 'Lucia menu', external_id: 'SKU.7', tags: ['Summer 2026'] });
    codes['foreign'] = await create(foreign, { title: 'Abroad', short_code: 'find-abroad' });
  });

  /** The names of the codes that a search finds, newest first. */
  async function find(text: string, more = ''): Promise<readonly (string | undefined)[]> {
    const response = await account.request('GET', `/v1/qr?q=${encodeURIComponent(text)}${more}`);
    const { data } = await response.json<{ data: CodeResource[] }>();
    return data.map(({ id }) => Object.keys(codes).find((name) => codes[name]?.id === id));
  }

  it.each([
    ['menu lucia', ['lucia']],
    [' Lucia   MENU ', ['lucia']],
    ['menu lucia oslo', []],
    ['in poster', ['oslo']],
    ['poster xy', []],
    ['example.com bench', ['bench']],
    ['find-oslo', ['oslo']],
    ['FIND-Oslo', ['oslo']],
    ['SKU.7', ['bench']],
    ['sku.7', []],
    ['summer 2026', ['lucia']],
    ['Summer 2026', ['lucia']],
    ['summer', ['bench']],
    ['de', ['oslo']],
    ['find-abroad', []],
  ])('finds words in any order, and what the text names: %s', async (text, names) => {
    expect(await find(text)).toEqual(names);
  });

  it('finds what holds each word in one piece, in either case of any letter, and nothing else', async () => {
    codes['pieces'] = await create(account, { title: 'Banana, Nasturtium' });
    codes['word'] = await create(account, { title: 'Ananas ΟΔΟΣ Käse' });
    expect(await find('ananas')).toEqual(['word']);
    expect(await find('οδος KÄSE')).toEqual(['word']);
    expect(await find('banana')).toEqual(['pieces']);
  });

  it('finds an edited code by its new words alone, and a deleted one by none', async () => {
    const { id } = (codes['edited'] = await create(account, { title: 'Marigold', dynamic: true }));
    await account.request('PATCH', `/v1/qr/${id}`, { title: 'Larkspur' });
    expect([await find('marigold'), await find('larkspur')]).toEqual([[], ['edited']]);
    expect(await find('example.com/menu larkspur')).toEqual(['edited']);
    await account.request('PATCH', `/v1/qr/${id}`, { target: 'http://example.com/border' });
    expect([await find('menu larkspur'), await find('border larkspur')]).toEqual([[], ['edited']]);
    await account.request('DELETE', `/v1/qr/${id}`);
    expect(await find('larkspur')).toEqual([]);
  });

  it('finds addresses by any part of their scheme, and titles that look like one', async () => {
    codes['secure'] = await create(account, { target: 'https://scheme.example/' });
    codes['plain'] = await create(account, { target: 'http://scheme.example/' });
    codes['titled'] = await create(account, {
      title: 'What HTTPS:// means',
      target: 'tel:+4930123456',
      type: 'phone',
    });
    const both = ['plain', 'secure'];
    expect(await find('scheme.example http')).toEqual(both);
    expect(await find('scheme.example ://')).toEqual(both);
    expect(await find('://scheme.example/')).toEqual(both);
    expect(await find('HTTPS://scheme')).toEqual(['secure']);
    expect(await find('scheme.example ttps')).toEqual(['secure']);
    expect(await find('http: scheme')).toEqual(['plain']);
    expect(await find('means https://')).toEqual(['titled']);
    expect(await find('https', '&limit=100')).toEqual(expect.arrayContaining(['titled', 'secure', 'bench']));
    expect(await find('https', '&limit=100')).not.toContain('plain');
    expect(await find('ttp', '&type=phone')).toEqual(['titled']);
  });

  it('takes quotes and operators as they are', async () => {
    codes['quoted'] = await create(account, { title: '"Crème" AND brûlée* (NEAR)' });
    for (const text of ['"crème"', 'CRÈME', 'and BRÛLÉE*', '(near)'])
      expect(await find(text), text).toEqual(['quoted']);
    for (const text of ['"brûlée', 'crème"*', 'brulee AND NOT near'])
      expect(await find(text), text).toEqual([]);
  });

  it.each([
    ['Köln', ['köln', 'koln', 'KOLN', 'ko\u0308ln', 'oln', 'ol']],
    ['Ko\u0308nigstraße', ['königstraße', 'konigstrasse', 'KÖNIGSTRASSE', 'straße', 'aß', 'ss']],
    ['Wasserstrasse', ['waßerstraße', 'wässer']],
    ['Smørrebrød på Ærø', ['smorrebrod', 'pa aero', 'PÅ ÆRØ', 'æro', 'ær']],
    ['Łódź đak Þór ılık', ['lodz', 'ŁÓDŹ', 'dak thor', 'ilik', 'ILIK']],
    ['Œuvre trả lời', ['oeuvre', 'tra loi', 'TRẢ LỜI']],
    ['ΚΑΦΕΣ Ёлка', ['καφες', 'ёлка']],
  ])('finds %s with and without its accents', async (title, texts) => {
    const own = await createClient();
    const { id } = await create(own, { title });
    await create(own, { title: 'Something else', target: 'https://example.com/1' });
    for (const text of texts) {
      const response = await own.request('GET', `/v1/qr?q=${encodeURIComponent(text)}`);
      const { data } = await response.json<{ data: CodeResource[] }>();
      expect(
        data.map((code) => code.id),
        text,
      ).toEqual([id]);
    }
  });

  it('finds a code by its short link, with or without its scheme, and by its id', async () => {
    for (const name of ['lucia', 'oslo']) {
      const { short_url: link = '', id = '' } = codes[name] ?? {};
      const host = link.replace(/^https?:\/\//, '');
      const names = [link, link.toUpperCase(), host, `${link}/?utm_source=a`, id, id.slice('qr_'.length)];
      for (const text of names) expect(await find(text), text).toEqual([name]);
      expect(await find(link.replace(/\/\/[^/]*/, '//elsewhere.example'))).toEqual([]);
    }
    expect(await find(codes['foreign']?.short_url ?? '')).toEqual([]);
  });

  it('finds a code by a part of a name that was added to it, as long as the code has it', async () => {
    const { id } = (codes['named'] = await create(account, { title: 'Terrace', dynamic: true }));
    for (const path of ['unsere-speisekarte', 'our-food-menu'])
      await account.request('POST', `/v1/qr/${id}/names`, { path });
    expect([await find('speisekarte'), await find('food terrace')]).toEqual([['named'], ['named']]);
    await account.request('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/terrace' });
    expect(await find('SPEISE menu')).toEqual(['named']);
    await account.request('DELETE', `/v1/qr/${id}/names?path=unsere-speisekarte`);
    expect([await find('speisekarte'), await find('food')]).toEqual([[], ['named']]);
    await account.request('POST', `/v1/qr/${id}/names`, { path: 'unsere-speisekarte' });
    expect(await find('speisekarte')).toEqual(['named']);
    await account.request('DELETE', `/v1/qr/${id}`);
    expect(await find('food')).toEqual([]);
  });

  it('finds no code by a name that has gone with its host', async () => {
    const { id } = (codes['moved'] = await create(account, { title: 'Moved', dynamic: true }));
    await account.request('POST', `/v1/qr/${id}/names`, { path: 'harbour-kitchen' });
    expect(await find('harbour')).toEqual(['moved']);
    await env.DB.prepare("DELETE FROM link_names WHERE path = 'harbour-kitchen'").run();
    expect(await find('harbour')).toEqual([]);
  });

  it('keeps to the other filters, and pages through words and names as one list', async () => {
    expect(await find('summer 2026', '&archived=any')).toEqual(['old', 'lucia']);
    expect(await find('summer 2026', '&archived=any&sort=title')).toEqual(['lucia', 'old']);
    expect(await find('SKU.7', '&dynamic=true')).toEqual([]);
    expect(await find('SKU.7', '&short_code=find-oslo')).toEqual([]);
    const first = await account.request('GET', '/v1/qr?q=summer+2026&archived=any&limit=1');
    const { next_cursor: cursor } = await first.json<{ next_cursor: string }>();
    expect(await find('summer 2026', `&archived=any&limit=1&cursor=${cursor}`)).toEqual(['lucia']);
  });

  it('refuses more than 20 words', async () => {
    const text = Array.from({ length: 21 }, (_, i) => `word${i}`).join(' ');
    const response = await account.request('GET', `/v1/qr?q=${encodeURIComponent(text)}`);
    const { errors } = await readError(response);
    expect(errors).toEqual([{ field: 'q', code: 'too_big', message: '"q" must have at most 20 words.' }]);
    expect(await find(text.replace(/ word20$/, ''))).toEqual([]);
  });

  it('takes a word once, however often and in whichever case it comes', async () => {
    expect(await find('menu Lucia MENU LUCIA '.repeat(6))).toEqual(['lucia']);
  });
});
