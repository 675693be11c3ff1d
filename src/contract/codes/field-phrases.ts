import type { FieldFaults } from '#core/content/fields/field-fault.ts';
import { say } from '#languages/say.ts';
import type { BookOf } from '../problems/problems.ts';

/** The phrases for the fields of contents, for the API and for forms. */
export const FIELD_PHRASES: BookOf<Omit<FieldFaults, 'required'>> = {
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
  field_no_email: (_, it) => say('{it} must be an e-mail address, as in jane@example.com.', { it }),
  field_no_url: (_, it) => say('{it} must be a web address, as in https://example.com.', { it }),
  field_too_many_bytes: ({ bytes, longest }, it) =>
    say('{it} has {bytes} bytes; at most {most} are possible.', {
      it,
      bytes: String(bytes),
      most: String(longest),
    }),
  field_needs_other: ({ fields }, it) =>
    say('{it} is required where {others} are missing.', { it, others: fields.join(', ') }),

  field_no_wpa_password: (_, it) =>
    say('{it} must have 8 to 63 characters, or 64 hexadecimal digits: WPA allows nothing else.', { it }),
  field_password_required: ({ security }, it) =>
    say('{it} is required with the security {security}; an open network has the security nopass.', {
      it,
      security,
    }),
  field_password_unused: (_, it) =>
    say('{it} must be empty: an open network has no password. Or choose how it is protected.', { it }),

  field_no_time: (_, it) =>
    say('{it} must be a day or a time of the calendar, like {day}, {local} or {instant}.', {
      it,
      day: '2026-12-31',
      local: '2026-12-31T20:00',
      instant: '2026-12-31T20:00:00+01:00',
    }),
  field_time_skipped: ({ zone }, it) =>
    say('{it} does not exist in {zone}: clocks go forward then. Choose an earlier or a later time.', {
      it,
      zone,
    }),
  field_time_unlike_start: (_, it) =>
    say('{it} must be of the same form as the start: two days, two times, or two times with an offset.', {
      it,
    }),
  field_ends_early: ({ startsAt }, it) =>
    say('{it} must be later than the start, {startsAt}.', { it, startsAt }),
  no_time_zone: (_, it) =>
    say('{it} must be a name of the IANA time zone database, like "Europe/Berlin".', { it }),

  field_character: ({ character, position }, it) =>
    say(
      '{it} has the character {character} at position {position}, which this kind of payment cannot hold.',
      {
        it,
        character,
        position: String(position),
      },
    ),
  no_iban: (_, it) =>
    say('{it} must be an IBAN, as in {example}.', { it, example: 'DE02120300000000202051' }),
  iban_of_other_country: ({ country, countries }, it) =>
    say('{it} is an IBAN from {country}, and must be from one of these countries: {countries}.', {
      it,
      country,
      countries: countries.join(', '),
    }),
  iban_length: ({ length, right, country }, it) =>
    say('{it} has {length} characters without spaces; an IBAN of {country} has {right}.', {
      it,
      length: String(length),
      right: String(right),
      country,
    }),
  check_digits: ({ given, right }, it) =>
    say('{it} is mistyped: its check digits do not fit. If only they are wrong, {given} should be {right}.', {
      it,
      given,
      right,
    }),
  no_bic: (_, it) =>
    say('{it} must be a BIC of 8 or 11 characters, as in {example}.', { it, example: 'BPOTBEB1' }),
  no_purpose: (_, it) =>
    say('{it} must be a purpose of ISO 20022, four capital letters, as in {example}.', {
      it,
      example: 'CHAR',
    }),
  no_country: (_, it) =>
    say('{it} must be a country by two capital letters (ISO 3166-1), as in {example}.', {
      it,
      example: 'CH',
    }),
  no_amount: (_, it) => say('{it} must be an amount with at most two decimals, as in 12.30.', { it }),
  amount_out_of_range: (_, it) =>
    say('{it} must be from {least} to {most}.', { it, least: '0.01', most: '999999999.99' }),
  no_creditor_reference: (_, it) =>
    say(
      '{it} must be a creditor reference: RF, two check digits, and up to 21 letters and digits, as in {example}.',
      {
        it,
        example: 'RF18539007547034',
      },
    ),
  no_swiss_reference: (_, it) =>
    say(
      '{it} must be a QR reference of 27 digits that are not all 0, or a creditor reference, as in {example}.',
      {
        it,
        example: 'RF18539007547034',
      },
    ),
  zip_with_country: ({ given, right }, it) =>
    say('{it} must leave out the country: {right} instead of {given}.', { it, given, right }),
  no_procedures: (_, it) =>
    say('{it} must be one or two lines of at most {most} characters each.', { it, most: '100' }),
  reference_and_text: (_, it) =>
    say('{it} cannot be combined with a reference: a payment has one or the other.', { it }),
  qr_iban_without_reference: (_, it) =>
    say('{it} must be a QR reference of 27 digits, because the account is a QR-IBAN.', { it }),
  qr_reference_without_iban: (_, it) =>
    say(
      '{it} is a QR reference, which only goes with a QR-IBAN. Give that account, or a creditor reference.',
      {
        it,
      },
    ),
  texts_too_long: ({ length, longest }, it) =>
    say('{it} and the billing information have {length} characters together; at most {most} are possible.', {
      it,
      length: String(length),
      most: String(longest),
    }),
  payment_too_long: ({ bytes, longest }, it) =>
    say('{it} makes the payment {bytes} bytes long, and its symbol holds at most {most}. Shorten it.', {
      it,
      bytes: String(bytes),
      most: String(longest),
    }),
};

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
