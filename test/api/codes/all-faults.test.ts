import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

const TARGET = 'https://example.com/';

/** Faults of types, which a schema finds, beside faults of meaning. */
const FAULTS = { target: 'ftp://x', tags: ['a,b', 5], size: 5, external_id: 'taken' };
const FIELDS = ['external_id', 'size', 'tags[0]', 'tags[1]', 'target'];

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
  await create(client, { target: TARGET, external_id: 'taken' });
});

async function fieldsOf(response: Response, status = 400): Promise<string[]> {
  const { errors } = await readError(response, status, 'invalid_request');
  return (errors ?? []).map(({ field }) => field).sort();
}

const post = (body: unknown, path = '/v1/qr') => client.request('POST', path, body);

describe('an error names every field at fault', () => {
  it('of a create', async () => {
    expect(await fieldsOf(await post(FAULTS))).toEqual(FIELDS);
  });

  it('of an upsert', async () => {
    const { external_id: _, ...body } = FAULTS;
    const fields = FIELDS.filter((field) => field !== 'external_id');
    expect(await fieldsOf(await client.request('PUT', '/v1/qr/ext:new', body))).toEqual(fields);
    const other = await client.request('PUT', '/v1/qr/ext:new', { ...body, external_id: 'another' });
    expect(await fieldsOf(other)).toEqual(FIELDS);
  });

  it('of an update', async () => {
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const { size: _, ...body } = FAULTS;
    const sent = { ...body, title: 7, paused: 'yes', fallback_url: 'nowhere' };
    const fields = ['external_id', 'fallback_url', 'paused', 'tags[0]', 'tags[1]', 'target', 'title'];
    expect(await fieldsOf(await client.request('PATCH', `/v1/qr/${id}`, sent))).toEqual(fields);
  });

  it.each(['POST', 'PUT'])('of each code of a bulk %s', async (method) => {
    const codes = [
      { target: TARGET, external_id: `bulk-${method}` },
      { target: 'ftp://x', tags: ['a,b'], size: 5, external_id: 'b' },
      { tags: ['a,b'], external_id: 'c' },
    ];
    const response = await client.request(method, '/v1/qr/bulk', { codes });
    const { data } = await response.json<{ data: { error?: { errors: { field: string }[] } }[] }>();
    expect(data.map(({ error }) => (error?.errors ?? []).map(({ field }) => field).sort())).toEqual([
      [],
      ['size', 'tags[0]', 'target'],
      ['tags[0]', 'target'],
    ]);
  });

  it('of a change to many codes', async () => {
    const set = { target: 'ftp://x', add_tags: ['a,b', 5], title: 7, fallback_url: 'nowhere', size: 300 };
    const fields = ['add_tags[0]', 'add_tags[1]', 'fallback_url', 'size', 'target', 'title'];
    const change = async (body: object) =>
      fieldsOf(await client.request('PATCH', '/v1/qr/bulk', { ids: ['qr_00000000'], ...body }));
    expect(await change({ set })).toEqual(fields.map((field) => `set.${field}`));
    expect(await change({ set: { target: 'ftp://x' }, limit: 0 })).toEqual(['limit', 'set.target']);
  });

  it('of a row of an import', async () => {
    const file = [
      'target,tags,size,external_id,max_scans',
      'ftp://x,"a,b",5,row-1,1',
      'ftp://x,ok,300,row-2,many',
      'https://example.com/,ok,5,taken,1',
    ];
    const headers = { 'Content-Type': 'text/csv' };
    const started = await client.request('POST', '/v1/imports', file.join('\n'), { headers });
    const { id } = await started.json<{ id: string }>();
    await client.request('GET', `/v1/imports/${id}`);
    const response = await client.request('GET', `/v1/imports/${id}/rows`);
    const { data } = await response.json<{ data: { error: { errors: { field: string }[] } }[] }>();
    expect(data.map(({ error }) => error.errors.map(({ field }) => field).sort())).toEqual([
      ['size', 'target'],
      ['max_scans', 'target'],
      ['size'],
    ]);
  });

  it('of a template, and of a change to it', async () => {
    const look = { color: { dark: '#777777', light: '#888888' }, margin: 99 };
    expect(await fieldsOf(await post(look, '/v1/templates'))).toEqual(['color', 'margin', 'name']);
    const made = await post({ name: 'Plain' }, '/v1/templates');
    const { id } = await made.json<{ id: string }>();
    expect(await fieldsOf(await client.request('PATCH', `/v1/templates/${id}`, look))).toEqual([
      'color',
      'margin',
    ]);
  });

  it('where items of lists are at fault, by their places in the request', async () => {
    const rule = { target: TARGET, when: { device: ['mobile'] } };
    const rules = [
      { ...rule, target: 5 },
      { ...rule, name: 'a' },
      { ...rule, name: 'a', target: 'ftp://x' },
      { ...rule, when: { country: ['xx', 1, 'DE', 'yy'] } },
    ];
    const response = await post({ target: TARGET, dynamic: true, rules });
    const { errors } = await readError(response);
    expect(errors?.map(({ field }) => field).sort()).toEqual([
      'rules[0].target',
      'rules[2].name',
      'rules[2].target',
      'rules[3].when.country[0]',
      'rules[3].when.country[1]',
      'rules[3].when.country[3]',
    ]);
  });

  it('and no field that is only wrong because another one is', async () => {
    expect(await fieldsOf(await post({ type: 'nope', target: 'just words' }))).toEqual(['type']);
    expect(await fieldsOf(await post({ target: TARGET, dynamic: 'yes', paused: true }))).toEqual(['dynamic']);
    const variants = [
      { name: 'a', target: TARGET, weight: '50' },
      { name: 'b', target: TARGET, weight: 50 },
    ];
    expect(await fieldsOf(await post({ target: TARGET, dynamic: true, variants }))).toEqual([
      'variants[0].weight',
    ]);
  });
});
