import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { toPublicId } from '#core/codes/code-id.ts';
import { seedCode } from '#harness/data/seed.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { toText } from '#harness/worker/page.ts';

const seed = (browser: SignedInClient, title: string) =>
  seedCode(env.DB, {
    accountId: browser.accountId,
    codeId: randomCodeId(),
    title,
  });

async function find(browser: SignedInClient, text: string, headers: Record<string, string> = {}) {
  const query = new URLSearchParams({ q: text });
  const response = await browser.get(`/codes/find?${query.toString()}`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

it('finds the codes of the account by what is typed, for the palette', async () => {
  const browser = await signIn();
  const other = await signIn();
  const id = await seed(browser, 'Menu <1>');
  await seed(other, 'Menu of somebody else');
  const html = await find(browser, ' menu ');
  expect(html).toContain(`<a href="/codes/${toPublicId(id)}"><span dir="auto">Menu &lt;1&gt;</span>`);
  expect(toText(html).trim()).toMatch(/^1 code Menu <1>/);
  expect(html).not.toContain('somebody else');
});

it('shows six of many, and leads to the others', async () => {
  const browser = await signIn();
  for (let i = 0; i < 7; i++) await seed(browser, `Poster & ${i}`);
  const html = await find(browser, 'poster &');
  expect(html.match(/<li>/g)).toHaveLength(7);
  expect(html).toContain('<a href="/codes?q=poster+%26">Show all of them</a>');
});

it.each(['nothing like this', '', 'x'.repeat(300), 'a\u0000b'])(
  'finds nothing for %j, and says so',
  async (text) => {
    const browser = await signIn();
    await seed(browser, 'Menu');
    expect(toText(await find(browser, text)).trim()).toBe('No codes match');
    expect(await find(browser, text, { 'Accept-Language': 'de' })).toContain('Kein passender Code');
  },
);

it('is only for people who are signed in', async () => {
  const response = await createBrowser().get('/codes/find?q=menu');
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/sign-in/),
  ]);
});
