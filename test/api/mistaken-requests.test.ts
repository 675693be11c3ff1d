import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import type { Operation } from '#api/operation.ts';
import { OPERATIONS } from '#api/operations.ts';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { fillPath } from '#api/reference/path-parameters.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

/** What the service says to a request that is almost right. */

interface Documented {
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

const operations: readonly Operation[] = Object.values(OPERATIONS);
/** All operations that take a body, with each media type of it. */
const WITH_BODY = Object.entries(createOpenApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Documented>).flatMap(([method, { requestBody }]) =>
    Object.keys(requestBody?.content ?? {}).map((type) => [method.toUpperCase(), path, type] as const),
  ),
);

let client: ApiClient;
let templateId: string;
let domainId: string;
let webhookId: string;
beforeAll(async () => {
  client = await createClient();
  await create(client, { dynamic: true, external_id: 'sku-1', tags: ['Menus'] });
  const template = await client.request('POST', '/v1/templates', { name: 'Brand', style: {} });
  domainId = await seedDomain(env.DB, { accountId: client.accountId, host: `${randomHex()}.example` });
  const webhook = { url: 'https://example.com/', events: ['qr.deleted'] };
  webhookId = (await client.json<{ id: string }>('POST', '/v1/webhooks', webhook)).id;
  templateId = (await template.json<{ id: string }>()).id;
});

describe('a body', () => {
  const send = (method: string, path: string, headers: Record<string, string>, body = '{}') => {
    const known = path
      .replace('{id}', 'ext:sku-1')
      .replace('{template_id}', templateId)
      .replace('{domain_id}', domainId)
      .replace('{webhook_id}', webhookId);
    const length = { 'Content-Length': String(body.length) };
    return client.request(method, fillPath(known), body, { headers: { ...length, ...headers } });
  };

  it.each(WITH_BODY)(
    'of %s %s as %s is UTF-8 and uncompressed, or the 415 names the header',
    async (...to) => {
      const [method, path, type] = to;
      for (const coding of ['gzip', 'identity, gzip', 'x'.repeat(1000)]) {
        const response = await send(method, path, { 'Content-Type': type, 'Content-Encoding': coding });
        const { message } = await readError(response, 415, 'unsupported_media_type');
        expect(message).toBe(
          `"Content-Encoding" must be "identity" or left out, not "${coding.slice(0, 100)}": send the body uncompressed.`,
        );
      }
      for (const spelling of ['utf-8', 'UTF-8', '"Utf-8"', 'utf8']) {
        const headers = { 'Content-Type': `${type}; charset=${spelling}`, 'Content-Encoding': 'Identity' };
        const response = await send(method, path, headers);
        // Its bytes are no picture and no PDF.
        expect(response.status === 415).toBe(/^image\/|pdf$/.test(type));
        const text = await response.text();
        expect(text).not.toMatch(/Content-Encoding|Content-Type|charset/);
      }
      if (/^image\/(png|jpeg)$|pdf$/.test(type)) return;
      for (const charset of ['iso-8859-1', 'utf-16le', 'nonsense', '']) {
        const response = await send(method, path, { 'Content-Type': `${type};Charset="${charset}"` });
        const { message } = await readError(response, 415, 'unsupported_media_type');
        expect(message).toContain(`must be "utf-8" or left out, not "${charset}"`);
      }
    },
  );

  it('of another type is a 415 that names it and the right one', async () => {
    for (const [type, words] of [
      ['text/plain', 'not "text/plain"'],
      ['', 'which it lacks'],
    ] as const) {
      const response = await send('POST', '/v1/qr', { 'Content-Type': type });
      const { message } = await readError(response, 415, 'unsupported_media_type');
      expect(message).toBe(`Send the body with the header "Content-Type: application/json", ${words}.`);
    }
  });

  it('of a PATCH may be called a merge patch, which it is', async () => {
    const headers = { 'Content-Type': 'application/merge-patch+json' };
    const response = await send('PATCH', '/v1/qr/{id}', headers, '{"title": "Merged"}');
    expect(await response.json()).toMatchObject({ title: 'Merged' });
    await readError(send('POST', '/v1/qr', headers), 415, 'unsupported_media_type');
  });
});

