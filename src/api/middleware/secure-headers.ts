import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app-env.ts';

/** Tells browsers, on every response, not to run, frame, sniff or store it. */
export const secureHeaders = createMiddleware<AppEnv>(async function secureHeaders(c, next) {
  await next();
  // The dashboard's stylesheet, script and images set their own.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  // A page sets its own policy.
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
  c.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
});
