import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

interface Item {
  index: number;
  status: number;
  id?: string;
  deleted?: boolean;
  code?: { id: string; tags: string[]; title: string | null; archived: boolean };
  error?: { code: string };
}

interface Result {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
  codes?: number;
}

const UNKNOWN = 'qr_00000000';

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

async function send(method: 'PATCH' | 'DELETE', body: object): Promise<Result> {
  return client.json<Result>(method, '/v1/qr/bulk', body);
}

async function createMany(codes: Record<string, unknown>[]): Promise<string[]> {
  const body = { codes: codes.map((code) => ({ target: 'https://example.com/', ...code })) };
  const { data } = await client.json<{ data: { code: { id: string } }[] }>('POST', '/v1/qr/bulk', body);
  return data.map(({ code }) => code.id);
}

const list = async (query: string) =>
  (await client.json<{ data: { id: string }[] }>('GET', `/v1/qr?${query}`)).data.map(({ id }) => id);

/** Lets every change of one code fail, in the middle of the transaction of a bulk. */
async function whileItFails(id: string, work: () => Promise<void>): Promise<void> {
  const condition = `new.code_id = '${id.slice(3)}'`;
  await env.DB.exec(
    `CREATE TRIGGER fails AFTER UPDATE ON qr_codes WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  try {
    await work();
  } finally {
    await env.DB.exec('DROP TRIGGER fails');
  }
}

/** How many rows of a table are about some codes. */
async function countRows(table: 'qr_code_edits' | 'activities', column: string, ids: readonly unknown[]) {
  const query = `SELECT count(*) AS rows FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`;
  return env.DB.prepare(query).bind(JSON.stringify(ids)).first<number>('rows');
}

const countEdits = (ids: readonly string[]) =>
  countRows(
    'qr_code_edits',
    'code_id',
    ids.map((id) => id.slice(3)),
  );

describe('PATCH /v1/qr/bulk', () => {
  it('carries out edits of one code one after the other, and records only what changes', async () => {
    const [one = '', two = ''] = await createMany([{ tags: ['a'] }, {}]);
    const { data } = await send('PATCH', { ids: [one, two, one], set: { title: 'x', add_tags: ['b'] } });
    expect(data.map(({ status, code }) => [status, code?.id, code?.title, code?.tags])).toEqual([
      [200, one, 'x', ['a', 'b']],
      [200, two, 'x', ['b']],
      [200, one, 'x', ['a', 'b']],
    ]);
    expect(await countEdits([one, two])).toBe(2);
  });

  it('changes nothing if the database fails in the middle, and everything if it is sent again', async () => {
    const ids = await createMany([{}, {}, {}]);
    const body = { ids, set: { title: 'x', tags: ['new'] } };
    await whileItFails(ids[1] ?? '', async () => {
      expect((await client.request('PATCH', '/v1/qr/bulk', body)).status).toBe(500);
    });
    expect(await countEdits(ids)).toBe(0);
    expect(await list('tag=new')).toEqual([]);
    expect((await send('PATCH', body)).data.map(({ code }) => code?.title)).toEqual(['x', 'x', 'x']);
    expect(await countEdits(ids)).toBe(3);
    expect((await list('tag=new')).sort()).toEqual(ids.toSorted());
  });

  it('counts the scans of each code that gets a limit', async () => {
    const [one = '', two = ''] = await createMany([{ dynamic: true }, { dynamic: true }]);
    await env.DB.prepare("INSERT INTO scan_days VALUES (?, '2026-01-01', 'mobile', 7, 1)")
      .bind(one.slice(3))
      .run();
    const { data } = await send('PATCH', { ids: [one, two], set: { max_scans: 5 } });
    expect(data).toMatchObject([{ code: { status: 'exhausted' } }, { code: { status: 'active' } }]);
  });

  it('changes codes by id and by external id, with a result for each', async () => {
    const [one = '', two = ''] = await createMany([
      { external_id: '1', tags: ['a'] },
      { external_id: '2', dynamic: true },
    ]);
    const foreign = await create(await createClient(), { external_id: '3' });
    const byId = await send('PATCH', {
      ids: [two, UNKNOWN, one, foreign.id],
      set: { add_tags: ['b'], archived: true },
    });
    expect(byId.data.map(({ status, code, error }) => [status, code?.id, code?.tags, error?.code])).toEqual([
      [200, two, ['b'], undefined],
      [404, undefined, undefined, 'not_found'],
      [200, one, ['a', 'b'], undefined],
      [404, undefined, undefined, 'not_found'],
    ]);
    expect(byId.data[1]?.id).toBe(UNKNOWN);
    const target = 'https://example.com/new';
    const byName = await send('PATCH', { external_ids: ['1', '2', '3'], set: { target } });
    expect(byName.data.map(({ status, error }) => error?.code ?? status)).toEqual([
      'code_not_dynamic',
      200,
      'not_found',
    ]);
    expect(byName).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('changes those of a filter page by page, and counts them first', async () => {
    const ids = await createMany(
      Array.from({ length: 7 }, (_, i) => ({
        tags: ['Menu'],
        metadata: { site: i < 5 ? 'B' : 'C' },
        dynamic: i % 2 === 0,
      })),
    );
    const filter = { tag: ['menu'], metadata: { site: 'B' } };
    expect(await send('PATCH', { filter, dry_run: true, set: { title: 'x' } })).toEqual({
      dry_run: true,
      codes: 5,
      has_more: false,
      next_cursor: null,
    });
    expect(await send('PATCH', { ids: [...ids, UNKNOWN], dry_run: true, set: { title: 'x' } })).toMatchObject(
      { codes: 7 },
    );
    expect(
      await send('PATCH', { filter: { ...filter, dynamic: true }, dry_run: true, set: { title: 'x' } }),
    ).toMatchObject({ codes: 3 });
    const changed: string[] = [];
    let cursor: string | null = null;
    do {
      const body: object = { filter, limit: 2, set: { title: 'x' }, ...(cursor === null ? {} : { cursor }) };
      const page = await send('PATCH', body);
      changed.push(...page.data.map(({ code }) => code?.id ?? ''));
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(changed).toEqual(ids.slice(0, 5));
    const first = await send('PATCH', { filter, limit: 2, set: { title: 'x' } });
    for (const other of [{ tag: ['menu'] }, { ...filter, archived: 'any' }]) {
      for (const dry_run of [true, false]) {
        const body = { filter: other, cursor: first.next_cursor, dry_run, set: { title: 'never' } };
        const { errors } = await readError(client.request('PATCH', '/v1/qr/bulk', body));
        expect(errors?.map(({ field, code }) => [field, code])).toEqual([['cursor', 'conflict']]);
      }
    }
    expect(await list('q=never')).toEqual([]);
    expect(await list('q=xxx')).toEqual([]);
    const archived = await send('PATCH', { filter: { archived: 'any' }, set: { archived: true } });
    expect(archived.data).toHaveLength(7);
    expect(await list('')).toEqual([]);
  });

  it('counts each code against the plan, and continues where it stopped', async () => {
    const ids = await createMany([{}, {}, {}, {}]);
    const RATE_LIMIT_BUSINESS = { limit: async () => ({ success: allowed-- > 0 }) } as unknown as RateLimit;
    let allowed = 3;
    const ask = async (body: object) =>
      client.json<Result>('PATCH', '/v1/qr/bulk', body, { env: { RATE_LIMIT_BUSINESS } });
    const first = await ask({ ids, set: { title: 'y' } });
    expect(first.data.map(({ error, status }) => error?.code ?? status)).toEqual([
      200,
      200,
      200,
      'rate_limited',
    ]);
    allowed = 3;
    const page = await ask({ filter: { archived: 'false' }, set: { title: 'z' } });
    expect(page.data.map(({ status }) => status)).toEqual([200, 200, 200]);
    allowed = 9;
    const rest = await ask({ filter: { archived: 'false' }, set: { title: 'z' }, cursor: page.next_cursor });
    expect(rest.data.map(({ code }) => code?.id)).toEqual(ids.slice(3));
  });

  it.each<[object, string]>([
    [{ set: { title: 'x' } }, 'body'],
    [{ ids: [UNKNOWN], filter: { tag: ['a'] }, set: { title: 'x' } }, 'body'],
    [{ ids: [], set: { title: 'x' } }, 'ids'],
    [{ ids: ['7'], set: { title: 'x' } }, 'ids[0]'],
    [{ ids: Array(101).fill(UNKNOWN), set: { title: 'x' } }, 'ids'],
    [{ ids: [UNKNOWN] }, 'set'],
    [{ ids: [UNKNOWN], set: {} }, 'set'],
    [{ ids: [UNKNOWN], set: { external_id: 'x' } }, 'set.external_id'],
    [{ ids: [UNKNOWN], set: { size: 300 } }, 'set.size'],
    [{ filter: {}, set: { title: 'x' } }, 'filter'],
    [{ filter: { folder: 'x' }, set: { title: 'x' } }, 'filter.folder'],
    [{ filter: { tag: ['a,b'] }, set: { title: 'x' } }, 'filter.tag[0]'],
    [{ filter: { dynamic: 'true' }, set: { title: 'x' } }, 'filter.dynamic'],
    [{ filter: { status: 'lost' }, set: { title: 'x' } }, 'filter.status'],
    [{ filter: { tag: ['a'] }, cursor: '?', set: { title: 'x' } }, 'cursor'],
  ])('names each invalid field: %j', async (body, field) => {
    const { errors } = await readError(client.request('PATCH', '/v1/qr/bulk', body));
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });
});

describe('DELETE /v1/qr/bulk', () => {
  it('takes everything of the codes with it, and records each once', async () => {
    const ids = await createMany([{}, {}]);
    const [one = '', two = ''] = ids;
    await send('PATCH', { ids, set: { title: 'x' } });
    const listImages = async () =>
      (await Promise.all(ids.map((id) => env.IMAGES.list({ prefix: `qr/${id.slice(3)}` })))).flatMap(
        ({ objects }) => objects,
      );
    expect(await listImages()).toHaveLength(4);
    const { data } = await send('DELETE', { ids: [one, UNKNOWN, two, one] });
    expect(data.map(({ status }) => status)).toEqual([200, 404, 200, 404]);
    expect(await listImages()).toEqual([]);
    expect(await countEdits(ids)).toBe(0);
    expect(await countRows('activities', 'subject_id', [...ids, UNKNOWN])).toBe(2);
  });

  it('deletes nothing if the database fails in the middle', async () => {
    const ids = await createMany([{}, {}, {}]);
    await whileItFails(ids[1] ?? '', async () => {
      expect((await client.request('DELETE', '/v1/qr/bulk', { ids })).status).toBe(500);
    });
    expect((await list('')).sort()).toEqual(ids.toSorted());
    expect(await countRows('activities', 'subject_id', ids)).toBe(0);
    expect((await send('DELETE', { ids })).data.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('deletes the named codes once, and nothing in a dry run', async () => {
    const ids = await createMany([
      { tags: ['old'] },
      { tags: ['old'], external_id: 'e' },
      { tags: ['keep'] },
    ]);
    expect(await send('DELETE', { filter: { tag: ['old'] }, dry_run: true })).toEqual({
      dry_run: true,
      codes: 2,
      has_more: false,
      next_cursor: null,
    });
    expect(await list('')).toHaveLength(3);
    const byName = await send('DELETE', { external_ids: ['e', 'none'] });
    expect(byName.data).toMatchObject([
      { index: 0, status: 200, id: ids[1], deleted: true },
      { index: 1, status: 404, error: { code: 'not_found' } },
    ]);
    const byFilter = await send('DELETE', { filter: { tag: ['OLD'] } });
    expect(byFilter.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await send('DELETE', { ids: [ids[0] ?? ''] })).data[0]?.error?.code).toBe('not_found');
    expect(await list('')).toEqual([ids[2]]);
    const foreign = await create(await createClient(), {});
    expect((await send('DELETE', { ids: [foreign.id] })).data[0]?.status).toBe(404);
    const row = env.DB.prepare('SELECT deleted_at_ms FROM qr_codes WHERE code_id = ?').bind(
      foreign.id.slice(3),
    );
    expect(await row.first('deleted_at_ms')).toBe(null);
  });

  it('names codes by either id in one list, and counts each once', async () => {
    const ids = await createMany([{ external_id: 'sku-1' }, { external_id: 'sku-2' }, {}]);
    const named = { ids: ['ext:sku-1', ids[2], 'ext:none'] };
    expect(await send('DELETE', { ids: [...named.ids, ids[0]], dry_run: true })).toMatchObject({ codes: 2 });
    const changed = await send('PATCH', { ...named, set: { title: 'x' } });
    expect(changed.data.map(({ status, code }) => [status, code?.id])).toEqual([
      [200, ids[0]],
      [200, ids[2]],
      [404, undefined],
    ]);
    const deleted = await send('DELETE', named);
    expect(deleted.data.map(({ status, id }) => [status, id])).toEqual([
      [200, ids[0]],
      [200, ids[2]],
      [404, undefined],
    ]);
    expect(await list('')).toEqual([ids[1]]);
  });

  it('has a form for clients that send no body with it', async () => {
    const [one, two] = await createMany([{}, { external_id: 'sku-2' }]);
    const post = async (body: object) => {
      return client.json<Result>('POST', '/v1/qr/bulk/delete', body);
    };
    expect(await post({ ids: [one], dry_run: true })).toMatchObject({ codes: 1 });
    const { data } = await post({ ids: [one, 'ext:sku-2'] });
    expect(data).toEqual([one, two].map((id, index) => ({ index, status: 200, id, deleted: true })));
    const reader = await createClient({ scope: 'read' });
    const refused = await reader.request('POST', '/v1/qr/bulk/delete', { ids: [UNKNOWN] });
    await readError(refused, 403, 'insufficient_scope');
    const headers = { 'Idempotency-Key': 'k' };
    const keyed = await client.request('POST', '/v1/qr/bulk/delete', { ids: [UNKNOWN] }, { headers });
    await readError(keyed);
  });

  it('needs a key with full access, and one way to name codes', async () => {
    const reader = await createClient({ scope: 'read' });
    await readError(reader.request('DELETE', '/v1/qr/bulk', { ids: [UNKNOWN] }), 403, 'insufficient_scope');
    for (const [method, body] of [
      ['DELETE', {}],
      ['PATCH', { set: { archived: true } }],
    ] as const) {
      const counted = await reader.request(method, '/v1/qr/bulk', { ids: [UNKNOWN], dry_run: true, ...body });
      expect(counted.status).toBe(200);
    }
    for (const path of ['/v1/sheets', '/v1/exports/files']) await readError(reader.request('POST', path, {}));
    await readError(client.request('DELETE', '/v1/qr/bulk', {}));
    await readError(client.request('DELETE', '/v1/qr/bulk'), 415, 'unsupported_media_type');
  });
});
