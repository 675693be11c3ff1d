import { toPublicId } from '#core/codes/code-id.ts';
import { FIELD_PUBLIC_CODES } from '../codes/field-phrases.ts';
import { API_CODE_PHRASES, CODE_PUBLIC_CODES } from './code-phrases.ts';
import { sayContent, toPublicContentCode } from './content-phrases.ts';
import type { ErrorCode, FieldError } from './error-codes.ts';
import { API_PRINT_PHRASES, PRINT_PUBLIC_CODES } from './print-phrases.ts';
import { type PhraseBook, type Problem, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

/** The phrases of the API: fields and values have their JSON names. */
const API_PHRASES = {
  ...SHARED_PHRASES,
  ...API_PRINT_PHRASES,
  ...API_CODE_PHRASES,
  no_number: ({ decimals }, it) =>
    `${it} must be ${decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals, like "20" or "12.5"`}.`,
  number_too_small: ({ min }, it) => `${it} must be at least ${min}.`,
  number_too_large: ({ max }, it) => `${it} must be at most ${max}.`,
  no_color: (_, it) => `${it} must be a hex colour of the form "#rrggbb".`,
  no_image_id: (_, it) =>
    `${it} must be the id of an image, like "img_9c1e7a40b2d35f68": POST /v1/images makes one.`,
  roll_size_required: ({ min, max }, it) =>
    `${it} is required with "template": "roll", in millimetres from ${min} to ${max}.`,
  size_needs_roll: ({ template }, it) =>
    `${it} is for "template": "roll" only: ${template} has a size of its own.`,
  field_needs_labels: ({ template, why }, it) =>
    `${it} is for labels only, and ${template} is a layout: ${why}.`,
  field_needs_layout: ({ template, layouts }, it) =>
    `${it} is for layouts only (${layouts.join(', ')}), and ${template} has labels.`,
  too_many_tags: ({ tags, most }, it) => `${it} gives the code ${tags} tags; it may have at most ${most}.`,
  too_many_keys: ({ most }, it) => `${it} gives the code more than ${most} keys; null removes one.`,
  metadata_malformed: (_, it) =>
    `${it} must be an object whose values are strings, or null to remove a key; or null to remove all.`,
  immutable_field: ({ codeId, actual }, it) =>
    `${it} of ${toPublicId(codeId)} is ${JSON.stringify(actual)}, and cannot change, because the printed symbol cannot change.`,
  row_no_json: ({ row, error }) => `Row ${row} is not JSON: ${error}.`,
  // The sentences about content speak of the target.
  unfit_content: (unfit, it) => (it === '"target"' ? '' : `${it}: `) + sayContent(unfit),
  window_empty: () => '"starts_at" must be earlier than "ends_at": no scan would ever lead on.',
  no_timestamp: (_, it) =>
    `${it} must be an ISO 8601 timestamp with its zone, like "2026-12-24T18:00:00+01:00" or "2026-12-24T17:00:00Z".`,
  name_taken: ({ list, first }, it) =>
    `${it} is also the name of "${list}[${first}]": statistics could not tell them apart.`,
  too_many_rules: ({ rules, most }, it) => `${it} has ${rules} rules; a code has at most ${most}.`,
  variants_out_of_range: ({ least, most }, it) => `${it} must hold ${least} to ${most} variants, or be null.`,
  weights_unequal: ({ sum, whole }, it) =>
    `${it} must have weights that add up to ${whole}; these add up to ${sum}.`,
  rule_without_condition: (_, it) =>
    `${it} needs a condition, such as "country" or "device": without one it would take every scan, as the target does.`,
  rule_window_empty: ({ from }, it) => `${it} must be later than "${from}": no scan would ever match.`,
  no_hours: (_, it) => `${it} must be two times of day, like ["09:00", "18:00"]; the second may be "24:00".`,
  range_and_days: (_, it) => `${it} cannot be combined with "from" and "to": send one or the other.`,
  last_day_alone: (_, it) => `${it} is required where "to" is given.`,
  days_reversed: ({ day }, it) => `${it} must not be after "to", ${day}.`,
  zone_not_kept: ({ day }, it) =>
    `${it} must be "UTC" where "from" is before ${day}: older scans are counted by UTC day.`,
  filtered_too_early: ({ day }, it) =>
    `${it} must not be before ${day} where "filter" is sent: older scans are counted by day only.`,
  compared_too_early: ({ day }, it) =>
    `${it} must not reach before ${day} where "filter" is sent: older scans are counted by day only.`,
} satisfies PhraseBook;

/**
 * The public codes that are not `invalid_value`, which programs read. Several problems may share one, and people tell them apart by the
 * message.
 */
const PUBLIC_CODES: { readonly [code in Problem['code']]?: string } = {
  ...PRINT_PUBLIC_CODES,
  ...CODE_PUBLIC_CODES,
  ...FIELD_PUBLIC_CODES,
  content_and_target: 'conflict',
  required: 'required',
  wrong_type: 'invalid_type',
  too_small: 'too_small',
  too_large: 'too_big',
  too_many: 'too_big',
  too_many_words: 'too_big',
  number_too_small: 'too_small',
  number_too_large: 'too_big',
  unknown_field: 'unknown_field',
  unknown_parameter: 'unknown_field',
  not_editable: 'not_editable',
  immutable_field: 'immutable_field',
  repeated: 'repeated',
  row_repeats_code: 'repeated',
  row_repeats_path: 'repeated',
  row_repeats_id: 'repeated',
  own_row_differs: 'conflict',
  changed_since_import: 'conflict',
  scanned_since_import: 'conflict',
  keeps_short_code: 'conflict',
  row_differs: 'external_id_taken',
  digits_lost: 'digits_lost',
  digits_changed: 'digits_lost',
  row_too_wide: 'too_many_cells',
  row_no_object: 'malformed_json',
  row_no_json: 'malformed_json',
  no_template: 'not_found',
  no_default_template: 'not_found',
  not_of_path: 'conflict',
  tag_added_and_removed: 'conflict',
  tags_and_changes: 'conflict',
  too_many_tags: 'too_big',
  too_many_keys: 'too_big',
  harmful_target: 'unsafe_target',
  window_empty: 'window_empty',
  limit_uncounted: 'conflict',
  no_timestamp: 'invalid_timestamp',
  name_taken: 'duplicate_name',
  too_many_rules: 'too_many',
  weights_unequal: 'weights_not_100',
  list_empty: 'too_small',
  no_country: 'invalid_country',
  no_region: 'invalid_region',
  no_language: 'invalid_language',
  rule_without_condition: 'rule_without_condition',
  rule_window_empty: 'window_empty',
  hours_empty: 'window_empty',
  no_time_zone: 'invalid_timezone',
  utm_too_long: 'too_big',
  public_svg: 'unsupported',
  range_and_days: 'conflict',
  last_day_alone: 'required',
  day_too_early: 'too_small',
  day_in_future: 'too_big',
  days_reversed: 'too_big',
  too_many_days: 'too_small',
  zone_not_kept: 'conflict',
  filtered_too_early: 'too_small',
  compared_too_early: 'conflict',
};

/** The error for a field in a response. */
export function toFieldError(problem: Problem): FieldError {
  return toFieldErrorAbout(`"${problem.field}"`, problem);
}

/** The same, if the subject of the sentence is more than the field's name. */
export function toFieldErrorAbout(subject: string, problem: Problem): FieldError {
  return {
    field: problem.field,
    code: toPublicCode(problem),
    message: sayIn(API_PHRASES, problem, subject),
  };
}

function toPublicCode(problem: Problem): string {
  if (problem.code === 'unfit_content') return toPublicContentCode(problem.values);
  return PUBLIC_CODES[problem.code] ?? 'invalid_value';
}

/** Public field codes that are also error codes, so that callers can tell them from plain mistakes if nothing else is wrong. */
const ERROR_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'code_not_dynamic',
  'content_too_long',
  'external_id_taken',
  'immutable_field',
  'low_contrast',
  'short_code_taken',
  'unsafe_target',
  'unscannable',
]);

/** The error code of a request with these problems. */
export function toErrorCode(problems: readonly Problem[]): ErrorCode {
  const [code, ...others] = new Set(problems.map(toErrorCodeOfOne));
  return others.length === 0 && code !== undefined ? code : 'invalid_request';
}

function toErrorCodeOfOne(problem: Problem): ErrorCode {
  const code = toPublicCode(problem);
  // A URL may be too long for the interface; any other content is too long because no symbol holds it.
  if (problem.code === 'unfit_content' && code === 'too_long' && problem.values.type !== 'url')
    return 'content_too_long';
  return ERROR_CODES.has(code) ? (code as ErrorCode) : 'invalid_request';
}
