import { checkCharacters } from './characters.ts';
import { parseEmail } from './email.ts';
import { parseEvent } from './event.ts';
import { parseGeo } from './geo.ts';
import { parsePhone } from './phone.ts';
import { parseSms } from './sms.ts';
import {
  CONTENT_TYPES,
  type ContentOptions,
  type ContentProblem,
  type ContentType,
  type StaticContent,
} from './static-content.ts';
import { parseText } from './text.ts';
import { parseUrl } from './url.ts';
import { parseVcard } from './vcard.ts';
import { parseWifi } from './wifi.ts';
import { err, type Result } from '../result.ts';

export {
  CONTENT_TYPES,
  type ContentOptions,
  type ContentProblem,
  type ContentType,
  type StaticContent,
} from './static-content.ts';

export function parseContentType(text: string): ContentType | null {
  return CONTENT_TYPES.find((type) => type === text) ?? null;
}

type ContentParser = (target: string, options: ContentOptions) => Result<StaticContent, ContentProblem>;

const PARSERS: Readonly<Record<ContentType, ContentParser>> = {
  url: parseUrl,
  text: parseText,
  email: parseEmail,
  phone: parsePhone,
  sms: parseSms,
  wifi: parseWifi,
  geo: parseGeo,
  vcard: parseVcard,
  event: parseEvent,
};

/**
 * The most UTF-16 code units that each type accepts; whether the content then fits a symbol is for the symbol to say.
 * 7,089 digits are the most that any symbol holds (ISO/IEC 18004 Table 7), and 2,953 bytes of anything else.
 */
const LONGEST_TARGET: Readonly<Record<ContentType, number>> = {
  url: 4096,
  text: 7089,
  email: 2048,
  phone: 64,
  sms: 2048,
  wifi: 1024,
  geo: 512,
  vcard: 2953,
  event: 2953,
};

/**
 * Validates the target of a code for its type and says what a static symbol of it holds: the target itself, or its
 * normal form where scanners need one (a URL with characters beyond ASCII, a phone number with spaces).
 */
export function parseContent(
  type: ContentType,
  target: string,
  options: ContentOptions,
): Result<StaticContent, ContentProblem> {
  // The length comes first, so that no later check ever sees more than a few kilobytes.
  const longest = LONGEST_TARGET[type];
  if (target.length > longest) {
    return err({
      code: 'too_long',
      message: `The target is ${target.length} characters long; a ${type} target has at most ${longest}.`,
    });
  }
  const problem = checkCharacters(type, target);
  return problem === null ? PARSERS[type](target, options) : err(problem);
}
