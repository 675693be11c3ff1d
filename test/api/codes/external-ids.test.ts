import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { watchQueriesButKeys } from '#harness/worker/measured/record-queries.ts';
import { withFault } from '#harness/worker/faults.ts';

interface Details {
  id: string;
  external_id: string | null;
  target: string;
  title: string | null;
  updated_at: string;
  error_correction: string;
  paused: boolean;
}

const TARGET = 'https://example.com/menu';

let client: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  client = await createClient();
  stranger = await createClient();
});

async function read(path: string, by = client): Promise<Details> {
  return by.json('GET', path);
}

async function put(externalId: string, body: object, headers: Record<string, string> = {}) {
  const response = await client.request('PUT', `/v1/qr/ext:${externalId}`, body, { headers });
  expect(response.status, await response.clone().text()).toBe(200);
  const code = await response.json<Details>();
  return { code, upsert: response.headers.get('Upsert'), etag: response.headers.get('ETag') };
}

const countCodes = async (externalId: string) =>
  (await client.json<{ data: unknown[] }>('GET', `/v1/qr?external_id=${externalId}`)).data.length;

describe('an external id', () => {
  it('names a code wherever its id does, and no other account’s', async () => {
    const created = await create(client, { dynamic: true, external_id: 'Asset:7@site_a.b-c' });
    expect(Object.keys(created)).toHaveLength(9);
    const path = '/v1/qr/ext:Asset:7@site_a.b-c';
    expect(await read(path)).toMatchObject({ id: created.id, external_id: 'Asset:7@site_a.b-c' });
    expect((await read('/v1/qr/ext%3AAsset%3A7%40site_a.b-c')).id).toBe(created.id);
    expect((await client.request('PATCH', path, { title: 'Pump' })).status).toBe(200);
    expect((await client.request('GET', `${path}/stats`)).status).toBe(200);
    expect((await client.request('GET', `${path}/stats.csv`)).status).toBe(200);
    await readError(stranger.request('GET', path), 404, 'not_found');
    await readError(stranger.request('DELETE', path), 404, 'not_found');
    await readError(client.request('GET', path.toLowerCase()), 404, 'not_found');
    const deleted = await client.request('DELETE', path);
    expect(await deleted.json()).toEqual({ id: created.id, deleted: true });
    await readError(client.request('GET', path), 404, 'not_found');
  });

  it('is free again after a deletion, and belongs to each account by itself', async () => {
    const first = await create(client, { external_id: 'shared' });
    const foreign = await create(stranger, { external_id: 'shared' });
    await client.request('DELETE', `/v1/qr/${first.id}`);
    const second = await create(client, { external_id: 'shared' });
    expect((await read('/v1/qr/ext:shared')).id).toBe(second.id);
    expect((await read('/v1/qr/ext:shared', stranger)).id).toBe(foreign.id);
  });

  it('is set, changed and cleared with PATCH, even on a static code, and changes the ETag and the history', async () => {
    const { id } = await create(client, {});
    const before = await client.request('GET', `/v1/qr/${id}`);
    for (const externalId of ['one', 'two', null]) {
      const changed = await client.request('PATCH', `/v1/qr/${id}`, { external_id: externalId });
      expect(await changed.json()).toMatchObject({ external_id: externalId });
      expect(changed.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    }
    expect(await countCodes('two')).toBe(0);
    const edits = env.DB.prepare('SELECT count(*) AS edits FROM qr_code_edits WHERE code_id = ?');
    expect(await edits.bind(id.slice(3)).first('edits')).toBe(3);
  });

  it('is refused if another code has it, with the id of that code', async () => {
    const holder = await create(client, { external_id: 'taken' });
    const { id } = await create(client, {});
    const body = { target: TARGET, external_id: 'taken' };
    for (const response of [
      await client.request('POST', '/v1/qr', body),
      await client.request('PATCH', `/v1/qr/${id}`, { external_id: 'taken', title: 'x' }),
    ]) {
      const { message, errors } = await readError(response, 409, 'external_id_taken');
      expect(message).toContain(holder.id);
      expect(errors?.map(({ field }) => field)).toEqual(['external_id']);
    }
    expect(await read(`/v1/qr/${id}`)).toMatchObject({ title: null, external_id: null });
    const twice = { codes: [{ ...body, external_id: 'twice' }, { ...body, external_id: 'twice' }, body] };
    const { data } = await client.json<{ data: { status: number }[] }>('POST', '/v1/qr/bulk', twice);
    expect(data.map(({ status }) => status)).toEqual([200, 409, 409]);
  });

  it.each(['', 'a/b', 'a b', 'ü', 'x'.repeat(256), 7, {}])('is refused if it is %j', async (externalId) => {
    const body = { target: TARGET, external_id: externalId };
    const { errors } = await readError(client.request('POST', '/v1/qr', body));
    expect(errors?.map(({ field }) => field)).toEqual(['external_id']);
    if (typeof externalId !== 'string') return;
    const path = `/v1/qr/ext:${encodeURIComponent(externalId)}`;
    await readError(client.request('GET', path), 404, 'not_found');
    if (externalId.includes('/')) return;
    await readError(client.request('PUT', path, { target: TARGET }));
  });

  it('counts as stored text, and appears in exports', async () => {
    const account = await createClient();
    const used = async () =>
      (await account.json<{ quotas: { stored_bytes: { used: number } } }>('GET', '/v1/usage')).quotas
        .stored_bytes.used;
    const { id } = await create(account, { external_id: 'counted' });
    expect(await used()).toBe(TARGET.length + 'counted'.length);
    await account.request('PATCH', `/v1/qr/${id}`, { external_id: 'counted-2' });
    const history = 100 + '{"externalId":["counted","counted-2"]}'.length;
    expect(await used()).toBe(TARGET.length + 'counted-2'.length + history);
    const csv = await (await account.request('GET', '/v1/qr/export.csv')).text();
    const [head = [], row = []] = csv.split('\r\n').map((line) => line.split(','));
    expect(row[head.indexOf('external_id')]).toBe('counted-2');
    await account.request('DELETE', `/v1/qr/${id}`);
    expect(await used()).toBe(0);
  });
});

describe('PUT /v1/qr/ext:{external_id}', () => {
  it('creates, updates or leaves a code alone, and says which', async () => {
    const body = { target: TARGET, dynamic: true, title: 'Menu', size: 512, color: { dark: '#102030' } };
    const created = await put('life', body);
    expect(created.upsert).toBe('created');
    expect(created.code).toMatchObject({ external_id: 'life', title: 'Menu', size: 512 });
    const same = await put('life', body);
    expect(same).toEqual({ ...created, upsert: 'unchanged' });
    expect((await put('life', { target: TARGET, external_id: 'life' })).upsert).toBe('unchanged');
    const updated = await put('life', { target: `${TARGET}/2` });
    expect(updated.upsert).toBe('updated');
    expect(updated.etag).not.toBe(created.etag);
    expect(updated.code).toMatchObject({
      id: created.code.id,
      target: `${TARGET}/2`,
      title: 'Menu',
      size: 512,
    });
    expect((await put('life', { target: `${TARGET}/2`, title: null })).code.title).toBeNull();
    expect(await countCodes('life')).toBe(1);
  });

  it('compares settings for scans by meaning: times, rules, and a password that it cannot read', async () => {
    const body = {
      target: TARGET,
      dynamic: true,
      password: 'open sesame',
      ends_at: '2036-01-01T00:00:00+01:00',
      rules: [{ target: `${TARGET}/phone`, when: { device: ['mobile'] } }],
      variants: [
        { name: 'A', target: TARGET, weight: 50 },
        { name: 'B', target: `${TARGET}/b`, weight: 50 },
      ],
      max_scans: 10,
    };
    expect((await put('control', body)).upsert).toBe('created');
    expect((await put('control', body)).upsert).toBe('unchanged');
    const sameTime = { ...body, ends_at: '2035-12-31T23:00:00Z' };
    expect((await put('control', sameTime)).upsert).toBe('unchanged');
    expect((await put('control', { ...body, password: 'another one' })).upsert).toBe('updated');
    expect((await put('control', { ...body, password: 'another one', paused: true })).code.paused).toBe(true);
    const bad = { ...body, max_scans: -1 };
    await readError(client.request('PUT', '/v1/qr/ext:control', bad));
  });

  it('treats a level of error correction as a minimum', async () => {
    const { code } = await put('level', { target: TARGET, dynamic: true, error_correction: 'L' });
    expect(code.error_correction).not.toBe('L');
    expect((await put('level', { target: TARGET, error_correction: 'L' })).upsert).toBe('unchanged');
    expect((await put('level', { target: TARGET })).upsert).toBe('unchanged');
  });

  it('refuses changes that would make the code differ from its print, and changes nothing', async () => {
    const { code } = await put('print', { target: TARGET, error_correction: 'L', title: 'Print' });
    const drift = {
      type: 'text',
      dynamic: true,
      target: `${TARGET}/2`,
      color: { dark: '#000001', light: '#fffffe' },
      format: 'svg',
      size: 512,
      margin: 5,
      error_correction: 'H',
      title: 'New',
    };
    const refused = await client.request('PUT', '/v1/qr/ext:print', drift);
    const { message, errors } = await readError(refused, 409, 'immutable_field');
    expect(errors?.map(({ field }) => field)).toEqual([
      'type',
      'dynamic',
      'target',
      'color.dark',
      'color.light',
      'format',
      'size',
      'margin',
      'error_correction',
    ]);
    expect(message).toContain('1024');
    expect(await read('/v1/qr/ext:print')).toEqual(code);
    expect((await put('print', { target: TARGET, title: 'New' })).upsert).toBe('updated');
    const paused = { target: TARGET, paused: true };
    await readError(client.request('PUT', '/v1/qr/ext:print', paused), 409, 'code_not_dynamic');
  });

  it('makes one code from two simultaneous requests, and from ten', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => put('race', { target: `${TARGET}/${i % 2}`, dynamic: true })),
    );
    expect(answers.filter(({ upsert }) => upsert === 'created')).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code.id)).size).toBe(1);
    expect(await countCodes('race')).toBe(1);
  });

  it('updates a code that somebody else created between its read and its write', async () => {
    let isFirst = true;
    const IMAGES = withFault(env.IMAGES, {
      async put(...args: [string, string]) {
        if (isFirst) {
          isFirst = false;
          await put('between', { target: `${TARGET}/other`, dynamic: true });
        }
        return env.IMAGES.put(...args);
      },
    });
    const body = { target: `${TARGET}/mine`, dynamic: true };
    const response = await client.request('PUT', '/v1/qr/ext:between', body, { env: { IMAGES } });
    expect([response.status, response.headers.get('Upsert')]).toEqual([200, 'updated']);
    expect((await response.json<Details>()).target).toBe(`${TARGET}/mine`);
    expect(await countCodes('between')).toBe(1);
  });

  it('honours If-Match and If-None-Match: *', async () => {
    const body = { target: TARGET, dynamic: true };
    const refuse = async (headers: Record<string, string>, status = 412, code = 'precondition_failed') =>
      readError(client.request('PUT', '/v1/qr/ext:tagged', body, { headers }), status, code);
    await refuse({ 'If-Match': '*' });
    await refuse({ 'If-Match': '"1.0"' });
    await refuse({ 'If-None-Match': '"1.0"' }, 400, 'invalid_request');
    expect(await countCodes('tagged')).toBe(0);
    const { etag } = await put('tagged', body, { 'If-None-Match': '*' });
    await refuse({ 'If-None-Match': '*' });
    expect((await put('tagged', { ...body, title: 'x' }, { 'If-Match': etag ?? '' })).upsert).toBe('updated');
    await refuse({ 'If-Match': etag ?? '' });
    expect((await put('tagged', body, { 'If-Match': '*' })).upsert).toBe('unchanged');
  });

  it('refuses bad input before anything is made', async () => {
    const refuse = async (path: string, body: unknown, field: string) => {
      const response = await client.request('PUT', path, body);
      const { errors } = await readError(response);
      expect(errors?.map((error) => error.field)).toEqual([field]);
    };
    await refuse('/v1/qr/ext:bad', {}, 'target');
    await refuse('/v1/qr/ext:bad', { target: TARGET, external_id: 'other' }, 'external_id');
    await refuse('/v1/qr/ext:bad', { target: TARGET, external_id: null }, 'external_id');
    await refuse('/v1/qr/ext:bad', { target: TARGET, sise: 7 }, 'sise');
    await refuse('/v1/qr/ext:bad', { target: 'nonsense' }, 'target');
    await refuse('/v1/qr/qr_k7m2p9qa', { target: TARGET }, 'external_id');
    await refuse('/v1/qr/ext:bad', [], 'body');
    expect(await countCodes('bad')).toBe(0);
    const reader = await createClient({ scope: 'read' });
    const body = { target: TARGET };
    await readError(reader.request('PUT', '/v1/qr/ext:bad', body), 403, 'insufficient_scope');
  });
});

