import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type ApiKey, hashApiKey, parseApiKey } from '#core/accounts/api-key.ts';
import { APPS_PATH, isAccessToken } from '#core/accounts/connected-app.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { findApiKey, markApiKeyUsed, type StoredApiKey } from '#storage/accounts/api-keys.ts';
import { openDatabase } from '#storage/database.ts';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { countFailure, refuseAfterFailures } from './limit-rate.ts';

/** A revoked key must stop working within 60 seconds; 5 are a margin. */
export const API_KEY_CACHE_MS = 55_000;
/** A key of this age is read again after the response, so a caller whose requests are at most 30 s apart never waits for it. */
export const API_KEY_FRESH_MS = 25_000;
const API_KEY_CACHE_ENTRIES = 1_000;

/** A key in this isolate's cache, which updates `lastUsedDay`. */
type KeptApiKey = Omit<StoredApiKey, 'lastUsedDay'> & { lastUsedDay: string | null };

interface CachedApiKey {
  readonly key: KeptApiKey;
  readonly readAtMs: number;
  /** Stays true if that fails: the key is then looked up when it is too old. */
  isRenewing: boolean;
}

/**
 * Finds the account of the bearer key. This isolate caches the keys that it finds for at most `API_KEY_CACHE_MS`, by hash; a new key replaces
 * the oldest. Unknown keys are not cached: a caller who guesses keys must not evict real ones. At the path of apps, and nowhere else, an
 * access token stands for the key of its app.
 */
export function createAuthenticate(nowMs: () => number) {
  const cache = new Map<string, CachedApiKey>();

  async function findKey(c: Context<AppEnv>, secretHash: string): Promise<KeptApiKey | null> {
    const cached = cache.get(secretHash);
    const ageMs = cached ? nowMs() - cached.readAtMs : Infinity;
    if (cached && ageMs < API_KEY_CACHE_MS) {
      if (ageMs >= API_KEY_FRESH_MS && !cached.isRenewing) renew(c, secretHash, cached);
      return cached.key;
    }
    // A key that was valid before is looked up again, even if others on its network fail.
    if (!cached) refuseAfterFailures(c);
    return readKey(c, secretHash);
  }

  function renew(c: Context<AppEnv>, secretHash: string, cached: CachedApiKey): void {
    cached.isRenewing = true;
    const deps = c.get('deps');
    deps.afterResponse(
      readKey(c, secretHash).then(
        () => undefined,
        (error: unknown) => deps.reportFailure('api_key_not_renewed', error),
      ),
    );
  }

  async function readKey(c: Context<AppEnv>, secretHash: string): Promise<KeptApiKey | null> {
    const readAtMs = nowMs();
    const key = await findApiKey(openDatabase(c.env.DB), secretHash);
    cache.delete(secretHash);
    if (!key) return null;
    const oldest = cache.keys().next();
    if (cache.size >= API_KEY_CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value);
    cache.set(secretHash, { key, readAtMs, isRenewing: false });
    return key;
  }

  return createMiddleware<AppEnv>(async function authenticate(c, next) {
    const header = c.req.header('Authorization');
    if (!header) throw unauthorized(c, 'Send your API key in the header "Authorization: Bearer <API_KEY>".');
    const apiKey = readBearerKey(header);
    const token = apiKey ? null : await readAppToken(c, header);
    const key = await findWorkingKey(c, apiKey ? await hashApiKey(apiKey) : token?.secretHash);
    if (typeof key === 'string') {
      await countFailure(c);
      throw unauthorized(c, key, true);
    }
    if (key.suspendedAtMs !== null) throw accountSuspended();
    const mayWrite = key.scope === 'full' && token?.mayWrite !== false;
    c.set('actor', { id: key.id, account: key.account, role: mayWrite ? 'member' : 'viewer' });
    markUsed(c, key);
    await next();
  });

  /** Stores the day of a key's use once a day, after the response. Later requests of that day find it in the cache or in D1. */
  function markUsed(c: Context<AppEnv>, key: KeptApiKey): void {
    const today = toUtcDay(nowMs());
    if (key.lastUsedDay !== null && key.lastUsedDay >= today) return;
    key.lastUsedDay = today;
    const deps = c.get('deps');
    deps.afterResponse(
      markApiKeyUsed(deps.db, key.id, today).catch((error: unknown) =>
        deps.reportFailure('api_key_not_marked', error),
      ),
    );
  }

  /**
   * Returns the key with a hash, or a message that says what is wrong.
   * @param secretHash undefined if the caller sent no key, and no token that is valid here
   */
  async function findWorkingKey(
    c: Context<AppEnv>,
    secretHash: string | undefined,
  ): Promise<KeptApiKey | string> {
    if (secretHash === undefined)
      return c.req.path === APPS_PATH
        ? 'This is neither an API key, which starts with "qr_live_", nor an access token that is valid here. It may have expired.'
        : 'This is not an API key. It may be incomplete or mistyped. Keys start with "qr_live_".';
    // The index contains the hash, so the time of the lookup reveals nothing about the key.
    const key = await findKey(c, secretHash);
    if (!key || key.revokedAtMs !== null) return 'This API key is unknown or revoked.';
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs()) return 'This API key has expired.';
    if (key.deletedAtMs !== null)
      return 'The account of this API key was deleted. An owner can restore it in the dashboard within 14 days.';
    return key;
  }
}

export function readBearerKey(header = ''): ApiKey | null {
  return parseApiKey(readBearer(header));
}

function readBearer(header: string): string {
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
}

/** What the access token of an app stands for; null if there is none that is valid here. */
async function readAppToken(c: Context<AppEnv>, header: string) {
  const token = readBearer(header);
  if (c.req.path !== APPS_PATH || !isAccessToken(token)) return null;
  const { readAccessToken } = await import('#service/apps/authorization-server.ts');
  const found = await readAccessToken(new URL(c.req.url).origin, token, c.env);
  // Many people share the network of an assistant: the failures of one must not refuse the tokens of others.
  if (!found) refuseAfterFailures(c);
  return found;
}

function accountSuspended(): ApiError {
  return new ApiError(
    'account_suspended',
    'The operator of this service has suspended your account. Ask them why; no key of it works until they resume it.',
  );
}

/** At the path of apps, it says where they learn how to get a token (RFC 9728 §5.1). */
function unauthorized(c: Context<AppEnv>, message: string, isTokenInvalid = false): ApiError {
  const { origin } = new URL(c.req.url);
  const parts = [
    ...(isTokenInvalid ? ['error="invalid_token"'] : []),
    ...(c.req.path === APPS_PATH
      ? [`resource_metadata="${origin}/.well-known/oauth-protected-resource${APPS_PATH}"`]
      : []),
  ];
  const challenge = `Bearer ${parts.join(', ')}`.trim();
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}
