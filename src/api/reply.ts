import { sha256Hex } from '#core/bytes/sha256.ts';

type Headers = Readonly<Record<string, string>>;

/** A response that is more than JSON with the status 200. */
export class Reply<Json extends object = never> {
  readonly body: Json | string | Uint8Array | ReadableStream;
  readonly headers: Headers;
  readonly status: 200 | 503;

  constructor(
    body: Json | string | Uint8Array | ReadableStream,
    headers: Headers = {},
    status: 200 | 503 = 200,
  ) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** JSON with headers of its own. */
export function reply<Json extends object>(json: Json, headers: Headers): Reply<Json> {
  return new Reply(json, headers);
}

/** A file to save. */
export function toFile(body: string | Uint8Array | ReadableStream, type: string, name: string): Reply {
  return new Reply<never>(body, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** A file whose entity tag is computed from its bytes: callers get a 304 until a byte changes. */
export async function toTaggedFile(bytes: Uint8Array, type: string, name: string): Promise<Reply> {
  const { body, headers } = toFile(bytes, type, name);
  return new Reply<never>(body, { ...headers, ETag: `"${(await sha256Hex(bytes)).slice(0, 32)}"` });
}
