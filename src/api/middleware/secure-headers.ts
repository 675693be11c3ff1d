import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../app.ts';

/** What every answer of the API says to a browser that got here by mistake: nothing to run, frame, sniff or keep. */
export const secureHeaders = createMiddleware<AppEnv>(async function secureHeaders(c, next) {
  await next();
  // What may be kept says so itself: the dashboard's stylesheet, script and pictures.
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  // A page brings a policy of its own.
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
  c.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
});
