import { ApiError } from './errors.ts';

const MAX_BODY_BYTES = 64 * 1024;

export interface JsonBody {
  readonly json: unknown;
  /** As it arrived. */
  readonly bytes: Uint8Array;
}

/** Reads a JSON body: the right media type, at most `maxBytes` (counted as they arrive), UTF-8, and well-formed. */
export async function readJsonBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<JsonBody> {
  const mediaType = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json' || request.headers.has('Content-Encoding')) {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body as plain JSON with the header "Content-Type: application/json".',
    );
  }
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

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The caller hung up; nobody reads this, but it is no failure of ours.
    throw error instanceof ApiError ? error : new ApiError('malformed_json', 'The body ended early.');
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
