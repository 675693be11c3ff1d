import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

/**
 * Gives the request an id for its response and the log. Ignores the caller's id, which may repeat, or contain something that must not be
 * logged.
 */
export const requestId = createMiddleware<AppEnv>(async function requestId(c, next) {
  c.set('requestId', crypto.randomUUID());
  await next();
  c.res.headers.set('X-Request-Id', c.get('requestId'));
});
