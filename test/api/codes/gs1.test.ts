import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { deletePrefix, insertPrefix } from '#storage/gs1/prefixes.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { withFault } from '#harness/worker/faults.ts';
import { readInWorker } from '#harness/symbols/read-in-worker.ts';
import { type ApiClient, createClient, readError, withJson } from '#harness/worker/api-client.ts';

interface Details {
  id: string;
  short_url: string;
  domain: string | null;
  short_code: string | null;
  gs1: Record<string, string> | null;
  links: { type: string; href: string; title: string }[] | null;
  forward_query: boolean;
}

const HOST = 'id.example.com';
const TARGET = 'https://example.com/oil';
const NEW = { type: 'gs1', dynamic: true, target: TARGET, size: 256 };

/** GTINs, each another one. */
let number = 10_000;
function nextGtin(prefix = '9506000'): string {
  const digits = `0${prefix}${number++}`.padEnd(13, '0');
  let sum = 0;
  for (const [i, digit] of [...digits].entries()) sum += Number(digit) * (i % 2 === 0 ? 3 : 1);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** An account of an installation with a host for GS1 codes, and with a domain. */
async function createOwner(): Promise<ApiClient & { readonly host: string }> {
  const client = await createClient();
  const host = `gs1-${randomHex()}.example`.toLowerCase();
  await seedDomain(env.DB, { accountId: client.accountId, host });
  const request: ApiClient['request'] = (method, path, body, options = {}) =>
    client.request(method, path, body, { ...options, env: { GS1_HOST: HOST, ...options.env } });
  return { ...client, host, ...withJson(request) };
}

const db = openDatabase(env.DB);
let owner: Awaited<ReturnType<typeof createOwner>>;
let stranger: typeof owner;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([createOwner(), createOwner()]);
  await insertPrefix(db, { prefix: '9506000', accountId: owner.accountId, approvedAtMs: 0 });
});

const make = (fields: object, by = owner) => by.json<Details>('POST', '/v1/qr', { ...NEW, ...fields });
const read = (id: string, by = owner) => by.json<Details>('GET', `/v1/qr/${id}`);
const refuse = async (fields: object, by: Pick<ApiClient, 'request'> = owner) => {
  const response = await by.request('POST', '/v1/qr', { ...NEW, ...fields });
  expect([400, 409]).toContain(response.status);
  return response.json<Awaited<ReturnType<typeof readError>>>();
};

const importCsv = async (file: string, by: typeof owner, query = 'dry_run=false') => {
  const { id } = await by.json<{ id: string }>('POST', `/v1/imports?${query}`, file, {
    headers: { 'Content-Type': 'text/csv' },
  });
  return {
    counts: (await by.json<{ counts: object }>('GET', `/v1/imports/${id}`)).counts,
    rows: (await by.json<{ data: { error: { errors: object[] } | null }[] }>('GET', `/v1/imports/${id}/rows`))
      .data,
  };
};

