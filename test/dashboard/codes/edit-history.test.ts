import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage, readText, toPage } from '#harness/worker/page.ts';
import { withFault } from '#harness/worker/faults.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let api: ApiClient;
let browser: SignedInClient;
let path: string;
let id: string;
let nowMs = NOW;
beforeEach(async () => {
  nowMs = NOW;
  api = await createClient({ appOptions: { nowMs: () => nowMs } });
  browser = await signIn({
    accountId: api.accountId,
    name: 'Grace',
    role: 'member',
    appOptions: { nowMs: () => nowMs },
  });
  ({ id } = await create(api, { target: 'https://example.com/1', title: 'Menu', dynamic: true }));
  path = `/codes/${id}`;
});

interface Row {
  readonly editor_id: string;
  readonly edited_at_ms: number;
  readonly changes: { readonly [field: string]: readonly [from: unknown, to: unknown] };
}

async function listRows(codeId = id.slice(3)): Promise<Row[]> {
  const { results } = await env.DB.prepare('SELECT * FROM qr_code_edits WHERE code_id = ? ORDER BY id')
    .bind(codeId)
    .all<{ changes: string }>();
  return results.map((row) => Object.assign(row, { changes: JSON.parse(row.changes) })) as unknown as Row[];
}

const patch = (body: object, headers: Record<string, string> = {}) =>
  api.request('PATCH', `/v1/qr/${id}`, body, { headers });

async function edit(fields: { title?: string; target?: string }): Promise<Response> {
  const html = await (await browser.get(path)).text();
  const read = (name: string) => toPage(html).valueOf(name);
  return browser.post(path, {
    was_title: read('was_title') ?? '',
    was_target: read('was_target') ?? '',
    title: read('title') ?? '',
    target: read('target') ?? '',
    ...fields,
  });
}

