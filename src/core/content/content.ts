import { parseEmail } from './email.ts';
import { parseEvent } from './event.ts';
import { parsePayment } from './payments/parse-payment.ts';
import { parsePhone } from './phone.ts';
import { parseSms } from './sms.ts';
import {
  CONTENT_TYPES,
  type ContentOptions,
  type ContentType,
  type StaticContent,
} from './static-content.ts';
import { parseUrl } from './url.ts';
import { parseWifi } from './wifi.ts';
import { err, ok, type Result } from '../result.ts';
import type { ContentFault, UnfitContent } from './content-fault.ts';
import { decodeUriData } from './uri.ts';
import { parsePropertyLines, type PropertyLine } from './property-lines.ts';

export {
  canBeDynamic,
  isOnlyDynamic,
  leadsToUrl,
  CONTENT_TYPES,
  type ContentOptions,
  type ContentType,
  type StaticContent,
} from './static-content.ts';

export function parseContentType(text: string): ContentType | null {
  return CONTENT_TYPES.find((type) => type === text) ?? null;
}

type ContentParser = (target: string, options: ContentOptions) => Result<StaticContent, ContentFault>;

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
  file: parseFile,
  epc: (target) => parsePayment('epc', target),
  swiss_bill: (target) => parsePayment('swiss_bill', target),
  gs1: parseUrl,
};

/**
 * The most UTF-16 code units that each type accepts; whether the content then fits a symbol is for the symbol to say.
 * 7,089 digits are the most that any symbol holds (ISO/IEC 18004 Table 7), and 2,953 bytes of anything else.
 */
const LONGEST_TARGET: Readonly<Record<ContentType, number>> = {
  url: 4096,
  gs1: 4096,
  text: 7089,
  email: 2048,
  phone: 64,
  sms: 2048,
  wifi: 1024,
  geo: 512,
  vcard: 2953,
  event: 2953,
  file: 64,
  // The bytes of their largest symbols, and a carriage return for each line.
  epc: 331 + 12,
  swiss_bill: 997 + 35,
};

/**
 * Validates a code's target for its type and gives the content of a static symbol: the target itself, or its normal form if scanners need
 * one (a URL with non-ASCII characters, a phone number with spaces).
 */
export function parseContent(
  type: ContentType,
  target: string,
  options: ContentOptions,
): Result<StaticContent, UnfitContent> {
  // The length check comes first, so that later checks see at most a few kilobytes.
  const longest = LONGEST_TARGET[type];
  if (target.length > longest) {
    const values = { type, length: target.length, longest };
    return err({ type, fault: { code: 'too_long', values } });
  }
  const fault = checkCharacters(type, target);
  if (fault) return err({ type, fault });
  const content = PARSERS[type](target, options);
  return content.ok ? content : err({ type, fault: content.error });
}

const DECIMAL = String.raw`-?\d{1,3}(?:\.\d{1,15})?`;
const PLAIN = new RegExp(`^(${DECIMAL}),(${DECIMAL})$`);
/** RFC 5870 §3.3, followed by the query that phone maps read as a search or a zoom. */
const GEO_URI = new RegExp(
  String.raw`^geo:(${DECIMAL}),(${DECIMAL})(?:,-?\d{1,9}(?:\.\d{1,15})?)?(?:;crs=wgs84)?(?:;u=\d{1,9}(?:\.\d{1,15})?)?(?:\?(.+))?$`,
  'i',
);

/** `latitude,longitude` in decimal degrees of WGS 84, or the same as a `geo:` URI. */
function parseGeo(target: string): Result<StaticContent, ContentFault> {
  const isUri = /^geo:/i.test(target);
  const found = (isUri ? GEO_URI : PLAIN).exec(target);
  if (found === null || decodeUriData(found[3] ?? '') === null) return err({ code: 'no_geo', values: {} });
  const [, latitude = '', longitude = ''] = found;
  for (const [name, degrees, most] of [
    ['latitude', latitude, 90],
    ['longitude', longitude, 180],
  ] as const) {
    if (Math.abs(Number(degrees)) > most)
      return err({ code: 'degrees_out_of_range', values: { name, degrees, most } });
  }
  return ok({ symbolContent: target, redirectTo: isUri ? target : `geo:${target}` });
}

/** Any text, unchanged. A link cannot carry it. */
function parseText(target: string): Result<StaticContent, ContentFault> {
  return ok({ symbolContent: target, redirectTo: null });
}

/** One vCard of version 3.0 (RFC 2426) or 4.0 (RFC 6350) with the properties that its version requires. */
function parseVcard(target: string): Result<StaticContent, ContentFault> {
  const lines = parsePropertyLines(target);
  const fault = lines.ok ? findVcardFault(lines.value) : lines.error;
  return fault ? err(fault) : ok({ symbolContent: target, redirectTo: null });
}

function findVcardFault(lines: readonly PropertyLine[]): ContentFault | null {
  const begins = lines.filter(({ name }) => name === 'BEGIN');
  if (begins.length !== 1 || begins[0]?.value.toUpperCase() !== 'VCARD')
    return { code: 'no_vcard', values: {} };
  const version = valueOf(lines, 'VERSION');
  if (version !== '3.0' && version !== '4.0') return { code: 'vcard_version_unknown', values: { version } };
  // RFC 6350 §6.7.9.
  if (version === '4.0' && lines[1]?.name !== 'VERSION') return { code: 'vcard_version_late', values: {} };
  if (valueOf(lines, 'FN') === '') return { code: 'vcard_without_name', values: {} };
  // RFC 2426 §3.1.2; in 4.0 N is optional.
  if (version === '3.0' && valueOf(lines, 'N') === '')
    return { code: 'vcard_without_structured_name', values: {} };
  return null;
}

function valueOf(lines: readonly PropertyLine[], name: string): string {
  return lines.find((line) => line.name === name)?.value.trim() ?? '';
}

/** Multi-line types: only in these do line breaks and tabs mean something. */
const MULTILINE_TYPES: ReadonlySet<ContentType> = new Set(['text', 'vcard', 'event', 'epc', 'swiss_bill']);

const CONTROL_CHARACTER = /\p{Cc}/u;
const CONTROL_CHARACTER_BUT_WHITESPACE = /[^\P{Cc}\t\n\r]/u;

/** Refuses what no type accepts: empty text, broken surrogate pairs and control characters, including NUL. */
function checkCharacters(type: ContentType, target: string): ContentFault | null {
  if (target === '') return { code: 'empty', values: {} };
  if (!target.isWellFormed()) return { code: 'half_surrogate', values: {} };
  const isMultiline = MULTILINE_TYPES.has(type);
  const found = (isMultiline ? CONTROL_CHARACTER_BUT_WHITESPACE : CONTROL_CHARACTER).exec(target);
  if (found === null) return null;
  const codePoint = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const values = { type, character: `U+${codePoint}`, position: found.index };
  return {
    code: 'control_character',
    values: { ...values, allowed: isMultiline ? 'white_space' : 'none' },
  };
}

/** The id of a file of the account. Its short link leads to the file's address. */
function parseFile(target: string, { files }: ContentOptions): Result<StaticContent, ContentFault> {
  const address = files?.get(target) ?? null;
  if (files && address === null) return err({ code: 'no_file', values: {} });
  return ok({ symbolContent: target, redirectTo: address });
}
