import { SESSION_LIVES_SECONDS } from '#service/accounts/sessions.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { clearCookie, readCookie, writeCookie } from '../../frame/own-cookie.ts';

const NAME = 'session';

/** The token of the browser's session, unchecked; null if it sends none. */
export function readSessionCookie(c: DashboardContext): string | null {
  return readCookie(c, NAME);
}

export function writeSessionCookie(c: DashboardContext, token: string): void {
  writeCookie(c, NAME, token, SESSION_LIVES_SECONDS);
}

export function clearSessionCookie(c: DashboardContext): void {
  clearCookie(c, NAME);
}
