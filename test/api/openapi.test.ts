import { Validator } from '@cfworker/json-schema';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { addOperations } from '#api/add-operations.ts';
import { createApp } from '#api/app.ts';
import { PLATFORM } from '#api/dependencies.ts';
import { createOpenApiDocument } from '#api/reference/document.ts';
import { checkAgainstContract } from '#harness/worker/contract/check-response.ts';
import { createClient, send } from '#harness/worker/api-client.ts';

interface Operation {
  operationId: string;
  parameters?: {
    name: string;
    description?: string;
    explode?: boolean;
    schema: { type: string; items?: { enum?: string[] } };
  }[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<
    string,
    {
      content?: Record<
        string,
        { example?: { data?: unknown }; examples?: Record<string, { value: unknown }> }
      >;
    }
  >;
}

const document = createOpenApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ path, method, operation })),
);

/** The schemas that part of the document names, and those that they name. */
function listSchemas(part: unknown, known = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (known.has(name)) continue;
    known.add(name);
    listSchemas(document.components.schemas[name], known);
  }
  return known;
}

const SENT = listSchemas([operations.map(({ operation }) => operation.responses), document.webhooks]);
/** The schemas that only requests have, which stay closed. */
const REQUESTS = new Set(Object.keys(document.components.schemas).filter((name) => !SENT.has(name)));

describe('the OpenAPI document', () => {
  it('names exactly the operations that the app has', () => {
    const served = new Set(
      addOperations(new Hono(), PLATFORM, (_, next) => next())
        .routes.filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...served].sort());
  });

  it('describes every array by the type of its items', () => {
    expect(JSON.stringify(document)).not.toContain('"items":false');
  });

  it('describes every parameter with commas as a list, and each list with what its items may be', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const joined = parameters.filter(({ explode }) => explode === false);
    expect([...new Set(joined.map(({ name }) => name))].sort()).toEqual([
      'domain_map',
      'fields',
      'ids',
      'include',
    ]);
    expect(parameters.filter(({ description = '' }) => description.includes('separated by commas'))).toEqual(
      joined,
    );
    for (const { name, schema } of joined) {
      expect(schema.type).toBe('array');
      if (name === 'fields' || name === 'include') expect(schema.items?.enum?.length).toBeGreaterThan(5);
    }
  });

  it('has an example of every error code, under its status', () => {
    const seen = new Map<string, string>();
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const examples = response.content?.['application/json']?.examples ?? {};
        for (const code of Object.keys(examples)) seen.set(code, status);
      }
    }
    // No operation has a 405, because it means that there is no operation.
    const { method_not_allowed: _, ...documented } = ERROR_STATUS;
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(Object.entries(documented).map(([code, status]) => [code, String(status)])),
    );
  });

  it('has examples that match its schemas', async () => {
    for (const { path, method, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const { example, examples = {} } = response.content?.['application/json'] ?? {};
        for (const value of [example, ...Object.values(examples).map((entry) => entry.value)].filter(
          (entry) => entry !== undefined,
        )) {
          const request = new Request(
            `https://api.example.com${path.replaceAll(/\{\w+\}/g, 'qr_k7m2p9qa')}`,
            {
              method,
            },
          );
          await checkAgainstContract(request, Response.json(value, { status: Number(status) }));
        }
      }
    }
    expect(operations.length).toBeGreaterThan(7);
  });

  it('has request examples that the service accepts', async () => {
    const client = await createClient();
    for (const { path, method, operation } of operations) {
      const example = operation.requestBody?.content['application/json']?.example;
      if (!example || path.includes('{')) continue;
      expect((await client.request(method.toUpperCase(), path, example)).status, `${method} ${path}`).toBe(
        200,
      );
    }
  });
});

