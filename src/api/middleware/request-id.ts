import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app.ts';

export interface RequestIdVariables {
  requestId: string;
}

/** Names the request in its answer and in the log. Always our own name: a caller's could repeat, or carry what must not be logged. */
export const requestId = createMiddleware<AppEnv>(async function requestId(c, next) {
  c.set('requestId', crypto.randomUUID());
  await next();
  c.res.headers.set('X-Request-Id', c.get('requestId'));
});
