import { toPublicId } from '#core/codes/code-id.ts';
import { say } from '#languages/say.ts';
import { LONGEST_HOST } from '#core/domains/host.ts';
import { LONGEST_OWN_PATH } from '#core/links/own-path.ts';
import { FIELD_PHRASES } from '../codes/field-phrases.ts';
import { findNearest } from '../nearest.ts';
import type { PhraseBook } from './problems.ts';

/** The phrases that the API and forms share. */
export const SHARED_PHRASES = {
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
  not_editable: (_, it) => `${it} cannot change, because the printed symbol cannot change.`,
  repeated: (_, it) => `${it} must be given once.`,
  no_template: (_, it) =>
    `${it} must be the id of one of your templates, like "tpl_3f9a6c0d12e45b78", or "default".`,
  no_default_template: (_, it) => `${it} is "default", and none of your templates is the default.`,
  not_of_path: ({ externalId }, it) => `${it} must be that of the path, "${externalId}", or be left out.`,
  refused: ({ rule }, it) => `${it} ${rule}`,

  content_and_target: () => 'Send either "target" or "content": the fields of "content" make the target.',
  type_without_fields: ({ type, types }) =>
    `A code of the type "${type}" has no fields: send "target". Types with "content" are ${types.join(', ')}.`,
  ...FIELD_PHRASES,

  text_malformed: (_, it) =>
    say('{it} must be well-formed Unicode: it holds half of a surrogate pair.', { it }),
  text_has_controls: (_, it) => say('{it} must not hold control characters.', { it }),
  text_too_long: ({ longest }, it) =>
    say('{it} must have at most {most} characters.', { it, most: String(longest) }),
  too_many_words: ({ most }, it) => say('{it} must have at most {most} words.', { it, most: String(most) }),
  drawn_text_has_control: ({ character }, it) =>
    say('{it} must not hold the control character {character}.', { it, character }),
  text_not_drawn: ({ missing, known, where }, it) =>
    `${it} cannot be drawn: it has ${missing}, and ${where} have ${known}.`,

  tag_out_of_range: ({ longest }, it) =>
    say('{it} must have 1 to {most} characters.', { it, most: String(longest) }),
  tag_has_comma: (_, it) => say('{it} must not hold a comma, which separates tags.', { it }),
  tags_no_json: (_, it) =>
    say('{it} begins like a list in JSON, but is not one. Write it like {json}, or like {plain}.', {
      it,
      json: '["spring","flyer"]',
      plain: 'spring, flyer',
    }),
  tag_added_and_removed: ({ tag }, it) => `${it} holds "${tag}", which "add_tags" holds too.`,
  tags_and_changes: (_, it) => `${it} replaces all tags: send it, or "add_tags" and "remove_tags".`,
  key_malformed: (_, it) => say('{it} must be a key without square brackets and control characters.', { it }),
  key_out_of_range: ({ longest }, it) =>
    say('{it} must be a key of 1 to {most} characters.', { it, most: String(longest) }),
  value_malformed: (_, it) =>
    say('{it} must be well-formed Unicode without control characters other than tab and line breaks.', {
      it,
    }),

  harmful_target: ({ host }) =>
    say(
      'The URL leads to {host}, which is known to harm people who open it, so this service does not link there. Ask its operator if that is wrong.',
      { host },
    ),
  limit_out_of_range: ({ most }, it) =>
    say('{it} must be a whole number from 1 to {most, number}.', { it, most }),
  password_too_short: ({ least }, it) =>
    say('{it} must have at least {least} characters.', { it, least: String(least) }),
  name_empty: (_, it) => say('{it} must not be empty.', { it }),
  name_padded: (_, it) => say('{it} must not begin or end with white space.', { it }),
  weight_out_of_range: ({ most }, it) =>
    say('{it} must be a whole number from 0 to {most}.', { it, most: String(most) }),
  list_empty: (_, it) => say('{it} is empty: name at least one value, or leave it out.', { it }),
  no_country: (_, it) => say('{it} must be a country of ISO 3166-1 in two letters, like "DE".', { it }),
  no_region: (_, it) => say('{it} must be a region of ISO 3166-2, like "DE-BY".', { it }),
  no_language: (_, it) => say('{it} must be a language tag, like "de" or "pt-BR".', { it }),
  not_among: ({ names }, it) => say('{it} must be one of {names}.', { it, names: names.join(', ') }),
  parameters_out_of_range: ({ most }, it) =>
    say('{it} must name 1 to {most} parameters.', { it, most: String(most) }),
  parameter_too_long: ({ longest }, it) =>
    say('{it} must hold names and values of at most {most} characters, and no empty name.', {
      it,
      most: String(longest),
    }),
  hours_empty: (_, it) => `${it} begin and end at the same time: no scan would ever match.`,
  utm_too_long: ({ longest }, it) =>
    say(
      '{it} must have at most {most, number} characters in an address, where an emoji has 12 and most letters beyond A–Z have 6.',
      { it, most: longest },
    ),
  public_svg: (_, it) =>
    say('{it} must be an image that was uploaded as a PNG or JPEG: no SVG is shown.', { it }),

  filter_twice: ({ dimension }, it) =>
    say('{it} is a second filter of {dimension}: send one of each.', { it, dimension }),
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
  no_hour: (_, it) => say('{it} must name an hour of the day, from hour:0 to hour:23.', { it }),

  day_too_early: ({ day }, it) => say('{it} must not be before {day}.', { it, day }),
  day_in_future: ({ day }, it) => say('{it} must not be after today, {day}.', { it, day }),
  too_many_days: ({ day, lastDay, most }, it) =>
    say(
      '{it} must not be before {day} where the period ends on {lastDay}: it has at most {most, number} days.',
      {
        it,
        day,
        lastDay,
        most,
      },
    ),

  external_id_malformed: (_, it) =>
    say('{it} must have 1 to 255 of the characters A–Z, a–z, 0–9 and . _ : @ -.', { it }),
  short_code_malformed: (_, it) =>
    say('{it} must have 3 to 64 of the characters a–z, 0–9 and -, and not hyphens alone.', { it }),
  own_path_malformed: (_, it) =>
    say(
      '{it} must have 1 to {most} of the characters A–Z, a–z, 0–9 and . _ ~ -, and slashes only between them.',
      {
        it,
        most: String(LONGEST_OWN_PATH),
      },
    ),
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
  host_is_address: (_, it) => say('{it} must be a name, not an IP address.', { it }),
  host_of_service: ({ host }, it) =>
    say('{it} must not be {host}, where the service itself is reached.', { it, host }),
  host_not_public: ({ host }, it) =>
    say('{it} must be a name of the public internet: {host} is known within one network only.', { it, host }),
  host_public: ({ host }, it) =>
    say('{it} must not be {host}: anybody can have a name below it. Add yours, like {example}.', {
      it,
      host,
      example: `brand.${host}`,
    }),
  short_code_reserved: ({ shortCode }, it) =>
    say('{it} must not be "{shortCode}": the short-link host keeps that for itself.', { it, shortCode }),
  short_code_like_id: ({ shortCode }, it) =>
    say(
      '{it} looks like one of our ids: "{shortCode}" has 8 or 9 of their characters. Add a character, for example a hyphen.',
      { it, shortCode },
    ),
  short_code_deceptive: (_, it) =>
    say('{it} must not look like somebody else’s sign-in or payment page.', { it }),

  row_without_json: (_, it) => say('{it} must be JSON.', { it }),
  row_without_time: (_, it) =>
    say('{it} must be an ISO 8601 date or time, or Unix seconds or milliseconds.', { it }),
  row_without_counts: (_, it) =>
    say('{it} must be JSON like {example}: counts by day, for at most three years.', {
      it,
      example: '{"2026-01-31": 12}',
    }),
  row_without_count: (_, it) => say('{it} must be a whole number.', { it }),
  row_counts_too_few: ({ counted }, it) =>
    say('{it} must be at least {counted}, the sum of "scans_by_day".', { it, counted: String(counted) }),
  row_repeats_code: ({ row, externalId }) =>
    say('Row {row} is the same code: it has the external id "{externalId}" too.', {
      row: String(row),
      externalId,
    }),
  row_repeats_id: ({ row, codeId }) =>
    say(
      'Row {row} is the same code: it has the id {code} too. Empty the id of this row if it should be a new code.',
      { row: String(row), code: toPublicId(codeId) },
    ),
  own_row_differs: ({ codeId }) =>
    say('Your code {code} differs from this row.', { code: toPublicId(codeId) }),
  scanned_since_import: ({ scans }) =>
    say('This code has {scans, plural, one {# scan} other {# scans}} already, so it stays.', { scans }),
  keeps_short_code: ({ shortCode }) =>
    say(
      'This code has the short code "{shortCode}", which may be printed and could never be given again, so it stays. Delete it yourself if nobody needs it.',
      { shortCode },
    ),
  changed_since_import: () => say('This code was changed after the import, so it stays as it is.'),
  digits_lost: ({ cell }) =>
    say(
      '"{cell}" is how a spreadsheet shows a long number, without its last digits. Enter it again in a column that is formatted as text.',
      { cell },
    ),
  digits_changed: ({ externalId }) =>
    say(
      'You have a code with the external id "{externalId}", which a spreadsheet may show like this. Enter it again in a column that is formatted as text; if you mean another code, create that one without a file.',
      { externalId },
    ),
  row_repeats_path: ({ row, path }) =>
    say(
      'Row {row} takes the path "/{path}" already, because upper and lower case make no difference here: a code that is printed with it opens the target of that row.',
      { row: String(row), path },
    ),
  row_differs: ({ codeId, externalId }) =>
    say('Your code {code} has the external id "{externalId}" already, and differs from this row.', {
      code: toPublicId(codeId),
      externalId,
    }),
  row_too_wide: ({ cells, columns }) =>
    say('The row has {cells} columns and the header {columns}. Is a cell with the delimiter not quoted?', {
      cells: String(cells),
      columns: String(columns),
    }),
  row_no_object: ({ row }) => say('Row {row} must be a JSON object.', { row: String(row) }),
} satisfies Partial<PhraseBook>;

function suggestName(name: string, known: readonly string[]): string {
  const nearest = findNearest(name, known);
  return nearest === null ? '' : ` Did you mean "${nearest}"?`;
}