describe('PUT /v1/qr/bulk', () => {
  const codes = Array.from({ length: 100 }, (_, i) => ({
    external_id: `row-${i}`,
    target: `https://example.com/${i}`,
    dynamic: true,
    title: `Row ${i}`,
    tags: [`Shelf ${i % 7}`, 'Shop'],
    metadata: { price: String(i) },
    archived: i % 10 === 0,
  }));
  const send = async (items: unknown[], DB: D1Database = env.DB) => {
    return (
      await client.json<{
        data: { index: number; status: number; upsert?: string; code?: Details; error?: { code: string } }[];
      }>('PUT', '/v1/qr/bulk', { codes: items }, { env: { DB } })
    ).data;
  };

  it('writes only new or changed codes, and reads a hundred unchanged rows in three queries', async () => {
    const created = await send(codes);
    expect(created.map(({ upsert }) => upsert)).toEqual(codes.map(() => 'created'));
    expect(created.map(({ code }) => code?.external_id)).toEqual(codes.map((code) => code.external_id));

    const asked: string[] = [];
    const again = await send(
      codes,
      watchQueriesButKeys((sql) => asked.push(sql)),
    );
    expect(again.map(({ upsert }) => upsert)).toEqual(codes.map(() => 'unchanged'));
    expect(again.map(({ code }) => code)).toEqual(created.map(({ code }) => code));
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(asked.filter((sql) => !/^\s*(select|with)/i.test(sql))).toEqual([]);

    const edited = codes.map((code, i) => ({
      external_id: code.external_id,
      target: i % 50 === 0 ? `${code.target}/new` : code.target,
    }));
    const third = await send(edited);
    const changed = third.flatMap(({ upsert }, i) => (upsert === 'updated' ? [i] : []));
    expect(changed).toEqual([0, 50]);
    expect(third[50]?.code).toMatchObject({
      id: created[50]?.code?.id,
      target: 'https://example.com/50/new',
    });
  });

  it('gives each code its own result', async () => {
    const results = await send([
      { external_id: 'mixed', target: TARGET },
      { external_id: 'mixed', target: `${TARGET}/2` },
      { target: TARGET },
      { external_id: 'row-1', target: 'https://example.com/1', size: 300 },
      { external_id: 'bad/id', target: TARGET },
      { external_id: 'no-target' },
      'nonsense',
      { external_id: 'new', target: TARGET },
    ]);
    expect(results.map(({ upsert, error }) => upsert ?? error?.code)).toEqual([
      'created',
      'invalid_request',
      'invalid_request',
      'immutable_field',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'created',
    ]);
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect((await read('/v1/qr/ext:mixed')).target).toBe(TARGET);
  });

  it('creates each code once if two identical ones run at once', async () => {
    const items = Array.from({ length: 20 }, (_, i) => ({ external_id: `both-${i}`, target: TARGET }));
    const [first, second] = await Promise.all([send(items), send(items.toReversed())]);
    const ids = new Set([...(first ?? []), ...(second ?? [])].map(({ code }) => code?.id));
    expect(ids.size).toBe(20);
    for (const { external_id: externalId } of items) expect(await countCodes(externalId)).toBe(1);
  });
});
