import { createMiddleware } from 'hono/factory';
import type { DashboardEnv } from '../dashboard-env.ts';

/**
 * All that a page may do: our own stylesheet, script and pictures, forms to ourselves. No inline script or style, no frame, nothing from
 * anywhere else. `data:` pictures are the small icons of the stylesheet, and the preview of a new code.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const securePage = createMiddleware<DashboardEnv>(async function securePage(c, next) {
  await next();
  // A picture brings a stricter one.
  if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', POLICY);
  // Not `no-referrer`: with that, browsers hide the origin of forms too, which `requireSameOrigin` reads.
  c.res.headers.set('Referrer-Policy', 'same-origin');
  c.res.headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  c.res.headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
});
