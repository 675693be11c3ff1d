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
  field_no_url: (_, it) => say('{it} must be an address of the web, as in https://example.com.', { it }),
  field_too_many_bytes: ({ bytes, longest }, it) =>
    say('{it} has {bytes} bytes; at most {most} are possible.', {
      it,
      bytes: String(bytes),
      most: String(longest),
    }),
  field_needs_other: ({ fields }, it) =>
    say('{it} is required where {others} are missing.', { it, others: fields.join(', ') }),

  field_no_wpa_password: (_, it) =>
    say('{it} must have 8 to 63 characters, or 64 hexadecimal digits: WPA knows no other.', { it }),
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
};
