import type { CodeId } from '../core/code-id.ts';
import { remember } from '../core/remember.ts';
import { parseCity, parseCountry, parseLanguage, parseReferrerHost } from '../core/scan-origin.ts';
import type { Scan } from '../core/scan.ts';
import type { UserAgentDescription } from './describe-user-agent.ts';
import { createVisitorKey } from './visitor-key.ts';

/** Languages repeat as user agents do. */
const readLanguage = remember(1_000, parseLanguage);

/**
 * What is kept of a request: a few words about it, and a keyed hash. The IP address and the query go no further than this function, the
 * user agent not even so far: docs/privacy.md.
 */
export function describeScan(
  { headers, cf }: Request,
  { device, os, browser, digest }: UserAgentDescription,
  secret: string,
  codeId: CodeId,
  atMs: number,
): Scan {
  const address = headers.get('CF-Connecting-IP') ?? '';
  const country = parseCountry(cf?.country);
  return {
    codeId,
    atMs,
    device,
    visitorKey: createVisitorKey(secret, codeId, address, digest),
    country,
    city: parseCity(cf?.city, country),
    os,
    browser,
    referrer: parseReferrerHost(headers.get('Referer')),
    language: readLanguage(headers.get('Accept-Language') ?? ''),
  };
}
