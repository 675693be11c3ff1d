import { isbot } from 'isbot';

/** Programs that isbot takes for people: office suites and mail scanners that look at links, and apps that fetch without a browser. */
const FETCHERS =
  /ms-office|MSOffice|Microsoft Office|Trend Micro|WindowsPowerShell|^Dalvik\/|CFNetwork\/|^Line\//i;

/** `Sec-Purpose` of the Fetch standard, and what older browsers say. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD_OF_A_TAP = /prefetch|preview|prerender/i;

/**
 * A scan is one GET redirected for a person. Not scans: HEAD, known bots and link previews, and pages fetched ahead of a tap.
 * A request without a user agent is no known bot.
 * docs/decisions/who-is-counted.md says why, and what nobody can tell.
 */
export function isScanOfPerson({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  if (PURPOSE_HEADERS.some((name) => AHEAD_OF_A_TAP.test(headers.get(name) ?? ''))) return false;
  const userAgent = headers.get('User-Agent') ?? '';
  return !isbot(userAgent) && !FETCHERS.test(userAgent);
}