describe('the history of edits', () => {
  it('shows the author, the time and both values of edits by the API and by people', async () => {
    expect((await patch({ target: 'https://example.com/2' })).status).toBe(200);
    expect((await edit({ title: 'Winter menu' })).status).toBe(303);
    expect(await listRows()).toEqual([
      expect.objectContaining({
        editor_id: api.keyId,
        edited_at_ms: NOW,
        changes: { target: ['https://example.com/1', 'https://example.com/2'] },
      }),
      expect.objectContaining({
        editor_id: browser.personId,
        changes: { title: ['Menu', 'Winter menu'] },
      }),
    ]);
    const text = await readText(await browser.get(path));
    const history = text.slice(text.indexOf('History'));
    expect(history).toMatch(/^History 21 Nov 2026 Grace · 12:00 UTC Title Before: Menu After: Winter menu /);
    expect(history).toMatch(
      /API key “ Test ” · 12:00 UTC Target Before: https:\/\/example.com\/1 After: https:\/\/example.com\/2 /,
    );
    expect(history.indexOf('Grace')).toBeLessThan(history.indexOf('API key'));
  });

  it('is grouped by day', async () => {
    await patch({ title: 'Monday' });
    nowMs += 24 * 60 * 60_000;
    await patch({ title: 'Tuesday' });
    await patch({ title: 'Tuesday again' });
    const html = await (await browser.get(path)).text();
    const days = [...html.matchAll(/<h[23][^>]* class="day"><time[^>]*>([^<]*)/g)].map(([, day]) => day);
    expect(days).toEqual(['22 Nov 2026', '21 Nov 2026']);
  });

  it('ends with who created the code: an API key or a person', async () => {
    await patch({ title: 'Monday' });
    expect(await readText(await browser.get(path))).toContain('As created by API key “ Test ” Restore this');
    const form = (await readPage(await browser.get('/codes/new?type=url'))).fieldsOf('[action="/codes"]');
    const made = await browser.post('/codes', { ...form, url: 'example.com/own' });
    expect(made.status).toBe(303);
    const own = (made.headers.get('Location') ?? '').split(/[?#]/, 1)[0] ?? '';
    await api.request('PATCH', `/v1/qr/${own.split('/').at(-1)}`, { title: 'Mine' });
    expect(await readText(await browser.get(own))).toContain('As created by Grace Restore this');
    await api.request('DELETE', `/v1/qr/${id}`);
    const row = env.DB.prepare('SELECT created_by FROM qr_codes WHERE code_id = ?').bind(id.slice(3));
    expect(await row.first('created_by'), 'a tombstone').toBeNull();
  });

  it('is empty for a code that nobody has edited, and says what it will show', async () => {
    expect(await readText(await browser.get(path))).toContain('Not edited yet.');
  });

  it('has no entry for an edit that changes nothing, or is refused', async () => {
    await patch({ target: 'https://example.com/1', title: 'Menu' });
    await edit({});
    expect((await patch({ target: 'https://example.com/x' }, { 'If-Match': '"99.0"' })).status).toBe(412);
    expect((await patch({ target: 'not a URL' })).status).toBe(400);
    expect((await edit({ target: 'not a URL' })).status).toBe(422);
    const fixed = await create(api, { title: 'Fixed' });
    const target = 'https://example.com/x';
    expect((await api.request('PATCH', `/v1/qr/${fixed.id}`, { target })).status).toBe(409);
    const stranger = await createClient();
    expect((await stranger.request('PATCH', `/v1/qr/${id}`, { title: 'x' })).status).toBe(404);
    expect(await listRows()).toEqual([]);
    expect(await listRows(fixed.id.slice(3))).toEqual([]);
  });

  it('records a title that is taken away, and one that is given', async () => {
    await patch({ title: null });
    await patch({ title: 'Back' });
    expect(await listRows()).toMatchObject([
      { changes: { title: ['Menu', null] } },
      { changes: { title: [null, 'Back'] } },
    ]);
    expect(await readText(await browser.get(path))).toMatch(
      /Title Before: no title After: Back .* Title Before: Menu After: no title/,
    );
  });

  it('records tags, metadata, external id and archive, of static codes too, and shows each in words', async () => {
    const fixed = await create(api, { title: 'Sign', tags: ['Menus'], metadata: { room: '1', floor: '2' } });
    const fields = { add_tags: ['summer'], metadata: { room: '3', floor: null }, external_id: 'sku-1' };
    await api.request('PATCH', `/v1/qr/${fixed.id}`, fields);
    await api.request('PATCH', `/v1/qr/${fixed.id}`, { archived: true, tags: ['Menus', 'SUMMER'] });
    expect((await listRows(fixed.id.slice(3))).map(({ changes }) => changes)).toEqual([
      {
        externalId: [null, 'sku-1'],
        tags: [['Menus'], ['Menus', 'summer']],
        metadata: [{ room: '1', floor: '2' }, { room: '3' }],
      },
      { isArchived: [false, true] },
    ]);
    const text = await readText(await browser.get(`/codes/${fixed.id}`));
    expect(text).toMatch(
      /External id Before: none After: sku-1 Tags Before: Menus After: Menus, summer room Before: 1 After: 3 floor Before: 2 After: none /,
    );
    expect(text).toContain('Archived Before: no After: yes As it is now');
  });

  it('restores tags, metadata and archive with the rest, and leaves the external id and all that never changed', async () => {
    const first = { tags: ['Menus'], metadata: { room: '1' }, external_id: 'sku-1' };
    const { id: other } = await create(api, { dynamic: true, title: 'Sign', ...first });
    const change = (body: object) => api.request('PATCH', `/v1/qr/${other}`, body);
    await change({ tags: ['x', 'y'], target: 'https://example.com/2' });
    await change({ metadata: { room: '2', floor: '3' }, external_id: 'sku-2', archived: true, paused: true });
    const [oldest, latest] = await env.DB.prepare(
      'SELECT id FROM qr_code_edits WHERE code_id = ? ORDER BY id',
    )
      .bind(other.slice(3))
      .raw<[number]>();
    const restore = async (entry: unknown, side: string) => {
      expect((await browser.post(`/codes/${other}/restore`, { edit: String(entry), side })).status).toBe(303);
      return (await api.request('GET', `/v1/qr/${other}`)).json();
    };
    const begun = {
      ...first,
      title: 'Sign',
      target: 'https://example.com/menu',
      archived: false,
      paused: false,
    };
    expect(await restore(oldest?.[0], 'before')).toMatchObject({ ...begun, external_id: 'sku-2' });
    const ended = { tags: ['x', 'y'], target: 'https://example.com/2', archived: true, paused: true };
    const metadata = { room: '2', floor: '3' };
    expect(await restore(latest?.[0], '')).toMatchObject({ ...ended, metadata, external_id: 'sku-2' });
    const rows = await listRows(other.slice(3));
    expect(rows).toHaveLength(4);
    expect(await restore(latest?.[0], '')).toMatchObject(ended);
    expect(await listRows(other.slice(3)), 'nothing to restore').toEqual(rows);
  });

  it('is a chain, however many edit in the same moment', async () => {
    const targets = Array.from({ length: 8 }, (_, i) => `https://example.com/race/${i}`);
    const responses = await Promise.all(targets.map((target) => patch({ target })));
    expect(responses.every((response) => response.status === 200)).toBe(true);
    const rows = await listRows();
    expect(rows.map(({ changes }) => changes['target']?.[1]).sort()).toEqual(targets);
    let target: unknown = 'https://example.com/1';
    for (const { changes } of rows) {
      expect(changes['target']?.[0]).toBe(target);
      target = changes['target']?.[1];
    }
    const code = await (await api.request('GET', `/v1/qr/${id}`)).json<{ target: string }>();
    expect(code.target).toBe(target);
  });

  it('contains one of two edits of the same field that were made from the same state', async () => {
    const html = await (await browser.get(path)).text();
    const was_title = toPage(html).valueOf('was_title') ?? '';
    const save = (title: string) => browser.post(path, { was_title, title }).then(({ status }) => status);
    expect((await Promise.all([save('One'), save('Two')])).sort()).toEqual([303, 409]);
    expect(await listRows()).toHaveLength(1);
  });

  it('is stored with the edit, or neither is', async () => {
    const failing = withFault(env.DB, {
      batch: () => Promise.reject(new Error('D1_ERROR: the database is down')),
    });
    const response = await api.request('PATCH', `/v1/qr/${id}`, { title: 'x' }, { env: { DB: failing } });
    expect(response.status).toBe(503);
    expect(await listRows()).toEqual([]);
    expect(await readText(await browser.get(path))).toContain('Menu');
  });

  it('goes with its code, and not with a deletion that is refused', async () => {
    await patch({ title: 'x' });
    const refused = await api.request('DELETE', `/v1/qr/${id}`, undefined, {
      headers: { 'If-Match': '"1.0"' },
    });
    expect([refused.status, (await listRows()).length]).toEqual([412, 1]);
    const stranger = await createClient();
    expect((await stranger.request('DELETE', `/v1/qr/${id}`)).status).toBe(404);
    expect(await listRows()).toHaveLength(1);
    const other = await create(api, { dynamic: true });
    await api.request('PATCH', `/v1/qr/${other.id}`, { title: 'stays' });
    expect((await api.request('DELETE', `/v1/qr/${id}`)).status).toBe(200);
    expect(await listRows()).toEqual([]);
    expect(await listRows(other.id.slice(3))).toHaveLength(1);
  });

  it('keeps the name of a removed person', async () => {
    await edit({ title: 'By Grace' });
    const colleague = await signIn({ accountId: api.accountId, name: 'Ada' });
    await env.DB.prepare('UPDATE people SET removed_at_ms = 1 WHERE id = ?').bind(browser.personId).run();
    expect(await readText(await colleague.get(path))).toContain('Grace ·');
  });

  it('goes back page by page, each edit once', async () => {
    for (let i = 1; i <= 62; i++) await patch({ title: `Title ${i}` });
    const seen: string[] = [];
    let next: string | undefined = path;
    let pages = 0;
    while (next !== undefined) {
      const html = await (await browser.get(next)).text();
      const list = html.slice(html.indexOf('<ol'));
      seen.push(...[...list.matchAll(/<ins><bdi>Title (\d+)/g)].map(([, number = '']) => number));
      next = /href="(\/codes\/[^"#]*\?before=\d+)#history"/.exec(html)?.[1];
      pages++;
    }
    expect(seen).toEqual(Array.from({ length: 62 }, (_, i) => String(62 - i)));
    expect(pages).toBe(3);
  });

  it('is not shown to another account', async () => {
    await patch({ target: 'https://example.com/secret' });
    const stranger = await signIn();
    for (const address of [path, `${path}?before=999999`]) {
      const response = await stranger.get(address);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('secret');
    }
  });
});
