import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '#contract/problems/api-error.ts';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses requests beyond the key's scope. It runs after the rate limit, so that refused requests count too. */
export const requireScope = createMiddleware<AppEnv>(async function requireScope(c, next) {
  if (c.get('keyScope') === 'read' && !READING_METHODS.has(c.req.method)) {
    throw new ApiError(
      'insufficient_scope',
      `This API key may only read. ${c.req.method} needs a key with full access.`,
    );
  }
  await next();
});
