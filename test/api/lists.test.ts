import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { randomHex } from '#harness/data/random.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

interface Page {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

interface Described {
  parameters?: { name: string }[];
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string; properties?: object } }> }>;
}

const document = createOpenApiDocument();

/** Each list of the document: an operation that gives `data`. */
const LISTS = Object.entries(document.paths).flatMap(([path, item]) => {
  const operation = item['get'] as Described | undefined;
  const schema = operation?.responses['200']?.content?.['application/json']?.schema ?? {};
  const name = schema.$ref?.split('/').at(-1) ?? '';
  const { properties = {}, required = [] } = (document.components.schemas[name] ?? schema) as {
    properties?: object;
    required?: string[];
  };
  return operation && 'data' in properties ? [{ path, operation, required }] : [];
});

let client: ApiClient;
const parameters: Record<string, string> = {};

const PDF = makePdf('Menu');

/** An account with three of everything that is listed. */
beforeAll(async () => {
  client = await createClient();
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await client.request(method, path, body, { headers });
    expect(response.status, `${method} ${path}`).toBe(200);
    return response.json<{ id: string }>();
  };
  // The address does not exist: what is sent there does not matter.
  const webhook = { url: 'https://hooks.example/', events: ['qr.created'] };
  for (let i = 0; i < 3; i++)
    Object.assign(parameters, { webhook_id: (await send('POST', '/v1/webhooks', webhook)).id });
  const { id } = await create(client, { dynamic: true, tags: ['a', 'b', 'c'] });
  const others = [await create(client, {}), await create(client, {}), await create(client, {})];
  for (const [i, other] of others.entries()) {
    await send('PATCH', `/v1/qr/${id}`, { title: `Title ${i}` });
    await send('POST', '/v1/templates', { name: `Template ${i}` });
    await send('POST', '/v1/domains', { host: `${randomHex()}.example` });
    await send('POST', '/v1/images', discPng(60 + i), { 'Content-Type': 'image/png' });
    await send('POST', '/v1/files', PDF, {
      'Content-Type': 'application/pdf',
      'Content-Length': `${PDF.length}`,
    });
    const file = 'target\nhttps://example.com/1\nhttps://example.com/2\nhttps://example.com/3\n';
    const started = await send('POST', '/v1/imports', file, { 'Content-Type': 'text/csv' });
    await send('DELETE', `/v1/imports/${started.id}`);
    Object.assign(parameters, { id, import_id: started.id });
    await send('DELETE', `/v1/qr/${other.id}`);
  }
  for (let i = 0; i < 3; i++) await create(client, {});
});

const read = async (path: string, query: string) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  const response = await client.request('GET', `${filled}?${query}`);
  expect(response.status, `${path}?${query}`).toBe(200);
  return response.json<Page>();
};

describe('every list', () => {
  it.each(LISTS)('is presented in the same way: $path', ({ operation, required }) => {
    expect(required).toEqual(expect.arrayContaining(['data', 'has_more', 'next_cursor']));
    const names = operation.parameters?.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['limit', 'cursor']));
  });

  it.each(LISTS)('is read page by page, each item once: $path', async ({ path }) => {
    const whole = await read(path, 'limit=100');
    expect(whole).toMatchObject({ has_more: false, next_cursor: null });
    expect(whole.data.length).toBeGreaterThan(2);
    const items: unknown[] = [];
    let query = 'limit=2';
    for (;;) {
      const page = await read(path, query);
      items.push(...page.data);
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (page.next_cursor === null) break;
      expect(page.data.length).toBe(2);
      query = `limit=2&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(items).toEqual(whole.data);
  });

  it('is one of those that the document has', () => {
    expect(LISTS.map(({ path }) => path).sort()).toEqual([
      '/v1/audit',
      '/v1/domains',
      '/v1/events',
      '/v1/files',
      '/v1/images',
      '/v1/imports',
      '/v1/imports/{import_id}/rows',
      '/v1/qr',
      '/v1/qr/{id}/history',
      '/v1/tags',
      '/v1/templates',
      '/v1/webhooks',
      '/v1/webhooks/{webhook_id}/deliveries',
    ]);
  });

  it('refuses a cursor that is none of its own', async () => {
    const refused = await client.request('GET', '/v1/templates?cursor=tpl_0123456789abcdef');
    expect((await readError(refused)).errors).toMatchObject([{ field: 'cursor' }]);
  });
});
