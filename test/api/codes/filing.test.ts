import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

interface Details {
  id: string;
  external_id: string | null;
  title: string | null;
  tags: string[];
  metadata: Record<string, string>;
  archived: boolean;
  updated_at: string;
}

const TARGET = 'https://example.com/menu';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

async function send(method: string, path: string, body?: unknown, by = client): Promise<Response> {
  const response = await by.request(method, path, body);
  expect(response.status, await response.clone().text()).toBe(200);
  return response;
}

const read = async (id: string, by = client) =>
  (await send('GET', `/v1/qr/${id}`, undefined, by)).json<Details>();
const patch = async (id: string, body: unknown, by = client) =>
  (await send('PATCH', `/v1/qr/${id}`, body, by)).json<Details>();

async function list(query: string, by = client): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = await send('GET', `/v1/qr?${query}${cursor}`, undefined, by);
    const { data, next_cursor } = await page.json<{ data: Details[]; next_cursor: string | null }>();
    ids.push(...data.map(({ id }) => id));
    cursor = next_cursor === null ? '' : `&cursor=${next_cursor}`;
  } while (cursor !== '');
  return ids;
}

async function fieldsOf(response: Response): Promise<[string, string][]> {
  const { errors } = await readError(response);
  return (errors ?? []).map(({ field, code }) => [field, code]);
}

/** The names and counts in the database. */
async function tagsOf({ accountId }: ApiClient): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT name, codes FROM tags WHERE account_id = ? ORDER BY key')
    .bind(accountId)
    .all<{ name: string; codes: number }>();
  return results.map(({ name, codes }) => `${name} ${codes}`);
}

