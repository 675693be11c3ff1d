import type { FieldFaults } from '#core/content/fields/field-fault.ts';
import { say } from '#languages/say.ts';
import type { BookOf } from '../problems/problems.ts';

/** The phrases for the fields of contents, for the API and for forms. */
export const FIELD_PHRASES = {
  field_no_phone: ({ trunkPrefix, takesExtension }, it) => {
    const must = takesExtension
      ? say(
          '{it} must be an international phone number: + and the country code, 7 to 15 digits in all, as in +4930123456, and ;ext=12 behind it for an extension.',
          { it },
        )
      : say(
          '{it} must be an international phone number: + and the country code, 7 to 15 digits in all, as in +4930123456.',
          { it },
        );
    return trunkPrefix === null
      ? must
      : `${must} ${say('“{prefix}” is dialled only within the country: leave it out.', { prefix: trunkPrefix })}`;
  },
  field_no_email: '{it} must be an e-mail address, as in jane@example.com.',
  field_no_url: '{it} must be a web address, as in https://example.com.',
  field_too_many_bytes: '{it} has {bytes} bytes; at most {longest} are possible.',
  field_needs_other: '{it} is required where {fields} are missing.',

  field_no_wpa_password:
    '{it} must have 8 to 63 characters, or 64 hexadecimal digits: WPA allows nothing else.',
  field_password_required: '{it} is required: only an open network has none.',
  field_password_unused:
    '{it} must be empty: an open network has no password. Or choose how it is protected.',

  field_no_time:
    '{it} must be a day or a time of the calendar, like 2026-12-31, 2026-12-31T20:00 or 2026-12-31T20:00:00+01:00.',
  field_time_skipped:
    '{it} does not exist in {zone}: clocks go forward then. Choose an earlier or a later time.',
  field_time_unlike_start:
    '{it} must be of the same form as the start: two days, two times, or two times with an offset.',
  field_ends_early: '{it} must be later than the start, {startsAt}.',
  no_time_zone: '{it} must be a name of the IANA time zone database, like "Europe/Berlin".',

  field_character:
    '{it} has the character {character} at position {position}, which this kind of payment cannot hold.',
  no_iban: '{it} must be an IBAN, as in DE02120300000000202051.',
  iban_of_other_country:
    '{it} is an IBAN from {country}, and must be from one of these countries: {countries}.',
  iban_length: '{it} has {length} characters without spaces; an IBAN of {country} has {right}.',
  check_digits:
    '{it} is mistyped: its check digits do not fit. If only they are wrong, {given} should be {right}.',
  no_bic: '{it} must be a BIC of 8 or 11 characters, as in BPOTBEB1.',
  no_purpose: '{it} must be a purpose of ISO 20022, four capital letters, as in CHAR.',
  no_country: '{it} must be a country by two capital letters (ISO 3166-1), as in CH.',
  no_amount: '{it} must be an amount with at most two decimals, as in 12.30.',
  amount_out_of_range: '{it} must be from 0.01 to 999999999.99.',
  no_creditor_reference:
    '{it} must be a creditor reference: RF, two check digits, and up to 21 letters and digits, as in RF18539007547034.',
  no_swiss_reference:
    '{it} must be a QR reference of 27 digits that are not all 0, or a creditor reference, as in RF18539007547034.',
  zip_with_country: '{it} must leave out the country: {right} instead of {given}.',
  no_procedures: '{it} must be one or two lines of at most 100 characters each.',
  reference_and_text: '{it} cannot be combined with a reference: a payment has one or the other.',
  qr_iban_without_reference: '{it} must be a QR reference of 27 digits, because the account is a QR-IBAN.',
  qr_reference_without_iban:
    '{it} is a QR reference, which only goes with a QR-IBAN. Give that account, or a creditor reference.',
  texts_too_long:
    '{it} and the billing information have {length} characters together; at most {longest} are possible.',
  payment_too_long:
    '{it} makes the payment {bytes} bytes long, and its symbol holds at most {longest}. Shorten it.',
} satisfies BookOf<Omit<FieldFaults, 'required'>>;

/** The public codes that are not `invalid_value`. */
export const FIELD_PUBLIC_CODES: { readonly [code in keyof FieldFaults]?: string } = {
  field_no_phone: 'invalid_phone',
  field_no_email: 'invalid_email',
  field_no_url: 'invalid_url',
  field_too_many_bytes: 'too_long',
  field_needs_other: 'required',
  field_password_required: 'required',
  field_no_wpa_password: 'invalid_password',
  field_password_unused: 'conflict',
  field_no_time: 'invalid_timestamp',
  field_time_skipped: 'invalid_timestamp',
  field_time_unlike_start: 'conflict',
  field_ends_early: 'window_empty',
  reference_and_text: 'conflict',
  qr_iban_without_reference: 'conflict',
  qr_reference_without_iban: 'conflict',
  texts_too_long: 'too_long',
  payment_too_long: 'too_long',
  no_amount: 'invalid_amount',
  amount_out_of_range: 'invalid_amount',
  check_digits: 'check_digits',
};
