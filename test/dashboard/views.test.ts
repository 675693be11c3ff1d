import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { seedCode } from '#harness/data/seed.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { toPage, toText } from '#harness/worker/page.ts';

/** Somebody with a code: the page of an account without codes has no filters. */
async function come(options: Parameters<typeof signIn>[0] = {}): Promise<SignedInClient> {
  const browser = await signIn(options);
  const codeId = randomCodeId();
  await seedCode(env.DB, { accountId: browser.accountId, codeId });
  return browser;
}

const save = (browser: SignedInClient, name: string, query: string, page = 'codes') =>
  browser.post('/views', { page, name, query });

async function readViews(browser: SignedInClient, path: string): Promise<string> {
  const html = await (await browser.get(path)).text();
  return /<nav class="views".*?<\/nav>/s.exec(html)?.[0] ?? '';
}

const idOf = (views: string) => /\/views\/(view_[0-9a-f]{16})/.exec(views)?.[1] ?? '';

describe('a saved view', () => {
  it.each([
    ['codes', '/codes', 'kind=dynamic&tag=Summer+%26+sun&sort=-scans'],
    ['analytics', '/analytics', 'range=last_7_days&compare=previous_period&filter=country%3ADE'],
  ])('of %s opens the same filters again, and is marked then', async (page, path, query) => {
    const browser = await come();
    expect(await readViews(browser, path)).toBe('');
    expect(await readViews(browser, `${path}?${query}`)).toContain('name="name"');
    const saved = await save(browser, '  Mine <1> ', query, page);
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${path}?${query}`]);
    const html = await (await browser.get(`${path}?${query}`)).text();
    expect(html).toContain('The view was saved.');
    const chip = `href="${path}?${query.replaceAll('&', '&amp;')}"`;
    expect(html).toMatch(
      new RegExp(`<a ${chip.replaceAll(/[?+]/g, '\\$&')} aria-current="true"[^>]*>Mine &lt;1&gt;</a>`),
    );
    expect(html).not.toContain('action="/views"');
    const plain = await readViews(browser, path);
    expect(plain).toContain(chip);
    expect(plain).not.toContain('aria-current');
  });

  it('is only its person’s', async () => {
    const browser = await come();
    const colleague = await come({ accountId: browser.accountId });
    await save(browser, 'Mine', 'kind=static');
    const id = idOf(await readViews(browser, '/codes?kind=static'));
    expect(await readViews(colleague, '/codes')).toBe('');
    for (const path of [`/views/${id}/rename`, `/views/${id}/delete`])
      expect((await colleague.post(path, { name: 'Theirs' })).status).toBe(404);
    expect(await readViews(browser, '/codes')).toContain('Mine');
  });

  it('is renamed and deleted by itself, also by somebody who changes nothing else', async () => {
    const browser = await come({ role: 'viewer' });
    await save(browser, 'Before', 'kind=static');
    await save(browser, 'Taken', 'kind=dynamic');
    const id = idOf(await readViews(browser, '/codes?kind=static'));
    expect(await readViews(browser, '/codes?kind=static')).toContain('value="Before"');
    const taken = await browser.post(`/views/${id}/rename`, { name: 'Taken' });
    expect([taken.status, toText(await taken.text())]).toEqual([
      422,
      expect.stringContaining('Another view of this page has this name.'),
    ]);
    const renamed = await browser.post(`/views/${id}/rename`, { name: 'After' });
    expect(renamed.headers.get('Location')).toBe('/codes?kind=static');
    const views = toPage(await readViews(browser, '/codes'));
    expect(views.all('a').map(({ words }) => words)).toEqual(['After', 'Taken']);
    await browser.post(`/views/${id}/delete`);
    expect(toText(await readViews(browser, '/codes')).trim()).toBe('Taken');
  });

  it('takes the place of one with the same name', async () => {
    const browser = await come();
    await save(browser, 'Mine', 'kind=static');
    await save(browser, 'Mine', 'kind=dynamic');
    const views = await readViews(browser, '/codes');
    expect(views).toContain('kind=dynamic');
    expect(views).not.toContain('kind=static');
  });

  it('is one of at most 20 of a page, even if the last two are saved at the same moment', async () => {
    const browser = await come();
    for (let i = 0; i < 19; i++) await save(browser, `View ${i}`, 'kind=static');
    const last = await Promise.all(['A', 'B'].map((name) => save(browser, name, 'kind=static')));
    expect(last.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    const refused = last.find(({ status }) => status === 422);
    expect(toText((await refused?.text()) ?? '')).toContain('You have 20 views of this page.');
    expect((await save(browser, 'View 0', 'kind=dynamic')).status).toBe(303);
    expect((await save(browser, 'Other page', 'range=last_7_days', 'analytics')).status).toBe(303);
  });

  it.each([
    ['no name', '', 'kind=static'],
    ['a name that is too long', 'x'.repeat(61), 'kind=static'],
    ['a name of several lines', 'a\nb', 'kind=static'],
    ['nothing that the page knows', 'Mine', 'kind=purple&next=https%3A%2F%2Fevil.example'],
    ['too much', 'Mine', Array.from({ length: 30 }, (_, i) => `tag=${'t'.repeat(45)}${i}`).join('&')],
  ])('is refused with %s', async (_, name, query) => {
    const browser = await come();
    expect((await save(browser, name, query)).status).toBe(422);
    expect(await readViews(browser, '/codes')).toBe('');
  });

  it('keeps only what its page knows', async () => {
    const browser = await come();
    const saved = await save(browser, 'Mine', 'kind=static&cursor=x&evil=1');
    expect(saved.headers.get('Location')).toBe('/codes?kind=static');
    expect((await save(browser, 'Mine', 'kind=static', 'settings')).status).toBe(404);
  });

  it('is gone with its person', async () => {
    const owner = await come();
    const person = await come({ accountId: owner.accountId, role: 'member' });
    await save(person, 'Mine', 'kind=static');
    await owner.post(`/settings/people/${person.personId}/remove`);
    const rows = env.DB.prepare('SELECT count(*) AS n FROM saved_views WHERE person_id = ?').bind(
      person.personId,
    );
    expect(await rows.first('n')).toBe(0);
  });

  it('is missing on a page while views cannot be read', async () => {
    const browser = await come();
    const DB = withFault(env.DB, {
      prepare: (query: string) => {
        if (query.includes('saved_views')) throw new Error('D1 is down');
        return env.DB.prepare(query);
      },
    });
    expect((await browser.get('/codes?kind=static', { env: { DB } })).status).toBe(200);
  });
});