describe('tags', () => {
  it('are given on create, in bulk, by PATCH and by PUT, and shown in one order', async () => {
    const account = await createClient();
    const created = await create(account, { tags: ['  Winter ', 'berlin', 'Äpfel'] });
    expect(Object.keys(created)).toHaveLength(9);
    expect((await read(created.id, account)).tags).toEqual(['berlin', 'Winter', 'Äpfel']);
    const bulk = await send(
      'POST',
      '/v1/qr/bulk',
      { codes: [{ target: TARGET, tags: ['a'] }, { target: TARGET }] },
      account,
    );
    const { data } = await bulk.json<{ data: { code: Details }[] }>();
    expect((await read(data[0]?.code.id ?? '', account)).tags).toEqual(['a']);
    expect((await read(data[1]?.code.id ?? '', account)).tags).toEqual([]);
    expect((await patch(created.id, { tags: ['x'] }, account)).tags).toEqual(['x']);
    expect(
      (await patch(created.id, { add_tags: ['y', 'Z'], remove_tags: ['X', 'unknown'] }, account)).tags,
    ).toEqual(['y', 'Z']);
    expect((await patch(created.id, { tags: [] }, account)).tags).toEqual([]);
    expect(await tagsOf(account)).toEqual(['a 1']);
  });

  it('have the spelling of their first use, whatever the order of requests', async () => {
    const account = await createClient();
    const { id } = await create(account, { tags: ['Menu', 'menu'] });
    expect((await read(id, account)).tags).toEqual(['Menu']);
    const bulk = await send(
      'PUT',
      '/v1/qr/bulk',
      {
        codes: [
          { external_id: '1', target: TARGET, tags: ['MENU', 'Bar'] },
          { external_id: '2', target: TARGET, tags: ['bAr'] },
        ],
      },
      account,
    );
    const { data } = await bulk.json<{ data: { code: Details }[] }>();
    expect(data.map(({ code }) => code.tags)).toEqual([['Bar', 'Menu'], ['Bar']]);
    expect((await patch(id, { add_tags: ['BAR'] }, account)).tags).toEqual(['Bar', 'Menu']);
    const at = await Promise.all(['new', 'New', 'NEW', 'nEW'].map((tag) => create(account, { tags: [tag] })));
    const spellings = await Promise.all(at.map(async (code) => (await read(code.id, account)).tags[0]));
    expect(new Set(spellings).size).toBe(1);
    expect(await list('tag=NeW', account)).toHaveLength(4);
    // A tag is gone with its last code, and may then be spelled differently.
    await patch(id, { tags: [] }, account);
    await send('DELETE', '/v1/qr/ext:1', undefined, account);
    await patch('ext:2', { tags: ['MENU'] }, account);
    expect((await read('ext:2', account)).tags).toEqual(['MENU']);
  });

  it('fold A to Z only, compare in NFC, and are counted in code points', async () => {
    const account = await createClient();
    // Turkish has four letters i; here, each one differs from the others.
    const turkish = ['İ', 'I', 'ı', 'i'];
    const { id } = await create(account, { tags: turkish });
    expect((await read(id, account)).tags).toEqual(['I', 'İ', 'ı']);
    expect(await list(`tag=${encodeURIComponent('ı')}`, account)).toEqual([id]);
    const composed = 'Caf\u00e9';
    const other = await create(account, { tags: ['Cafe\u0301'] });
    expect((await read(other.id, account)).tags).toEqual([composed]);
    expect(await list(`tag=${encodeURIComponent('CAFe\u0301')}`, account)).toEqual([other.id]);
    const emoji = '🍕'.repeat(50);
    expect((await patch(id, { tags: [emoji] }, account)).tags).toEqual([emoji]);
    expect(await fieldsOf(await account.request('PATCH', `/v1/qr/${id}`, { tags: [`${emoji}🍕`] }))).toEqual([
      ['tags[0]', 'invalid_value'],
    ]);
  });

  it.each<[unknown, [string, string][]]>([
    [{ tags: ['ok', ''] }, [['tags[1]', 'invalid_value']]],
    [{ tags: ['a,b'] }, [['tags[0]', 'invalid_value']]],
    [{ tags: ['a\nb'] }, [['tags[0]', 'invalid_value']]],
    [{ tags: ['\ud83c'] }, [['tags[0]', 'invalid_value']]],
    [{ tags: [7] }, [['tags[0]', 'invalid_type']]],
    [{ tags: 'a' }, [['tags', 'invalid_type']]],
    [{ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, [['tags', 'too_big']]],
    [{ archived: 'yes' }, [['archived', 'invalid_type']]],
    [{ metadata: 'a' }, [['metadata', 'invalid_value']]],
    [{ metadata: ['a'] }, [['metadata', 'invalid_value']]],
    [{ metadata: { a: 1 } }, [['metadata', 'invalid_value']]],
    [{ metadata: { 'a[b]': '1' } }, [['metadata.a[b]', 'invalid_value']]],
    [{ metadata: { '': '1' } }, [['metadata.', 'invalid_value']]],
    [{ metadata: { ['k'.repeat(41)]: '1' } }, [[`metadata.${'k'.repeat(40)}`, 'invalid_value']]],
    [{ metadata: { a: 'x'.repeat(501) } }, [['metadata.a', 'invalid_value']]],
    [{ metadata: { a: '\u0000' } }, [['metadata.a', 'invalid_value']]],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, ''])) },
      [['metadata', 'too_big']],
    ],
  ])('and metadata are refused by name on create and in PATCH: %j', async (body, fields) => {
    expect(
      await fieldsOf(await client.request('POST', '/v1/qr', { target: TARGET, ...(body as object) })),
    ).toEqual(fields);
    const { id } = await create(client, {});
    expect(await fieldsOf(await client.request('PATCH', `/v1/qr/${id}`, body))).toEqual(fields);
  });

  it('are changed in one form or the other', async () => {
    const { id } = await create(client, { tags: Array.from({ length: 20 }, (_, i) => `t${i}`) });
    const refuse = async (body: object) => fieldsOf(await client.request('PATCH', `/v1/qr/${id}`, body));
    expect(await refuse({ tags: ['a'], add_tags: ['b'] })).toEqual([['tags', 'conflict']]);
    expect(await refuse({ add_tags: ['b'], remove_tags: ['B'] })).toEqual([['remove_tags', 'conflict']]);
    expect(await refuse({ add_tags: ['b'] })).toEqual([['add_tags', 'too_big']]);
    expect(
      await fieldsOf(await client.request('POST', '/v1/qr', { target: TARGET, add_tags: ['b'] })),
    ).toEqual([['add_tags', 'unknown_field']]);
    expect((await patch(id, { add_tags: ['b'], remove_tags: ['t0'] })).tags).toHaveLength(20);
  });

  it('of one code survive edits at once', async () => {
    const { id } = await create(client, {});
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag) => patch(id, { add_tags: [tag], metadata: { [tag]: tag } })),
    );
    expect(await read(id)).toMatchObject({
      tags: ['a', 'b', 'c', 'd'],
      metadata: { a: 'a', b: 'b', c: 'c', d: 'd' },
    });
  });
});

