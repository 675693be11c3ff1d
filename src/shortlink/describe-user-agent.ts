import { isbot } from 'isbot';
import { detectBrowser } from '../core/browser.ts';
import { detectDevice, type Device } from '../core/device.ts';
import { HmacSha256 } from '../core/hmac-sha256.ts';
import { detectOperatingSystem } from '../core/operating-system.ts';
import { remember } from '../core/remember.ts';

/** What the words of a user agent tell. */
export interface UserAgentDescription {
  readonly isProgram: boolean;
  readonly device: Device;
  readonly os: string | null;
  readonly browser: string | null;
  /** Stands for the user agent in visitor keys: 96 bits, in base64url. */
  readonly digest: string;
}

/** A user agent beyond this length is no browser's: rules are run over its beginning. */
const MAX_CHARACTERS = 512;

/** With all their characters a megabyte at most. */
const MAX_REMEMBERED = 1_000;

/** Programs that isbot takes for people: office suites and mail scanners that look at links, and apps that fetch without a browser. */
const FETCHERS =
  /ms-office|MSOffice|Microsoft Office|Trend Micro|WindowsPowerShell|^Dalvik\/|CFNetwork\/|^Line\//i;

/** No secret: it only makes long texts short. The visitor key that it goes into is made with one. */
const digester = new HmacSha256('user agent');

/** User agents repeat: their rules, of which there are about fifty, are run once for each while it is remembered. */
export const describeUserAgent = remember(MAX_REMEMBERED, (userAgent): UserAgentDescription => {
  const text = userAgent.slice(0, MAX_CHARACTERS);
  return {
    isProgram: isbot(text) || FETCHERS.test(text),
    device: detectDevice(text),
    os: detectOperatingSystem(text),
    browser: detectBrowser(text),
    digest: digester.sign(text, 16),
  };
});
