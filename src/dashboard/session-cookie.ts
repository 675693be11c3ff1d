import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_IDLE_SECONDS } from '../service/sign-in.ts';
import type { DashboardContext } from './dashboard-env.ts';

/**
 * The cookie of a session: `__Host-session`, which no other host can set and no script can read. On a laptop, over plain http, it is
 * called `session`, because Safari keeps no secure cookie there; everywhere else plain http is refused before anybody is asked.
 */
const NAME = 'session';

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;

/** The token of the browser's session, unchecked; null where it sends none. */
export function readSessionCookie(c: DashboardContext): string | null {
  return getCookie(c, NAME, isSecure(c) ? 'host' : undefined) ?? null;
}

export function writeSessionCookie(c: DashboardContext, token: string): void {
  setCookie(c, NAME, token, { ...OPTIONS, ...prefixOf(c), maxAge: SESSION_IDLE_SECONDS });
}

export function clearSessionCookie(c: DashboardContext): void {
  deleteCookie(c, NAME, { ...OPTIONS, ...prefixOf(c) });
}

function prefixOf(c: DashboardContext) {
  return isSecure(c) ? ({ prefix: 'host', secure: true } as const) : {};
}

function isSecure(c: DashboardContext): boolean {
  return new URL(c.req.url).protocol === 'https:';
}
