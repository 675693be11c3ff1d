import { isbot } from 'isbot';
import { detectBrowser } from '../core/browser.ts';
import { detectDevice, type Device } from '../core/device.ts';
import { detectOperatingSystem } from '../core/operating-system.ts';

/** What the words of a user agent tell. */
export interface UserAgentDescription {
  readonly isProgram: boolean;
  readonly device: Device;
  readonly os: string | null;
  readonly browser: string | null;
}

/** A user agent beyond this length is no browser's: rules are run over its beginning. */
export const MAX_USER_AGENT_CHARACTERS = 512;

/** Programs that isbot takes for people: office suites and mail scanners that look at links, and apps that fetch without a browser. */
const FETCHERS =
  /ms-office|MSOffice|Microsoft Office|Trend Micro|WindowsPowerShell|^Dalvik\/|CFNetwork\/|^Line\//i;

/** The answers of the last user agents, which repeat. With all their characters a megabyte at most. */
const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, UserAgentDescription>();

/** Runs its rules, of which there are about fifty, once for each user agent while that is remembered. */
export function describeUserAgent(userAgent: string): UserAgentDescription {
  const known = remembered.get(userAgent);
  if (known) return known;
  const text = userAgent.slice(0, MAX_USER_AGENT_CHARACTERS);
  const description = {
    isProgram: isbot(text) || FETCHERS.test(text),
    device: detectDevice(text),
    os: detectOperatingSystem(text),
    browser: detectBrowser(text),
  };
  // A longer one is not worth its memory.
  if (text === userAgent) remember(userAgent, description);
  return description;
}

/** What came first leaves first. */
function remember(userAgent: string, description: UserAgentDescription): void {
  remembered.set(userAgent, description);
  if (remembered.size <= MAX_REMEMBERED) return;
  for (const oldest of remembered.keys()) return void remembered.delete(oldest);
}
