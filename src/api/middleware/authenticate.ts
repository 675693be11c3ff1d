import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Account, KeyScope } from '../../core/account.ts';
import { hashApiKey, parseApiKey } from '../../core/api-key.ts';
import { toUtcDay } from '../../core/utc-day.ts';
import { findApiKey, markApiKeyUsed, type StoredApiKey } from '../../storage/api-keys.ts';
import { openDatabase } from '../../storage/database.ts';
import type { AppEnv } from '../app.ts';
import { ApiError } from '../errors.ts';
import { countFailure } from './limit-rate.ts';

export interface AuthVariables {
  account: Account;
  apiKeyId: string;
  keyScope: KeyScope;
}

/** A revoked key must stop working within 60 seconds: half of that leaves room for everything else. */
export const API_KEY_CACHE_MS = 30_000;
const API_KEY_CACHE_ENTRIES = 1_000;

/** A key as this isolate keeps it: it learns of its own use. */
type KeptApiKey = Omit<StoredApiKey, 'lastUsedDay'> & { lastUsedDay: string | null };

/**
 * Finds the account of the bearer key. Found keys are kept in this isolate for `API_KEY_CACHE_MS`, by their hash; the oldest make
 * room. Unknown keys are not kept: whoever guesses keys must not push the real ones out.
 */
export function createAuthenticate(nowMs: () => number) {
  const cache = new Map<string, { readonly key: KeptApiKey; readonly readAtMs: number }>();

  async function findKey(binding: D1Database, secretHash: string): Promise<KeptApiKey | null> {
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
    const key = await findWorkingKey(c.env.DB, header);
    if (typeof key === 'string') {
      await countFailure(c);
      throw unauthorized(key, true);
    }
    c.set('account', key.account);
    c.set('apiKeyId', key.id);
    c.set('keyScope', key.scope);
    markUsed(c, key);
    await next();
  });

  /** Notes the day of a key's use once, after the answer: later requests of the day find it in the key that is kept or read. */
  function markUsed(c: Context<AppEnv>, key: KeptApiKey): void {
    const today = toUtcDay(nowMs());
    if (key.lastUsedDay !== null && key.lastUsedDay >= today) return;
    key.lastUsedDay = today;
    const deps = c.get('deps');
    deps.afterAnswer(
      markApiKeyUsed(deps.db, key.id, today).catch((error: unknown) =>
        deps.reportFailure('api_key_not_marked', error),
      ),
    );
  }

  /** The key of an Authorization header, or what is wrong with it. */
  async function findWorkingKey(binding: D1Database, header: string): Promise<KeptApiKey | string> {
    const apiKey = parseApiKey(/^Bearer +(\S+)$/i.exec(header)?.[1] ?? '');
    if (!apiKey)
      return 'This is not an API key: it may be cut short or mistyped. Keys start with "qr_live_".';
    // Looking up the hash in an index leaks nothing about the key by its timing.
    const key = await findKey(binding, await hashApiKey(apiKey));
    if (!key || key.revokedAtMs !== null) return 'This API key is unknown or revoked.';
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs()) return 'This API key has expired.';
    return key;
  }
}

function unauthorized(message: string, isTokenInvalid = false): ApiError {
  const challenge = isTokenInvalid ? 'Bearer error="invalid_token"' : 'Bearer';
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}
