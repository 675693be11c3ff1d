import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app.ts';
import { ApiError } from '../errors.ts';

const LOCAL_HOST = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Plain http is refused, not redirected: a redirect would hide that the key has just travelled in the clear. */
export const requireHttps = createMiddleware<AppEnv>(async function requireHttps(c, next) {
  const url = new URL(c.req.url);
  if (url.protocol !== 'https:' && !LOCAL_HOST.test(url.hostname)) {
    throw new ApiError('https_required', 'Use https: this request, and any key in it, came over plain http.');
  }
  await next();
});
