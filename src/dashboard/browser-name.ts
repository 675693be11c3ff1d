import { detectBrowser } from '../core/browser.ts';
import { detectOperatingSystem } from '../core/operating-system.ts';
import type { DashboardContext } from './dashboard-env.ts';

const LONGEST_USER_AGENT = 512;

/** What the list of sessions calls a browser: `Firefox on Windows`. The user agent itself is not kept. */
export function nameBrowser(c: DashboardContext): string {
  const userAgent = (c.req.header('User-Agent') ?? '').slice(0, LONGEST_USER_AGENT);
  const browser = detectBrowser(userAgent) ?? 'A browser';
  const system = detectOperatingSystem(userAgent);
  return system === null ? browser : `${browser} on ${system}`;
}
