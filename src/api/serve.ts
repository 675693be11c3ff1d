import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { mayEdit } from '#core/accounts/account.ts';
import { readSentName } from '#core/files/file-name.ts';
import { pickAccepted } from '#core/http/accept-header.ts';
import { listsTag } from '#core/http/entity-tag.ts';
import { noQuery } from '#contract/codes/requests.ts';
import { isList } from '#contract/parsed-text.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import type { AppEnv } from './app-env.ts';
import { readBytes, readJsonBody } from './json-body.ts';
import { readMediaType } from './media-type.ts';
import { planGateOf } from './middleware/limit-rate.ts';
import { type Call, type Caller, isReading, METHODS, type Operation, type SentFile } from './operation.ts';
import { Reply } from './reply.ts';
import { readQuery, validate, validateQuery } from './validation.ts';

type ApiContext = Context<AppEnv>;

/** Mounts operations. If two paths match, the first one wins. A method that a path lacks gets a 405. */
export function mount(app: Hono<AppEnv>, operations: Readonly<Record<string, Operation>>): void {
  const paths = Map.groupBy(Object.values(operations), ({ path }) => path);
  for (const [path, known] of paths) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const one of known) app.on(one.method.toUpperCase(), route, (c) => serve(one, c));
    app.all(route, allowOnly(known.map(({ method }) => method)));
  }
}

async function serve(declared: Operation, c: ApiContext): Promise<Response> {
  const other = declared.accepts && findAccepted(c, declared.accepts);
  if (other) return serve(other, c);
  const answer = await declared.handle(await readCall(declared, c));
  return answer instanceof Reply ? respond(c, answer) : c.json(answer);
}

/** Reads and validates a request: who may send it, what its path names, its query, its body. */
async function readCall(declared: Operation, c: ApiContext): Promise<Call> {
  const { repeatable, reads } = declared;
  const query: z.ZodObject = declared.query ?? noQuery;
  const lists = Object.entries(query.shape).flatMap(([name, schema]) => (isList(schema) ? [name] : []));
  const caller = readCaller(c);
  if (!declared.isPublic) requireRights(declared, c);
  const found = await declared.find?.(caller);
  const validQuery = validateQuery(query, readQuery(c.req.url, repeatable, lists));
  const { body, json, file } = await readBody(declared, c, { ...caller, found });
  if (typeof reads === 'function' && !reads(body)) requireFullAccess(c);
  return {
    ...caller,
    found,
    query: validQuery,
    body,
    json,
    file,
    method: c.req.method,
    url: new URL(c.req.url),
    ifMatch: c.req.header('If-Match'),
    ifNoneMatch: c.req.header('If-None-Match'),
    idempotencyKey: c.req.header('Idempotency-Key'),
    accept: c.req.header('Accept'),
    readHealth: () => c.get('readHealth')(c.env),
  };
}

function readCaller(c: ApiContext): Caller {
  return {
    deps: c.get('deps'),
    actor: c.get('actor'),
    plan: planGateOf(c),
    hosts: c.env,
    params: c.req.param(),
  };
}

function requireRights(declared: Operation, c: ApiContext): void {
  if (!isReading(declared) && !declared.reads) requireFullAccess(c);
  const takesKey = declared.requestHeaders?.includes('Idempotency-Key') ?? false;
  if (declared.method === 'post' && !isReading(declared) && !takesKey) refuseKey(c);
}

async function readBody(
  declared: Operation,
  c: ApiContext,
  caller: Caller & { readonly found: unknown },
): Promise<Pick<Call, 'body' | 'json' | 'file'>> {
  const { body: schema, read, textBody, fileBody, typeAliases = [], maxBodyBytes } = declared;
  const types = fileBody ?? (textBody && Object.keys(textBody));
  if (types) return { ...NO_BODY, file: openFile(c, [...types, ...typeAliases]) };
  if (!schema) return NO_BODY;
  const { json: value, bytes } = await readJsonBody(c.req.raw, maxBodyBytes);
  const body = read ? await read(caller, value) : validate(schema, value);
  return { ...NO_BODY, body, json: { value, bytes } };
}

const NO_BODY: Pick<Call, 'body' | 'json' | 'file'> = {
  body: undefined,
  json: { value: undefined, bytes: new Uint8Array() },
  file: {
    type: '',
    length: null,
    readName: () => '',
    read: () => Promise.resolve(new Uint8Array()),
    async *pieces() {},
  },
};

function openFile(c: ApiContext, types: readonly string[]): SentFile {
  const { raw } = c.req;
  return {
    type: readMediaType(raw, types),
    length: readLength(c.req.header('Content-Length')),
    readName: () => readName(c.req.header('Content-Disposition')),
    read: (maxBytes) => readBytes(raw, maxBytes),
    async *pieces() {
      try {
        for await (const piece of raw.body ?? []) yield piece as Uint8Array;
      } catch {
        throw new ApiError('malformed_json', 'The body ended early.');
      }
    },
  };
}

function readName(disposition: string | undefined): string {
  const name = readSentName(disposition);
  if (name !== null) return name;
  const message =
    '"Content-Disposition" must name the file as in attachment; filename="Menu.pdf", or percent-encoded in UTF-8 as in attachment; filename*=UTF-8\'\'Men%C3%BC.pdf.';
  throw invalidFields([{ field: 'Content-Disposition', code: 'invalid_value', message }]);
}

function readLength(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** A caller who has what it asked for gets a 304 (RFC 9110 §13.1.2). */
function respond(c: ApiContext, { body, headers, status }: Reply<object>): Response {
  const { ETag: entityTag } = headers;
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (isRead && entityTag !== undefined && listsTag(c.req.header('If-None-Match') ?? '', entityTag))
    return c.body(null, 304, { ETag: entityTag });
  if (typeof body === 'string' || body instanceof ReadableStream) return c.body(body, status, headers);
  if (body instanceof Uint8Array) return c.body(new Uint8Array(body), status, headers);
  return c.json(body, status, headers);
}

/** Throws a 403 if the API key may only read. */
function requireFullAccess(c: ApiContext): void {
  if (mayEdit(c.get('actor'))) return;
  const message = `This API key may only read. ${c.req.method} needs a key with full access.`;
  throw new ApiError('insufficient_scope', message);
}

/** Throws a 400, because anyone who sends a key relies on it. */
function refuseKey(c: ApiContext): void {
  if (c.req.header('Idempotency-Key') === undefined) return;
  const message = `${c.req.method} ${c.req.path} takes no "Idempotency-Key": a retry is a second request. Only POST /v1/qr and POST /v1/qr/bulk take one.`;
  throw invalidFields([{ field: 'Idempotency-Key', code: 'unknown_field', message }]);
}

function findAccepted(c: ApiContext, others: Readonly<Record<string, Operation>>): Operation | undefined {
  const type = pickAccepted(c.req.header('Accept'), ['application/json', ...Object.keys(others)]);
  return others[type ?? ''];
}

/** Refuses every method that a path lacks (RFC 9110 §15.5.6). Mounted after the path's methods. */
export function allowOnly(known: readonly Operation['method'][]) {
  const methods = METHODS.filter((method) => known.includes(method))
    .map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    .join(', ');
  return (c: ApiContext): never => {
    const message = `This path does not allow ${c.req.method}; it allows ${methods}.`;
    throw new ApiError('method_not_allowed', message, { headers: { Allow: methods } });
  };
}
