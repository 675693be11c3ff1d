import type { Context } from 'hono';
import { sha256Hex } from '../core/sha256.ts';
import { createQrCodesOnce } from '../service/create-qr-codes-once.ts';
import { createQrCodes, type CreateResult } from '../service/create-qr-codes.ts';
import type { QrCodeRequest } from '../service/qr-code-request.ts';
import type { AppEnv } from './app.ts';
import { ApiError, invalidFields } from './errors.ts';

const MAX_KEY_CHARACTERS = 255;

/**
 * Creates codes and answers; with an `Idempotency-Key` once, and the same request again gets the first answer again.
 *
 * @param body the request's body as it arrived
 * @param toAnswer the answer's JSON; may throw where nothing was created
 */
export async function answerOnce(
  c: Context<AppEnv>,
  body: Uint8Array,
  requests: readonly QrCodeRequest[],
  toAnswer: (results: readonly CreateResult[]) => string,
): Promise<Response> {
  const deps = c.get('deps');
  const accountId = c.get('account').id;
  const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
  if (key === null) return respond(c, toAnswer(await createQrCodes(deps, accountId, requests)));

  const requestHash = await hashRequest(c.req.method, c.req.path, body);
  const outcome = await createQrCodesOnce(deps, { accountId, key, requestHash }, requests, toAnswer);
  switch (outcome.kind) {
    case 'worked_on':
      return respond(c, toAnswer(outcome.results));
    case 'answered':
      return respond(c, outcome.body, { 'Idempotent-Replayed': 'true' });
    case 'mismatch':
      throw new ApiError(
        'idempotency_mismatch',
        'This "Idempotency-Key" was used for another request. Take a new key for each.',
      );
    case 'in_progress':
      throw new ApiError(
        'idempotency_in_progress',
        'The first request with this "Idempotency-Key" is still being worked on.',
        {
          headers: { 'Retry-After': '1' },
        },
      );
  }
}

function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (
    header.length > 0 &&
    header.length <= MAX_KEY_CHARACTERS &&
    /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(header)
  )
    return header;
  const message = `"Idempotency-Key" must have 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters.`;
  throw invalidFields([{ field: 'Idempotency-Key', code: 'invalid_value', message }]);
}

function hashRequest(method: string, path: string, body: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`${method} ${path}\n`);
  return sha256Hex(new Uint8Array([...head, ...body]));
}

function respond(c: Context<AppEnv>, json: string, headers: Record<string, string> = {}): Response {
  return c.body(json, 200, { 'Content-Type': 'application/json', ...headers });
}