describe('a caller that validates by the document', () => {
  const schemas = document.components.schemas;
  const accepts = (name: string, value: unknown) =>
    new Validator({ $ref: `#/components/schemas/${name}`, components: { schemas } }, '2020-12').validate(
      value,
    ).valid;
  const exampleOf = (path: string) =>
    structuredClone(
      operations.find((entry) => entry.path === path && entry.method === 'get')?.operation.responses['200']
        ?.content?.['application/json']?.example,
    ) as Record<string, unknown>;

  it('allows new fields everywhere except in the nine of a new code', () => {
    const opened = Object.entries(schemas).filter(([name]) => !REQUESTS.has(name) && name !== 'QrCode');
    for (const [name, schema] of opened)
      expect(JSON.stringify(schema), name).not.toContain('"additionalProperties":false');
    const details = exampleOf('/v1/qr/{id}');
    expect(accepts('QrCodeDetails', { ...details, team: 'new' })).toBe(true);
    const fields = Object.keys(schemas['QrCode']?.['properties'] as object);
    const nine = Object.fromEntries(fields.map((field) => [field, details[field]]));
    expect([accepts('QrCode', nine), accepts('QrCode', { ...nine, team: 'new' })]).toEqual([true, false]);
  });

  it('allows new values in every list of values', () => {
    const details = {
      ...exampleOf('/v1/qr/{id}'),
      type: 'gs1',
      status: 'archived',
      format: 'pdf',
      error_correction: 'X',
    };
    expect(accepts('QrCodeDetails', details)).toBe(true);
    const problem = { type: '/docs/errors#payment_required', title: 'x', status: 402, detail: 'Pay.' };
    expect(accepts('Error', { ...problem, code: 'payment_required', message: 'Pay.', request_id: 'x' })).toBe(
      true,
    );
    expect(accepts('Usage', { ...exampleOf('/v1/usage'), plan: 'team' })).toBe(true);
    // A list of values in a response always comes with a text as an alternative.
    const lists = new Set(Object.keys(schemas).filter((name) => 'enum' in (schemas[name] ?? {})));
    for (const [name, schema] of Object.entries(schemas)) {
      if (REQUESTS.has(name) || lists.has(name)) continue;
      const closed = JSON.stringify(schema).replaceAll(
        /\{"anyOf":\[(\{"type":"string","enum":\[[^\]]*\]\}|\{"\$ref":"[^"]*"\}),\{"type":"string"\}\]/g,
        '',
      );
      expect(closed, name).not.toContain('"enum"');
      for (const list of lists) expect(closed, name).not.toContain(`/${list}"`);
    }
  });

  it('distinguishes the results of a bulk request', () => {
    const bulk = operations.find(({ path }) => path === '/v1/qr/bulk')?.operation.responses['200'];
    const [created, failed] = (bulk?.content?.['application/json']?.example?.data ?? []) as unknown[];
    expect([accepts('BulkCreated', created), accepts('BulkFailed', created)]).toEqual([true, false]);
    expect([accepts('BulkCreated', failed), accepts('BulkFailed', failed)]).toEqual([false, true]);
  });
});

describe('the reference page', () => {
  it('is not the target of the root, which leads to the dashboard', async () => {
    const response = await send(createApp(), new Request('https://api.example.com/'));
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/overview']);
  });

  it('lists every operation without its script, under a policy with a nonce that no two responses share', async () => {
    const read = async () => {
      const response = await send(createApp(), new Request('https://api.example.com/docs'));
      const html = await response.text();
      return { status: response.status, html, policy: response.headers.get('Content-Security-Policy') ?? '' };
    };
    const { status, html, policy } = await read();
    expect(status).toBe(200);
    for (const { method, path } of operations)
      expect(html).toContain(`${method.toUpperCase()} ${path}</code>`);
    const nonce = /csp-nonce" content="([^"]{24})"/.exec(html)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect((await read()).html).not.toContain(nonce);
  });

  it('has its files served without the Worker, for a year, by names with a hash of their content', async () => {
    const response = await send(createApp(), new Request('https://api.example.com/docs'));
    const paths = [...(await response.text()).matchAll(/"(\/docs\/[^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path,
    );
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) {
      expect(path).toMatch(/^\/docs\/\w+-[0-9a-f]{12}\.(js|css)$/);
      const missing = await send(createApp(), new Request(`https://api.example.com${path}`));
      expect(missing.status, 'the Worker has no such file').toBe(404);
    }
  });
});

describe('an error', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    send(createApp(), new Request(`https://api.example.com${path}`, { headers }));

  it.each<[accept: string, type: string]>([
    ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['application/json', 'application/json'],
    ['application/problem+json', 'application/problem+json'],
    ['application/problem+json;q=0.4, application/json', 'application/json'],
    ['application/problem+json, application/json;q=0.4', 'application/problem+json'],
  ])('has the members of RFC 9457, and for a caller who accepts %s the type %s', async (accept, type) => {
    const response = await ask('/v1/qr', { Accept: accept });
    expect(response.status).toBe(401);
    expect(response.headers.get('Content-Type')).toBe(type);
    const body: { message: string } = await response.json();
    expect(body).toMatchObject({
      code: 'unauthorized',
      type: 'https://api.example.com/docs/errors#unauthorized',
      title: 'Unauthorized',
      status: 401,
      detail: body.message,
    });
  });

  it('is explained at the address of its type, without a script', async () => {
    const response = await ask('/docs/errors');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Security-Policy')).not.toContain('script-src');
    const html = await response.text();
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(html).toContain(`id="${code}"`);
      expect(html).toContain(`<code>${status} ${code}</code>`);
    }
  });
});

describe('the check against the document', () => {
  const request = new Request('https://api.example.com/v1/qr');
  it.each<[string, Response]>([
    ['a status that it does not name', Response.json({}, { status: 418 })],
    ['a missing field', Response.json({ data: [], has_more: false })],
    ['a field too many', Response.json({ data: [], has_more: false, next_cursor: null, total: 7 })],
    ['a wrong type inside', Response.json({ data: [{ id: 7 }], has_more: false, next_cursor: null })],
    ['another media type', new Response('<p>')],
    ['an error without a request id', Response.json({ code: 'not_found', message: 'x' }, { status: 400 })],
  ])('finds %s', async (_, response) => {
    await expect(checkAgainstContract(request, response)).rejects.toThrow('GET /v1/qr');
  });
});
