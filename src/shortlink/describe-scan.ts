import type { CodeId } from '../core/code-id.ts';
import { parseCity, parseCountry, parseLanguage, parseReferrerHost } from '../core/scan-origin.ts';
import type { Scan } from '../core/scan.ts';
import { describeUserAgent, MAX_USER_AGENT_CHARACTERS } from './describe-user-agent.ts';
import { createVisitorKey } from './visitor-key.ts';

/**
 * What is kept of a request: a few words about it, and a keyed hash. The IP address, the user agent and the query go no further than
 * this function: docs/privacy.md.
 */
export function describeScan(request: Request, secret: string, codeId: CodeId, atMs: number): Scan {
  const { headers, cf } = request;
  const userAgent = headers.get('User-Agent') ?? '';
  const { device, os, browser } = describeUserAgent(userAgent);
  const address = headers.get('CF-Connecting-IP') ?? '';
  const country = parseCountry(cf?.country);
  return {
    codeId,
    atMs,
    device,
    visitorKey: createVisitorKey(secret, codeId, address, userAgent.slice(0, MAX_USER_AGENT_CHARACTERS)),
    country,
    city: parseCity(cf?.city, country),
    os,
    browser,
    referrer: parseReferrerHost(headers.get('Referer')),
    language: parseLanguage(headers.get('Accept-Language')),
  };
}
