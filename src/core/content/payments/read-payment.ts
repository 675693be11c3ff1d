import { composeIBAN, getCountrySpecifications, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { parseCountryCode } from '../../control/countries.ts';
import { err, ok, type Result } from '../../result.ts';
import type { FieldFault } from '../fields/field-fault.ts';
import { rightCreditorReference } from './check-digits.ts';

/** Readers of the fields of payments: each gives the normal form of a text, or what is wrong with it. */
type Reader = (text: string) => Result<string, FieldFault>;

const unless = (text: string, fault: FieldFault | null): Result<string, FieldFault> =>
  fault ? err(fault) : ok(text);

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase();

/** Swiss guidelines 2.3 §4.1.1: Basic Latin, Latin-1, Latin Extended-A, Ș ș Ț ț, and the euro sign. */
const NOT_SWISS = /[^\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u20AC]/u;
/** EPC217-08 has Greek and Cyrillic as well, the letters of all countries that use the euro. */
const NOT_EPC = /[^\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u0370-\u03FF\u0400-\u04FF\u20AC]/u;

export const readEpcText = readCharacters(NOT_EPC);
export const readSwissText = readCharacters(NOT_SWISS);

function readCharacters(others: RegExp): Reader {
  return (text) => {
    const found = others.exec(text);
    if (!found) return ok(text);
    const codePoint = found[0].codePointAt(0) ?? 0;
    const character = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    return err({ code: 'field_character', values: { character, position: found.index } });
  };
}

const COUNTRIES = getCountrySpecifications();

/**
 * Countries that joined SEPA in 2025 and 2026 (European Payments Council, EPC409-09, list of SEPA scheme countries), which ibantools does not
 * know of yet.
 */
export const LATELY_IN_SEPA = ['AL', 'MD', 'ME', 'MK', 'RS'];

export const readSepaIban = readIban(
  [...Object.keys(COUNTRIES).filter(isSEPACountry), ...LATELY_IN_SEPA].sort(),
);
export const readSwissIban = readIban(['CH', 'LI']);

/** An IBAN (ISO 13616), with spaces or without. */
function readIban(countries: readonly string[]): Reader {
  return (text) => {
    const iban = compact(text);
    const country = iban.slice(0, 2);
    const right = COUNTRIES[country]?.chars ?? null;
    if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(iban) || right === null) return err({ code: 'no_iban', values: {} });
    if (!countries.includes(country))
      return err({ code: 'iban_of_other_country', values: { country, countries } });
    const { length } = iban;
    if (length !== right) return err({ code: 'iban_length', values: { length, right, country } });
    if (isValidIBAN(iban)) return ok(iban);
    const mended = composeIBAN({ countryCode: country, bban: iban.slice(4) });
    // The account numbers of some countries have check digits of their own.
    return mended === null || mended === iban
      ? err({ code: 'no_iban', values: {} })
      : err({ code: 'check_digits', values: { given: iban, right: mended } });
  };
}

export const readBic: Reader = (text) => {
  const bic = compact(text);
  return unless(bic, isValidBIC(bic) ? null : { code: 'no_bic', values: {} });
};

/** A purpose of ISO 20022, as in `CHAR`. */
export const readPurpose: Reader = (text) =>
  unless(text, /^[A-Z]{4}$/.test(text) ? null : { code: 'no_purpose', values: {} });

export const readCountry: Reader = (text) =>
  unless(text, parseCountryCode(text) === text ? null : { code: 'no_country', values: {} });

/** 0.01 to 999999999.99, with at most two decimals, as in `12.3`. */
export const readAmount: Reader = (amount) => {
  if (!/^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(amount)) return err({ code: 'no_amount', values: {} });
  const isInRange = Number(amount) > 0 && Number(amount) < 1e9;
  return unless(amount, isInRange ? null : { code: 'amount_out_of_range', values: {} });
};

/** ISO 11649, with spaces or without. */
export const readCreditorReference: Reader = (text) => {
  const given = compact(text);
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(given)) return err({ code: 'no_creditor_reference', values: {} });
  const right = rightCreditorReference(given);
  return unless(given, given === right ? null : { code: 'check_digits', values: { given, right } });
};
