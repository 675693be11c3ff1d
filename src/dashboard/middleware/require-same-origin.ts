import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../dashboard-env.ts';
import { forbidden } from '../page-error.ts';

/**
 * Whatever changes something must come from one of our own pages (cross-site request forgery). Browsers name the page's origin with
 * every such request; what names none is no browser, and has no business with a cookie.
 */
export const requireSameOrigin = createMiddleware<DashboardEnv>(async function requireSameOrigin(c, next) {
  const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isSafe && c.req.header('Origin') !== new URL(c.req.url).origin) {
    throw forbidden(
      'This request did not come from a page of the dashboard. Open the dashboard, and try again from there.',
    );
  }
  await next();
});
