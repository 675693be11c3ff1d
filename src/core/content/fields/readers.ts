import { err, ok, type Result } from '../../result.ts';
import { parseEmail } from '../email.ts';
import { readTypedAddress } from '../hosts/typed-address.ts';
import { findTrunkPrefix, parsePhoneNumber, readPhoneNumber } from '../phone.ts';
import type { FieldFault } from './field-fault.ts';

/** What a field holds beside its kind: each reader gives the normal form of a text, or what is wrong with it. */
type Reader = (text: string) => Result<string, FieldFault>;

/** A number in E.164, with an extension like `;ext=12` or without. */
export const readPhone: Reader = (text) => readNumber(text.trim(), readPhoneNumber(text.trim()), true);

/** A number in E.164: no message reaches an extension. */
export const readMobile: Reader = (text) => readNumber(text.trim(), parsePhoneNumber(text.trim()), false);

function readNumber(
  text: string,
  number: string | null,
  takesExtension: boolean,
): Result<string, FieldFault> {
  return number === null
    ? err({ code: 'field_no_phone', values: { trunkPrefix: findTrunkPrefix(text), takesExtension } })
    : ok(number);
}

export const readEmailAddress: Reader = (text) => {
  const address = text.replace(/^mailto:/i, '');
  const parsed = parseEmail(address);
  // With the scheme it would be a URI with fields of its own.
  return parsed.ok && !/^mailto:/i.test(address) ? ok(address) : err({ code: 'field_no_email', values: {} });
};

/** An address of the web, with or without its scheme. */
export const readWebsite: Reader = (text) => {
  const url = readTypedAddress(text);
  return /^https?:\/\/[^\s\\]+$/i.test(url) && URL.canParse(url)
    ? ok(url)
    : err({ code: 'field_no_url', values: {} });
};

export function atMostBytes(longest: number): Reader {
  return (text) => {
    const bytes = new TextEncoder().encode(text).length;
    return bytes > longest ? err({ code: 'field_too_many_bytes', values: { bytes, longest } }) : ok(text);
  };
}
