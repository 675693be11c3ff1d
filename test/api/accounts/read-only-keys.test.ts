import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { fillPath } from '#api/reference/path-parameters.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';

interface Described {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { examples?: object }> }>;
}

const OPERATIONS = Object.entries(createOpenApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Described>)
    .filter(([method]) => method !== 'parameters' && path.startsWith('/v1'))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

let reader: ApiClient;
beforeAll(async () => {
  reader = await createClient({ scope: 'read' });
  await seedCodes(env.DB, reader.accountId, 3);
});

/** The first bytes of a file, as text. */
async function startOf(path: string, body: object): Promise<string> {
  const response = await reader.request('POST', path, body);
  expect(response.status, path).toBe(200);
  return new TextDecoder('latin1').decode((await response.arrayBuffer()).slice(0, 4));
}

describe('a key that may only read', () => {
  it('prints labels, and downloads archives', async () => {
    expect(await startOf('/v1/sheets', { template: 'L7160' })).toBe('%PDF');
    expect(await startOf('/v1/exports/files', { files: [{ format: 'svg' }] })).toBe('PK\x03\x04');
  });

  it.each([
    ['PATCH', '/v1/qr/bulk', { set: { archived: true } }],
    ['DELETE', '/v1/qr/bulk', {}],
    ['POST', '/v1/qr/bulk/delete', {}],
  ])('counts what %s %s would reach', async (method, path, body) => {
    const filter = { archived: 'any' };
    const response = await reader.request(method, path, { filter, dry_run: true, ...body });
    expect([response.status, await response.json()]).toMatchObject([200, { dry_run: true, codes: 3 }]);
  });

  it.each(OPERATIONS)('may do what the document says: $method $path', async ({ method, path, operation }) => {
    const refusals = operation.responses['403']?.content?.['application/json']?.examples ?? {};
    const body = operation.requestBody?.content['application/json']?.example;
    const response = await reader.request(method, fillPath(path), body);
    const { code } = response.ok ? {} : await response.json<{ code: string }>();
    expect(code === 'insufficient_scope').toBe('insufficient_scope' in refusals);
  });
});