describe('a GS1 code', () => {
  it('has its canonical URI in its symbol and as its short URL', async () => {
    const code = await make({ gs1: { '17': '271231', '10': 'a/B+1', '01': '9506000134352' } });
    const uri = `https://${HOST}/01/09506000134352/10/a%2FB%2B1?17=271231`;
    expect(code.short_url).toBe(uri);
    const image = await env.IMAGES.get(`qr/${code.id.slice(3)}.png`);
    expect(await readInWorker(await (image as R2ObjectBody).arrayBuffer())).toBe(uri);
    expect(await read(code.id)).toMatchObject({
      type: 'gs1',
      target: TARGET,
      domain: HOST,
      short_code: null,
      gs1: { '01': '09506000134352', '10': 'a/B+1', '17': '271231' },
      links: null,
    });
    const row = await env.DB.prepare('SELECT path, host FROM link_names WHERE code_id = ?')
      .bind(code.id.slice(3))
      .first();
    expect(row).toEqual({ path: '01/09506000134352/10/a%2FB%2B1', host: HOST });
    const found = await owner.json<{ data: { id: string }[] }>(
      'GET',
      `/v1/qr?type=gs1&q=${encodeURIComponent(uri)}`,
    );
    expect(found.data.map(({ id }) => id)).toEqual([code.id]);
  });

  it('is drawn with either carrier, and with its elements below, in every kind of file', async () => {
    const { id } = await make({ gs1: { '01': '9506000134369', '10': 'L1' }, style: { modules: 'dot' } });
    const draw = async (query: string) => {
      const response = await owner.request('GET', `/v1/qr/${id}/image?${query}`);
      expect(response.status, query).toBe(200);
      return response.text();
    };
    const plain = await draw('format=svg&carrier=qr');
    expect(plain).toBe(await draw('format=svg'));
    const matrix = await draw('format=svg&carrier=datamatrix');
    expect(matrix).toContain('<title>GS1 Data Matrix: (01) 09506000134369 (10) L1</title>');
    expect((await draw('format=svg&carrier=datamatrix&hri=true')).length).toBeGreaterThan(matrix.length);
    const check = await owner.json('GET', `/v1/qr/${id}/print-check?module_mm=0.4&carrier=datamatrix`);
    expect(check).toMatchObject({ modules: 16, point_of_sale: { fits: true } });
    for (const template of ['L7160', 'sticker_square_50']) {
      const body = { ids: [id], template, carrier: 'datamatrix', hri: true };
      expect((await owner.request('POST', '/v1/sheets', body)).status, template).toBe(200);
    }
    const files = [{ format: 'png' }, { format: 'svg', carrier: 'datamatrix', hri: true }];
    const body = { ids: [id], files, name: '{number}-{format}' };
    expect((await owner.request('POST', '/v1/exports/files', body)).status).toBe(200);
    const other = await owner.json<{ id: string }>('POST', '/v1/qr', { target: TARGET });
    for (const [field, value] of [
      ['carrier', 'qr'],
      ['hri', 'true'],
    ])
      expect(
        (await readError(owner.request('GET', `/v1/qr/${other.id}/image?${field}=${value}`))).errors,
      ).toMatchObject([{ field, code: 'conflict' }]);
  });

  it.each<[string, object, string, string, string]>([
    [
      'a wrong check digit',
      { gs1: { '01': '09506000134353' } },
      'gs1.01',
      'invalid_value',
      '(01) must end with the check digit 2.',
    ],
    [
      'a GTIN of eleven digits',
      { gs1: { '01': '12345678901' } },
      'gs1.01',
      'invalid_value',
      '(01) must have 8, 12, 13 or 14 characters.',
    ],
    [
      'an unknown identifier',
      { gs1: { '01': '09506000134352', '9999': 'x' } },
      'gs1.9999',
      'invalid_value',
      '9999 is not a GS1 application identifier.',
    ],
    [
      'an empty value',
      { gs1: { '01': '09506000134352', '10': '' } },
      'gs1.10',
      'invalid_value',
      '(10) must not be empty.',
    ],
    [
      'a character outside of the set',
      { gs1: { '01': '09506000134352', '10': 'ä' } },
      'gs1.10',
      'invalid_value',
      '(10) may contain only letters, digits and',
    ],
    [
      'a date that does not exist',
      { gs1: { '01': '09506000134352', '17': '271332' } },
      'gs1.17',
      'invalid_value',
      '(17) must hold a date as YYMMDD',
    ],
    ['no primary key', { gs1: { '17': '271231' } }, 'gs1', 'required', 'must hold a primary key'],
    ['no elements', { gs1: {} }, 'gs1', 'required', 'must hold a primary key'],
    [
      'a serial without its key',
      { gs1: { '8004': '9506000', '21': 'A' } },
      'gs1.21',
      'conflict',
      '(21) does not belong there with this primary key.',
    ],
    [
      'a batch that lacks its product',
      { gs1: { '8004': '9506000', '10': 'A' } },
      'gs1.10',
      'required',
      '(10) must come with one of 01, 02, 03, 8006, 8026.',
    ],
    [
      'what excludes each other',
      { gs1: { '01': '09506000134352', '37': '5' } },
      'gs1.01',
      'conflict',
      '(01) must not come with 37.',
    ],
    [
      'too many elements',
      { gs1: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, 'x'])) },
      'gs1',
      'too_big',
      'at most 20',
    ],
    [
      'dots that browsers take out of its path',
      { gs1: { '01': '09506000134352', '10': '..' } },
      'gs1.10',
      'invalid_value',
      '(10) must hold more than one or two dots',
    ],
    ['a number', { gs1: { '01': 9506000134352 } }, 'gs1.01', 'invalid_type', 'must be of type string'],
    ['no identity', {}, 'gs1', 'required', '"gs1" is required.'],
    [
      'a static code',
      { gs1: { '01': '09506000134352' }, dynamic: false },
      'dynamic',
      'invalid_value',
      'is always dynamic',
    ],
    [
      'another type',
      { gs1: { '01': '09506000134352' }, type: 'url' },
      'gs1',
      'conflict',
      'for GS1 codes only',
    ],
    [
      'a second key of another company',
      { gs1: { '00': '095060000000000008', '01': '04006381333931' } },
      'domain',
      'not_available',
      '01/04006381333931',
    ],
    [
      'a short code',
      { gs1: { '01': '09506000134352' }, short_code: 'oil' },
      'short_code',
      'conflict',
      'is named by what it identifies',
    ],
    [
      'a target that is no address',
      { gs1: { '01': '09506000134352' }, target: 'oil' },
      'target',
      'invalid_url',
      'http',
    ],
  ])('is refused with %s', async (_, fields, field, code, message) => {
    const { errors } = await refuse(fields);
    expect(errors).toMatchObject([{ field, code, message: expect.stringContaining(message) as string }]);
  });

  it('names all elements at fault', async () => {
    const { errors } = await refuse({ gs1: { '01': '1', '10': '', '17': 'x' } });
    expect(errors?.map(({ field }) => field).toSorted()).toEqual(['gs1.01', 'gs1.10', 'gs1.17']);
  });

  it('needs a host: a domain of its account, or an approved company prefix on that of the service', async () => {
    const gs1 = { '01': nextGtin() };
    const without = await createClient();
    expect((await refuse({ gs1 }, without)).errors).toMatchObject([
      { field: 'domain', code: 'not_available' },
    ]);
    const foreign = await refuse({ gs1, domain: HOST }, stranger);
    expect(foreign.errors).toMatchObject([{ field: 'domain', code: 'not_available' }]);
    expect(foreign.errors?.[0]?.message).toContain(`01/${gs1['01']} for your account on ${HOST}`);
    expect((await refuse({ gs1, domain: owner.host }, stranger)).errors).toMatchObject([{ field: 'domain' }]);
    expect((await make({ gs1, domain: stranger.host }, stranger)).short_url).toBe(
      `https://${stranger.host}/01/${gs1['01']}`,
    );
    const plain = await refuse({ type: 'url', domain: HOST, short_code: 'oil' });
    expect(plain.errors).toMatchObject([{ field: 'domain', code: 'not_available' }]);
    const claimed = await readError(owner.request('POST', '/v1/domains', { host: HOST }));
    expect(claimed.errors).toMatchObject([
      { field: 'host', message: expect.stringContaining('service itself') as string },
    ]);
    const { accountId } = stranger;
    expect(await insertPrefix(db, { prefix: '95060001', accountId, approvedAtMs: 0 })).toBe('9506000');
    expect(await insertPrefix(db, { prefix: '9506', accountId, approvedAtMs: 0 })).toBe('9506000');
    expect(await insertPrefix(db, { prefix: '9507', accountId, approvedAtMs: 0 })).toBeNull();
    const approved = { gs1: { '01': '09507000000005' }, domain: HOST };
    await make(approved, stranger);
    expect(await deletePrefix(db, '9507')).toBe(true);
    expect(await deletePrefix(db, '9507')).toBe(false);
    const withdrawn = await refuse({ ...approved, gs1: { ...approved.gs1, '10': 'LOT7' } }, stranger);
    expect(withdrawn.errors).toMatchObject([{ field: 'domain', code: 'not_available' }]);
  });

  it('is refused if its company prefix is withdrawn while it is stored, and so is a name', async () => {
    const loser = await createOwner();
    const { accountId } = loser;
    const prefix = '9521';
    const approve = () => insertPrefix(db, { prefix, accountId, approvedAtMs: 0 });
    const batch = async (statements: D1PreparedStatement[]) => {
      await deletePrefix(db, prefix);
      return env.DB.batch(statements);
    };
    const options = { env: { DB: withFault(env.DB, { batch }) } };
    await approve();
    const { id } = await make({ gs1: { '01': nextGtin(prefix) } }, loser);
    const late = { ...NEW, gs1: { '01': nextGtin(prefix) } };
    const created = await readError(loser.request('POST', '/v1/qr', late, options));
    expect(created.errors).toMatchObject([{ field: 'domain', code: 'not_available' }]);
    await approve();
    const name = { host: HOST, path: `01/${nextGtin(prefix)}` };
    const named = await readError(loser.request('POST', `/v1/qr/${id}/names`, name, options));
    expect(named.errors).toMatchObject([{ field: 'host', code: 'not_available' }]);
    expect((await loser.json<{ data: object[] }>('GET', '/v1/qr')).data).toHaveLength(1);
    expect((await loser.json<{ names: object[] }>('GET', `/v1/qr/${id}`)).names).toHaveLength(1);
  });

  it('passes the query of a scan on unless its owner says otherwise, whatever makes it', async () => {
    const forwards = async (id: string) => (await read(id)).forward_query;
    const gs1 = () => ({ '01': nextGtin() });
    const one = await make({ gs1: gs1() });
    expect(await forwards(one.id)).toBe(true);
    expect(await forwards((await make({ gs1: gs1(), forward_query: false })).id)).toBe(false);
    const [upserted, imported] = [randomHex(), nextGtin()];
    await owner.json('PUT', `/v1/qr/ext:${upserted}`, { ...NEW, gs1: gs1() });
    expect(await forwards(`ext:${upserted}`)).toBe(true);
    await owner.json('PATCH', `/v1/qr/${one.id}`, { forward_query: false });
    await owner.json('PATCH', `/v1/qr/${one.id}`, { title: 'Oil' });
    expect(await forwards(one.id)).toBe(false);
    await importCsv(`target,gs1.01\n${TARGET},${imported}`, owner);
    expect(await forwards(`ext:gs1:01:${imported}`)).toBe(true);
    const page = await owner.json<Details>('POST', '/v1/qr', { target: TARGET, dynamic: true });
    expect(await forwards(page.id)).toBe(false);
  });

  it('has a key of its own on each host, and levels are codes of their own', async () => {
    const gs1 = { '01': nextGtin() };
    const product = await make({ gs1 });
    const batch = await make({ gs1: { ...gs1, '10': 'LOT7' } });
    await make({ gs1: { ...gs1, '10': 'LOT7', '21': 'A1' } });
    await make({ gs1, domain: owner.host });
    for (const again of [gs1, { ...gs1, '17': '271231' }]) {
      const body = await refuse({ gs1: again });
      expect(body).toMatchObject({ code: 'short_code_taken', errors: [{ field: 'gs1' }] });
      expect(body.errors?.[0]?.message).toContain(`has 01/${gs1['01']} on this host`);
    }
    await owner.json('DELETE', `/v1/qr/${product.id}`);
    expect((await read(batch.id)).gs1).toEqual({ ...gs1, '10': 'LOT7' });
  });

  it('comes in bulk, once with an idempotency key, and with the look of a template', async () => {
    const [first, second] = [nextGtin(), nextGtin()];
    const look = { color: { dark: '#123456' } };
    const template = await owner.json<{ id: string }>('POST', '/v1/templates', {
      name: randomHex(),
      ...look,
    });
    const codes = [first, second, first].map((gtin) =>
      Object.assign({}, NEW, {
        gs1: { '01': gtin },
        style: { template: template.id },
      }),
    );
    const headers = { 'Idempotency-Key': randomHex() };
    const send = () =>
      owner.json<{ data: { status: number; code?: Details }[] }>(
        'POST',
        '/v1/qr/bulk',
        { codes },
        { headers },
      );
    const { data } = await send();
    expect(
      data.map(({ status }) => status),
      JSON.stringify(data),
    ).toEqual([200, 200, 409]);
    expect((await send()).data).toEqual(data);
    expect(await read(data[0]?.code?.id ?? '')).toMatchObject({
      color: { dark: '#123456' },
      gs1: { '01': first },
    });
  });

  it('is upserted by what it identifies, which never changes', async () => {
    const gs1 = { '01': nextGtin() };
    const path = `/v1/qr/ext:${randomHex()}`;
    const put = (fields: object) => owner.request('PUT', path, { ...NEW, gs1, domain: null, ...fields });
    const outcomeOf = async (fields: object) => (await put(fields)).headers.get('Upsert');
    expect(await outcomeOf({})).toBe('created');
    expect(await outcomeOf({ short_code: null })).toBe('unchanged');
    expect(await outcomeOf({ links: [{ type: 'pip', href: TARGET }] })).toBe('updated');
    expect(await outcomeOf({ links: [{ type: 'gs1:pip', href: TARGET }] })).toBe('unchanged');
    const { errors } = await readError(
      put({ gs1: { '01': nextGtin() }, domain: owner.host }),
      409,
      'immutable_field',
    );
    expect(errors?.map(({ field }) => field)).toEqual(['domain', 'gs1']);
    expect((await readError(owner.request('PATCH', path, { gs1 }))).errors).toMatchObject([
      { field: 'gs1', code: 'not_editable' },
    ]);
  });

  it('gets further names by what else identifies it', async () => {
    const { id } = await make({ gs1: { '01': nextGtin() } });
    const add = (body: object, by = owner) => by.request('POST', `/v1/qr/${id}/names`, body);
    const old = `01/${nextGtin()}/10/LOT7`;
    expect((await add({ host: HOST, path: old })).status).toBe(200);
    expect((await add({ host: owner.host, path: old })).status).toBe(200);
    expect((await add({ host: owner.host, path: 'Spring/Sale' })).status).toBe(200);
    for (const [path, message] of [
      ['01/09506000134353', '(01) must end with the check digit 2.'],
      ['Spring/Sale', 'must hold a primary key'],
      ['01/09506000134352/10/%2E%2e', '(10) must hold more than one or two dots'],
      ['x/01/09506000134352', 'must hold a primary key'],
      ['01/09506000134352/21/A/10/B', 'only these may follow, in this order: 22, 10, 21 / 235.'],
      ['01/9506000134352', '(01) must have 14 characters.'],
      ['00/095060000000000008/10/A', '(10) does not belong there with this primary key.'],
    ] as const) {
      const { errors } = await readError(add({ host: HOST, path }));
      expect(errors).toMatchObject([{ field: 'path', message: expect.stringContaining(message) as string }]);
    }
    const foreign = await readError(add({ host: HOST, path: '01/04006381333931' }));
    expect(foreign.errors).toMatchObject([{ field: 'host', code: 'not_available' }]);
    const plain = await owner.json<Details>('POST', '/v1/qr', { target: TARGET, dynamic: true, size: 256 });
    await readError(owner.request('POST', `/v1/qr/${plain.id}/names`, { host: HOST, path: old }));
    const names = await owner.json<{ names: { path: string; host: string }[] }>('GET', `/v1/qr/${id}`);
    expect(names.names.map(({ host, path }) => [host, path]).slice(1)).toEqual([
      [HOST, old],
      [owner.host, old],
      [owner.host, 'Spring/Sale'],
    ]);
  });
});

