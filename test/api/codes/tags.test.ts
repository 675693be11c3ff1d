import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { budgetOf } from '#service/budget.ts';
import { deleteTag, moveTags } from '#service/codes/tags.ts';
import { openDatabase } from '#storage/database.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { randomBytes } from '#harness/data/random.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  return client.json<T>(method, path, body);
}

async function listTags(query = ''): Promise<string[]> {
  const { data } = await send<{ data: { name: string; codes: number }[] }>('GET', `/v1/tags${query}`);
  return data.map(({ name, codes }) => `${name} ${codes}`);
}

const tagsOf = async (id: string) => (await send<{ tags: string[] }>('GET', `/v1/qr/${id}`)).tags;
const countListed = async (query: string) =>
  (await send<{ data: unknown[] }>('GET', `/v1/qr?limit=100&${query}`)).data.length;

/** A run of the cron that may change this many codes. */
const runCron = (run: number) => moveTags(servicesOf(run));
const servicesOf = (run: number, request = 0) => ({
  db: openDatabase(env.DB),
  nowMs: Date.now,
  randomBytes,
  reportFailure: () => undefined,
  budget: { ...budgetOf('paid'), taggedCodes: { run, request } },
});

describe('GET /v1/tags', () => {
  it('lists names and counts in the order of their letters, page by page, of one account', async () => {
    for (const tags of [['b', 'C'], ['ä', 'C'], ['a/b 🍕']]) await create(client, { tags });
    await create(await createClient(), { tags: ['b', 'foreign'] });
    expect(await listTags()).toEqual(['a/b 🍕 1', 'b 1', 'C 2', 'ä 1']);
    const pages: string[] = [];
    let cursor = '';
    do {
      const page = await send<{ data: { name: string }[]; next_cursor: string | null }>(
        'GET',
        `/v1/tags?limit=1${cursor}`,
      );
      pages.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (cursor !== '');
    expect(pages).toEqual(['a/b 🍕', 'b', 'C', 'ä']);
    await readError(client.request('GET', '/v1/tags?cursor=%'));
    await readError(client.request('GET', '/v1/tags?q=a'));
  });

  it('counts archived codes, and forgets a tag with its last code', async () => {
    const { id } = await create(client, { tags: ['a'], archived: true });
    expect(await listTags()).toEqual(['a 1']);
    await send('DELETE', `/v1/qr/${id}`);
    expect(await listTags()).toEqual([]);
  });
});

describe('PATCH /v1/tags/{name}', () => {
  it('renames a tag everywhere at once, and moves ETags but no edit', async () => {
    const { id } = await create(client, { tags: ['Menu', 'x'] });
    const before = await client.request('GET', `/v1/qr/${id}`);
    const { updated_at } = await before.json<{ updated_at: string }>();
    expect(await send('PATCH', '/v1/tags/mENU', { name: ' Cards ' })).toEqual({
      name: 'Cards',
      codes: 1,
      remaining: 0,
    });
    expect(await tagsOf(id)).toEqual(['Cards', 'x']);
    expect(await countListed('tag=menu')).toBe(0);
    expect(await countListed('tag=cards')).toBe(1);
    const etag = before.headers.get('ETag') ?? '';
    const again = await client.request('GET', `/v1/qr/${id}`, undefined, {
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(200);
    expect((await again.json<{ updated_at: string }>()).updated_at).toBe(updated_at);
    expect(await send('PATCH', '/v1/tags/Cards', { name: 'CARDS' })).toEqual({
      name: 'CARDS',
      codes: 1,
      remaining: 0,
    });
    expect(await tagsOf(id)).toEqual(['CARDS', 'x']);
  });

  it('merges a tag into another one that has the name', async () => {
    const ids: string[] = [];
    for (const tags of [['a', 'b'], ['a'], ['b', 'c']]) ids.push((await create(client, { tags })).id);
    expect(await send('PATCH', '/v1/tags/a', { name: 'B' })).toEqual({ name: 'b', codes: 3, remaining: 0 });
    expect(await Promise.all(ids.map(tagsOf))).toEqual([['b'], ['b'], ['b', 'c']]);
    expect(await listTags()).toEqual(['b 3', 'c 1']);
  });

  it('merges many codes while they are listed: a thousand at once, the rest by the cron, which resumes', async () => {
    const codes = inject('isExhaustive') ? 10_000 : 2_500;
    await seedCodes(env.DB, client.accountId, codes);
    const addTag = env.DB.prepare('INSERT INTO tags (account_id, key, name, codes) VALUES (?1, ?2, ?2, 0)');
    await env.DB.batch([
      addTag.bind(client.accountId, 'old'),
      addTag.bind(client.accountId, 'new'),
      env.DB.prepare(
        `UPDATE qr_codes SET tags = (SELECT json_group_array(id) FROM tags WHERE account_id = ?1
           AND key IN ('old', iif(position % 2, 'new', NULL))) WHERE account_id = ?1`,
      ).bind(client.accountId),
    ]);
    const { remaining } = await send<{ remaining: number }>('PATCH', '/v1/tags/old', { name: 'new' });
    expect(remaining).toBe(codes - 1_000);
    expect(await countListed('tag=old')).toBe(100);
    // Neither of the two may be merged into another tag meanwhile.
    await readError(
      client.request('PATCH', '/v1/tags/new', { name: 'third' }).then(async (renamed) => {
        expect(renamed.status).toBe(200);
        await client.request('PATCH', '/v1/tags/third', { name: 'new' });
        return client.request('PATCH', '/v1/tags/old', { name: 'x' });
      }),
      409,
      'tag_is_merging',
    );
    await readError(client.request('DELETE', '/v1/tags/new'), 409, 'tag_is_merging');
    const { id } = await create(client, { tags: ['OLD'] });
    expect(await tagsOf(id)).toEqual(['new']);

    const seen = new Map<string, number>();
    let cursor = '';
    do {
      const page = await send<{ data: { id: string; tags: string[] }[]; next_cursor: string | null }>(
        'GET',
        `/v1/qr?limit=100&tag_any=old&tag_any=new${cursor}`,
      );
      for (const code of page.data) seen.set(code.id, (seen.get(code.id) ?? 0) + 1);
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
      if (seen.size % 1_000 < 100) await runCron(700);
    } while (cursor !== '');
    expect(seen.size).toBe(codes + 1);
    expect(new Set(seen.values())).toEqual(new Set([1]));
    while ((await runCron(2_000)).codes > 0);
    expect(await listTags()).toEqual([`new ${codes + 1}`]);
    expect(await countListed('tag=old')).toBe(0);
    const wrong = env.DB.prepare(
      'SELECT count(*) AS n FROM qr_codes WHERE account_id = ? AND (json_array_length(tags) <> 1 OR revision <> 1)',
    );
    expect(await wrong.bind(client.accountId).first('n')).toBe(0);
  });

  it('is one entry of the audit log, and none in the histories of its codes', async () => {
    const { id } = await create(client, { tags: ['Menus', 'old'] });
    await create(client, { tags: ['Cards'] });
    await send('PATCH', '/v1/tags/menus', { name: 'MENUS' });
    await send('PATCH', '/v1/tags/menus', { name: 'MENUS' });
    await send('PATCH', '/v1/tags/menus', { name: 'cards' });
    await send('DELETE', '/v1/tags/old');
    const { data } = await send<{ data: { action: string; note: string; actor: { id: string } }[] }>(
      'GET',
      '/v1/audit',
    );
    expect(data.map(({ action, note, actor }) => [action, note, actor.id])).toEqual([
      ['tag.deleted', 'old', client.keyId],
      ['tag.renamed', 'MENUS → cards', client.keyId],
      ['tag.renamed', 'Menus → MENUS', client.keyId],
    ]);
    expect(await send('GET', `/v1/qr/${id}/history`)).toMatchObject({ data: [] });
  });

  it('refuses an invalid tag, and a tag that no code has', async () => {
    await create(client, { tags: ['a'] });
    await create(await createClient(), { tags: ['foreign'] });
    await readError(client.request('PATCH', '/v1/tags/foreign', { name: 'x' }), 404, 'not_found');
    await readError(client.request('PATCH', '/v1/tags/%2C', { name: 'x' }), 404, 'not_found');
    for (const body of [{}, { name: '' }, { name: 'a,b' }, { name: 7 }, { name: 'x', color: 'red' }]) {
      await readError(client.request('PATCH', '/v1/tags/a', body));
    }
    await readError(client.request('POST', '/v1/tags', { name: 'x' }), 405, 'method_not_allowed');
    await readError(client.request('GET', '/v1/tags/a'), 405, 'method_not_allowed');
  });
});

describe('DELETE /v1/tags/{name}', () => {
  it('removes a tag from all codes at once for readers, and frees its name', async () => {
    const codes = Array.from({ length: 3 }, () => ({ target: 'https://example.com/', tags: ['Gone'] }));
    await send('POST', '/v1/qr/bulk', { codes });
    // A request that affects one of them.
    const actor = {
      id: client.keyId,
      role: 'member',
      account: { id: client.accountId, name: 'Test', plan: 'free' },
    } as const;
    const deleted = await deleteTag(servicesOf(0, 1), actor, 'gone');
    expect(deleted).toMatchObject({ ok: true, value: { name: 'Gone' } });
    expect(await listTags()).toEqual([]);
    expect(await countListed('tag=gone')).toBe(0);
    const { data } = await send<{ data: { tags: string[] }[] }>('GET', '/v1/qr');
    expect(data.map(({ tags }) => tags)).toEqual([[], [], []]);
    const { id } = await create(client, { tags: ['GONE'] });
    while ((await moveTags(servicesOf(1))).codes > 0);
    expect(await tagsOf(id)).toEqual(['GONE']);
    const left = env.DB.prepare(
      'SELECT count(*) AS n FROM qr_codes WHERE account_id = ? AND tags IS NOT NULL',
    );
    expect(await left.bind(client.accountId).first('n')).toBe(1);
    expect(await send('DELETE', '/v1/tags/gone')).toEqual({ name: 'GONE', deleted: true });
    expect(await tagsOf(id)).toEqual([]);
    await readError(client.request('DELETE', '/v1/tags/nobody'), 404, 'not_found');
  });
});
