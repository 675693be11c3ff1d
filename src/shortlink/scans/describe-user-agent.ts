import { isbot } from 'isbot';
import { BoundedMap } from '#core/bounded-map.ts';
import { readUserAgent, type UserAgent } from '#core/scans/user-agent.ts';

export interface UserAgentDescription extends UserAgent {
  readonly isProgram: boolean;
}

const MAX_REMEMBERED = 1_000;

/**
 * Programs that isbot takes for people: office suites and mail scanners that open links, monitors, and apps that fetch without a browser. Of
 * browsers, only old ones called themselves `compatible`.
 */
const FETCHERS =
  /ms-office|MSOffice|Microsoft Office|Outlook-iOS\/|Trend Micro|WindowsPowerShell|GTmetrix|^Dalvik\/|CFNetwork\/|^Line\/|AppleCoreMedia\/|Alamofire\/|^Dart\/|\(compatible;(?! MSIE| Konqueror)/i;

/** Strings that isbot takes for bots but that people's browsers send: Sogou's name, and Alipay's screen-size fields. */
const NO_MARKS_OF_PROGRAMS = /Sogou(?:MobileBrowser|MSE|Search)|AlipayDefined\([^()]*\)/g;

/** isbot's only rule about a digit behind another. */
const DIGITS_THAT_COUNT = /24x7/i;

/** By `hashShape`. */
const described = new BoundedMap<number, UserAgentDescription>(MAX_REMEMBERED);

/** Runs about fifty rules, but only for a user agent that differs from all in memory in more than versions and builds. */
export function describeUserAgent(text: string): UserAgentDescription {
  if (DIGITS_THAT_COUNT.test(text)) return applyRules(text);
  const shape = hashShape(text);
  const known = described.get(shape);
  if (known) return known;
  const description = applyRules(text);
  described.set(shape, description);
  return description;
}

function applyRules(text: string): UserAgentDescription {
  return {
    // Every browser of a phone names itself.
    isProgram: text.trim() === '' || isbot(text.replace(NO_MARKS_OF_PROGRAMS, '')) || FETCHERS.test(text),
    ...readUserAgent(text),
  };
}

/** Each isolate has its own seed: with a known one, somebody could send a program whose hash is that of a browser, and the browser would be taken for it. */
let seed: number | null = null;

/**
 * 53 bits of a user agent, in which a digit behind another digit counts as any digit: most user agents differ only in versions and builds,
 * and no rule asks for such a digit. A hash, because the text without them is slower to make (docs/decisions/redirect.md).
 */
function hashShape(text: string): number {
  seed ??= crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  let [high, low] = [seed, ~seed];
  let isAfterDigit = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    const counted = isDigit && isAfterDigit ? 0x39 : unit;
    isAfterDigit = isDigit;
    high = mix(high ^ counted, 0x9e37_79b1);
    low = mix(low ^ counted, 0x85eb_ca6b);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** A multiplication carries bits to the left only; the shift brings them back. */
function mix(value: number, factor: number): number {
  const product = Math.imul(value, factor);
  return product ^ (product >>> 15);
}