it.each([() => HOST, () => owner.host])(
  'leads the prints of a wrong key on, once its code is deleted',
  async (hostOf) => {
    const host = hostOf();
    const wrong = nextGtin();
    const on = { domain: host === HOST ? null : host };
    const misprinted = await make({ gs1: { '01': wrong }, ...on });
    const right = await make({ gs1: { '01': nextGtin() }, ...on });
    const path = `01/${wrong}`;
    const correct = () => owner.request('POST', `/v1/qr/${right.id}/names`, { host, path });
    await readError(correct(), 409, 'name_taken');
    expect((await owner.request('DELETE', `/v1/qr/${misprinted.id}`)).status).toBe(200);
    expect((await correct()).status).toBe(200);
    const row = await env.DB.prepare('SELECT code_id FROM link_names WHERE path = ? AND host = ?')
      .bind(path, host)
      .first();
    expect(row).toEqual({ code_id: right.id.slice(3) });
    await readError(
      owner.request('POST', '/v1/qr', { ...NEW, gs1: { '01': wrong }, ...on }),
      409,
      'short_code_taken',
    );
    expect((await owner.request('DELETE', `/v1/qr/${right.id}`)).status).toBe(200);
    expect((await make({ gs1: { '01': wrong }, ...on })).id).not.toBe(misprinted.id);
  },
);

