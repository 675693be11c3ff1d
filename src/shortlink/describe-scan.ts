import { detectBrowser } from '../core/browser.ts';
import type { CodeId } from '../core/code-id.ts';
import { detectDevice } from '../core/device.ts';
import { detectOperatingSystem } from '../core/operating-system.ts';
import { parseCity, parseCountry, parseLanguage, parseReferrerHost } from '../core/scan-origin.ts';
import type { Scan } from '../core/scan.ts';
import { createVisitorKey } from './visitor-key.ts';

/** A user agent beyond this length is no browser's; rules are not run over more. */
const MAX_USER_AGENT_CHARACTERS = 1_000;

/**
 * What is kept of a request: a few words about it, and a keyed hash. The IP address, the user agent and the query go no further than
 * this function: docs/privacy.md.
 */
export function describeScan(request: Request, secret: string, codeId: CodeId, atMs: number): Scan {
  const { headers } = request;
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, MAX_USER_AGENT_CHARACTERS);
  const address = headers.get('CF-Connecting-IP') ?? '';
  const country = parseCountry(request.cf?.country);
  return {
    codeId,
    atMs,
    device: detectDevice(userAgent),
    visitorKey: createVisitorKey(secret, codeId, address, userAgent),
    country,
    city: parseCity(request.cf?.city, country),
    os: detectOperatingSystem(userAgent),
    browser: detectBrowser(userAgent),
    referrer: parseReferrerHost(headers.get('Referer')),
    language: parseLanguage(headers.get('Accept-Language')),
  };
}
