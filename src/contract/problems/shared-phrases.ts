import { toPublicId } from '#core/codes/code-id.ts';
import { say } from '#languages/say.ts';
import { LONGEST_HOST } from '#core/domains/host.ts';
import { LONGEST_OWN_PATH } from '#core/links/own-path.ts';
import { FIELD_PHRASES } from '../codes/field-phrases.ts';
import { findNearest } from '../nearest.ts';
import { CODE_PHRASES } from './code-phrases.ts';
import { PRINT_PHRASES } from './print-phrases.ts';
import type { PhraseBook } from './problems.ts';

/** The phrases that the API and forms share. */
export const SHARED_PHRASES = {
  ...FIELD_PHRASES,
  ...PRINT_PHRASES,
  ...CODE_PHRASES,
  required: (_, it) => `${it} is required.`,
  wrong_type: ({ expected }, it) =>
    `${it} must be ${expected === 'int' ? 'a whole number' : `of type ${expected}`}.`,
  wrong_value: ({ allowed }, it) =>
    `${it} must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}.`,
  too_small: ({ least }, it) => `${it} must be at least ${least}.`,
  too_large: ({ most }, it) => `${it} must be at most ${most}.`,
  too_many: ({ most }, it) => `${it} must hold at most ${most}.`,
  unknown_field: ({ name, known }, it) => `${it} is not a known field.${suggestName(name, known)}`,
  unknown_parameter: ({ name, known }, it) => {
    const names = known.map((one) => `"${one}"`).join(', ');
    const rest = names === '' ? 'It takes none.' : `There are ${names}.`;
    return `${it} is not a parameter of this request.${suggestName(name, known)} ${rest}`;
  },
  no_color: '{it} must be a hex colour of the form "#rrggbb".',
  no_image_id: '{it} must be the id of an image, like "img_9c1e7a40b2d35f68".',
  roll_size_required: '{it} is required for the labels of a roll, from {min} to {max} mm.',
  size_needs_roll: '{it} is for the labels of a roll only: all others have a size of their own.',
  field_needs_labels: '{it} is for labels only, not for layouts.',
  field_needs_layout: '{it} is for layouts only: labels have no room for it.',
  immutable_field: ({ codeId, actual }, it) =>
    say(
      '{it} is {actual} in your code {code}, and cannot change, because the printed symbol cannot change.',
      { it, code: toPublicId(codeId), actual: JSON.stringify(actual) },
    ),
  not_editable: (_, it) => `${it} cannot change, because the printed symbol cannot change.`,
  repeated: (_, it) => `${it} must be given once.`,
  no_template: (_, it) =>
    `${it} must be the id of one of your templates, like "tpl_3f9a6c0d12e45b78", or "default".`,
  no_default_template: (_, it) => `${it} is "default", and none of your templates is the default.`,
  not_of_path: ({ externalId }, it) => `${it} must be that of the path, "${externalId}", or be left out.`,
  email_taken: 'Somebody in this account already has this address. Enter another one, or leave it empty.',
  refused: ({ rule }, it) => `${it} ${rule}`,

  content_and_target: () => 'Send either "target" or "content": the fields of "content" make the target.',
  type_without_fields: ({ type, types }) =>
    `A code of the type "${type}" has no fields: send "target". Types with "content" are ${types.join(', ')}.`,

  text_malformed: '{it} must be well-formed Unicode: it holds half of a surrogate pair.',
  text_has_controls: '{it} must not hold control characters.',
  text_too_long: '{it} must have at most {longest} characters.',
  too_many_words: '{it} must have at most {most} words.',
  drawn_text_has_control: '{it} must not hold the control character {character}.',
  text_not_drawn: ({ missing, known, where }, it) =>
    `${it} cannot be drawn: it has ${missing}, and ${where} have ${known}.`,

  tag_out_of_range: '{it} must have 1 to {longest} characters.',
  tag_has_comma: '{it} must not hold a comma, which separates tags.',
  tags_no_json:
    '{it} begins like a list in JSON, but is not one. Write it like ["spring","flyer"], or like spring, flyer.',
  too_many_tags: 'The code would have {tags, number} tags; it may have at most {most, number}.',
  too_many_keys: 'The code would have more than {most, number} keys. Remove one.',
  tag_added_and_removed: ({ tag }, it) => `${it} holds "${tag}", which "add_tags" holds too.`,
  tags_and_changes: (_, it) => `${it} replaces all tags: send it, or "add_tags" and "remove_tags".`,
  key_malformed: '{it} must be a key without square brackets and control characters.',
  key_out_of_range: '{it} must be a key of 1 to {longest} characters.',
  value_malformed:
    '{it} must be well-formed Unicode without control characters other than tab and line breaks.',

  harmful_target:
    'The URL leads to {host}, which is known to harm people who open it, so this service does not link there. Ask its operator if that is wrong.',
  window_empty: 'The code must start before it ends; otherwise no scan would ever lead on.',
  limit_uncounted: 'A scan limit counts scans: remove the limit, or count them.',
  limit_out_of_range: '{it} must be a whole number from 1 to {most, number}.',
  password_too_short: '{it} must have at least {least} characters.',
  name_empty: '{it} must not be empty.',
  name_padded: '{it} must not begin or end with white space.',
  name_taken: '{it} must differ from the other names: statistics could not tell them apart.',
  too_many_rules: 'These are {rules, number} rules; a code has at most {most, number}.',
  variants_out_of_range: 'A code is split among {least, number} to {most, number} variants.',
  weight_out_of_range: '{it} must be a whole number from 0 to {most}.',
  weights_unequal: 'The shares must add up to {whole, number}. These add up to {sum}.',
  list_empty: '{it} is empty: name at least one value, or leave it out.',
  no_country: '{it} must be a country of ISO 3166-1 in two letters, like "DE".',
  no_region: '{it} must be a region of ISO 3166-2, like "DE-BY".',
  no_language: '{it} must be a language tag, like "de" or "pt-BR".',
  not_among: '{it} must be one of {names}.',
  parameters_out_of_range: '{it} must name 1 to {most} parameters.',
  parameter_too_long: '{it} must hold names and values of at most {longest} characters, and no empty name.',
  rule_without_condition:
    'The rule needs a condition, such as a country or a device: without one it would take every scan, as the target does.',
  rule_window_empty: 'The rule must begin before it ends; otherwise no scan would ever match.',
  no_hours: '{it} must be two times of day, like 09:00 and 18:00; the second may be 24:00.',
  hours_empty: 'These hours begin and end at the same time: no scan would ever match.',
  utm_too_long:
    '{it} must have at most {longest, number} characters in an address, where an emoji has 12 and most letters beyond A–Z have 6.',
  public_svg: '{it} must be an image that was uploaded as a PNG or JPEG: no SVG is shown.',
  links_too_long: '{it} must have at most {longest, number} characters together.',
  no_link_type: '{it} must be a link type of the GS1 Web Vocabulary, like "gs1:pip".',
  no_link_language: '{it} must be a language in two letters, like "de", or with a country, like "de-AT".',
  no_media_type: '{it} must be a media type, like "text/html".',
  links_of_other_type: 'Only GS1 codes have typed links.',

  filter_twice: '{it} is a second filter of {dimension}: send one of each.',
  no_dimension: ({ dimensions, ofOneCode }, it) => {
    const values = { it, dimensions: dimensions.join(', ') };
    return ofOneCode.length > 0
      ? say(
          '{it} must be a dimension, a colon and a value, like "country:DE". Dimensions: {dimensions}. Scans of one code also have: {more}.',
          { ...values, more: ofOneCode.join(', ') },
        )
      : say(
          '{it} must be a dimension, a colon and a value, like "country:DE". Dimensions: {dimensions}.',
          values,
        );
  },
  no_known_value: ({ dimension, known }, it) =>
    say('{it} must be one of these: {filters}.', {
      it,
      filters: known.map((value) => `${dimension}:${value}`).join(', '),
    }),
  no_hour: '{it} must name an hour of the day, from hour:0 to hour:23.',

  range_and_days: '{it} cannot be combined with a first or last day: give one or the other.',
  last_day_alone: '{it} is required where the last day is given.',
  days_reversed: '{it} must not be after the last day, {day}.',
  zone_not_kept: '{it} must be UTC where the first day is before {day}: older scans are counted by UTC day.',
  filtered_too_early: '{it} must not be before {day} with a filter: older scans are counted by day only.',
  compared_too_early: '{it} must not reach before {day} with a filter: older scans are counted by day only.',
  day_too_early: '{it} must not be before {day}.',
  day_in_future: '{it} must not be after today, {day}.',
  too_many_days:
    '{it} must not be before {day} where the period ends on {lastDay}: it has at most {most, number} days.',

  external_id_malformed: '{it} must have 1 to 255 of the characters A–Z, a–z, 0–9 and . _ : @ -.',
  short_code_malformed: '{it} must have 3 to 64 of the characters a–z, 0–9 and -, and not hyphens alone.',
  own_path_malformed: (_, it) =>
    say(
      '{it} must have 1 to {most} of the characters A–Z, a–z, 0–9 and . _ ~ -, and slashes only between them.',
      {
        it,
        most: String(LONGEST_OWN_PATH),
      },
    ),
  endpoint_malformed: '{it} must be an address like https://example.com/hooks, of at most 2,000 characters.',
  endpoint_not_https: '{it} must begin with https://, so that nobody reads what we send.',
  endpoint_has_password: '{it} must not have a name and password. Check the signature instead.',
  endpoint_port: '{it} must have port 443, or one from 1024.',
  endpoint_private: '{it} must have a public name, not a number or a name of a private network.',
  endpoint_of_service: '{it} must not lead to this service itself.',
  scans_not_logged: (_, it) =>
    `${it} cannot have "scans.recorded": this service does not keep single scans in D1.`,
  host_malformed: (_, it) =>
    say('{it} must be a host of at most {most} characters, like {example}.', {
      it,
      most: String(LONGEST_HOST),
      example: 'go.brand.example',
    }),
  host_not_alone: ({ host }, it) =>
    host === null
      ? say('{it} must be only a host, without scheme, port, path or asterisk.', { it })
      : say('{it} must be only a host, without scheme, port, path or asterisk: "{host}".', {
          it,
          host,
        }),
  host_is_address: '{it} must be a name, not an IP address.',
  host_of_service: '{it} must not be {host}, where the service itself is reached.',
  host_not_public: '{it} must be a name of the public internet: {host} is known within one network only.',
  host_public: ({ host }, it) =>
    say('{it} must not be {host}: anybody can have a name below it. Add yours, like {example}.', {
      it,
      host,
      example: `brand.${host}`,
    }),
  short_code_reserved: '{it} must not be "{shortCode}": the short-link host keeps that for itself.',
  short_code_like_id:
    '{it} looks like one of our ids: "{shortCode}" has 8 or 9 of their characters. Add a character, for example a hyphen.',
  short_code_deceptive: '{it} must not look like somebody else’s sign-in or payment page.',

  row_without_json: '{it} must be JSON.',
  row_without_time: '{it} must be an ISO 8601 date or time, or Unix seconds or milliseconds.',
  row_without_counts: (_, it) =>
    say('{it} must be JSON like {example}: counts by day, for at most three years.', {
      it,
      example: '{"2026-01-31": 12}',
    }),
  row_without_count: '{it} must be a whole number.',
  row_counts_too_few: '{it} must be at least {counted}, the sum of "scans_by_day".',
  row_repeats_code: 'Row {row} is the same code: it has the external id "{externalId}" too.',
  row_repeats_id: ({ row, codeId }) =>
    say(
      'Row {row} is the same code: it has the id {code} too. Empty the id of this row if it should be a new code.',
      { row: String(row), code: toPublicId(codeId) },
    ),
  own_row_differs: ({ codeId }) =>
    say('Your code {code} differs from this row.', { code: toPublicId(codeId) }),
  scanned_since_import: 'This code has {scans, plural, one {# scan} other {# scans}} already, so it stays.',
  keeps_short_code:
    'This code has the short code "{shortCode}", which may be printed and could never be given again, so it stays. Delete it yourself if nobody needs it.',
  changed_since_import: 'This code was changed after the import, so it stays as it is.',
  digits_lost:
    '"{cell}" is how a spreadsheet shows a long number, without its last digits. Enter it again in a column that is formatted as text.',
  digits_changed:
    'You have a code with the external id "{externalId}", which a spreadsheet may show like this. Enter it again in a column that is formatted as text; if you mean another code, create that one without a file.',
  row_repeats_path:
    'Row {row} takes the path "/{path}" already, because upper and lower case make no difference here: a code that is printed with it opens the target of that row.',
  row_differs: ({ codeId, externalId }) =>
    say('Your code {code} has the external id "{externalId}" already, and differs from this row.', {
      code: toPublicId(codeId),
      externalId,
    }),
  row_too_wide:
    'The row has {cells} columns and the header {columns}. Is a cell with the delimiter not quoted?',
  row_no_object: 'Row {row} must be a JSON object.',
} satisfies Partial<PhraseBook>;

function suggestName(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  return nearest === null ? '' : ` Did you mean "${nearest}"?`;
}
