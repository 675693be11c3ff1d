import { isObject } from '#core/is-object.ts';
import { readAtMost } from '#core/bytes/read-at-most.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { readMediaType } from './media-type.ts';

const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPES = ['application/json'];
/** Our edits are merge patches (RFC 7396), and some clients say so. */
const PATCH_TYPES = [...JSON_TYPES, 'application/merge-patch+json'];

export interface JsonBody {
  readonly json: unknown;
  /** The body as it arrived. */
  readonly bytes: Uint8Array;
}

/** Reads a JSON body of at most `maxBytes`. Throws a 415, 413 or 400 if it has another media type, is longer, or is malformed. */
export async function readJsonBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<JsonBody> {
  readMediaType(request, request.method === 'PATCH' ? PATCH_TYPES : JSON_TYPES);
  const bytes = await readBytes(request, maxBytes);
  try {
    return {
      json: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)),
      bytes,
    };
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new ApiError('malformed_json', `The body is not JSON: ${why}.`);
  }
}

/** The JSON text of a value, the same for every order of keys; null for one that is nested too deep. */
export function toCanonicalJson(json: unknown): string | null {
  try {
    return JSON.stringify(json, (_, value: unknown) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads a body of at most `maxBytes`. Throws a 413 if it is longer. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const isTooLarge = Number(request.headers.get('Content-Length') ?? 0) > maxBytes;
  const bytes = isTooLarge ? null : await readAtMost(request.body, maxBytes).catch(failEarlyEnd);
  if (bytes === null) throw new ApiError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  return bytes;
}

/** The caller closed the connection. Nobody reads this error, but the log must not call it a failure of the service. */
function failEarlyEnd(): never {
  throw new ApiError('malformed_json', 'The body ended early.');
}
