import { say } from '#languages/say.ts';
import { readUserAgent } from '#core/scans/user-agent.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

const NAMELESS = 'A browser';

/** The name of a browser in the list of sessions: `Firefox on Windows`. The user agent itself is not stored. */
export function nameBrowser(c: DashboardContext): string {
  const { browser, os } = readUserAgent(c.req.header('User-Agent') ?? '');
  const name = browser ?? NAMELESS;
  return os === null ? name : `${name} on ${os}`;
}

/** The stored name in the reader's language. */
export function sayBrowser(name: string): string {
  const [browser = '', system] = name.split(' on ');
  const known = browser === NAMELESS ? say('A browser') : browser;
  return system === undefined ? known : say('{browser} on {system}', { browser: known, system });
}