describe('metadata', () => {
  it('is merged by PATCH and PUT, a key at a time, and null removes', async () => {
    const { id } = await create(client, {
      external_id: 'm',
      metadata: { a: '1', b: '', gone: null, __proto__x: 'y' },
    });
    expect((await read(id)).metadata).toEqual({ a: '1', b: '', __proto__x: 'y' });
    expect((await patch(id, { metadata: { a: null, c: 'x\ny' } })).metadata).toEqual({
      b: '',
      c: 'x\ny',
      __proto__x: 'y',
    });
    const put = await send('PUT', '/v1/qr/ext:m', { target: TARGET, metadata: { d: '4', b: null } });
    expect(put.headers.get('Upsert')).toBe('updated');
    expect((await put.json<Details>()).metadata).toEqual({ c: 'x\ny', d: '4', __proto__x: 'y' });
    expect((await patch(id, { metadata: null })).metadata).toEqual({});
  });

  it('accepts any key literally', async () => {
    const body = `{"target": "${TARGET}", "metadata": {"__proto__": "p", "constructor": "c", "a\\"b\\\\c": "q"}}`;
    const response = await send('POST', '/v1/qr', body);
    const { id } = await response.json<Details>();
    const text = await (await send('GET', `/v1/qr/${id}`)).text();
    expect(text).toContain('"metadata":{"__proto__":"p","constructor":"c","a\\"b\\\\c":"q"}');
    for (const [key, value] of [
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['a"b\\c', 'q'],
    ] as const) {
      expect(await list(`${encodeURIComponent(`metadata[${key}]`)}=${value}`)).toEqual([id]);
    }
    expect(await (await send('PATCH', `/v1/qr/${id}`, '{"metadata": {"__proto__": null}}')).text()).toContain(
      '"metadata":{"constructor"',
    );
  });

  it('has at most 50 keys, even after merging', async () => {
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${from + i}`, 'v']));
    const { id } = await create(client, { metadata: keys(0, 50) });
    expect(await fieldsOf(await client.request('PATCH', `/v1/qr/${id}`, { metadata: keys(50, 1) }))).toEqual([
      ['metadata', 'too_big'],
    ]);
    const swapped = await patch(id, { metadata: { ...keys(50, 1), k0: null } });
    expect(Object.keys(swapped.metadata)).toHaveLength(50);
  });
});

describe('labels', () => {
  it('are those of any code: a static one can be labelled, and its history has that', async () => {
    const { id } = await create(client, {});
    const body = { title: 'T', tags: ['a'], metadata: { k: 'v' }, archived: true };
    expect(await patch(id, body)).toMatchObject(body);
    const edits = env.DB.prepare('SELECT count(*) AS edits FROM qr_code_edits WHERE code_id = ?').bind(
      id.slice(3),
    );
    expect(await edits.first('edits')).toBe(1);
    await patch(id, { tags: ['b'], metadata: { k: 'w' }, archived: false });
    expect(await edits.first('edits')).toBe(2);
    await patch(id, { tags: ['B'], metadata: { k: 'w' }, archived: false });
    expect(await edits.first('edits')).toBe(2);
  });

  it('change ETag and updated_at exactly when they change', async () => {
    const labels = { tags: ['One', 'Two'], metadata: { k: 'v' }, archived: true };
    const { id } = await create(client, { external_id: 'still', ...labels });
    const before = await send('GET', `/v1/qr/${id}`);
    const { updated_at } = await before.clone().json<Details>();
    const same = { ...labels, tags: ['two', 'ONE'], metadata: { k: 'v', none: null } };
    const patched = await send('PATCH', `/v1/qr/${id}`, same);
    const put = await send('PUT', '/v1/qr/ext:still', { target: TARGET, ...same });
    expect(put.headers.get('Upsert')).toBe('unchanged');
    for (const response of [patched, put]) {
      expect(response.headers.get('ETag')).toBe(before.headers.get('ETag'));
      expect((await response.json<Details>()).updated_at).toBe(updated_at);
    }
    for (const change of [{ remove_tags: ['one'] }, { metadata: { k: 'w' } }, { archived: false }]) {
      const etag = (await client.request('GET', `/v1/qr/${id}`)).headers.get('ETag') ?? '';
      const changed = await client.request('PATCH', `/v1/qr/${id}`, change, {
        headers: { 'If-Match': etag },
      });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('ETag')).not.toBe(etag);
      const late = await client.request(
        'PATCH',
        `/v1/qr/${id}`,
        { title: 'x' },
        { headers: { 'If-Match': etag } },
      );
      await readError(late, 412, 'precondition_failed');
    }
  });

  it('stay unchanged if PUT omits them, and change if it names them', async () => {
    const labels = { tags: ['keep'], metadata: { k: 'v' }, archived: true };
    await send('PUT', '/v1/qr/ext:kept', { target: TARGET, ...labels });
    const again = await send('PUT', '/v1/qr/ext:kept', { target: TARGET });
    expect(again.headers.get('Upsert')).toBe('unchanged');
    expect(await again.json()).toMatchObject(labels);
    const changed = await send('PUT', '/v1/qr/ext:kept', { target: TARGET, tags: [], archived: false });
    expect(changed.headers.get('Upsert')).toBe('updated');
    expect(await changed.json()).toMatchObject({ tags: [], metadata: { k: 'v' }, archived: false });
    expect(
      await fieldsOf(await client.request('PUT', '/v1/qr/ext:kept', { target: TARGET, tags: ['a,b'] })),
    ).toEqual([['tags[0]', 'invalid_value']]);
  });

  it('count as stored text, appear in exports, and are deleted with their code', async () => {
    const account = await createClient();
    const used = async () => {
      const usage = await send('GET', '/v1/usage', undefined, account);
      return (await usage.json<{ quotas: { stored_bytes: { used: number } } }>()).quotas.stored_bytes.used;
    };
    const { id } = await create(account, { tags: ['a', 'b'], metadata: { ü: 'v' } });
    expect(await used()).toBe(TARGET.length + 100 + '{"ü":"v"}'.length + 1);
    await patch(id, { tags: ['c'], metadata: null }, account);
    const history = 100 + '{"tags":[["a","b"],["c"]],"metadata":[{"ü":"v"},{}]}'.length + 1;
    expect(await used()).toBe(TARGET.length + 50 + history);
    await patch(id, { tags: ['=c', 'd'], metadata: { k: 'v' } }, account);
    const csv = await (await send('GET', '/v1/qr/export.csv', undefined, account)).text();
    expect(csv.split('\r\n')[0]).toMatch(/,tags,metadata,archived,/);
    expect(csv.split('\r\n')[1]).toMatch(/,"'=c,d","\{""k"":""v""\}",false,/);
    await send('DELETE', `/v1/qr/${id}`, undefined, account);
    expect(await used()).toBe(0);
    expect(await tagsOf(account)).toEqual([]);
    for (const table of ['code_tags', 'code_metadata']) {
      const left = env.DB.prepare(
        `SELECT count(*) AS n FROM ${table} WHERE position = (SELECT position FROM qr_codes WHERE code_id = ?)`,
      );
      expect(await left.bind(id.slice(3)).first('n')).toBe(0);
    }
  });
});

describe('the list', () => {
  const OLD_NAMES = { external_id: 'sku-old', short_code: 'label-old' };
  let account: ApiClient;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    account = await createClient();
    const codes: Record<string, Record<string, unknown>> = {
      plain: {},
      menu: { tags: ['Menu'], metadata: { site: 'Berlin', floor: '1' }, dynamic: true },
      both: { tags: ['Menu', 'Bar'], metadata: { site: 'Berlin', floor: '2' }, short_code: 'label-both' },
      bar: { tags: ['Bar'], metadata: { site: 'Bonn' }, title: 'Counter' },
      old: {
        tags: ['Menu', 'Bar'],
        metadata: { site: 'Berlin' },
        archived: true,
        dynamic: true,
        ...OLD_NAMES,
      },
    };
    for (const [name, body] of Object.entries(codes)) ids[name] = (await create(account, body)).id;
    const foreign = await createClient();
    await create(foreign, {
      tags: ['Menu', 'Alien'],
      metadata: { site: 'Berlin' },
      short_code: 'label-alien',
    });
  });

  it.each([
    ['', ['bar', 'both', 'menu', 'plain']],
    ['archived=true', ['old']],
    ['archived=any', ['old', 'bar', 'both', 'menu', 'plain']],
    ['archived=true&dynamic=false', []],
    ['archived=any&type=url&dynamic=true', ['old', 'menu']],
    ['tag=menu', ['both', 'menu']],
    ['tag=menu&tag=BAR', ['both']],
    ['tag=menu&tag=BAR&archived=any', ['old', 'both']],
    ['tag=menu&tag=alien', []],
    ['tag=nobody', []],
    ['tag_any=menu&tag_any=bar', ['bar', 'both', 'menu']],
    ['tag_any=menu&tag_any=bar&archived=any', ['old', 'bar', 'both', 'menu']],
    ['tag_any=alien', []],
    ['tag_any=alien&tag_any=menu&tag_any=a&tag_any=b&tag_any=bar', ['bar', 'both', 'menu']],
    ['tag=menu&tag_any=bar', ['both']],
    ['tag=menu&dynamic=true', ['menu']],
    ['tag=bar&q=count', ['bar']],
    ['tag=bar&q=nt', ['bar']],
    ['metadata[site]=Berlin', ['both', 'menu']],
    ['metadata%5Bsite%5D=Berlin&metadata[floor]=2', ['both']],
    ['metadata[site]=berlin', []],
    ['metadata=site:Berlin', ['both', 'menu']],
    ['metadata=site:Berlin&metadata=floor:2', ['both']],
    ['metadata=site:Berlin&metadata[floor]=2', ['both']],
    ['metadata[site]=Berlin&tag=bar', ['both']],
    ['status=active&tag=menu', ['both', 'menu']],
    ['limit=1&tag_any=menu&tag_any=bar', ['bar', 'both', 'menu']],
    ['limit=1&metadata[site]=Berlin&archived=any', ['old', 'both', 'menu']],
    ['updated_after=2100-01-01', []],
    // A request that names a code means that code, even if it is archived.
    ['external_id=sku-old', ['old']],
    ['external_id=sku-old&archived=false', []],
    ['external_id=sku-old&archived=true', ['old']],
    ['external_id=sku-old&tag=menu&dynamic=true', ['old']],
    ['external_id=sku-old&dynamic=false', []],
    ['short_code=label-old', ['old']],
    ['short_code=LABEL-both', ['both']],
    ['short_code=label-old&archived=false', []],
    ['short_code=label-old&external_id=sku-old', ['old']],
    ['short_code=label-both&external_id=sku-old', []],
    ['short_code=label-both&tag=bar&metadata[floor]=2&q=exam', ['both']],
    ['short_code=label-both&type=wifi', []],
    ['short_code=label-both&sort=title', ['both']],
    ['short_code=label-alien', []],
    ['short_code=label-nobody', []],
  ])('is narrowed by labels, and hides archived codes: %s', async (query, names) => {
    expect(await list(query, account)).toEqual(names.map((name) => ids[name]));
  });

  it('lists the codes that were changed after a time', async () => {
    const { id } = await create(account, { archived: true });
    const { updated_at } = await read(id, account);
    await patch(id, { title: 'later' }, account);
    expect(await list(`updated_after=${updated_at}&archived=true`, account)).toEqual([id]);
  });

  it.each<[string, [string, string][]]>([
    ['tag=', [['tag[0]', 'invalid_value']]],
    ['tag=a&tag=b,c', [['tag[1]', 'invalid_value']]],
    ['tag_any=1&tag_any=2&tag_any=3&tag_any=4&tag_any=5&tag_any=6', [['tag_any', 'too_big']]],
    ['metadata=a', [['metadata[0]', 'invalid_value']]],
    ['metadata[]=a', [['metadata[]', 'unknown_field']]],
    ['metadata[a]=1&metadata[a]=2', [['metadata[a]', 'repeated']]],
    ['metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1', [['metadata', 'too_big']]],
    ['archived=yes', [['archived', 'invalid_value']]],
    ['short_code=a%20b', [['short_code', 'invalid_value']]],
    ['domain=https://x.example/', [['domain', 'invalid_value']]],
    ['short_code=label-old&short_code=label-both', [['short_code', 'repeated']]],
    ['updated_after=soon', [['updated_after', 'invalid_value']]],
    ['status[a]=active', [['status[a]', 'unknown_field']]],
    ['folder=none', [['folder', 'unknown_field']]],
  ])('names each invalid parameter: %s', async (query, fields) => {
    expect(await fieldsOf(await client.request('GET', `/v1/qr?${query}`))).toEqual(fields);
    expect(await fieldsOf(await client.request('GET', `/v1/qr/export.csv?${query}`))).toEqual(fields);
  });
});

describe('a cursor', () => {
  it('continues its own list, even with another limit, and no other list', async () => {
    const account = await createClient();
    for (let i = 0; i < 3; i++) await create(account, { tags: ['a', 'b'] });
    const first = await send('GET', '/v1/qr?limit=1&tag=a&tag=b', undefined, account);
    const { next_cursor } = await first.json<{ next_cursor: string }>();
    const link = first.headers.get('Link') ?? '';
    expect(link).toBe(
      `<https://api.example.com/v1/qr?limit=1&tag=a&tag=b&cursor=${next_cursor}>; rel="next"`,
    );
    const next = new URL(/<(.*)>/.exec(link)?.[1] ?? '');
    const second = await send('GET', next.pathname + next.search, undefined, account);
    const last = await send('GET', `/v1/qr?tag=a&limit=9&tag=b&cursor=${next_cursor}`, undefined, account);
    expect((await second.json<{ data: Details[] }>()).data).toHaveLength(1);
    expect((await last.json<{ data: Details[] }>()).data).toHaveLength(2);
    expect(last.headers.has('Link')).toBe(false);
    for (const query of ['tag=a', 'tag=a&tag=b&archived=any', 'tag=b&tag=c', '']) {
      const response = await account.request('GET', `/v1/qr?${query}&cursor=${next_cursor}`);
      expect(await fieldsOf(response)).toEqual([['cursor', 'conflict']]);
    }
  });
});