describe('a path that no operation has', () => {
  const paths = [...new Set(operations.map(({ path }) => fillPath(path)))].filter(
    (path) => path !== '/health',
  );

  it.each(paths)('is told what was meant where a slash is too many: %s/', async (path) => {
    for (const sent of [`${path}/`, `${path}//`, `/${path}`, path.replace('/v1/', '/v1//')]) {
      const { message } = await readError(client.request('GET', sent), 404, 'not_found');
      expect(message).toBe(`There is nothing at GET ${sent}. Did you mean ${path}?`);
    }
  });

  it('is told what was meant where the version is missing', async () => {
    const { message } = await readError(client.request('POST', '/qr', {}), 404, 'not_found');
    expect(message).toBe('There is nothing at POST /qr. Did you mean /v1/qr?');
  });

  it('is cut where it is long, and nothing is guessed where nothing is near', async () => {
    const long = `/v1/qr/${'x'.repeat(5_000)}/`;
    const { message } = await readError(client.request('GET', long), 404, 'not_found');
    expect(message).toBe(`There is nothing at GET ${long.slice(0, 200)}….`);
    const other = await readError(client.request('GET', '/v1/nothing/'), 404, 'not_found');
    expect(other.message).toBe('There is nothing at GET /v1/nothing/.');
  });
});

describe('a misspelt name', () => {
  const target = 'https://example.com/';

  it.each<[method: string, path: string, body: object, field: string, nearest: string]>([
    ['POST', '/v1/qr', { targte: target }, 'targte', 'target'],
    ['POST', '/v1/qr', { target, colour: {} }, 'colour', 'color'],
    ['POST', '/v1/qr', { target, shortCode: 'x' }, 'shortCode', 'short_code'],
    ['POST', '/v1/qr', { target, color: { drak: '#000000' } }, 'color.drak', 'dark'],
    ['POST', '/v1/qr', { target, style: { modulse: 'dot' } }, 'style.modulse', 'modules'],
    ['POST', '/v1/qr', { target, style: { frame: { txet: 'Hi' } } }, 'style.frame.txet', 'text'],
    [
      'POST',
      '/v1/qr',
      { target, dynamic: true, rules: [{ target, when: { contry: ['DE'] } }] },
      'rules[0].when.contry',
      'country',
    ],
    ['PATCH', '/v1/qr/ext:sku-1', { titel: 'x' }, 'titel', 'title'],
    ['PUT', '/v1/qr/ext:sku-1', { target, tag: [] }, 'tag', 'tags'],
    ['PATCH', '/v1/qr/bulk', { external_ids: ['sku-1'], set: { add_tag: [] } }, 'set.add_tag', 'add_tags'],
    ['POST', '/v1/qr/bulk', { code: [] }, 'code', 'codes'],
    ['POST', '/v1/exports/files', { files: [{ format: 'png', sise: 300 }] }, 'files[0].sise', 'size'],
    ['POST', '/v1/templates', { name: 'x', styles: {} }, 'styles', 'style'],
  ])('in a body is told the nearest: %s %s %j', async (method, path, body, field, nearest) => {
    const { errors } = await readError(client.request(method, path, body));
    expect(errors).toContainEqual({
      field,
      code: 'unknown_field',
      message: `"${field}" is not a known field. Did you mean "${nearest}"?`,
    });
  });

  it('in an item of a bulk is told the nearest', async () => {
    const response = await client.request('POST', '/v1/qr/bulk', { codes: [{ target, titel: 'x' }] });
    expect(await response.text()).toContain('\\"titel\\" is not a known field. Did you mean \\"title\\"?');
  });

  const queries = operations
    .filter(({ method, query }) => method === 'get' && query)
    .map(({ path, query }) => [path, Object.keys(query?.shape ?? {})] as const);
  it.each(queries)('in the query of %s is told the nearest', async (path, names) => {
    for (const name of names) {
      const response = await client.request('GET', `${path.replace('{id}', 'ext:sku-1')}?${name}x=1`);
      if (response.status === 404) return;
      const { errors } = await readError(response);
      // One letter is near nothing.
      const advice = name.length === 1 ? 'There are' : `Did you mean "${name}"? There are`;
      expect(errors?.[0]?.message).toContain(`"${name}x" is not a parameter of this request. ${advice}`);
    }
  });

  it.each(['zzzzzzzz', 'x', `title${'e'.repeat(60_000)}`])(
    'that is near nothing is told nothing',
    async (name) => {
      const { message } = await readError(client.request('POST', '/v1/qr', { target, [name]: 1 }));
      expect(message).toBe(`"${name.slice(0, 100)}" is not a known field.`);
    },
  );
});

describe('a list in a query', () => {
  it('has commas between its values, or repeats the parameter', async () => {
    const { id } = await create(client, {});
    const read = async (query: string) => client.json('GET', `/v1/qr?${query}`);
    const expected = { data: [{ id }, expect.objectContaining({ id: expect.any(String) })], has_more: false };
    expect(await read(`ids=${id},ext:sku-1&fields=id`)).toMatchObject(expected);
    expect(await read(`ids=${id}&ids=ext:sku-1&fields=id`)).toMatchObject(expected);
    expect(await read(`ids=${id}&fields=id&fields=scans`)).toMatchObject({ data: [{ id, scans: 0 }] });
  });
});
