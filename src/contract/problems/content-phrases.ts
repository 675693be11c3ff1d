import type { ContentFaults, UnfitContent } from '#core/content/content-fault.ts';
import { explainPhoneNumber } from '#core/content/phone.ts';
import { say } from '#languages/say.ts';
import { FIELD_PHRASES } from '../codes/field-phrases.ts';
import { type BookOf, sayIn } from './problems.ts';

/** The phrases about content for both programs and people; the target is the subject of most sentences. */
const CONTENT_PHRASES = {
  empty: () => 'The target is empty; there is nothing to encode.',
  too_long: ({ type, length, longest }) =>
    `The target is ${length} characters long; a ${type} target has at most ${longest}.`,
  half_surrogate: () =>
    'The target has half of a surrogate pair, which is not a character; send well-formed Unicode.',
  control_character: ({ type, character, position, allowed }) =>
    `The target has the control character ${character} at position ${position}; in a ${type} ${allowed === 'none' ? 'none is allowed' : 'only tab, line feed and carriage return are allowed'}.`,

  url_without_host: ({ scheme }) =>
    scheme === null
      ? say('The URL must begin with http:// or https:// and a host, as in https://example.com/menu.')
      : say(
          'The URL must begin with http:// or https:// and a host, as in https://example.com/menu; it begins with {scheme}.',
          { scheme },
        ),
  url_with_white_space: 'The URL has white space in it; write %20 for a space.',
  url_with_backslash: 'The URL has a backslash in it; write / or %5C.',
  url_not_parsed: 'The URL cannot be parsed: check its host and port, as in https://example.com/menu.',
  url_with_credentials:
    'The URL holds a user name or password, which everybody who scans the code could read; leave out what stands before the @.',
  url_host_malformed:
    'The host of the URL cannot exist: a host has at most 253 characters, and 1 to 63 of them between two dots.',
  url_of_short_link:
    'The URL is on {host}, the host of the short links themselves, and would loop; give the final destination.',
  url_not_public: ({ host, kind }) =>
    kind === 'name'
      ? say(
          'The URL leads to {host}, which is a name that only a local network knows; give an address that everybody who scans the code can open.',
          { host },
        )
      : say(
          'The URL leads to {host}, which is an address that is not reachable over the internet; give an address that everybody who scans the code can open.',
          { host },
        ),
  url_too_long_encoded: ({ length, longest }) =>
    `The URL is ${length} characters long once its characters beyond ASCII are percent-encoded; at most ${longest} reach every browser.`,

  no_geo:
    'Write latitude and longitude in decimal degrees with a comma and no space between, as in 52.5163,13.3777, or the URI geo:52.5163,13.3777.',
  degrees_out_of_range: ({ name, degrees, most }) =>
    name === 'latitude'
      ? say('The latitude {degrees} is outside -{most} to {most} degrees.', { degrees, most: String(most) })
      : say('The longitude {degrees} is outside -{most} to {most} degrees.', { degrees, most: String(most) }),

  no_phone_number: ({ trunkPrefix, type }) =>
    explainPhoneNumber(
      trunkPrefix,
      type === 'phone'
        ? ', or as the URI tel:+4930123456'
        : ', or with a text as in SMSTO:+4930123456:On my way',
    ),
  sms_query_malformed:
    'After the number an sms: URI has at most ?body= and the text, percent-encoded: sms:+4930123456?body=On%20my%20way.',

  no_email:
    'This is not an e-mail address; write one as in jane@example.com, or the URI mailto:jane@example.com?subject=Hello.',
  mailto_without_address:
    'A mailto: URI starts with an e-mail address, or several separated by commas, percent-encoded where needed: mailto:jane@example.com.',
  mailto_query_malformed: 'The fields of a mailto: URI are written name=value and separated by &.',
  mailto_field_unknown: 'A mailto: URI may set {known}; "{name}" is not one of them.',
  mailto_no_addresses: '"{name}" of the mailto: URI is not a list of e-mail addresses.',
  mailto_not_encoded: '"{name}" of the mailto: URI is not percent-encoded UTF-8: write %20 for a space.',
  mailto_control_character: '"{name}" of the mailto: URI has a control character in it.',

  no_wifi: 'A Wi-Fi target starts with WIFI: in upper case, as in WIFI:T:WPA;S:name;P:password;;.',
  wifi_unfinished: 'A Wi-Fi target ends with two semicolons: one ends its last field, one ends the whole.',
  wifi_field_unknown: 'The field "{name}" is not known; the fields are {known}.',
  wifi_field_twice: 'The field {name} appears twice.',
  wifi_no_field: ({ text }) =>
    say('"{text}" is not a field; a field is written name:value, and a semicolon in a value {escaped}.', {
      text,
      escaped: '\\;',
    }),
  wifi_field_open: 'The field {name} does not end with a semicolon.',
  wifi_escape_unknown: ({ name, character }) =>
    say(
      'The field {name} has a backslash before "{character}"; only {escaped} and " are escaped, and a backslash is written {backslash}.',
      { name, character, escaped: '\\ ; , :', backslash: '\\\\' },
    ),
  wifi_not_escaped: ({ name, character }) =>
    say('The field {name} has a bare {character} in it; write {escaped}.', {
      name,
      character,
      escaped: `\\${character}`,
    }),
  wifi_security_unknown: 'T is "{security}"; it must be one of {known}.',
  wifi_without_name: 'S, the name of the network, is missing.',
  wifi_name_too_long: 'S, the name of the network, is {bytes} bytes long; a name has at most {longest}.',
  wifi_hidden_malformed: 'H is "{hidden}"; it must be true for a hidden network, or false.',
  wifi_password_unused: 'P is a password, but T says nopass; set T to WPA, or leave P out.',
  wifi_without_password: 'P, the password, is missing; a network without one has T:nopass.',

  no_file:
    'There is no such file in this account. Upload it first, and give its id, as in file_3f9a1c5e7b2d8046.',

  line_malformed: 'Line {line} is "{text}"; a line is written NAME:value.',
  end_of_nothing: 'Line {line} is END:{component}, which ends nothing that is open there.',
  line_outside: 'Line {line} stands outside of BEGIN and END.',
  component_open: 'BEGIN:{component} has no END:{component}.',
  no_vcard:
    'The target is one vCard: it starts with BEGIN:VCARD, ends with END:VCARD, and has nothing nested.',
  vcard_version_unknown: ({ version }) =>
    version === ''
      ? say('VERSION is missing; it must be 3.0 or 4.0.')
      : say('VERSION is "{version}"; it must be 3.0 or 4.0.', { version }),
  vcard_version_late: 'In a vCard 4.0, VERSION comes right after BEGIN:VCARD.',
  vcard_without_name: 'FN, the name to show, is missing.',
  vcard_without_structured_name:
    'N, the structured name, is missing; vCard 3.0 requires it, as in N:Doe;Jane;;;.',
  no_payment: ({ type }) =>
    type === 'epc'
      ? say('The target is not a valid transfer by EPC069-12. Use “content” to build one from its fields.')
      : say('The target is not a valid Swiss QR-bill. Use “content” to build one from its fields.'),
  payment_part_missing: 'The {field} of the payment is missing.',
  payment_part_too_long:
    'The {field} of the payment has {length} characters; at most {longest} are possible.',
  payment_part: ({ field, fault }) => sayIn(FIELD_PHRASES, fault, field),
  no_event:
    'The target is one event: BEGIN:VEVENT … END:VEVENT, bare or within BEGIN:VCALENDAR … END:VCALENDAR.',
  event_without_start: 'DTSTART, the start of the event, is missing.',
  event_time_malformed: ({ name, value }) =>
    say('{name} is "{value}"; write a date as 20261231, or with its time as {example}.', {
      name,
      value,
      example: `20261231T2${name === 'DTSTART' ? 0 : 2}0000Z`,
    }),
  event_without_title: 'SUMMARY, the title of the event, is missing.',
  event_end_and_duration: 'An event has DTEND or DURATION, not both.',
  event_ends_early: 'DTEND {end} is before DTSTART {start}.',
} satisfies BookOf<ContentFaults>;

