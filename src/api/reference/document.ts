import type * as z from 'zod';
import { errorBody } from '#contract/codes/responses.ts';
import { toErrorBody } from '#contract/problems/api-error.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/problems/error-codes.ts';
import { writeTypeScript } from './code-samples.ts';
import { ERROR_EXAMPLES } from './error-examples.ts';
import { OPERATIONS } from '../operations.ts';
import { isReading, type Operation } from '../operation.ts';
import { type Json, toQueryParameters, toSchema } from './json-schema.ts';
import { describeWebhooks } from './webhooks.ts';
import { fillPath, parametersOf } from './path-parameters.ts';
import { TAGS, tagOf } from './subjects.ts';

/** The headers of every response. */
const EVERYWHERE = ['X-Request-Id', 'X-Service-Version'];

/** The errors that every request to /v1 can get. */
const SHARED_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'account_suspended',
  'https_required',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/**
 * The OpenAPI 3.1 document, made from the zod schemas that validate requests and type responses, and from the error table. zod writes JSON
 * Schema 2020-12, the schema language of OpenAPI 3.1: see docs/decisions/openapi.md. The result is openapi.json; the Worker does not
 * contain it.
 */
export function createOpenApiDocument() {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const [operationId, operation] of Object.entries<Operation>(OPERATIONS)) {
    const parameters = parametersOf(operation.path);
    const path = (paths[operation.path] ??= parameters.length > 0 ? { parameters } : {});
    path[operation.method] = toOperation(operationId, operation, components);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'QR Code Service',
      version: '1.0.0',
      description:
        'Static and dynamic QR codes: create them, change where printed codes lead, and see their scans. Requests and responses are JSON. Every request to /v1 carries an API key, in the header “Authorization: Bearer API_KEY”.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    security: [{ apiKey: [] }],
    tags: TAGS,
    paths,
    webhooks: describeWebhooks((schema) => toSchema(schema, components)),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, `qr_live_…`. Keep it on your server, and never send it to a browser.',
        },
      },
      headers: HEADERS,
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
    },
  };
}

function toOperation(operationId: string, operation: Operation, components: Map<string, Json>): Json {
  const { body, bodyExample, textBody, fileBody, query, requestHeaders = [] } = operation;
  const parameters = [
    ...(query ? toQueryParameters(query, operation.repeatable) : []),
    ...requestHeaders.map((name) => REQUEST_HEADERS[name]),
  ];
  return {
    operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [tagOf(operation.path)],
    ...(operation.isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(textBody ? { requestBody: { required: true, content: toTextContent(textBody) } } : {}),
    ...(fileBody ? { requestBody: { required: true, content: toFileContent(fileBody) } } : {}),
    ...(body
      ? { requestBody: { required: true, content: toJsonContent(body, bodyExample, components) } }
      : {}),
    responses: { ...toSuccesses(operation, components), ...toErrors(operation, components) },
    'x-codeSamples': [
      { lang: 'TypeScript', source: writeTypeScript(operationId, operation, fillPath(operation.path)) },
    ],
  };
}

function toSuccesses(operation: Operation, components: Map<string, Json>): Json {
  const content = toContent(operation, components);
  const names = [
    ...EVERYWHERE,
    ...(operation.isPublic ? [] : ['RateLimit-Policy']),
    ...(operation.responseHeaders ?? []),
  ];
  const successes: Json = { 200: { description: 'Success.', headers: toHeaders(names), content } };
  if (operation.method === 'get' && operation.requestHeaders?.includes('If-None-Match')) {
    successes[304] = {
      description: 'The code has not changed since the response with this ETag.',
      headers: toHeaders([...EVERYWHERE, 'ETag']),
    };
  }
  if (operation.isPublic)
    successes[503] = {
      description: 'A binding does not respond.',
      headers: toHeaders(EVERYWHERE),
      content,
    };
  return successes;
}

function toContent({ response, example }: Operation, components: Map<string, Json>): Record<string, Json> {
  if (typeof response === 'string') return { [response]: { schema: { type: 'string' }, example } };
  if (!('files' in response)) return toJsonContent(response, example, components);
  return toFileContent(response.files);
}

function toFileContent(mediaTypes: readonly string[]): Record<string, Json> {
  const file = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, file]));
}

