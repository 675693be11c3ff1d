import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { DashboardContext } from './dashboard-env.ts';

/**
 * Cookies that no other host can set (`__Host-…`) and no script can read. On a laptop, over plain http, their names have no prefix, because
 * Safari stores no secure cookies there. Everywhere else, the service refuses plain http before it reads a cookie. They are not strict,
 * because links in mails open the same pages.
 */
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;

/** The value that the browser sends, unchecked; null if it sends none. */
export function readCookie(c: DashboardContext, name: string): string | null {
  return getCookie(c, name, isSecure(c) ? 'host' : undefined) ?? null;
}

export function writeCookie(c: DashboardContext, name: string, value: string, maxAge: number): void {
  setCookie(c, name, value, { ...ATTRIBUTES, ...prefix(c), maxAge });
}

export function clearCookie(c: DashboardContext, name: string): void {
  deleteCookie(c, name, { ...ATTRIBUTES, ...prefix(c) });
}

/** Whether the page came over https. */
export function isSecure(c: DashboardContext): boolean {
  return new URL(c.req.url).protocol === 'https:';
}

function prefix(c: DashboardContext) {
  return isSecure(c) ? ({ prefix: 'host', secure: true } as const) : {};
}
