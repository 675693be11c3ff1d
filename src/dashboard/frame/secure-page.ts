import { createMiddleware } from 'hono/factory';
import { CONNECT_PATH } from '#core/accounts/connected-app.ts';
import type { DashboardContext, DashboardEnv } from './dashboard-env.ts';

/**
 * A page may load our own stylesheet, script, typeface and images, and send forms to us. It may have no inline script or style and no frame, and may
 * load nothing from other sites. `data:` images are the icons of the stylesheet and the preview of a new code.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const securePage = createMiddleware<DashboardEnv>(async function securePage(c, next) {
  await next();
  // Images have a stricter policy.
  if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', POLICY);
  // Not `no-referrer`: it makes browsers hide the origin of forms, which `requireSameOrigin` reads.
  c.res.headers.set('Referrer-Policy', 'same-origin');
  c.res.headers.set('Cross-Origin-Opener-Policy', isAskedByApp(c) ? 'unsafe-none' : 'same-origin');
  c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  c.res.headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  );
});

/** An app may open the question in a window of its own, where it then waits for the person: the policy would cut that window off. */
function isAskedByApp(c: DashboardContext): boolean {
  const { path } = c.req;
  const leadsThere = path.startsWith('/sign-in') && c.req.query('next')?.startsWith(CONNECT_PATH);
  return path === CONNECT_PATH || leadsThere === true;
}
