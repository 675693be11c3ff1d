import { isbot } from 'isbot';
import { remember } from '#core/bounded-map.ts';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';
import { MAX_USER_AGENT_CHARACTERS, readUserAgent, type UserAgent } from '#core/scans/user-agent.ts';

export interface UserAgentDescription extends UserAgent {
  readonly isProgram: boolean;
  /** Represents the user agent in visitor keys: 96 bits, in base64url. */
  readonly digest: string;
}

/** Including all their characters, a megabyte at most. */
const MAX_REMEMBERED = 1_000;

/**
 * Programs that isbot takes for people: office suites and mail scanners that open links, monitors, and apps that fetch without a browser.
 */
const FETCHERS =
  /ms-office|MSOffice|Microsoft Office|Outlook-iOS\/|Trend Micro|WindowsPowerShell|GTmetrix|^Dalvik\/|CFNetwork\/|^Line\/|AppleCoreMedia\/|Alamofire\/|^Dart\//i;

/** Strings that isbot takes for bots but that people's browsers send: Sogou's name, and Alipay's screen-size fields. */
const NO_MARKS_OF_PROGRAMS = /Sogou(?:MobileBrowser|MSE|Search)|AlipayDefined\([^)]*\)/g;

/** Not a secret: it only shortens the text. The visitor key that contains it is made with a secret. */
const digester = new HmacSha256('user agent');

/** User agents repeat: about fifty rules run once for each remembered user agent. */
export const describeUserAgent = remember(MAX_REMEMBERED, (header): UserAgentDescription => {
  const text = header.slice(0, MAX_USER_AGENT_CHARACTERS);
  return {
    // Every browser of a phone names itself.
    isProgram: text.trim() === '' || isbot(text.replace(NO_MARKS_OF_PROGRAMS, '')) || FETCHERS.test(text),
    ...readUserAgent(text),
    digest: digester.sign(text, 16),
  };
});
