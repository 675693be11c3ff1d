import { createMiddleware } from 'hono/factory';
import type { Account } from '../../core/account.ts';
import { hashApiKey, parseApiKey } from '../../core/api-key.ts';
import { findApiKey, type StoredApiKey } from '../../storage/api-keys.ts';
import { openDatabase } from '../../storage/database.ts';
import type { AppEnv } from '../app.ts';
import { ApiError } from '../errors.ts';

export interface AuthVariables {
  account: Account;
}

/** A revoked key must stop working within 60 seconds: half of that leaves room for everything else. */
export const API_KEY_CACHE_MS = 30_000;
const API_KEY_CACHE_ENTRIES = 1_000;
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Finds the account of the bearer key. Found keys are kept in this isolate for `API_KEY_CACHE_MS`, by their hash; the oldest make
 * room. Unknown keys are not kept: whoever guesses keys must not push the real ones out.
 */
export function createAuthenticate(nowMs: () => number) {
  const cache = new Map<string, { readonly key: StoredApiKey; readonly readAtMs: number }>();

  async function findKey(binding: D1Database, secretHash: string): Promise<StoredApiKey | null> {
    const now = nowMs();
    const cached = cache.get(secretHash);
    if (cached && now - cached.readAtMs < API_KEY_CACHE_MS) return cached.key;
    cache.delete(secretHash);
    const key = await findApiKey(openDatabase(binding), secretHash);
    if (!key) return null;
    const oldest = cache.keys().next();
    if (cache.size >= API_KEY_CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value);
    cache.set(secretHash, { key, readAtMs: now });
    return key;
  }

  return createMiddleware<AppEnv>(async function authenticate(c, next) {
    const header = c.req.header('Authorization');
    if (!header) throw unauthorized('Send your API key in the header "Authorization: Bearer <API_KEY>".');
    const apiKey = parseApiKey(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
    if (!apiKey)
      throw unauthorized(
        'This is not an API key: it may be cut short or mistyped. Keys start with "qr_live_".',
        true,
      );

    // Looking up the hash in an index leaks nothing about the key by its timing.
    const key = await findKey(c.env.DB, await hashApiKey(apiKey));
    if (!key || key.revokedAtMs !== null) throw unauthorized('This API key is unknown or revoked.', true);
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs())
      throw unauthorized('This API key has expired.', true);

    c.set('account', key.account);
    if (key.scope === 'read' && !READING_METHODS.has(c.req.method)) {
      throw new ApiError(
        'insufficient_scope',
        `This API key may only read; ${c.req.method} needs a key with full access.`,
      );
    }
    await next();
  });
}

function unauthorized(message: string, isTokenInvalid = false): ApiError {
  const challenge = isTokenInvalid ? 'Bearer error="invalid_token"' : 'Bearer';
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}
