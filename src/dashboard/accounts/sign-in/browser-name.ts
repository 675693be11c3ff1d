import { readUserAgent } from '#core/scans/user-agent.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** The name of a browser in the list of sessions: `Firefox on Windows`. The user agent itself is not stored. */
export function nameBrowser(c: DashboardContext): string {
  const { browser, os } = readUserAgent(c.req.header('User-Agent') ?? '');
  const name = browser ?? 'A browser';
  return os === null ? name : `${name} on ${os}`;
}
