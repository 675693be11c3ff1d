import type { z } from 'zod';
import type { Actor } from '#core/accounts/account.ts';
import type { noQuery } from '#contract/codes/requests.ts';
import type { ApiError } from '#contract/problems/api-error.ts';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import type { Hosts } from '#contract/resources.ts';
import type { Dependencies } from '#service/dependencies.ts';
import type { Allowance } from '#service/images/drawing-time.ts';
import type { Health } from './app-env.ts';
import type { Reply } from './reply.ts';

/**
 * An operation of the API, declared once: its path, what it takes and gives, its words for people, and what it does. The routes and the
 * OpenAPI document come from it. What it does knows no HTTP: validated input comes in, a result goes out (serve.ts).
 */

/** In the order of `Allow`. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type RequestHeader = 'Content-Disposition' | 'Idempotency-Key' | 'If-Match' | 'If-None-Match';

/** What the plan of the account still admits in this minute. */
export interface PlanGate {
  /**
   * Takes requests for codes, in their order. Says for how many codes they suffice; and if for fewer, the headers that tell the caller when
   * to send the others. The request itself has paid for the first one.
   */
  readonly admit: (
    requests: readonly number[],
  ) => Promise<{ readonly count: number; readonly headers: Readonly<Record<string, string>> }>;
  readonly usedUp: () => ApiError;
  readonly allowance: () => Allowance;
}

/** The caller, and what the caller may use. An operation that needs no key has no actor. */
export interface Caller {
  readonly deps: Dependencies;
  readonly actor: Actor;
  readonly plan: PlanGate;
  readonly hosts: Hosts;
  /** The values in the path. */
  readonly params: Readonly<Record<string, string>>;
}

/** A valid request. */
export interface Call<Found = unknown, Query = unknown, Body = unknown> extends Caller {
  readonly found: Found;
  readonly query: Query;
  readonly body: Body;
  /** The address as it was sent, and its headers that change what an operation does. */
  readonly method: string;
  readonly url: URL;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly accept: string | undefined;
  /** A JSON body as it arrived. */
  readonly json: { readonly value: unknown; readonly bytes: Uint8Array };
  /** The body of an operation that takes files. */
  readonly file: SentFile;
  readonly readHealth: () => Promise<Health>;
}

/** A body that is a file. */
export interface SentFile {
  readonly type: string;
  /** As it is declared; null if it is not. */
  readonly length: number | null;
  /** The name in `Content-Disposition`; empty without one. Throws a 400 if it cannot be read. */
  readonly readName: () => string;
  /** The file, piece by piece. Throws a 400 if the caller closes the connection before its end. */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
  /** The whole file. Throws a 413 if it is larger. */
  readonly read: (maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** A file in one of these media types. All are bytes, so that generators make one type of them. */
interface FileResponse {
  readonly files: readonly string[];
}

/** The schema of its JSON, or another media type: only one for each operation, because generators merge several into one type. */
type ResponseForm = z.ZodType | 'text/csv' | 'application/x-ndjson' | FileResponse;

/** What operations say about themselves: to people in the document, to the compiler about their handlers. */
interface Words {
  readonly summary: string;
  readonly description: string;
  readonly requestHeaders?: readonly RequestHeader[];
  readonly bodyExample?: unknown;
  /** Instead of JSON: a text in one of these media types, each with an example; or a file in one of these. */
  readonly textBody?: Readonly<Record<string, string>>;
  readonly fileBody?: readonly string[];
  /** Other names of these media types, which are not in the document. */
  readonly typeAliases?: readonly string[];
  readonly responseHeaders?: readonly (
    | 'ETag'
    | 'Idempotent-Replayed'
    | 'Link'
    | 'RateLimit'
    | 'Retry-After'
    | 'Symbol-Version'
    | 'Upsert'
  )[];
  /** A file has none. */
  readonly example?: unknown;
  /** Errors in addition to those of every operation and every body. */
  readonly errors?: readonly ErrorCode[];
}

interface Input<Query extends z.ZodObject, Body extends z.ZodType> {
  readonly method: (typeof METHODS)[number];
  /** With `{name}` for each of its parameters. */
  readonly path: string;
  /** Without it, the operation accepts no parameters. */
  readonly query?: Query;
  /** Parameters that can be repeated. Other parameters that hold a list have commas between its values. */
  readonly repeatable?: readonly string[];
  /** The schema of the JSON body; without it and `read`, the body is not read. */
  readonly body?: Body;
  readonly maxBodyBytes?: number;
  /** Needs no key. */
  readonly isPublic?: true;
  /** Operations that respond instead if `Accept` prefers their media type. */
  readonly accepts?: Readonly<Record<string, Operation>>;
}

interface Declaration<
  Found,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Read,
  Response extends ResponseForm,
>
  extends Words, Input<Query, Body> {
  /** Finds what the path names, before anything else is read. Throws a 404 if it does not exist. */
  readonly find?: (caller: Caller) => Found | Promise<Found>;
  /** Reads a body that its schema alone cannot judge: its template, its code or its account decide. */
  readonly read?: (caller: Caller & { readonly found: Found }, json: unknown) => Read | Promise<Read>;
  /** Changes nothing, though it is no GET, or not with these bodies: a key that may only read may send it. */
  readonly reads?: true | ((body: Read) => boolean);
  readonly response: Response;
  readonly handle: (call: Call<Found, z.output<Query>, Read>) => Answer<Response> | Promise<Answer<Response>>;
}

type JsonOf<Response> = Response extends z.ZodType<infer Json extends object> ? Json : never;
type Answer<Response> = JsonOf<Response> | Reply<JsonOf<Response>>;

/** A declared operation. */
export interface Operation extends Words, Input<z.ZodObject, z.ZodType> {
  readonly find?: (caller: Caller) => unknown;
  readonly read?: (caller: Caller & { readonly found: unknown }, json: unknown) => unknown;
  readonly reads?: true | ((body: unknown) => boolean);
  readonly response: ResponseForm;
  readonly handle: (call: Call) => object | Promise<object>;
}

/** Declares an operation. Its handler throws only errors of the contract. */
export function operation<
  Found = undefined,
  Query extends z.ZodObject = typeof noQuery,
  Body extends z.ZodType = z.ZodUndefined,
  Read = z.output<Body>,
  Response extends ResponseForm = ResponseForm,
>(declared: Declaration<Found, Query, Body, Read, Response>): Operation {
  // Only serve.ts calls it, with what it has validated.
  return declared as unknown as Operation;
}

/** A key that may only read may always send it. */
export function isReading({ method, reads }: Pick<Operation, 'method' | 'reads'>): boolean {
  return method === 'get' || reads === true;
}
