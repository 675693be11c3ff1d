import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../dashboard-env.ts';

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/json)/;

/** workerd compresses a body whose headers say that it is compressed; so pages are small on every network, a laptop's included. */
export const compressPage = createMiddleware<DashboardEnv>(async function compressPage(c, next) {
  await next();
  const isAccepted = /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '');
  if (!isAccepted || !c.res.body || !COMPRESSIBLE.test(c.res.headers.get('Content-Type') ?? '')) return;
  // Made anew: workerd reads the header when a response is made, not when it is changed.
  c.res = new Response(c.res.body, c.res);
  c.res.headers.set('Content-Encoding', 'gzip');
  c.res.headers.append('Vary', 'Accept-Encoding');
});