describe('typed links', () => {
  const LINK = {
    type: 'gs1:pip',
    href: 'https://münchen.example/öl',
    languages: ['de', 'de-AT'],
    contexts: ['Retail'],
  };

  it('are shown in their normal form, recorded, and replaced as a whole', async () => {
    const { id } = await make({ gs1: { '01': nextGtin() }, links: [LINK] });
    const shown = {
      type: 'gs1:pip',
      href: 'https://xn--mnchen-3ya.example/%C3%B6l',
      title: 'Product Information Page',
      languages: ['de', 'de-AT'],
      media_type: null,
      contexts: ['Retail'],
      forward_query: true,
    };
    expect((await read(id)).links).toEqual([shown]);
    const recall = {
      type: 'https://ref.gs1.org/voc/recallStatus',
      href: TARGET,
      title: 'Recalls',
      media_type: 'text/html',
      forward_query: false,
    };
    const body = { links: [recall] };
    const replaced = await owner.json<Details>('PUT', `/v1/qr/${id}/links`, body);
    expect(replaced).toMatchObject({ target: TARGET, links: [{ ...recall, type: 'gs1:recallStatus' }] });
    const history = await owner.json<{ data: { changed: string[]; from: object }[] }>(
      'GET',
      `/v1/qr/${id}/history`,
    );
    expect(history.data[0]).toMatchObject({ changed: ['links'], from: { links: [shown] } });
    expect((await owner.json<Details>('PUT', `/v1/qr/${id}/links`, { links: [] })).links).toBeNull();
    expect((await owner.json<Details>('PATCH', `/v1/qr/${id}`, { links: [LINK] })).links).toHaveLength(1);
    expect((await owner.json<Details>('PATCH', `/v1/qr/${id}`, { links: null })).links).toBeNull();
    const put = (sent: object) => owner.request('PUT', `/v1/qr/${id}/links`, sent);
    expect((await readError(put({ links: [], default: TARGET }))).errors).toMatchObject([
      { field: 'default', code: 'unknown_field' },
    ]);
  });

  it.each<[object, string, string]>([
    [{ type: 'gs1:menu' }, 'links[0].type', 'invalid_value'],
    [{ type: 'gs1:defaultLink' }, 'links[0].type', 'invalid_value'],
    [{ href: 'ftp://example.com' }, 'links[0].href', 'invalid_url'],
    [{ href: 'https://10.0.0.1/' }, 'links[0].href', 'unsafe_target'],
    [{ href: `https://${HOST}/01/09506000134352` }, 'links[0].href', 'short_link_loop'],
    [{ title: 'x'.repeat(201) }, 'links[0].title', 'invalid_value'],
    [{ title: ' ' }, 'links[0].title', 'invalid_value'],
    [{ languages: ['deu'] }, 'links[0].languages[0]', 'invalid_language'],
    [{ languages: Array.from({ length: 21 }, () => 'de') }, 'links[0].languages', 'too_big'],
    [{ media_type: 'html' }, 'links[0].media_type', 'invalid_value'],
    [{ contexts: ['x'.repeat(101)] }, 'links[0].contexts[0]', 'invalid_value'],
    [{ rel: 'x' }, 'links[0].rel', 'unknown_field'],
  ])('are refused with %o', async (fields, field, code) => {
    const { errors } = await refuse({ gs1: { '01': nextGtin() }, links: [{ ...LINK, ...fields }] });
    expect(errors).toMatchObject([{ field, code }]);
  });

  it('are at most a hundred, and only of GS1 codes', async () => {
    const many = await refuse({ gs1: { '01': nextGtin() }, links: Array.from({ length: 101 }, () => LINK) });
    expect(many.errors).toMatchObject([{ field: 'links', code: 'too_big' }]);
    const long = await refuse({
      gs1: { '01': nextGtin() },
      links: Array.from({ length: 10 }, () => ({ ...LINK, href: `https://example.com/${'你'.repeat(500)}` })),
    });
    expect(long.errors).toMatchObject([{ field: 'links', code: 'too_big' }]);
    expect((await refuse({ type: 'url', links: [LINK] })).errors).toMatchObject([
      { field: 'links', code: 'conflict' },
    ]);
    const { id } = await owner.json<Details>('POST', '/v1/qr', {
      target: TARGET,
      dynamic: true,
      size: 256,
      links: [],
    });
    for (const [method, path, body] of [
      ['PATCH', `/v1/qr/${id}`, { links: [LINK] }],
      ['PUT', `/v1/qr/${id}/links`, { links: [LINK] }],
    ] as const)
      expect((await readError(owner.request(method, path, body))).errors).toMatchObject([{ field: 'links' }]);
  });

  it('lead to no blocked host', async () => {
    const host = `bad-${randomHex()}.example`.toLowerCase();
    await env.DB.prepare('INSERT INTO blocked_hosts VALUES (?, 0)').bind(host).run();
    const { errors } = await refuse({
      gs1: { '01': nextGtin() },
      links: [{ type: 'pip', href: `https://${host}/` }],
    });
    expect(errors).toMatchObject([{ field: 'links[0].href', code: 'unsafe_target' }]);
  });
});

