import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Account } from '#core/accounts/account.ts';
import { pickAccepted } from '#core/http/accept-header.ts';
import { noQuery } from '#contract/codes/requests.ts';
import { isList } from '#contract/parsed-text.ts';
import type { PlanEditor } from '#service/codes/store-edits.ts';
import type { AppEnv } from './app-env.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { readJsonBody } from './json-body.ts';
import { readQuery, validate, validateQuery } from './validation.ts';

export type ApiContext = Context<AppEnv>;

/** In the order of `Allow`. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A request with a valid query and body. */
export interface ApiRequest<Found, Query, Body> {
  readonly c: ApiContext;
  readonly deps: AppEnv['Variables']['deps'];
  readonly account: Account;
  /** The author of a change to a code: the request's API key. */
  readonly editor: PlanEditor;
  readonly found: Found;
  readonly query: Query;
  readonly body: Body;
  /** The body as it arrived. */
  readonly bytes: Uint8Array;
}

/** The input of an operation, and its handler. Its description for people is in reference/, under the same name. */
interface Declaration<Found, Query extends z.ZodObject, Body extends z.ZodType, Output extends object> {
  readonly method: (typeof METHODS)[number];
  /** With `{name}` for each of its parameters. */
  readonly path: string;
  /** Finds what the path names, before anything else is read. Throws a 404 if it does not exist. */
  readonly find?: (c: ApiContext) => Found | Promise<Found>;
  /** Without it, the operation accepts no parameters. */
  readonly query?: Query;
  /** Parameters that can be repeated. Other parameters that hold a list have commas between its values. */
  readonly repeatable?: readonly string[];
  /** The schema of the JSON body; without it, the body is not read. */
  readonly body?: Body;
  readonly maxBodyBytes?: number;
  /** Honours `Idempotency-Key`. Other writes by POST refuse it. */
  readonly takesKey?: true;
  /** Changes nothing, though it is no GET, or not with these bodies: a key that may only read may send it. */
  readonly reads?: true | ((body: z.output<Body>) => boolean);
  /** Operations that respond instead if `Accept` prefers their media type. */
  readonly accepts?: Readonly<Record<string, Operation>>;
  /** Returns the JSON of the response, or a response. */
  readonly handle: (request: ApiRequest<Found, z.output<Query>, z.output<Body>>) => Output | Promise<Output>;
}

/** A declared operation. `Output` is the JSON of its response. */
export interface Operation<Output extends object = object> extends Pick<
  Declaration<unknown, z.ZodObject, z.ZodType, Output>,
  'method' | 'path' | 'query' | 'repeatable' | 'body'
> {
  /** Needs no key. */
  readonly isPublic?: true;
  /** A key that may only read may always send it. */
  readonly isReading?: true;
  readonly serve: (c: ApiContext) => Promise<Response>;
  /** For the compiler only: the document must describe this. */
  readonly output?: Output;
}

/** Declares an operation. Its handler receives validated input, and throws only errors of the contract. */
export function operation<
  Found = undefined,
  Query extends z.ZodObject = typeof noQuery,
  Body extends z.ZodType = z.ZodUndefined,
  Output extends object = object,
>(declared: Declaration<Found, Query, Body, Output>): Operation<Exclude<Output, Response>> {
  const { method, path, find, query, repeatable, body, maxBodyBytes, accepts, reads, handle } = declared;
  const isReading = method === 'get' || reads === true;
  const lists = Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
    isList(schema) ? [name] : [],
  );
  return {
    method,
    path,
    ...(query ? { query } : {}),
    ...(repeatable ? { repeatable } : {}),
    ...(body ? { body } : {}),
    ...(isReading ? { isReading } : {}),
    async serve(c) {
      const other = accepts && findAccepted(c, accepts);
      if (other) return other.serve(c);
      const account = c.get('account');
      if (!isReading && !reads) requireFullAccess(c);
      if (method === 'post' && !isReading && !declared.takesKey) refuseKey(c);
      const found = (await find?.(c)) as Found;
      const validQuery = validateQuery(query ?? noQuery, readQuery(c.req.url, repeatable, lists));
      const sent = body && (await readJsonBody(c.req.raw, maxBodyBytes));
      const validBody = (sent && validate(body, sent.json)) as z.output<Body>;
      if (typeof reads === 'function' && !reads(validBody)) requireFullAccess(c);
      const response = await handle({
        c,
        deps: c.get('deps'),
        account,
        editor: { accountId: account.id, plan: account.plan, editorId: c.get('apiKeyId') },
        found,
        query: validQuery as z.output<Query>,
        body: validBody,
        bytes: sent?.bytes ?? new Uint8Array(),
      });
      return response instanceof Response ? response : c.json(response);
    },
  };
}

/** Throws a 403 if the API key may only read. */
function requireFullAccess(c: ApiContext): void {
  if (c.get('keyScope') !== 'read') return;
  const message = `This API key may only read. ${c.req.method} needs a key with full access.`;
  throw new ApiError('insufficient_scope', message);
}

/** Throws a 400: who sends a key relies on it. */
function refuseKey(c: ApiContext): void {
  if (c.req.header('Idempotency-Key') === undefined) return;
  const message = `${c.req.method} ${c.req.path} takes no "Idempotency-Key": a retry is a second request. Only POST /v1/qr and POST /v1/qr/bulk take one.`;
  throw invalidFields([{ field: 'Idempotency-Key', code: 'unknown_field', message }]);
}

function findAccepted(c: ApiContext, others: Readonly<Record<string, Operation>>): Operation | undefined {
  const type = pickAccepted(c.req.header('Accept'), ['application/json', ...Object.keys(others)]);
  return others[type ?? ''];
}

/** Mounts operations. If two paths match, the first one wins. A method that a path lacks gets a 405. */
export function mount(app: Hono<AppEnv>, operations: Readonly<Record<string, Operation>>): void {
  const paths = Map.groupBy(Object.values(operations), ({ path }) => path);
  for (const [path, known] of paths) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const { method, serve } of known) app.on(method.toUpperCase(), route, serve);
    app.all(route, allowOnly(known.map(({ method }) => method)));
  }
}

/** Refuses every method that a path lacks (RFC 9110 §15.5.6). Mounted after the path's methods. */
function allowOnly(known: readonly Operation['method'][]) {
  const methods = METHODS.filter((method) => known.includes(method))
    .map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    .join(', ');
  return (c: ApiContext): never => {
    const message = `This path does not allow ${c.req.method}; it allows ${methods}.`;
    throw new ApiError('method_not_allowed', message, { headers: { Allow: methods } });
  };
}
