import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toPublicId } from '#core/codes/code-id.ts';
import { foldText, SPELLINGS } from '#core/lists/fold.ts';
import { findSearchProblem, MAX_SEARCH_WORDS } from '#core/lists/search.ts';
import { randomCodeId } from '#harness/data/random.ts';
import { seedCode } from '#harness/data/seed.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';

const TITLES = [
  'Menu, Berlin',
  '"Spring" & “summer”: 50 % off (until 1/4)!',
  "Café – l'été à Köln; Straße Nº 7",
  'Cafe\u0301 with marks of their own: ko\u0308ln, и\u0306, a\u0305',
  '🎉 Party 👩‍👩‍👧 at 8 🇩🇪',
  '100%_of \\ * ^ NEAR("a" OR b) -- {x}:y',
  'ΟΔΟΣ οδός Ёлка Łódź ﬁne ＡＢＣ İstanbul ŉ',
  '東京タワー 한국어 हिन्दी עִבְרִית',
  `${'Longtitle, withlongwords; '.repeat(7)}And an end of it…`.slice(0, 200),
  'x'.repeat(200),
  '🍕'.repeat(81),
];

/** Letters with a mark that few alphabets have, which SQLite does not know as such. */
const UNKNOWN_TO_INDEX = [...'ǠǡǢǣǼǽ'];

/** The id of a new code. */
async function seed(accountId: string, title: string): Promise<string> {
  const codeId = randomCodeId();
  return toPublicId(await seedCode(env.DB, { accountId, codeId, title }));
}

let browser: SignedInClient;
let client: ApiClient;
const ids = new Map<string, string>();

beforeAll(async () => {
  client = await createClient();
  browser = await signIn({ accountId: client.accountId });
  for (const title of TITLES) {
    ids.set(title, await seed(client.accountId, title));
  }
});

/** Every door of a search. */
const DOORS: readonly ((query: string) => Promise<Response>)[] = [
  (query) => client.request('GET', `/v1/qr?limit=100&${query}`),
  (query) => client.request('GET', `/v1/qr?limit=100&sort=title&${query}`),
  (query) => client.request('GET', `/v1/qr/export.ndjson?${query}`),
  (query) => client.request('GET', `/v1/qr/export.csv?${query}`),
  (query) => browser.get(`/codes?${query}`),
  (query) => browser.get(`/codes/find?${query}`),
  (query) => browser.get(`/codes/export.csv?${query}`),
];

/** What the doors answered that do not find a code by a text. */
async function listMisses(text: string, title: string): Promise<string[]> {
  const misses: string[] = [];
  for (const ask of DOORS) {
    const response = await ask(new URLSearchParams({ q: text }).toString());
    const body = new TextDecoder().decode(await response.arrayBuffer());
    // The palette names a few of the codes, and leads to the others.
    const isFound = body.includes(ids.get(title) ?? '') || body.includes('Show all of them');
    if (response.status !== 200 || !isFound) misses.push(`${response.status} ${body}`);
  }
  return misses;
}

describe('a search for a piece of a title', () => {
  it.each(TITLES)('finds the whole: %s', async (title) => {
    expect(findSearchProblem(title) ?? (await listMisses(title, title))).toEqual([]);
  });

  const piece = fc
    .record({
      title: fc.constantFrom(...TITLES),
      start: fc.nat(199),
      length: fc.integer({ min: 1, max: 200 }),
    })
    .map(({ title, start, length }) => {
      const characters = [...title];
      const from = start % characters.length;
      return { title, text: characters.slice(from, from + length).join('') };
    })
    .filter(({ text }) => text.trim() !== '' && findSearchProblem(text) === null);

  it('finds the code through every door, in either case', async () => {
    const look = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toLowerCase(),
      (text) => text.toUpperCase(),
    );
    await fc.assert(
      fc.asyncProperty(piece, look, async ({ title, text }, change) => {
        const changed = change(text);
        fc.pre(changed.length === text.length);
        expect(await listMisses(changed, title)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('finds each Latin letter with a mark by the letter alone', async () => {
    const own = await createClient();
    const letters = Array.from({ length: 0x1f00 - 0xc0 }, (_, i) => String.fromCodePoint(0xc0 + i)).filter(
      (letter) =>
        (letter.normalize('NFD') !== letter || letter in SPELLINGS) &&
        /^[A-Z]{1,2}$/.test(foldText(letter)) &&
        !UNKNOWN_TO_INDEX.includes(letter),
    );
    expect(letters.length).toBeGreaterThan(500);
    for (let i = 0; i < letters.length; i += MAX_SEARCH_WORDS) {
      const words = letters.slice(i, i + MAX_SEARCH_WORDS).map((letter) => `xy${letter}zw`);
      const id = await seed(own.accountId, words.join(' '));
      for (const q of [words.join(' '), foldText(words.join(' '))]) {
        const response = await own.request('GET', `/v1/qr?${new URLSearchParams({ q }).toString()}`);
        expect(await response.text(), q).toContain(id);
      }
    }
  });
});
