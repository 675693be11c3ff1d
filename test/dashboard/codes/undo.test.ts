import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { seedCode } from '#harness/data/seed.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { toPage, toText } from '#harness/worker/page.ts';

type Fields = Record<string, string>;

/** Seeds codes with these titles, the last of them newest. */
async function seed(browser: SignedInClient, titles: readonly string[], isDynamic = true): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const codeId = randomCodeId();
    await seedCode(env.DB, { accountId: browser.accountId, codeId, title, isDynamic });
    ids.push(`qr_${codeId}`);
  }
  return ids;
}

const ticked = (ids: readonly string[]): Fields => Object.fromEntries(ids.map((id) => [id, 'on']));

/** Title, whether paused, whether archived, and tags, oldest first. */
async function statesOf(browser: SignedInClient): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT title || iif(control ->> '$.isPaused', ' paused', '') || iif(is_archived, ' archived', '') ||
       coalesce((SELECT ' ' || group_concat(name, ',' ORDER BY name) FROM tags JOIN code_tags ON tag_id = id
        WHERE code_tags.position = qr_codes.position), '') AS state
     FROM qr_codes WHERE account_id = ? ORDER BY qr_codes.position`,
  )
    .bind(browser.accountId)
    .all<{ state: string }>();
  return results.map(({ state }) => state);
}

/** The form “Undo” of the page after a change; null if there is none. */
async function findUndo(browser: SignedInClient, changed: Response): Promise<Fields | null> {
  expect(changed.status).toBe(303);
  const html = await (await browser.get(changed.headers.get('Location') ?? '')).text();
  return hiddenOf(html);
}

function hiddenOf(html: string): Fields | null {
  const form = toPage(html).find('[action="/codes/undo"]');
  return form?.fields ?? null;
}

async function undo(browser: SignedInClient, changed: Response): Promise<string> {
  const undone = await browser.post('/codes/undo', (await findUndo(browser, changed)) ?? {});
  expect(undone.status).toBe(303);
  const html = await (await browser.get(undone.headers.get('Location') ?? '')).text();
  expect(hiddenOf(html)).toBeNull();
  return toPage(html).notice ?? '';
}

describe('“Undo”', () => {
  it('takes back a change of many codes, and only of those that it changed', async () => {
    const browser = await signIn();
    const [a = '', b = '', c = ''] = await seed(browser, ['a', 'b', 'c']);
    const [fixed = ''] = await seed(browser, ['fixed'], false);
    const all = ticked([a, b, c, fixed]);
    const choose = (fields: Fields) => browser.post('/codes/selection', { query: 'q=example', ...fields });
    await choose({ ...ticked([a]), action: 'pause' });
    await choose({ ...ticked([a, b]), action: 'tag', tags: 'Old' });
    await choose({ ...ticked([b]), action: 'tag', tags: 'New' });
    const before = await statesOf(browser);
    expect(before).toEqual(['a paused Old', 'b New,Old', 'c', 'fixed']);

    const paused = await choose({ ...all, action: 'pause' });
    expect(await statesOf(browser)).toEqual(['a paused Old', 'b paused New,Old', 'c paused', 'fixed']);
    expect(await undo(browser, paused)).toBe('Undone: 2 codes are as before.');
    expect(await statesOf(browser)).toEqual(before);

    const tagged = await choose({ ...all, action: 'tag', tags: 'new, old' });
    expect(await undo(browser, tagged)).toBe('Undone: 3 codes are as before.');
    expect(await statesOf(browser)).toEqual(before);

    const untagged = await choose({ ...all, action: 'untag', tags: 'OLD' });
    expect(await statesOf(browser)).toEqual(['a paused', 'b New', 'c', 'fixed']);
    await undo(browser, untagged);
    expect(await statesOf(browser)).toEqual(before);

    const archived = await choose({ ...all, action: 'archive' });
    const form = await findUndo(browser, archived);
    expect(form).toMatchObject({ back: '/codes?q=example' });
    // Somebody else takes one of them out of the archive meanwhile, and archives another code.
    await choose({ ...ticked([c]), action: 'unarchive' });
    expect((await browser.post('/codes/undo', form ?? {})).headers.get('Location')).toBe('/codes?q=example');
    expect(await statesOf(browser)).toEqual(before);
  });

  it('takes back the change of one code, on its page and in the list', async () => {
    const browser = await signIn();
    const [id = ''] = await seed(browser, ['a']);
    const page = `/codes/${id}`;
    const changes: [string, Fields, string][] = [
      ['/control/pause', { paused: 'on' }, 'a paused'],
      ['/control/pause', { paused: 'on', next: 'list' }, 'a paused'],
      ['/archive', { archived: 'on' }, 'a archived'],
      ['/filing', { tags: 'x, y', was_tags: '', external_id: '', was_external_id: '' }, 'a x,y'],
    ];
    for (const [path, fields, state] of changes) {
      const changed = await browser.post(page + path, fields);
      expect(await statesOf(browser)).toEqual([state]);
      expect(await undo(browser, changed)).toBe('Undone: 1 code is as before.');
      expect(await statesOf(browser)).toEqual(['a']);
    }
    await browser.post(`${page}/archive`, { archived: 'on' });
    // Nothing changes any more, and what changes with the tags cannot be taken back with them.
    expect(await findUndo(browser, await browser.post(`${page}/archive`, { archived: 'on' }))).toBeNull();
    const filed = { tags: 'x', was_tags: '', external_id: 'sku-1', was_external_id: '' };
    expect(await findUndo(browser, await browser.post(`${page}/filing`, filed))).toBeNull();
  });

  it('goes on over several requests, as the change did', async () => {
    const browser = await signIn();
    await seed(browser, ['a', 'b', 'c', 'd', 'e']);
    const free: object = { WORKERS_PLAN: 'free' };
    const send = (path: string, fields: Fields) => browser.post(path, fields, { env: free });
    const fieldsOf = (html: string) =>
      hiddenOf(html.replaceAll('action="/codes/selection/run"', 'action="/codes/undo"')) ?? {};
    const first = await (await send('/codes/selection', { all: 'on', query: '', action: 'archive' })).text();
    const archived = await send('/codes/selection/run', fieldsOf(first));
    const part = await send('/codes/undo', (await findUndo(browser, archived)) ?? {});
    const html = await part.text();
    expect(toText(html)).toContain('3 of 5 codes');
    expect(html).toContain('data-go-on="0"');
    const rest = await send('/codes/undo', hiddenOf(html) ?? {});
    expect(toText(await (await browser.get(rest.headers.get('Location') ?? '')).text())).toContain(
      'Undone: 5 codes are as before.',
    );
    expect(await statesOf(browser)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('says before a change of more than 300 codes that it will not take it back', async () => {
    const browser = await signIn();
    await env.DB.prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light,
         format, size, margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
       SELECT 7000000000 + i, 'z' || printf('%07d', i), ?, 'text', 'x', NULL, 0, NULL, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0 FROM n`,
    )
      .bind(browser.accountId)
      .run();
    const all = { all: 'on', query: '', action: 'archive' };
    const asked = await (await browser.post('/codes/selection', all)).text();
    expect(toText(asked)).toContain('A change of more than 300 codes cannot be undone with one click.');
    let html = asked.replaceAll('/codes/selection/run', '/codes/undo');
    for (const done of [100, 200, 300]) {
      const part = await browser.post('/codes/selection/run', hiddenOf(html) ?? {});
      html = (await part.text()).replaceAll('/codes/selection/run', '/codes/undo');
      expect(toText(html)).toContain(`${done} of 301 codes`);
    }
    const last = await browser.post('/codes/selection/run', hiddenOf(html) ?? {});
    expect(await findUndo(browser, last)).toBeNull();
  });

  it('leaves the codes of others alone, and needs a page of our own', async () => {
    const browser = await signIn();
    const ids = await seed(browser, ['a']);
    const form = await findUndo(
      browser,
      await browser.post('/codes/selection', { ...ticked(ids), action: 'archive' }),
    );
    const elsewhere = { headers: { Origin: 'https://elsewhere.example' } };
    expect((await browser.post('/codes/undo', form ?? {}, elsewhere)).status).toBe(403);
    const stranger = await signIn();
    await stranger.post('/codes/undo', form ?? {});
    expect(await statesOf(browser)).toEqual(['a archived']);
    for (const text of ['', 'none', 'archived=false', 'codes=k7m2p9qa', 'title=x&codes=k7m2p9qa'])
      expect((await browser.post('/codes/undo', { undo: text })).status, text).toBe(422);
    const away = await browser.post('/codes/undo', { ...form, back: 'https://elsewhere.example/' });
    expect(away.headers.get('Location')).toBe('/overview');
  });
});
