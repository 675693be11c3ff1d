import { describe, expect, it } from 'vitest';
import { create, createClient } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { toText } from '#harness/worker/page.ts';

const GERMAN = { headers: { 'Accept-Language': 'de' } };

/** Words that no German sentence has. */
const ENGLISH = /\b(the|of|and|your|you|with|this|that|have|from|for|to|are|is|not|it|by|we|page)\b/gi;

/** The English words of a German page; null if it has none. */
async function findEnglish(page: Response): Promise<unknown> {
  const html = await page.text();
  if (!html.includes('<html lang="de">')) return 'not German';
  const attributes = html.matchAll(/(?:aria-label|title|placeholder|alt|data-[a-z-]*copied)="([^"]*)"/g);
  // Names of the interface are the same in each language.
  const words = toText(html).replaceAll(/content\.[\w.]+/g, '');
  return [words, ...[...attributes].map(([, text]) => text)].join('\n').match(ENGLISH);
}

describe('a page for one code, in German', () => {
  const FIELDS = [
    ...['kind=pdf&width_mm=20&margin=2&distance_cm=90', 'kind=png', 'kind=svg&look=k'],
    ...['kind=table_tent&width_mm=40&headline=Hallo&printer=shop', 'kind=sticker_round_50&width_mm=40'],
    ...['kind=labels&width_mm=40', 'kind=labels&width_mm=40&start=99'],
    ...['kind=inks&width_mm=40&ink=process', 'kind=inks&width_mm=40&ink=cmyk&cmyk=1', 'kind=eps&width_mm=40'],
    ...[
      'kind=x-4&width_mm=40&look=k',
      'kind=x-1a&width_mm=40&ink=spot',
      'kind=pdf&width_mm=40&caption=title',
    ],
  ];

  it.each(['', ...FIELDS.map((fields) => `?${fields}`)])(
    'has no English left: /download%s',
    async (query) => {
      const api = await createClient();
      const browser = await signIn({ accountId: api.accountId });
      const { id } = await create(api, { dynamic: true });
      expect(await findEnglish(await browser.get(`/codes/${id}/download${query}`, GERMAN))).toBeNull();
    },
  );
});

describe('an import in German', () => {
  it('has no English left in any of its steps', async () => {
    const browser = await signIn();
    const form = new FormData();
    form.set('text', 'Ziel;Titel;Notiz\nhttps://example.com/1;Eins;x\n');
    expect(await findEnglish(await browser.post('/codes/import', form, GERMAN))).toBeNull();
    for (const [column, meaning] of [
      ['Ziel', 'target'],
      ['Titel', 'title'],
      ['Notiz', ''],
    ] as const)
      form.set(`column:${column}`, meaning);
    const path = (await browser.post('/codes/import', form)).headers.get('Location') ?? '';
    expect(await findEnglish(await browser.get(path, GERMAN))).toBeNull();
    await browser.post(`${path}/start`);
    expect(await findEnglish(await browser.get(path, GERMAN))).toBeNull();
    expect(await findEnglish(await browser.get('/codes/import', GERMAN))).toBeNull();
    form.set('text', '');
    expect(await findEnglish(await browser.post('/codes/import', form, GERMAN))).toBeNull();
  });
});
