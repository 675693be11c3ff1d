import type { UserAgentDescription } from './describe-user-agent.ts';

/** `Sec-Purpose` of the Fetch standard, and the headers of older browsers. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD_OF_A_TAP = /prefetch|preview|prerender/i;

/** `Sec-Fetch-Dest` (Fetch Metadata) for a page that a person opens. Images, frames and script requests belong to another page. */
const OPENED = 'document';

/**
 * A scan is one GET that redirects a person. These are not scans: HEAD, known bots and link previews, requests without a user agent,
 * prefetched pages, and requests embedded in another page. docs/decisions/who-is-counted.md says why, and what cannot be known.
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
