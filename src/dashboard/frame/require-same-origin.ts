import { createMiddleware } from 'hono/factory';
import { say } from '#languages/say.ts';
import type { DashboardEnv } from './dashboard-env.ts';
import { forbidden } from './page-error.ts';

/**
 * Refuses requests that change something and come from another site (cross-site request forgery). Browsers send the page's origin with
 * every such request, so a request without one is refused too.
 */
export const requireSameOrigin = createMiddleware<DashboardEnv>(async function requireSameOrigin(c, next) {
  const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isSafe && c.req.header('Origin') !== new URL(c.req.url).origin) {
    throw forbidden(
      say('This request did not come from a page of the dashboard. Open the dashboard and try again there.'),
    );
  }
  await next();
});