describe('files of GS1 codes', () => {
  it('are read from a column for each element and for each link type, again without a change', async () => {
    const importer = await createOwner();
    const [first, second] = [nextGtin(), nextGtin()];
    const file = [
      'target,gs1.01,gs1.10,link:gs1:pip,Link: recallStatus,link:gs1:dpp,domain',
      `example.com/oil,${first},LOT7,https://example.com/pip,https://example.com/recall,,${importer.host}`,
      `example.com/oil,${Number(second)},,,,https://example.com/dpp,${importer.host}`,
      `example.com/oil,${first.slice(0, 13)}x,,,,,${importer.host}`,
    ].join('\n');
    const { counts, rows } = await importCsv(file, importer);
    expect(counts, JSON.stringify(rows)).toMatchObject({ created: 2, failed: 1 });
    expect(rows.at(-1)?.error?.errors).toMatchObject([{ field: 'gs1.01' }]);
    const made = await importer.json<Details>('GET', `/v1/qr/ext:gs1:${importer.host}:01:${first}:10:LOT7`);
    expect(made.short_url).toBe(`https://${importer.host}/01/${first}/10/LOT7`);
    expect(made.links?.map(({ type }) => type)).toEqual(['gs1:pip', 'gs1:recallStatus']);
    expect((await importCsv(file, importer, 'dry_run=false&on_conflict=update')).counts).toMatchObject({
      unchanged: 2,
      failed: 1,
    });
  });

  it('name a code by what it identifies, however that is written', async () => {
    const importer = await createOwner();
    const update = (file: string) => importCsv(file, importer, 'dry_run=false&on_conflict=update');
    const gtin = nextGtin();
    const file = (digits: string, expiry: string) =>
      `target,gs1.01,gs1.10,gs1.21,gs1.17,domain\n${TARGET},${digits},A:21:B,,${expiry},${importer.host}\n${TARGET},${digits},A,B,${expiry},${importer.host}`;
    expect((await update(file(gtin, ''))).counts).toMatchObject({ created: 2 });
    expect((await update(file(gtin.slice(1), ''))).counts).toMatchObject({ unchanged: 2 });
    const { rows } = await update(file(gtin, '271231'));
    expect(rows.map(({ error }) => error?.errors)).toMatchObject(
      Array.from({ length: 2 }, () => [{ field: 'gs1', code: 'immutable_field' }]),
    );
  });

  it('replace the links of a code for which they have a column, by type and language, and leave the others', async () => {
    const importer = await createOwner();
    const link = (type: string, name: string, ...languages: string[]) => ({
      ...{ type: `gs1:${type}`, href: `https://example.com/${name}`, languages },
    });
    const gs1 = { '01': nextGtin() };
    const links = [
      ...[link('pip', 'all'), link('pip', 'old', 'de', 'fr'), link('faqs', 'faqs'), link('faqs', 'de', 'de')],
      { ...link('dpp', 'dpp'), title: 'Passport' },
    ];
    const { id } = await make({ gs1, domain: importer.host, external_id: 'oil', links }, importer);
    const linksAfter = async (header: string, row: string) => {
      const { rows } = await importCsv(`${header}\n${row}`, importer, 'dry_run=false&on_conflict=update');
      expect(rows).toMatchObject([{ error: null }]);
      return (await read(id, importer)).links;
    };
    const header = 'link:gs1:pip:de,Link: pip: de-AT,link:gs1:faqs';
    const after = [
      ...[link('pip', 'all'), link('pip', 'old', 'fr'), link('faqs', 'faqs'), link('faqs', 'de', 'de')],
      ...[links.at(-1), link('pip', 'new', 'de'), link('pip', 'at', 'de-AT')],
    ];
    const row = 'https://example.com/new,example.com/at,';
    for (const _ of ['once', 'again'])
      expect(await linksAfter(`external_id,${header}`, `oil,${row}`)).toMatchObject(after);
    const left = after.filter((one) => one?.type !== 'gs1:faqs' || one.languages.length > 0);
    expect(await linksAfter(`id,${header}`, `${id},${row}`)).toMatchObject(left);
    expect(await linksAfter('id,links,link:gs1:faqs', `${id},,https://example.com/faqs`)).toMatchObject([
      link('faqs', 'faqs'),
    ]);
  });

  it('are written so that they are read as the same codes', async () => {
    const exporter = await createOwner();
    const fields = {
      gs1: { '01': nextGtin(), '17': '271231' },
      domain: exporter.host,
    };
    const { id } = await make({ ...fields, links: [{ type: 'pip', href: TARGET }] }, exporter);
    const csv = await (await exporter.request('GET', '/v1/qr/export.csv')).text();
    expect((await importCsv(csv, exporter, 'dry_run=false&on_conflict=update')).counts).toMatchObject({
      unchanged: 1,
    });
    const before = await read(id, exporter);
    const taker = await createOwner();
    const moved = await importCsv(csv, taker, `dry_run=false&domain_map=${exporter.host}=${taker.host}`);
    expect(moved.counts, JSON.stringify(moved.rows)).toMatchObject({ created: 1 });
    const [after] = (await taker.json<{ data: Details[] }>('GET', '/v1/qr?type=gs1')).data;
    const { gs1, links } = before;
    expect(after).toMatchObject({ gs1, links, domain: taker.host });
  });
});
