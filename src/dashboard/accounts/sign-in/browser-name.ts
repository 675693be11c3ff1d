import { readUserAgent } from '#core/scans/user-agent.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** What the list of sessions calls a browser: `Firefox on Windows`. The user agent itself is not kept. */
export function nameBrowser(c: DashboardContext): string {
  const { browser, os } = readUserAgent(c.req.header('User-Agent') ?? '');
  const name = browser ?? 'A browser';
  return os === null ? name : `${name} on ${os}`;
}
