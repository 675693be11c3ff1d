import { isbot } from 'isbot';

/**
 * A scan is one GET redirected for a person. Not scans: HEAD, bots and link previews, and pages fetched ahead of a tap
 * (`Sec-Purpose` of the Fetch standard; `Purpose` and `X-Moz` of older browsers).
 */
export function isScanOfPerson(request: Request): boolean {
  if (request.method !== 'GET') return false;
  const { headers } = request;
  const purposes = [headers.get('Sec-Purpose'), headers.get('Purpose'), headers.get('X-Moz')];
  if (purposes.some((purpose) => purpose && /prefetch|preview|prerender/i.test(purpose))) return false;
  return !isbot(headers.get('User-Agent'));
}
