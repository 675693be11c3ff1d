import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import { SETTLED_AFTER_MS } from '#service/links/sweep-short-link-copies.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

interface Details {
  id: string;
  dynamic: boolean;
  short_url: string;
  short_code: string | null;
  symbol_version: number | null;
  names?: unknown;
}

const BASE = env.SHORT_URL_BASE;
const TARGET = 'https://example.com/menu';

let client: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  client = await createClient();
  stranger = await createClient();
});

async function read(id: string): Promise<Details> {
  return client.json('GET', `/v1/qr/${id}`);
}

const pngOf = async (id: string) =>
  new Uint8Array(await (await env.IMAGES.get(`qr/${id.slice(3)}.png`))!.arrayBuffer());

/** The picture of a text in a plain code. */
async function draw(text: string): Promise<Uint8Array> {
  const style = { errorCorrection: 'M', color: DEFAULT_COLOR, size: 1024, margin: 4, title: '' } as const;
  const drawn = await drawSymbol(text, style);
  if (!drawn.ok) throw new Error(drawn.error.code);
  return drawn.value.png;
}

const upper = (url: string) => url.replace(/:.*/, (rest) => rest.toUpperCase());
const sweep = () => runScheduled(Date.now() + SETTLED_AFTER_MS + 1, env);

describe('a short code', () => {
  it('ends the short link of a dynamic code and is in its symbol, in upper case', async () => {
    const response = await client.request('POST', '/v1/qr', {
      target: TARGET,
      dynamic: true,
      short_code: 'Menu-2027',
    });
    expect(response.status, await response.clone().text()).toBe(200);
    const created = await response.json<Details>();
    expect(Object.keys(created)).toHaveLength(9);
    expect(created.short_url).toBe(`${BASE}/menu-2027`);
    expect(await pngOf(created.id)).toEqual(await draw(upper(created.short_url)));
    const code = await read(created.id);
    expect(code).toMatchObject({ short_url: created.short_url, short_code: 'menu-2027' });
    expect(response.headers.get('Symbol-Version')).toBe(String(code.symbol_version));
    const listed = await client.json<{ data: Details[] }>('GET', '/v1/qr');
    expect({ ...listed.data[0], names: code.names }).toEqual(code);
    const csv = await (await client.request('GET', '/v1/qr/export.csv')).text();
    expect(csv).toContain(`menu-2027,${code.symbol_version},`);
  });

  it('makes a larger symbol if it is longer, and the response says so', async () => {
    const short = await create(client, { dynamic: true, short_code: 'abc' });
    const long = await create(client, { dynamic: true, short_code: 'x'.repeat(64) });
    const plain = await create(client, { dynamic: true });
    const versionOf = async ({ id }: { id: string }) => (await read(id)).symbol_version ?? 0;
    const versions = [await versionOf(short), await versionOf(plain), await versionOf(long)];
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(await versionOf(long)).toBeGreaterThan(await versionOf(plain));
    const svg = await (await env.IMAGES.get(`qr/${long.id.slice(3)}.svg`))!.text();
    expect(svg).toContain(`viewBox="0 0 ${17 + 4 * (await versionOf(long)) + 8} `);
    expect(svg).toContain(long.short_url);
  });

  it('ends the short link of a static code, whose symbol still contains its target', async () => {
    const { id, short_url } = await create(client, { short_code: 'fixed-menu' });
    expect(short_url).toBe(`${BASE}/fixed-menu`);
    expect(await pngOf(id)).toEqual(await draw(TARGET));
    expect(await read(id)).toMatchObject({ dynamic: false, short_code: 'fixed-menu', symbol_version: 2 });
  });

  it('is null if nobody chose one', async () => {
    const { id } = await create(client, { short_code: null });
    expect(await read(id)).toMatchObject({ short_code: null, short_url: `${BASE}/${id.slice(3)}` });
  });

  it('is taken for ever, for every account and in either case, even after its code is deleted', async () => {
    const { id } = await create(client, { dynamic: true, short_code: 'only-once' });
    const again = (by: ApiClient) =>
      by.request('POST', '/v1/qr', { target: TARGET, short_code: 'ONLY-once' });
    for (const by of [client, stranger]) {
      const error = await readError(again(by), 409, 'short_code_taken');
      expect(error.errors).toMatchObject([{ field: 'short_code', code: 'short_code_taken' }]);
      expect(error.message).not.toContain(id);
    }
    await client.request('DELETE', `/v1/qr/${id}`);
    await readError(again(client), 409, 'short_code_taken');
    // Nothing was drawn for refused codes.
    const { results } = await env.DB.prepare(
      "SELECT code_id FROM qr_codes WHERE short_code = 'only-once'",
    ).all();
    expect(results).toEqual([{ code_id: id.slice(3) }]);
  });

  it('goes to one of many requests for it in the same moment', async () => {
    const request = () =>
      client.request('POST', '/v1/qr', { target: TARGET, dynamic: true, short_code: 'rush-hour' });
    const statuses = (await Promise.all(Array.from({ length: 5 }, request))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it.each([
    ['ab', 'must have 3 to 64'],
    ['a b', 'must have 3 to 64'],
    ['x'.repeat(65), 'must have 3 to 64'],
    ['pancakes', 'looks like one of our ids'],
    ['REPORT', 'keeps that for itself'],
    ['paypal-login', 'must not look like'],
    [7, 'must be of type string'],
  ])('is refused by name if it is %j', async (short_code, problem) => {
    const response = await client.request('POST', '/v1/qr', { target: TARGET, short_code });
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field: 'short_code' }]);
    expect(errors?.[0]?.message).toContain(
      `"short_code" ${problem.startsWith('keeps') ? 'must not be' : problem}`,
    );
    expect(errors?.[0]?.message).toContain(problem);
  });

  it('cannot be changed, because it is printed', async () => {
    const { id } = await create(client, { dynamic: true, short_code: 'printed-one' });
    const response = await client.request('PATCH', `/v1/qr/${id}`, { short_code: 'printed-two' });
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field: 'short_code', code: 'not_editable' }]);
  });

  it('is refused in a bulk request without keeping the others from being created', async () => {
    await create(client, { short_code: 'bulk-taken' });
    const codes = ['bulk-1', 'BULK-1', 'bulk-taken', 'pancakes', null].map((short_code) => ({
      target: TARGET,
      short_code,
    }));
    const { data } = await client.json<{
      data: { status: number; code?: Details; symbol_version?: number; error?: { message: string } }[];
    }>('POST', '/v1/qr/bulk', { codes });
    expect(data.map(({ status }) => status)).toEqual([200, 409, 409, 400, 200]);
    expect(data[0]?.code?.short_url).toBe(`${BASE}/bulk-1`);
    const first = await read(data[0]?.code?.id ?? '');
    expect(data[0]?.symbol_version).toBe(first.symbol_version);
    expect(data[4]).not.toHaveProperty('symbol_version');
    expect(data[1]?.error?.message).toContain('Another code has or had the short code "bulk-1"');
  });

  it('is made by an upsert, matches the existing one in either case, and never changes', async () => {
    const put = (body: object) =>
      client.request('PUT', '/v1/qr/ext:vanity', { target: TARGET, dynamic: true, ...body });
    const [first, second] = await Promise.all([
      put({ short_code: 'vanity-1' }),
      put({ short_code: 'vanity-1' }),
    ]);
    expect([first.headers.get('Upsert'), second.headers.get('Upsert')].toSorted()).toEqual([
      'created',
      'unchanged',
    ]);
    for (const body of [{ short_code: 'Vanity-1' }, {}])
      expect((await put(body)).headers.get('Upsert')).toBe('unchanged');
    for (const short_code of ['vanity-2', null]) {
      const { errors } = await readError(await put({ short_code }), 409, 'immutable_field');
      expect(errors).toMatchObject([{ field: 'short_code', message: expect.stringContaining('"vanity-1"') }]);
    }
    const taken = await client.request('PUT', '/v1/qr/ext:other', { target: TARGET, short_code: 'vanity-1' });
    await readError(taken, 409, 'short_code_taken');
    const bulk = await client.request('PUT', '/v1/qr/bulk', {
      codes: [
        { external_id: 'vanity', target: TARGET, short_code: 'vanity-1' },
        { external_id: 'others', target: TARGET, short_code: 'vanity-1' },
      ],
    });
    const { data } = await bulk.json<{ data: { status: number; upsert?: string }[] }>();
    expect(data).toMatchObject([{ upsert: 'unchanged' }, { status: 409 }]);
  });

  it('has a copy, which the sweep repairs', async () => {
    const broken = withFault(env.LINKS, { put: () => Promise.reject(new Error('KV is down')) });
    const body = { target: TARGET, short_code: 'copied-1' };
    const { id } = await client.json<Details>('POST', '/v1/qr', body, { env: { LINKS: broken } });
    expect(await env.LINKS.get('name/copied-1')).toBeNull();
    await sweep();
    const copied = { codeId: id.slice(3), isForEver: true, revision: 0 };
    expect(await env.LINKS.get('name/copied-1', 'json')).toEqual(copied);
    await env.LINKS.delete('name/copied-1');
    await env.LINKS.delete('sweep/verified-until-ms');
    await sweep();
    expect(await env.LINKS.get('name/copied-1', 'json')).toEqual(copied);
  });

  it('is drawn again as it was printed, after a restore', async () => {
    const { id } = await create(client, { dynamic: true, short_code: 'redrawn-1' });
    const printed = await pngOf(id);
    for (const format of ['png', 'svg']) await env.IMAGES.delete(`qr/${id.slice(3)}.${format}`);
    await env.LINKS.put('images/redrawn-up-to', 'start');
    await sweep();
    expect(await pngOf(id)).toEqual(printed);
  });
});
