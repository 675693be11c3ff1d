import { parseEmail } from './email.ts';
import { parseEvent } from './event.ts';
import { parsePhone } from './phone.ts';
import { parseSms } from './sms.ts';
import {
  CONTENT_TYPES,
  type ContentOptions,
  type ContentProblem,
  type ContentType,
  type StaticContent,
} from './static-content.ts';
import { parseUrl } from './url.ts';
import { parseWifi } from './wifi.ts';
import { err, type Result, ok } from '../result.ts';
import { decodeUriData } from './uri.ts';
import { parsePropertyLines, type PropertyLine } from './property-lines.ts';

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
 * Validates a code's target for its type and gives the content of a static symbol: the target itself, or its normal form if scanners need
 * one (a URL with non-ASCII characters, a phone number with spaces).
 */
export function parseContent(
  type: ContentType,
  target: string,
  options: ContentOptions,
): Result<StaticContent, ContentProblem> {
  // The length check comes first, so that later checks see at most a few kilobytes.
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

const DECIMAL = String.raw`-?\d{1,3}(?:\.\d{1,15})?`;
const PLAIN = new RegExp(`^(${DECIMAL}),(${DECIMAL})$`);
/** RFC 5870 §3.3, followed by the query that phone maps read as a search or a zoom. */
const GEO_URI = new RegExp(
  String.raw`^geo:(${DECIMAL}),(${DECIMAL})(?:,-?\d{1,9}(?:\.\d{1,15})?)?(?:;crs=wgs84)?(?:;u=\d{1,9}(?:\.\d{1,15})?)?(?:\?(.+))?$`,
  'i',
);

/** `latitude,longitude` in decimal degrees of WGS 84, or the same as a `geo:` URI. */
function parseGeo(target: string): Result<StaticContent, ContentProblem> {
  const isUri = /^geo:/i.test(target);
  const found = (isUri ? GEO_URI : PLAIN).exec(target);
  if (found === null || decodeUriData(found[3] ?? '') === null) {
    return err({
      code: 'invalid_geo',
      message:
        'Write latitude and longitude in decimal degrees with a comma and no space between, as in 52.5163,13.3777, or the URI geo:52.5163,13.3777.',
    });
  }
  const [, latitude = '', longitude = ''] = found;
  if (Math.abs(Number(latitude)) > 90) {
    return err({ code: 'invalid_geo', message: `The latitude ${latitude} is outside -90 to 90 degrees.` });
  }
  if (Math.abs(Number(longitude)) > 180) {
    return err({
      code: 'invalid_geo',
      message: `The longitude ${longitude} is outside -180 to 180 degrees.`,
    });
  }
  return ok({ symbolContent: target, redirectTo: isUri ? target : `geo:${target}` });
}

/** Any text, unchanged. A link cannot carry it. */
function parseText(target: string): Result<StaticContent, ContentProblem> {
  return ok({ symbolContent: target, redirectTo: null });
}

/** One vCard of version 3.0 (RFC 2426) or 4.0 (RFC 6350) with the properties that its version requires. */
function parseVcard(target: string): Result<StaticContent, ContentProblem> {
  const lines = parsePropertyLines(target);
  const message = lines.ok ? findProblem(lines.value) : lines.error;
  return message === null
    ? ok({ symbolContent: target, redirectTo: null })
    : err({ code: 'invalid_vcard', message });
}

function findProblem(lines: readonly PropertyLine[]): string | null {
  const begins = lines.filter(({ name }) => name === 'BEGIN');
  if (begins.length !== 1 || begins[0]?.value.toUpperCase() !== 'VCARD') {
    return 'The target is one vCard: it starts with BEGIN:VCARD, ends with END:VCARD, and has nothing nested.';
  }
  const version = valueOf(lines, 'VERSION');
  if (version !== '3.0' && version !== '4.0') {
    return `VERSION is ${version === '' ? 'missing' : `"${version}"`}; it is 3.0 or 4.0.`;
  }
  // RFC 6350 §6.7.9.
  if (version === '4.0' && lines[1]?.name !== 'VERSION')
    return 'In a vCard 4.0, VERSION comes right after BEGIN:VCARD.';
  if (valueOf(lines, 'FN') === '') return 'FN, the name to show, is missing.';
  // RFC 2426 §3.1.2; in 4.0 N is optional.
  if (version === '3.0' && valueOf(lines, 'N') === '') {
    return 'N, the structured name, is missing; vCard 3.0 requires it, as in N:Doe;Jane;;;.';
  }
  return null;
}

function valueOf(lines: readonly PropertyLine[], name: string): string {
  return lines.find((line) => line.name === name)?.value.trim() ?? '';
}

/** Multi-line types: only in these do line breaks and tabs mean something. */
const MULTILINE_TYPES: ReadonlySet<ContentType> = new Set(['text', 'vcard', 'event']);

const CONTROL_CHARACTER = /\p{Cc}/u;
const CONTROL_CHARACTER_BUT_WHITESPACE = /[^\P{Cc}\t\n\r]/u;

/** Refuses what no type accepts: empty text, broken surrogate pairs and control characters, including NUL. */
function checkCharacters(type: ContentType, target: string): ContentProblem | null {
  if (target === '') return { code: 'required', message: 'The target is empty; there is nothing to encode.' };
  if (!target.isWellFormed()) {
    return {
      code: 'invalid_characters',
      message: 'The target has half of a surrogate pair, which is not a character; send well-formed Unicode.',
    };
  }
  const isMultiline = MULTILINE_TYPES.has(type);
  const found = (isMultiline ? CONTROL_CHARACTER_BUT_WHITESPACE : CONTROL_CHARACTER).exec(target);
  if (found === null) return null;
  const codePoint = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const allowed = isMultiline ? 'only tab, line feed and carriage return are allowed' : 'none is allowed';
  return {
    code: 'invalid_characters',
    message: `The target has the control character U+${codePoint} at position ${found.index}; in a ${type} ${allowed}.`,
  };
}
