import type { ContentFault } from './content-fault.ts';
import type { StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { upTo } from '../text.ts';

/** A plus sign, a country code that never starts with 0, at most 15 digits (ITU-T E.164 §6). The shortest numbers in use have 7. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Visual separators of people and of RFC 3966 §5.1.1. */
const VISUAL_SEPARATORS = /[ ().\-/]/g;

/** A trunk prefix in brackets is dialled only within the country: removing the brackets would give another number. */
const TRUNK_PREFIX = /\(0\d*\)/;

const TEL_SCHEME = /^tel:/i;

/** RFC 3966 §5.4: the part of a number behind the switchboard. */
const EXTENSION = /;ext=(\d{1,15})$/i;

/** A number in E.164, with or without visual separators and an extension, or a `tel:` URI of one. */
export function parsePhone(target: string): Result<StaticContent, ContentFault> {
  const scheme = TEL_SCHEME.exec(target)?.[0] ?? '';
  const number = readPhoneNumber(target.slice(scheme.length));
  if (number === null)
    return err({ code: 'no_phone_number', values: { trunkPrefix: findTrunkPrefix(target), type: 'phone' } });
  return ok({ symbolContent: scheme + number, redirectTo: `tel:${number}` });
}

/** The E.164 form of a number with or without visual separators; `null` if there is none. */
export function parsePhoneNumber(text: string): string | null {
  if (!text.startsWith('+') || TRUNK_PREFIX.test(text)) return null;
  const number = text.replaceAll(VISUAL_SEPARATORS, '');
  return E164.test(number) ? number : null;
}

/** The same with an extension like `;ext=12`, if there is one. */
export function readPhoneNumber(text: string): string | null {
  const extension = EXTENSION.exec(text)?.[1];
  const number = parsePhoneNumber(upTo(text, EXTENSION));
  return number === null || extension === undefined ? number : `${number};ext=${extension}`;
}

/** A trunk prefix in brackets; null if there is none. */
export function findTrunkPrefix(text: string): string | null {
  return TRUNK_PREFIX.exec(text)?.[0] ?? null;
}

/** What is wrong with a number, and how to write one. `orElse` ends the sentence. */
export function explainPhoneNumber(trunkPrefix: string | null, orElse = ''): string {
  const cause =
    trunkPrefix === null ? '' : ` "${trunkPrefix}" is dialled only within the country and is left out here.`;
  return `This is not an international phone number.${cause} Write + and the country code, 7 to 15 digits in all, as in +4930123456${orElse}.`;
}