const TOO_MUCH_TEXT = 'This is too much text for one code. Shorten it.';
const STRAY_CHARACTER =
  'This contains a character that no code can hold. Copied text sometimes has one: type the text again.';

/** People have never seen the content itself, which was made from the fields. */
const FORM_CONTENT_PHRASES = {
  ...CONTENT_PHRASES,
  empty: 'Fill this in.',
  too_long: TOO_MUCH_TEXT,
  url_too_long_encoded: TOO_MUCH_TEXT,
  half_surrogate: STRAY_CHARACTER,
  control_character: STRAY_CHARACTER,
  no_phone_number: ({ trunkPrefix }) =>
    trunkPrefix === null
      ? say(
          'This is not an international phone number. Write + and the country code, 7 to 15 digits in all, as in +4930123456.',
        )
      : say(
          'This is not an international phone number. “{prefix}” is dialled only within the country and is left out here. Write + and the country code, 7 to 15 digits in all, as in +4930123456.',
          { prefix: trunkPrefix },
        ),
} satisfies BookOf<ContentFaults>;

export function sayContent({ fault }: UnfitContent): string {
  return sayIn(CONTENT_PHRASES, fault, '');
}

export function sayContentInForm({ fault }: UnfitContent): string {
  return sayIn(FORM_CONTENT_PHRASES, fault, '');
}

/** The public codes, except for content that is invalid for its type. */
const PUBLIC_CODES: { readonly [code in keyof ContentFaults]?: string } = {
  empty: 'required',
  too_long: 'too_long',
  url_too_long_encoded: 'too_long',
  half_surrogate: 'invalid_characters',
  control_character: 'invalid_characters',
  url_with_credentials: 'credentials_in_url',
  url_of_short_link: 'short_link_loop',
  url_not_public: 'unsafe_target',
};

export function toPublicContentCode({ type, fault }: UnfitContent): string {
  return PUBLIC_CODES[fault.code] ?? `invalid_${type}`;
}
