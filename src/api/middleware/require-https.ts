import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { hashApiKey } from '#core/accounts/api-key.ts';
import { isOnThisMachine } from '#core/http/local-host.ts';
import { revokeExposedKey } from '#service/accounts/api-keys.ts';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { readBearerKey } from './authenticate.ts';
import { countFailure, refuseAfterFailures } from './limit-rate.ts';

/**
 * Refuses plain http, and revokes a key that came with it: others may have read it (IETF BCP "Protecting Credentials with HTTP APIs"). A
 * redirect to https would hide from the caller that the key travelled without encryption.
 */
export const requireHttps = createMiddleware<AppEnv>(async function requireHttps(c, next) {
  const url = new URL(c.req.url);
  if (url.protocol !== 'https:' && !isOnThisMachine(url)) {
    throw new ApiError(
      'https_required',
      (await revokeKey(c))
        ? 'Use https. This request came over plain http, and so did its key, which others may have read: the key is revoked. Create another one in the dashboard under Settings, API keys.'
        : 'Use https. This request came over plain http, and so did any key in it.',
    );
  }
  await next();
});

/** Whether the request has a key, which is revoked now. Guesses are limited as over https. */
async function revokeKey(c: Context<AppEnv>): Promise<boolean> {
  const apiKey = readBearerKey(c.req.header('Authorization'));
  if (!apiKey) return false;
  refuseAfterFailures(c);
  const deps = c.get('deps');
  try {
    if (await revokeExposedKey(deps, await hashApiKey(apiKey))) return true;
  } catch (error) {
    // 503 would ask the caller to send the key once more.
    if (!isStorageFailure(error)) throw error;
    deps.reportFailure('exposed_key_not_revoked', error);
    return false;
  }
  await countFailure(c);
  return false;
}
