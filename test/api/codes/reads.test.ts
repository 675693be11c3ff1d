import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

const get = async <T>(path: string) => {
  const response = await client.request('GET', path);
  expect(response.status, path).toBe(200);
  return response.json<T>();
};

type Codes = { data: { id: string }[]; has_more: boolean; next_cursor: string | null };

async function refuse(path: string) {
  const { errors } = await readError(client.request('GET', path));
  return errors?.[0];
}

describe('GET /v1/qr?ids=', () => {
  it('gives these codes in their order, archived ones too, and leaves out what is no code of the account', async () => {
    const one = await create(client, { external_id: 'a:1', archived: true });
    const two = await create(client, { dynamic: true });
    const foreign = await create(await createClient(), {});
    const ids = [two.id, 'ext:a:1', 'ext:none', foreign.id, two.id];
    const page = await get<Codes>(`/v1/qr?ids=${ids.join(',')}`);
    expect(page.data.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('takes up to 100 names, and no filter beside them', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => `ext:none-${i}`);
    expect((await get<Codes>(`/v1/qr?ids=${ids.join(',')}`)).data).toEqual([]);
    expect(await refuse(`/v1/qr?ids=${ids.join(',')},ext:more`)).toMatchObject({
      field: 'ids',
      code: 'too_big',
    });
    expect(await refuse('/v1/qr?ids=qr_00000000,7')).toMatchObject({ field: 'ids[1]' });
    expect(await refuse('/v1/qr?ids=')).toMatchObject({ field: 'ids[0]' });
    for (const other of ['tag=a', 'limit=5', 'sort=title'])
      expect(await refuse(`/v1/qr?ids=qr_00000000&${other}`)).toMatchObject({ code: 'conflict' });
  });
});

describe('fields=', () => {
  it('gives these fields alone, of a code and of each code of a list', async () => {
    const { id } = await create(client, { title: 'Menu', external_id: 'fields' });
    expect(await get(`/v1/qr/${id}?fields=title,id`)).toEqual({ id, title: 'Menu' });
    expect(await get(`/v1/qr?ids=${id}&fields=id`)).toMatchObject({ data: [{ id }] });
    const { data } = await get<Codes>('/v1/qr?external_id=fields&fields=target');
    expect(data).toEqual([{ target: 'https://example.com/menu' }]);
  });

  it('names the fields that there are where one is unknown', async () => {
    const known = /"fields" must be one or more of id, type, target,.* color,/;
    expect((await refuse('/v1/qr?fields=id,colour'))?.message).toMatch(known);
    const { id } = await create(client, {});
    expect((await refuse(`/v1/qr/${id}?fields=`))?.message).toMatch(known);
  });

  it('leaves the ETag of a code, and pages, as they are', async () => {
    const { id } = await create(client, { dynamic: true });
    const whole = await client.request('GET', `/v1/qr/${id}`);
    const part = await client.request('GET', `/v1/qr/${id}?fields=id`);
    const tag = whole.headers.get('ETag') ?? '';
    expect(part.headers.get('ETag')).toBe(tag);
    const headers = { 'If-None-Match': tag };
    const again = await client.request('GET', `/v1/qr/${id}?fields=id`, undefined, { headers });
    expect(again.status).toBe(304);
    await create(client, {});
    const first = await client.request('GET', '/v1/qr?limit=1&fields=id');
    expect(first.headers.get('Link')).toContain('fields=id');
    const { next_cursor: cursor } = await first.json<Codes>();
    expect((await get<Codes>(`/v1/qr?limit=1&fields=target&cursor=${cursor}`)).data).toHaveLength(1);
  });
});

describe('GET /v1/qr/{id}/history', () => {
  interface History {
    data: { edited_at: string; editor: object; changed: string[]; from: object; to: object }[];
    has_more: boolean;
    next_cursor: string | null;
  }

  it('says what changed, when, and by whom, newest first', async () => {
    const { id } = await create(client, { dynamic: true, external_id: 'history' });
    const edits = [
      { target: 'https://example.com/2', title: 'Two' },
      { tags: ['B', 'a'], metadata: { k: 'v' }, archived: true, external_id: 'history' },
      { password: 'first one' },
      { password: 'another', paused: true },
    ];
    for (const edit of edits) await client.request('PATCH', `/v1/qr/${id}`, edit);
    const { data } = await get<History>('/v1/qr/ext:history/history');
    expect(data).toMatchObject([
      { changed: ['paused', 'password'], from: { paused: false }, to: { paused: true } },
      { changed: ['has_password', 'password'], from: { has_password: false }, to: { has_password: true } },
      {
        changed: ['tags', 'metadata', 'archived'],
        from: { tags: [], metadata: {}, archived: false },
        to: { tags: ['a', 'B'], metadata: { k: 'v' }, archived: true },
      },
      {
        changed: ['target', 'title'],
        from: { target: 'https://example.com/menu', title: null },
        to: { target: 'https://example.com/2', title: 'Two' },
      },
    ]);
    expect(Object.keys(data[0]?.to ?? {})).toEqual(['paused']);
    for (const { editor, edited_at: editedAt } of data) {
      expect(editor).toEqual({ type: 'api_key', id: client.keyId, name: 'Test' });
      expect(Date.parse(editedAt)).toBeGreaterThan(0);
    }
    expect(JSON.stringify(data)).not.toContain('another');
  });

  it('is that of the codes of the account alone, also for a key that may only read', async () => {
    const { id } = await create(client, {});
    expect(await get(`/v1/qr/${id}/history`)).toEqual({ data: [], has_more: false, next_cursor: null });
    const stranger = await createClient({ scope: 'read' });
    await readError(stranger.request('GET', `/v1/qr/${id}/history`), 404, 'not_found');
    const deleted = await create(client, {});
    await client.request('DELETE', `/v1/qr/${deleted.id}`);
    await readError(client.request('GET', `/v1/qr/${deleted.id}/history`), 404, 'not_found');
  });
});
