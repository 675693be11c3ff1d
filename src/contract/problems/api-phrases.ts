import { FIELD_PUBLIC_CODES } from '../codes/field-phrases.ts';
import { CODE_PUBLIC_CODES } from './code-phrases.ts';
import { sayContent, toPublicContentCode } from './content-phrases.ts';
import type { ErrorCode, FieldError } from './error-codes.ts';
import { PRINT_PUBLIC_CODES } from './print-phrases.ts';
import { type PhraseBook, type Problem, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

/** The phrases of the API, where forms have others: fields and values have their JSON names. */
const API_PHRASES = {
  ...SHARED_PHRASES,
  no_number: ({ decimals }, it) =>
    `${it} must be ${decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals, like "20" or "12.5"`}.`,
  metadata_malformed: (_, it) =>
    `${it} must be an object whose values are strings, or null to remove a key; or null to remove all.`,
  row_no_json: ({ row, error }) => `Row ${row} is not JSON: ${error}.`,
  unfit_content: sayContent,
  no_timestamp: (_, it) =>
    `${it} must be an ISO 8601 timestamp with its zone, like "2026-12-24T18:00:00+01:00" or "2026-12-24T17:00:00Z".`,
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
  links_too_long: 'too_big',
  public_svg: 'unsupported',
  no_link_language: 'invalid_language',
  links_of_other_type: 'conflict',
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
  const { field } = problem;
  const sentence = sayIn(API_PHRASES, problem, subject);
  // The sentences about contents speak of the target, those about rows of the row.
  const isClear = ['target', 'row'].includes(field) || sentence.includes(subject);
  return {
    field,
    code: toPublicCode(problem),
    message: isClear ? sentence : `${subject}: ${sentence}`,
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
