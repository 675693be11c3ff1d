import type { UserAgentDescription } from './describe-user-agent.ts';

/** `Sec-Purpose` of the Fetch standard, and what older browsers say. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD_OF_A_TAP = /prefetch|preview|prerender/i;

/** `Sec-Fetch-Dest` (Fetch Metadata) of a page that a person opens. An image, a frame or a script's request is embedded in another page. */
const OPENED = 'document';

/**
 * A scan is one GET redirected for a person. Not scans: HEAD, known bots and link previews, pages fetched ahead of a tap, and what
 * another page embeds.
 * A request without a user agent is no known bot.
 * docs/decisions/who-is-counted.md says why, and what cannot be known.
 */
export function isScanOfPerson(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  { isProgram }: UserAgentDescription,
): boolean {
  if (isProgram || method !== 'GET') return false;
  // Absent in older browsers, and over plain http.
  if ((headers.get('Sec-Fetch-Dest') ?? OPENED) !== OPENED) return false;
  return !PURPOSE_HEADERS.some((name) => {
    const purpose = headers.get(name);
    return purpose !== null && AHEAD_OF_A_TAP.test(purpose);
  });
}
