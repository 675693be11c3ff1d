import { createMiddleware } from 'hono/factory';
import { isOnThisMachine } from '#core/http/local-host.ts';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '#contract/problems/api-error.ts';

/** Refuses plain http. A redirect to https would hide from the caller that the key travelled without encryption. */
export const requireHttps = createMiddleware<AppEnv>(async function requireHttps(c, next) {
  const url = new URL(c.req.url);
  if (url.protocol !== 'https:' && !isOnThisMachine(url)) {
    throw new ApiError(
      'https_required',
      'Use https. This request came over plain http, and so did any key in it.',
    );
  }
  await next();
});
