import type { Context } from 'hono';
import { sha256Hex } from '../core/sha256.ts';
import type { CreateResult, OnceOnly } from '../service/create-qr-codes.ts';
import { claimKey, type KeyClaim, releaseKey } from '../storage/idempotency.ts';
import type { AppEnv } from './app.ts';
import { ApiError, invalidFields } from './errors.ts';

const MAX_KEY_CHARACTERS = 255;

/**
 * Answers a request once for each `Idempotency-Key`: the same request again gets the first answer again, until a day has passed.
 * Only what created something is kept; a refusal is given back at once, so that the caller may mend the request.
 *
 * @param body the request's body as it arrived
 * @param create does the work; stores the answer of `toAnswer` in the transaction that stores its codes
 */
export async function answerOnce(
  c: Context<AppEnv>,
  body: Uint8Array,
  toAnswer: (results: readonly CreateResult[]) => string,
  create: (once: OnceOnly | null) => Promise<CreateResult[]>,
): Promise<Response> {
  const key = parseIdempotencyKey(c.req.header('Idempotency-Key'));
  if (key === null) return respond(c, toAnswer(await create(null)));

  const deps = c.get('deps');
  const requestHash = await hashRequest(c.req.method, c.req.path, body);
  const claim: KeyClaim = { accountId: c.get('account').id, key, requestHash };
  const outcome = await claimKey(deps.db, claim, deps.nowMs());
  switch (outcome.kind) {
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
    case 'claimed':
      return respond(c, await workOn(c, claim, toAnswer, create));
  }
}

async function workOn(
  c: Context<AppEnv>,
  claim: KeyClaim,
  toAnswer: (results: readonly CreateResult[]) => string,
  create: (once: OnceOnly) => Promise<CreateResult[]>,
): Promise<string> {
  const deps = c.get('deps');
  const release = () =>
    releaseKey(deps.db, claim).catch((error: unknown) =>
      deps.reportFailure('idempotency_key_not_released', error),
    );
  try {
    const results = await create({ claim, toAnswer });
    const answer = toAnswer(results);
    if (!results.some((result) => result.ok)) await release();
    return answer;
  } catch (error) {
    // Nothing was stored, or the answer with it: giving the lock back loses neither.
    await release();
    throw error;
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