/** One response for each status, with an example for each of its codes. */
function toErrors(operation: Operation, components: Map<string, Json>): Json {
  const codes = listErrors(operation);
  const schema = toSchema(errorBody, components);
  const errors: Json = {};
  for (const status of new Set(codes.map((code) => ERROR_STATUS[code]))) {
    const ofStatus = codes.filter((code) => ERROR_STATUS[code] === status);
    const examples = Object.fromEntries(
      ofStatus.map((code) => [code, { value: toErrorBody(code, ERROR_EXAMPLES[code], EXAMPLE_PLACE) }]),
    );
    errors[status] = {
      description: ofStatus.map((code) => `\`${code}\``).join(', '),
      headers: toHeaders([...EVERYWHERE, ...ofStatus.flatMap((code) => ERROR_HEADERS[code] ?? [])]),
      content: { 'application/json': { schema, examples }, 'application/problem+json': { schema } },
    };
  }
  return errors;
}

function listErrors(operation: Operation): readonly ErrorCode[] {
  const { isPublic, method, path, body, textBody, fileBody, errors = [] } = operation;
  if (isPublic) return ['https_required'];
  const ofText: readonly ErrorCode[] = body || textBody ? ['malformed_json'] : [];
  const ofBody: readonly ErrorCode[] =
    body || textBody || fileBody ? ['payload_too_large', 'unsupported_media_type'] : [];
  const ofChange: readonly ErrorCode[] = isReading(operation) ? [] : ['insufficient_scope'];
  // What a path names must exist, unless PUT makes it.
  const ofPath: readonly ErrorCode[] = path.includes('{') && method !== 'put' ? ['not_found'] : [];
  const own = [...ofPath, ...errors];
  return [...ofText, 'invalid_request', ...ofChange, ...ofBody, ...own, ...SHARED_ERRORS];
}

function toTextContent(examples: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );
}

function toJsonContent(
  schema: z.ZodType,
  example: unknown,
  components: Map<string, Json>,
): Record<string, Json> {
  return { 'application/json': { schema: toSchema(schema, components), example } };
}

function toHeaders(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const EXAMPLE_REQUEST_ID = '5b0c7f2e-7b1d-4f6f-9d35-3a1f3c1f9d11';

const EXAMPLE_PLACE = { origin: 'https://qr.example.com', requestId: EXAMPLE_REQUEST_ID };

const REQUEST_HEADERS = {
  'Content-Disposition': {
    name: 'Content-Disposition',
    in: 'header',
    description:
      'The name of the file: `attachment; filename="Menu.pdf"`, or `filename*=UTF-8\'\'Men%C3%BC.pdf`.',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key that you choose. For 24 hours, a request with the same key and the same body gets the first response again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the response that your change is based on. If the code has changed since, the status is 412.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of a response that you have. If nothing has changed since, the status is 304.',
    schema: { type: 'string' },
  },
} as const;

const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request in the log of the service.',
    schema: { type: 'string' },
  },
  'X-Service-Version': {
    description: 'The version of the service.',
    schema: { type: 'string', examples: ['1.0.0'] },
  },
  'RateLimit-Policy': {
    description:
      'What your plan allows: `"pro";q=600;w=60` requests, and `"codes-per-month";q=50000` new codes in a calendar month.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'What is left of the plan: `"pro";r=0;t=60` of the requests once they are used up, `"codes-per-month";r=4960;t=864000` where codes were created.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'The seconds to wait before a retry.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: '`Bearer`, and what is wrong with the key.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'The version of the code, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The next page: `<https://…>; rel="next"`. Absent on the last page.',
    schema: { type: 'string' },
  },
  Upsert: {
    description: 'What the request did: `created`, `updated` or `unchanged`.',
    schema: { type: 'string', examples: ['unchanged'] },
  },
  'Symbol-Version': {
    description: 'The version of the symbol, 1 to 40. Absent if the response is replayed.',
    schema: { type: 'integer' },
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const ERROR_HEADERS: { readonly [code in ErrorCode]?: readonly string[] } = {
  unauthorized: ['WWW-Authenticate'],
  idempotency_in_progress: ['Retry-After'],
  rate_limited: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
};
