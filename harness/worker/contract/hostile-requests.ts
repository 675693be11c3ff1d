import fc from 'fast-check';
import { expect } from 'vitest';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { createApp } from '#api/app.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import { create, createClient, send } from '../api-client.ts';

const FIELDS = [
  'type',
  'target',
  'dynamic',
  'title',
  'color',
  'format',
  'size',
  'margin',
  'error_correction',
  'toString',
  '__proto__',
  'x',
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://[',
    'http://\u202e',
    'WIFI:;;',
    'BEGIN:VCARD',
    '../../x',
    "' OR 1=1--",
    'https://go.example.com./',
    `https://e.example/${'é'.repeat(4_000)}`,
    '+',
    '0,0',
    '#12345g',
  ),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);
const anyValue = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
);
const likelyBody = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...CONTENT_TYPES), anyValue),
    target: anyText,
    dynamic: fc.oneof(fc.boolean(), anyValue),
    title: fc.oneof(anyText, anyValue),
    color: fc.oneof(fc.record({ dark: anyText, light: anyText }), anyValue),
    size: fc.oneof(fc.integer({ min: 0, max: 3_000 }), anyValue),
    margin: fc.oneof(fc.integer({ min: 0, max: 20 }), anyValue),
    error_correction: fc.oneof(fc.constantFrom('L', 'M', 'Q', 'H'), anyValue),
  },
  { requiredKeys: [] },
);
const anyBody = fc.oneof(
  { weight: 1, arbitrary: fc.webUrl().map((target) => JSON.stringify({ target, size: 200 })) },
  { weight: 4, arbitrary: likelyBody.map((body) => JSON.stringify(body)) },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), anyValue).map((body) => JSON.stringify(body)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
);
const anyQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          'limit',
          'cursor',
          'type',
          'dynamic',
          'q',
          'created_after',
          'created_before',
          'range',
        ),
        anyText,
      ),
      anyText,
    ),
    { maxLength: 4 },
  )
  .map((pairs) =>
    pairs
      .map(
        ([name, value]) =>
          `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
      )
      .join('&'),
  );
const anyPath = fc.oneof(
  fc.constantFrom('/v1/qr', '/v1/qr/bulk', '/v1/qr/qr_00000000', '/v1/qr/qr_00000000/stats'),
  anyText.map((text) => `/v1/qr/${encodeURIComponent(text.toWellFormed())}`),
  fc
    .string({ unit: fc.constantFrom('%', '2', 'e', '.', '/', 'f', '0', '\\', 'q', ';'), maxLength: 12 })
    .map((text) => `/v1/qr/${text}`),
);
const bulkBody = fc
  .record({
    codes: fc.oneof(
      { weight: 5, arbitrary: fc.array(fc.oneof(likelyBody, anyValue), { maxLength: 3 }) },
      { weight: 1, arbitrary: anyValue },
    ),
  })
  .map((body) => JSON.stringify(body));

/** Headers of the contract at their limits, and beyond. Impossible ones are left out. */
const anyHeader = fc.oneof(
  fc.tuple(
    fc.constant('Idempotency-Key'),
    fc.oneof(fc.constantFrom('a', 'b', 'k'.repeat(255), 'k'.repeat(256), ' '), fc.string({ maxLength: 300 })),
  ),
  fc.tuple(
    fc.constantFrom('If-Match', 'If-None-Match'),
    fc.oneof(
      fc.constantFrom('*', '"1.0"', 'W/"1.0"', '"1.0", "2.0"', '"', '"99999999999999999.0"'),
      fc.string({ maxLength: 1_200 }),
    ),
  ),
  // More entity tags than D1 can bind parameters.
  fc.tuple(
    fc.constantFrom('If-Match', 'If-None-Match'),
    fc
      .array(fc.constantFrom('"1.0"', '"2.0"', '"7.0"', 'W/"1.0"', '"x"'), { minLength: 90, maxLength: 200 })
      .map((tags) => tags.map((tag, index) => (tag === '"7.0"' ? `"${index}.0"` : tag)).join(', ')),
  ),
  fc.tuple(
    fc.constantFrom('Sec-Fetch-Site', 'Sec-Fetch-Mode', 'Sec-Fetch-Dest', 'Sec-Purpose'),
    fc.constantFrom('none', 'cross-site', 'navigate', 'image', 'iframe', 'empty', 'prefetch', ''),
  ),
  fc.tuple(
    fc.constant('Accept'),
    fc.oneof(
      fc.constantFrom('text/csv', 'application/x-ndjson', '*/*', 'text/csv;q=2', ';q=,,'),
      fc.string({ maxLength: 100 }),
    ),
  ),
  fc.tuple(
    fc.constantFrom('X-Request-Id', 'Content-Encoding', 'User-Agent', 'CF-Connecting-IP'),
    fc.string({ maxLength: 100 }),
  ),
);

/** Some of them twice: the platform joins their values with a comma. */
const manyHeaders = fc
  .tuple(fc.array(anyHeader, { maxLength: 3 }), fc.boolean())
  .map(([headers, isRepeated]) => (isRepeated ? headers.concat(headers) : headers));

const likelyEdit = fc.record(
  { target: fc.oneof(fc.webUrl(), anyText), title: fc.oneof(anyText, fc.constant(null)) },
  { requiredKeys: [] },
);

function requestTo(ids: readonly string[]) {
  const ofCode = fc
    .tuple(fc.constantFrom(...ids, 'ext:sku-1'), fc.constantFrom('', '', '/stats'))
    .map(([id, rest]) => `/v1/qr/${id}${rest}`);
  return fc.record({
    // Few deletions, so that there is something to find until the end.
    method: fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom('POST', 'POST', 'GET', 'PATCH', 'PUT') },
      { weight: 1, arbitrary: fc.constant('DELETE') },
    ),
    path: fc.oneof({ weight: 2, arbitrary: anyPath }, { weight: 1, arbitrary: ofCode }),
    query: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: anyQuery }),
    body: fc.oneof(
      { weight: 3, arbitrary: anyBody },
      { weight: 1, arbitrary: bulkBody },
      { weight: 2, arbitrary: likelyEdit.map((edit) => JSON.stringify(edit)) },
    ),
    headers: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constant([['Idempotency-Key', 'used before'] as [string, string]]) },
      { weight: 2, arbitrary: fc.constant([['If-Match', '"7.0"'] as [string, string]]) },
      { weight: 1, arbitrary: fc.constant([['If-None-Match', '*'] as [string, string]]) },
      { weight: 1, arbitrary: manyHeaders },
    ),
    contentType: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    ),
  });
}

/** Responses that the generator must get: it is useful only while its requests reach something. */
export const REACHABLE = [
  'POST /v1/qr 200',
  'POST /v1/qr 400',
  'POST /v1/qr 415',
  'GET /v1/qr 200',
  'GET /v1/qr 400',
  'GET /v1/qr/{id} 200',
  'GET /v1/qr/{id}/stats 200',
  'GET /v1/qr/{id}/stats 409',
  'PATCH /v1/qr/{id} 200',
  'PATCH /v1/qr/{id} 400',
  'PATCH /v1/qr/{id} 409',
  'DELETE /v1/qr/{id} 200',
  'PUT /v1/qr/{id} 400',
  'POST /v1/qr/bulk 200',
  'POST /v1/qr/bulk 400',
  'POST /v1/qr 422',
  'GET /v1/qr/{id} 304',
  'PATCH /v1/qr/{id} 412',
];

/**
 * Sends generated requests. None may cause a 5xx, and every response must match the OpenAPI document (`send` checks it).
 * @returns the kinds of responses: method, path and status
 */
export async function sendHostileRequests(parameters: {
  numRuns: number;
  seed?: number;
}): Promise<Set<string>> {
  const client = await createClient();
  // Codes that generated requests can find, edit, measure and delete.
  const ids: string[] = [];
  for (let i = 0; i < 60; i++) ids.push((await create(client, { dynamic: i % 3 !== 0 })).id);
  const app = createApp();
  const unlimited: Partial<ApiEnv> = {
    RATE_LIMIT_BUSINESS: { limit: () => Promise.resolve({ success: true }) },
  };
  const seen = new Set<string>();

  await fc.assert(
    fc.asyncProperty(requestTo(ids), async ({ method, path, query, body, headers: extra, contentType }) => {
      const headers = new Headers({ Authorization: `Bearer ${client.apiKey}` });
      for (const [name, value] of [...extra, ['Content-Type', contentType] as const]) {
        if (!isSendable(headers, name, value)) return;
      }
      const hasBody = method !== 'GET';
      const url = new URL(`https://api.example.com${path}`);
      url.search = query;
      const request = new Request(url, { method, headers, ...(hasBody ? { body } : {}) });
      const response = await send(app, request, unlimited);

      const kind = `${method} ${path.replace(/qr_[0-9a-z]{8}/, '{id}')} ${response.status}`;
      seen.add(kind);
      expect(response.status).toBeLessThan(500);
      if (response.status < 400) return;
      const reported = await response.json<Record<string, unknown>>();
      expect(ERROR_STATUS[reported['code'] as keyof typeof ERROR_STATUS]).toBe(response.status);
      expect(reported['message']).toEqual(expect.stringMatching(/./));
      expect(reported['request_id']).toBe(response.headers.get('X-Request-Id'));
    }),
    parameters,
  );
  return seen;
}

function isSendable(headers: Headers, name: string, value: string): boolean {
  try {
    headers.append(name, value);
    return true;
  } catch {
    return false;
  }
}
