import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { seedCode } from '#harness/data/seed.ts';
import { toPage, toText } from '#harness/worker/page.ts';

const TAGS = '/codes/tags';

/** Seeds a code with tags, as people would add them. */
async function seedTagged(browser: SignedInClient, tags: string): Promise<void> {
  const codeId = randomCodeId();
  await seedCode(env.DB, { accountId: browser.accountId, codeId });
  await browser.post(`/codes/qr_${codeId}/filing`, { tags });
}

async function tagsOf(browser: SignedInClient): Promise<string[]> {
  const html = await (await browser.get(TAGS)).text();
  const rows = toPage(html).all('ul.rows > li');
  return rows.map((row) => `${row.find('strong')?.words} ${parseInt(row.find('p')?.words ?? '', 10)}`);
}

describe('the page of tags', () => {
  it('shows each with its codes, and what to do if there is none', async () => {
    const browser = await signIn();
    expect(await (await browser.get(TAGS)).text()).toContain('No code has a tag yet.');
    await seedTagged(browser, 'b, A');
    await seedTagged(browser, 'a, <img src=x>');
    expect(await tagsOf(browser)).toEqual(['<img src=x> 1', 'A 2', 'b 1']);
    expect(await (await browser.get(TAGS)).text()).not.toContain('<img src=x>');
    expect(await tagsOf(await signIn())).toEqual([]);
  });

  it('renames a tag, even to another spelling of itself', async () => {
    const browser = await signIn();
    await seedTagged(browser, 'menu');
    const renamed = await browser.post(`${TAGS}/rename`, { name: 'menu', new_name: ' Menu ' });
    expect(renamed.headers.get('Location')).toBe(TAGS);
    expect(await tagsOf(browser)).toEqual(['Menu 1']);
    await browser.post(`${TAGS}/rename`, { name: 'menu', new_name: 'Card' });
    expect(await tagsOf(browser)).toEqual(['Card 1']);
  });

  it('merges two tags after asking', async () => {
    const browser = await signIn();
    await seedTagged(browser, 'one');
    await seedTagged(browser, 'one, two');
    const asked = await browser.post(`${TAGS}/rename`, { name: 'one', new_name: 'TWO' });
    expect(asked.status).toBe(200);
    expect(toText(await asked.text())).toContain('two already exists, on 1 code.');
    expect(await tagsOf(browser)).toEqual(['one 2', 'two 1']);
    const merged = await browser.post(`${TAGS}/rename`, { name: 'one', new_name: 'two', merge: 'on' });
    expect(merged.headers.get('Location')).toBe(TAGS);
    expect(await tagsOf(browser)).toEqual(['two 2']);
  });

  it('deletes a tag, and no code', async () => {
    const browser = await signIn();
    await seedTagged(browser, 'one, two');
    await browser.post(`${TAGS}/delete`, { name: 'ONE' });
    expect(await tagsOf(browser)).toEqual(['two 1']);
    expect(await (await browser.get('/codes')).text()).toContain('<p class="flush">1–1 of 1</p>');
  });

  it('changes nothing of another account, for another site, or to an invalid tag', async () => {
    const browser = await signIn();
    await seedTagged(browser, 'one');
    const stranger = await signIn();
    const headers = { Origin: 'https://elsewhere.example' };
    for (const [path, fields] of [
      ['rename', { name: 'one', new_name: 'two' }],
      ['delete', { name: 'one' }],
    ] as const) {
      expect((await stranger.post(`${TAGS}/${path}`, fields)).status).toBe(404);
      expect((await browser.post(`${TAGS}/${path}`, fields, { headers })).status).toBe(403);
    }
    const refused = await browser.post(`${TAGS}/rename`, { name: 'one', new_name: 'a,b' });
    expect(refused.status).toBe(422);
    expect(toText(await refused.text())).toContain('This must not hold a comma');
    expect(await tagsOf(browser)).toEqual(['one 1']);
  });
});
