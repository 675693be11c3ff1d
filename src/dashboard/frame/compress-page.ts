import { createMiddleware } from 'hono/factory';
import { parseAcceptHeader } from '#core/http/accept-header.ts';
import type { DashboardEnv } from './dashboard-env.ts';

const COMPRESSIBLE = /^(text\/|image\/svg\+xml|application\/json)/;

/** Compresses pages, on a laptop too: workerd compresses a body whose headers declare a compression. */
export const compressPage = createMiddleware<DashboardEnv>(async function compressPage(c, next) {
  await next();
  if (
    !parseAcceptHeader(c.req.header('Accept-Encoding')).includes('gzip') ||
    !COMPRESSIBLE.test(c.res.headers.get('Content-Type') ?? '') ||
    !c.res.body ||
    // Nothing, compressed, would be 20 bytes. workerd sends none, and browsers read them as a broken file.
    (await isEmpty(c.res.clone().body))
  )
    return;
  // workerd reads the header when a response is created, not when its headers change.
  c.res = new Response(c.res.body, c.res);
  c.res.headers.set('Content-Encoding', 'gzip');
  c.res.headers.append('Vary', 'Accept-Encoding');
});

/** Reads a body as far as its first byte. */
async function isEmpty(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  for await (const bytes of body ?? []) if (bytes.length > 0) return false;
  return true;
}
