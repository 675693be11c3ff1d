import { random, randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { seedCode } from '#harness/data/seed.ts';
import { toPage, toText } from '#harness/worker/page.ts';

type Fields = Record<string, string>;

async function seed(browser: SignedInClient, title: string, isDynamic = true): Promise<string> {
  const codeId = randomCodeId();
  await seedCode(env.DB, { accountId: browser.accountId, codeId, title, isDynamic });
  return `qr_${codeId}`;
}

async function seedMany(browser: SignedInClient, titles: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push(await seed(browser, title));
  return ids;
}

const ticked = (ids: readonly string[]): Fields => Object.fromEntries(ids.map((id) => [id, 'on']));
const choose = (browser: SignedInClient, fields: Fields) => browser.post('/codes/selection', fields);

/** The fields of the form that continues with a selection. */
function hiddenOf(html: string): Fields {
  const fields = toPage(html).find('[action="/codes/selection/run"]')?.all('input[type="hidden"]') ?? [];
  return Object.fromEntries(fields.map((field) => [field.attribute('name'), field.attribute('value')]));
}

async function codesOf(browser: SignedInClient) {
  const { results } = await env.DB.prepare(
    `SELECT title, is_archived, control ->> '$.isPaused' AS paused, deleted_at_ms,
       (SELECT group_concat(name, ',' ORDER BY name) FROM tags JOIN code_tags ON tag_id = id
        WHERE code_tags.position = qr_codes.position) AS tags
     FROM qr_codes WHERE account_id = ? ORDER BY qr_codes.position`,
  )
    .bind(browser.accountId)
    .all<{
      title: string | null;
      is_archived: number;
      paused: number | null;
      tags: string | null;
      deleted_at_ms: number | null;
    }>();
  return results;
}

/** Follows the redirect of a change, and returns the list's message. */
async function noticeOf(browser: SignedInClient, response: Response): Promise<string> {
  expect(response.status).toBe(303);
  const html = await (await browser.get(response.headers.get('Location') ?? '')).text();
  return toText(/<div class="notice" role="status">(.*?)<(?:\/div|form)/s.exec(html)?.[1] ?? '').trim();
}

describe('the codes whose boxes are ticked', () => {
  it('are tagged, paused and archived at once, and the others are not', async () => {
    const browser = await signIn();
    const [a = '', b = ''] = await seedMany(browser, ['a', 'b', 'c']);
    const chosen = ticked([a, b]);
    const list = await (await browser.get('/codes')).text();
    expect(list).toContain(
      `<input type="checkbox" form="selection" name="${a}" value="on" aria-label="Select a"/>`,
    );
    const tagged = await choose(browser, { ...chosen, action: 'tag', tags: 'x, y' });
    expect(await noticeOf(browser, tagged)).toBe('2 codes are tagged.');
    await choose(browser, { ...chosen, action: 'untag', tags: 'X' });
    await choose(browser, { ...chosen, action: 'pause' });
    await choose(browser, { ...chosen, action: 'archive' });
    expect(await codesOf(browser)).toMatchObject([
      { title: 'a', tags: 'y', paused: 1, is_archived: 1 },
      { title: 'b', tags: 'y', paused: 1, is_archived: 1 },
      { title: 'c', tags: null, paused: null, is_archived: 0 },
    ]);
    await choose(browser, { ...ticked([a]), action: 'resume' });
    const back = await choose(browser, { ...ticked([a]), action: 'unarchive', query: 'archived=any' });
    expect(back.headers.get('Location')).toBe('/codes?archived=any');
    expect(await noticeOf(browser, back)).toBe('1 code is in the list again.');
    expect((await codesOf(browser))[0]).toMatchObject({ paused: null, is_archived: 0 });
  });

  it('are distinguished if some were left unchanged', async () => {
    const browser = await signIn();
    const [a = ''] = await seedMany(browser, ['a']);
    const fixed = await seed(browser, 'fixed', false);
    const paused = await choose(browser, { ...ticked([a, fixed]), action: 'pause' });
    expect(await noticeOf(browser, paused)).toBe(
      '1 code is paused. 1 code was not changed: static codes cannot be paused.',
    );
  });

  it('of another account stay unchanged', async () => {
    const browser = await signIn();
    const ids = await seedMany(browser, ['a']);
    const stranger = await signIn();
    const asked = await choose(stranger, { ...ticked(ids), action: 'delete' });
    const run = { ...hiddenOf(await asked.text()), confirmation: '1' };
    expect(await noticeOf(stranger, await stranger.post('/codes/selection/run', run))).toContain(
      '0 codes are deleted.',
    );
    await choose(stranger, { ...ticked(ids), action: 'archive' });
    expect(await codesOf(browser)).toMatchObject([{ title: 'a', is_archived: 0, deleted_at_ms: null }]);
    const download = await choose(stranger, { ...ticked(ids), action: 'table' });
    expect(download.status).toBe(422);
  });

  it('are deleted once their number was typed', async () => {
    const browser = await signIn();
    const [a = '', b = ''] = await seedMany(browser, ['a', 'b', 'c']);
    const asked = await choose(browser, { ...ticked([a, b]), action: 'delete' });
    const html = await asked.text();
    expect(html).toContain('Type 2 to confirm');
    const wrong = await browser.post('/codes/selection/run', { ...hiddenOf(html), confirmation: '3' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Nothing was deleted, because this is not 2.');
    expect((await codesOf(browser)).filter(({ title }) => title !== null)).toHaveLength(3);
    const deleted = await browser.post('/codes/selection/run', { ...hiddenOf(html), confirmation: '2' });
    expect(await noticeOf(browser, deleted)).toBe('2 codes are deleted.');
    expect((await codesOf(browser)).map(({ title }) => title)).toEqual([null, null, 'c']);
  });

  it('are downloaded as the API exports them', async () => {
    const browser = await signIn();
    const [a = '', b = ''] = await seedMany(browser, ['a', 'b', 'c']);
    const response = await choose(browser, { ...ticked([a, b]), action: 'table' });
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="qr-codes.csv"');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([a, b]);
    const all = await choose(browser, { all: 'on', query: 'q=abc', action: 'table' });
    expect(all.headers.get('Location')).toBe('/codes/export.csv?q=abc');
  });

  it.each<[string, Fields, string]>([
    ['no code', { action: 'archive' }, 'No code was selected.'],
    ['no tag', { action: 'tag', tags: ' , ', qr_00000000: 'on' }, 'Enter the tag in the field'],
    ['a wrong tag', { action: 'tag', tags: 'x'.repeat(51), qr_00000000: 'on' }, '1 to 50 characters'],
    ['an unknown action', { action: 'constructor', qr_00000000: 'on' }, 'choose them again'],
  ])('are not changed if there is %s', async (_, fields, message) => {
    const response = await choose(await signIn(), fields);
    expect(response.status).toBe(422);
    expect(toText(await response.text())).toContain(message);
  });

  it('are changed from our own pages only', async () => {
    const browser = await signIn();
    const ids = await seedMany(browser, ['a']);
    for (const path of ['/codes/selection', '/codes/selection/run']) {
      const headers = { Origin: 'https://elsewhere.example' };
      const response = await browser.post(path, { ...ticked(ids), action: 'archive' }, { headers });
      expect(response.status).toBe(403);
    }
    expect(await codesOf(browser)).toMatchObject([{ is_archived: 0 }]);
  });
});

describe('all codes that match', () => {
  const titles = Array.from({ length: 22 }, (_, i) => `menu ${i}`);

  it('are deleted after their number was shown, including those on other pages, but none that was created since', async () => {
    const browser = await signIn();
    await seedMany(browser, ['other', ...titles]);
    const asked = await choose(browser, { all: 'on', query: 'q=menu', action: 'delete' });
    const html = await asked.text();
    expect(toText(html)).toContain('Delete 22 codes');
    expect(await codesOf(browser)).toHaveLength(23);
    const later = randomCodeId();
    const { accountId } = browser;
    await seedCode(env.DB, { accountId, codeId: later, title: 'menu new', createdAtMs: Date.now() + 1000 });
    const done = await browser.post('/codes/selection/run', { ...hiddenOf(html), confirmation: '22' });
    expect(await noticeOf(browser, done)).toBe('22 codes are deleted.');
    const left = (await codesOf(browser)).filter((code) => code.deleted_at_ms === null);
    expect(left.map(({ title }) => title)).toEqual(['other', 'menu new']);
  });

  it('are changed at once, without a question, if one click takes it back', async () => {
    const browser = await signIn();
    await seedMany(browser, ['other', ...titles]);
    const done = await choose(browser, { all: 'on', query: 'q=menu', action: 'tag', tags: '<b>' });
    const html = await (await browser.get(done.headers.get('Location') ?? '')).text();
    expect(toText(html)).toContain('22 codes are tagged. Undo');
    expect(html).not.toContain('<b>');
    const tags = (await codesOf(browser)).map(({ tags: names }) => names);
    expect(tags).toEqual([null, ...titles.map(() => '<b>')]);
  });

  it('take several requests if one may not change that many, each from where the last one ended', async () => {
    const browser = await signIn();
    await seedMany(browser, titles.slice(0, 5));
    const free: object = { WORKERS_PLAN: 'free' };
    const all = { all: 'on', query: '', action: 'archive' };
    const first = await browser.post('/codes/selection', all, { env: free });
    const html = await first.text();
    expect(first.status).toBe(200);
    expect(toText(html)).toContain('3 of 5 codes');
    expect(html).toContain('data-go-on="0"');
    expect((await codesOf(browser)).map((code) => code.is_archived)).toEqual([0, 0, 1, 1, 1]);
    const second = await browser.post('/codes/selection/run', hiddenOf(html), { env: free });
    expect(await noticeOf(browser, second)).toBe('5 codes are archived.');
    expect((await codesOf(browser)).map((code) => code.is_archived)).toEqual([1, 1, 1, 1, 1]);
  });

  it('wait if the plan allows no more requests, and continue where they stopped', async () => {
    const browser = await signIn();
    const ids = await seedMany(browser, ['a', 'b', 'c']);
    let left = 2;
    const limit = () => Promise.resolve({ success: left-- > 0 });
    const bindings = { RATE_LIMIT_BUSINESS: { limit } };
    const limited = await browser.post(
      '/codes/selection',
      { ...ticked(ids), action: 'archive' },
      { env: bindings },
    );
    const html = await limited.text();
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(toText(html)).toContain('2 of 3 codes');
    // A script waits until the plan's next minute.
    expect(html).toContain('data-go-on="60"');
    const done = await browser.post('/codes/selection/run', hiddenOf(html));
    expect(await noticeOf(browser, done)).toBe('3 codes are archived.');
  });

  it('are deleted once their number was typed, and no more of them than that', async () => {
    const browser = await signIn();
    await seedMany(browser, ['a', 'b', 'keep']);
    const asked = await choose(browser, { all: 'on', query: 'kind=dynamic', action: 'delete' });
    const hidden = hiddenOf(await asked.text());
    expect(hidden['count']).toBe('3');
    const tampered = { ...hidden, count: '2', confirmation: '2' };
    expect(await noticeOf(browser, await browser.post('/codes/selection/run', tampered))).toBe(
      '2 codes are deleted.',
    );
    expect((await codesOf(browser)).filter(({ title }) => title !== null)).toHaveLength(1);
  });

  /** Static codes whose positions equal their numbers. */
  const seedStatic = (browser: SignedInClient, count: number) =>
    env.DB.prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light,
         format, size, margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
       SELECT 5000000000 + ?3 + i, printf('%08x', ?3 + i), ?1, 'text', 'x', NULL, 0, NULL, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0 FROM n`,
    )
      .bind(browser.accountId, count, Math.floor(random() * 4e5) * 10_000)
      .run();

  it('are counted exactly, however many, and from the stored number if there is no filter', async () => {
    const browser = await signIn();
    await seedMany(browser, ['one more']);
    await seedStatic(browser, 6_000);
    const all = await choose(browser, { all: 'on', query: 'sort=title', action: 'archive' });
    expect(toText(await all.text())).toContain('Archive 6,001 codes');
    const chosen = { all: 'on', query: 'kind=static', action: 'delete' };
    const counting = await (await choose(browser, chosen)).text();
    expect(toText(counting)).toContain('5,000 codes so far');
    expect(counting).toMatch(/action="\/codes\/selection" data-go-on="0"/);
    const fields = Object.fromEntries(
      [...counting.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    const asked = await (await choose(browser, fields)).text();
    expect(toText(asked)).toContain('Type 6000 to confirm');
    // The rest starts again from the beginning.
    expect(hiddenOf(asked)).toMatchObject({ count: '6000', done: '0', after: '' });
  });

  it('are changed beyond 500, a hundred with each request', async () => {
    const browser = await signIn();
    await seedStatic(browser, 501);
    const asked = await choose(browser, { all: 'on', query: 'kind=static', action: 'archive' });
    let html = await asked.text();
    expect(toText(html)).toContain('Archive 501 codes');
    for (const done of [100, 200, 300, 400, 500]) {
      const response = await browser.post('/codes/selection/run', hiddenOf(html));
      html = await response.text();
      expect(toText(html)).toContain(`${done} of 501 codes`);
    }
    const last = await browser.post('/codes/selection/run', hiddenOf(html));
    expect(await noticeOf(browser, last)).toBe('501 codes are archived.');
    expect((await codesOf(browser)).every((code) => code.is_archived === 1)).toBe(true);
  });
});
