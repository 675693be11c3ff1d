import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { makeOneOfEach, MAKERS } from '#harness/worker/owned/make-one.ts';

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

/** An account with three of everything that is listed. */
beforeAll(async () => {
  client = await createClient();
  for (let i = 0; i < 3; i++) Object.assign(parameters, await makeOneOfEach(client));
  const { id } = await create(client, { dynamic: true, tags: ['a', 'b', 'c'] });
  const others = [await create(client, {}), await create(client, {}), await create(client, {})];
  for (const [i, other] of others.entries()) {
    await client.json('PATCH', `/v1/qr/${id}`, { title: `Title ${i}` });
    await client.json('DELETE', `/v1/qr/${other.id}`);
  }
  Object.assign(parameters, { id });
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

  it('is tested with one of each resource: harness/worker/owned/make-one.ts makes it', () => {
    const names = Object.keys(document.paths).flatMap(
      (path) => /^\/v1\/(\w+)s\/\{\1_id\}$/.exec(path)?.[1] ?? [],
    );
    expect(Object.keys(MAKERS).sort()).toEqual(names.sort());
  });

  it('refuses a cursor that is none of its own', async () => {
    const refused = await client.request('GET', '/v1/templates?cursor=tpl_0123456789abcdef');
    expect((await readError(refused)).errors).toMatchObject([{ field: 'cursor' }]);
  });
});
