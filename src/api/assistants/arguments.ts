import * as z from 'zod';
import { ApiError, invalid } from '#contract/problems/api-error.ts';
import type { Operation } from '../operation.ts';
import { validate } from '../validation.ts';
import type { Arguments, Tool } from './tool.ts';

const text = z.string();
const header = z.string().regex(/^[ -~]{1,255}$/, 'must have 1 to 255 printable ASCII characters.');

const HEADERS = {
  if_match: {
    name: 'If-Match',
    description:
      'The ETag that the change is based on, with its quotes. If the code has changed since, nothing happens.',
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    description: 'A key that you choose, so that a retry within 24 hours creates nothing twice.',
  },
} as const;

/** As the network in front of a Worker takes it. */
const MAX_ADDRESS_CHARACTERS = 16_384;

/** Throws a 400 if the arguments that are no operation's are wrong. The operation judges all others. */
export function checkArguments({ own, omits = [] }: Tool, args: Arguments): void {
  if (own) validate(z.looseObject(own.shape), args);
  const refused = omits.filter((name) => Object.hasOwn(args, name));
  if (refused.length > 0)
    throw invalid(
      refused.map((field) => ({ code: 'unknown_field', field, values: { name: field, known: [] } })),
    );
}

/** The request to an operation that arguments stand for: its path and headers are filled, and all else is its body or its query. */
export function toRequest(operation: Operation, args: Arguments, origin: string, file?: string): Request {
  const { method, path, body } = operation;
  const rest = new Map(Object.entries(args));
  const take = (name: string, schema: z.ZodType<string>) => {
    const value = validate(z.looseObject({ [name]: schema }), Object.fromEntries(rest))[name];
    rest.delete(name);
    return String(value);
  };
  const headers = new Headers({ Accept: 'application/json' });
  for (const [argument, { name }] of headersOf(operation))
    if (rest.has(argument)) headers.set(name, take(argument, header));
  const url = new URL(origin);
  url.pathname = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(take(name, text).toWellFormed()),
  );
  if (!body) for (const [name, value] of rest) addToQuery(url.searchParams, name, value);
  if (url.href.length > MAX_ADDRESS_CHARACTERS)
    throw new ApiError(
      'payload_too_large',
      `The arguments are too long: as an address they must have at most ${MAX_ADDRESS_CHARACTERS} characters.`,
    );
  const sent = file ?? (body ? toJson(Object.fromEntries(rest)) : null);
  if (sent !== null) headers.set('Content-Type', file === undefined ? 'application/json' : 'text/csv');
  return new Request(url, { method: method.toUpperCase(), headers, body: sent });
}

function addToQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null) throw invalid([{ code: 'wrong_type', field: name, values: { expected: 'string' } }]);
  for (const one of Array.isArray(value) ? value : [value])
    query.append(name, typeof one === 'string' ? one : toJson(one));
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new ApiError('malformed_json', 'The arguments are nested too deep.');
  }
}

/** The headers of an operation that tools take as arguments. */
export function headersOf({ requestHeaders = [] }: Operation) {
  return Object.entries(HEADERS).filter(([, { name }]) => requestHeaders.includes(name));
}
