import { type Schema, Validator } from '@cfworker/json-schema';
import { createOpenApiDocument } from '#api/reference/document.ts';

/**
 * Checks responses against the OpenAPI document, with a validator that shares no code with the document's generator. The document allows
 * unknown fields, so that callers tolerate additions. This check does not, so that the document contains everything that the service sends.
 */

interface ResponseObject {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}
interface OperationObject {
  responses: Record<string, ResponseObject>;
}
type PathItem = Record<string, OperationObject | undefined>;

const document = close(createOpenApiDocument());
const paths = Object.entries(document.paths as Record<string, PathItem>).map(([path, item]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  item,
  // A fixed path goes before one with a parameter, such as `/v1/qr/bulk` before `/v1/qr/{id}`.
  isFixed: !path.includes('{'),
}));
const validators = new Map<Schema, Validator>();
const partValidators = new Map<Schema, Validator>();

/** Throws if a response differs from the document: in its status, its headers, or its body. */
export async function checkAgainstContract(request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  const found = paths
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((a, b) => Number(b.isFixed) - Number(a.isFixed))[0];
  const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const operation = found?.item[method];
  const where = `${request.method} ${pathname} ${response.status}`;
  if (!operation) {
    // If the document has no operation, only an error is allowed.
    if (response.status < 400 && pathname.startsWith('/v1'))
      throw new Error(`${where} is not in the document`);
    if (pathname.startsWith('/v1') && request.method !== 'HEAD') {
      check(where, document.components.schemas['Error'] ?? {}, await response.clone().json());
    }
    return;
  }
  const described = operation.responses[String(response.status)];
  if (!described) throw new Error(`${where} is not in the document`);
  for (const name of [
    'ETag',
    'Idempotent-Replayed',
    'Link',
    'Upsert',
    'Retry-After',
    'RateLimit',
    'WWW-Authenticate',
    'X-Request-Id',
  ]) {
    if (response.headers.has(name) && !described.headers?.[name])
      throw new Error(`${where} has ${name}, and the document does not`);
  }
  const mediaType = response.headers.get('Content-Type')?.split(';')[0] ?? '';
  if (described.content === undefined || request.method === 'HEAD') return;
  const content = described.content[mediaType];
  if (!content && isExport(request, pathname, mediaType)) return;
  if (!content) throw new Error(`${where} has ${mediaType}, which is not in the document`);
  if (/[/+]json$/.test(mediaType))
    check(where, content.schema, await response.clone().json(), isPartial(request));
}

/** Whether the request asks for some fields of a code, so that the response lacks others. */
function isPartial(request: Request): boolean {
  return new URL(request.url).searchParams.has('fields');
}

/** Whether the header `Accept` asks for an export, whose operation has its own path in the document. */
function isExport(request: Request, pathname: string, mediaType: string): boolean {
  const isList = pathname === '/v1/qr';
  const types = isList ? ['text/csv', 'application/x-ndjson'] : ['text/csv'];
  const isAsked = (request.headers.get('Accept') ?? '').toLowerCase().includes(mediaType);
  return isAsked && types.includes(mediaType) && (isList || pathname.endsWith('/stats'));
}

/** Closes the document: objects allow no other fields, and lists of values no others. */
function close<Document>(open: Document): Document {
  return JSON.parse(JSON.stringify(open), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('properties' in value && 'type' in value && !('additionalProperties' in value))
      return { ...value, additionalProperties: false };
    const anyOf: unknown = 'anyOf' in value ? value.anyOf : null;
    const isOpen =
      Array.isArray(anyOf) && anyOf.some((option) => JSON.stringify(option) === '{"type":"string"}');
    // "Null or a string" is not a list of values.
    return isOpen && !JSON.stringify(anyOf).includes('"null"')
      ? { ...value, anyOf: anyOf.slice(0, 1) }
      : value;
  }) as Document;
}

function check(where: string, schema: Schema, body: unknown, isPart = false): void {
  const known = isPart ? partValidators : validators;
  let validator = known.get(schema);
  if (!validator) {
    // References point to the document's components.
    const components = isPart ? withPartsOfCodes(document.components) : document.components;
    validator = new Validator({ ...schema, components }, '2020-12', false);
    known.set(schema, validator);
  }
  const { valid, errors } = validator.validate(body);
  if (!valid) throw new Error(`${where} is not what the document says: ${JSON.stringify(errors.slice(-3))}`);
}

/** The components, where a code needs none of its fields. */
function withPartsOfCodes({ schemas, ...others }: typeof document.components) {
  const { required: _, ...part } = schemas['QrCodeDetails'] ?? {};
  return { ...others, schemas: { ...schemas, QrCodeDetails: part } };
}
