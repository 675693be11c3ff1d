import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_LIVES_SECONDS } from '#service/accounts/sessions.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/**
 * The cookie of a session: `__Host-session`, which no other host can set and no script can read. On a laptop, over plain http, its name is
 * `session`, because Safari keeps no secure cookie there. Everywhere else the service refuses plain http before it reads a cookie.
 */
const NAME = 'session';

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;

/** The token of the browser's session, unchecked; null where it sends none. */
export function readSessionCookie(c: DashboardContext): string | null {
  return getCookie(c, NAME, isSecure(c) ? 'host' : undefined) ?? null;
}

export function writeSessionCookie(c: DashboardContext, token: string): void {
  setCookie(c, NAME, token, { ...OPTIONS, ...chooseCookiePrefix(c), maxAge: SESSION_LIVES_SECONDS });
}

export function clearSessionCookie(c: DashboardContext): void {
  deleteCookie(c, NAME, { ...OPTIONS, ...chooseCookiePrefix(c) });
}

function chooseCookiePrefix(c: DashboardContext) {
  return isSecure(c) ? ({ prefix: 'host', secure: true } as const) : {};
}

/** Whether the page came over https. */
export function isSecure(c: DashboardContext): boolean {
  return new URL(c.req.url).protocol === 'https:';
}
