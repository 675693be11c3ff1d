import type { Context } from 'hono';
import { formatSecurityTxt } from '#core/http/security-txt.ts';
import type { AppEnv } from './app-env.ts';

/** `GET /.well-known/security.txt`: the contact for vulnerabilities; 404 if the operator named none. */
export function readSecurityTxt(c: Context<AppEnv>): Response | Promise<Response> {
  const text = formatSecurityTxt(c.env.SECURITY_CONTACT, c.req.url, c.get('deps').nowMs());
  return text === null ? c.notFound() : c.text(text);
}

/** `GET /.well-known/change-password`: password managers send people here. There are no passwords, but passkeys and sign-in links. */
export function redirectToSecurity(c: Context<AppEnv>): Response {
  return c.redirect('/settings/security', 302);
}

const ROBOTS = `User-agent: *
Disallow: /
Allow: /docs
Allow: /openapi.json
Allow: /privacy
Allow: /terms
`;

/** `GET /robots.txt`: allows only what strangers may read. */
export function readRobots(c: Context<AppEnv>): Response {
  return c.text(ROBOTS);
}
