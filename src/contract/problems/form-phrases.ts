import { toPublicId } from '#core/codes/code-id.ts';
import { say } from '#languages/say.ts';
import { FORM_CODE_PHRASES } from './code-phrases.ts';
import { sayContentInForm } from './content-phrases.ts';
import { FORM_PRINT_PHRASES } from './print-phrases.ts';
import { type Fault, type PhraseBook, type Problems, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

function askForNumber({ min, max, decimals }: Problems['no_number']): string {
  const bounds = { min: String(min), max: String(max) };
  return decimals === 0
    ? say('Enter a whole number from {min} to {max}.', bounds)
    : say(
        'Enter a number with at most {decimals, plural, one {# decimal} other {# decimals}} from {min} to {max}.',
        { ...bounds, decimals },
      );
}

/** The phrases beside a form field, whose label names it: people do not know the names in the interface. */
export const FORM_PHRASES = {
  ...SHARED_PHRASES,
  ...FORM_PRINT_PHRASES,
  ...FORM_CODE_PHRASES,
  required: 'Fill this in.',
  wrong_type: ({ expected }) => (expected === 'int' ? say('Enter a whole number.') : say('Enter a number.')),
  wrong_value: 'Choose one of the options.',
  no_color: 'Choose a colour.',
  no_image_id: 'Choose one of the options.',
  too_small: 'Enter at least {least}.',
  too_large: 'Enter at most {most}.',
  no_number: askForNumber,
  number_too_small: askForNumber,
  number_too_large: askForNumber,
  roll_size_required: 'Enter a number from {min} to {max}.',
  size_needs_roll: 'Only the labels of a roll can have any size.',
  field_needs_labels: 'This is for labels only.',
  field_needs_layout: 'Labels have no room for this.',
  too_many_tags: 'The code would have {tags, number} tags; it may have at most {most, number}.',
  too_many_keys: 'The code would have more than {most, number} keys. Remove one.',
  metadata_malformed: '{it} must be a JSON object whose values are texts.',
  scans_not_logged: 'This service does not keep individual scans, so it cannot send them.',
  immutable_field: ({ codeId, actual }) =>
    say(
      'In your code {code} this is {actual}, and cannot change, because the printed symbol cannot change.',
      { code: toPublicId(codeId), actual: String(actual ?? '–') },
    ),
  row_no_json: 'Row {row} is not JSON.',
  unfit_content: sayContentInForm,
  field_password_required: 'Enter the password of the network.',
  field_needs_other: 'Enter the name of the person or place.',
  text_not_drawn:
    '{it} cannot be drawn: it has {missing}. Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies can.',
  hours_empty: 'These hours begin and end at the same time: no scan would ever match.',
  window_empty: '“Starts” must be earlier than “Ends”: no scan would ever lead on.',
  no_timestamp: 'Enter a date and a time of day.',
  name_taken: ({ list, first }, it) =>
    list === 'rules'
      ? say('{it} is also the name of rule {place, number}: statistics could not tell them apart.', {
          it,
          place: first + 1,
        })
      : say('{it} is also the name of variant {place, number}: statistics could not tell them apart.', {
          it,
          place: first + 1,
        }),
  too_many_rules: 'These are {rules, number} rules; a code has at most {most, number}.',
  variants_out_of_range: 'A code is split among {least, number} to {most, number} variants.',
  weights_unequal: 'The shares must add up to {whole, number}. These add up to {sum}.',
  rule_without_condition:
    'The rule needs a condition, such as a country or a device: without one it would take every scan, as the target does.',
  rule_window_empty: '{it} must be later than “From”: no scan would ever match.',
  no_hours: 'Enter two times of day, like 09:00 and 18:00.',
  range_and_days: '{it} cannot be combined with “From” and “To”.',
  last_day_alone: '{it} is required where “To” is given.',
  days_reversed: '{it} must not be after “To”, {day}.',
  zone_not_kept: '{it} must be UTC where “From” is before {day}: older scans are counted by UTC day.',
  filtered_too_early: '{it} must not be before {day} with a filter: older scans are counted by day only.',
  compared_too_early: '{it} must not reach before {day} with a filter: older scans are counted by day only.',
} satisfies PhraseBook;

/** Describes the problem beside a field. The subject names the faulty part if the field alone does not. */
export function sayInForm(fault: Fault, subject = say('This')): string {
  return sayIn(FORM_PHRASES, fault, subject);
}
