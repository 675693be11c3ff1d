import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../dashboard-env.ts';

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/json)/;

/** workerd compresses a body whose headers say that it is compressed; so pages are small on every network, a laptop's included. */
export const compressPage = createMiddleware<DashboardEnv>(async function compressPage(c, next) {
  await next();
  if (
    !acceptsGzip(c.req.header('Accept-Encoding') ?? '') ||
    !c.res.body ||
    !COMPRESSIBLE.test(c.res.headers.get('Content-Type') ?? '')
  )
    return;
  // Made anew: workerd reads the header when a response is made, not when it is changed.
  c.res = new Response(c.res.body, c.res);
  c.res.headers.set('Content-Encoding', 'gzip');
  c.res.headers.append('Vary', 'Accept-Encoding');
});

/** RFC 9110 §12.5.3: a weight of 0 is a no. */
function acceptsGzip(header: string): boolean {
  return header
    .split(',')
    .some((coding) => /^\s*gzip\s*(;|$)/i.test(coding) && !/;\s*q=0(\.0*)?\s*$/i.test(coding));
}
