import { FORM_CODE_PHRASES } from './code-phrases.ts';
import { sayContentInForm } from './content-phrases.ts';
import { FORM_PRINT_PHRASES } from './print-phrases.ts';
import { type Fault, type PhraseBook, type Problems, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

function askForNumber({ min, max, decimals }: Problems['no_number']): string {
  const what = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  return `Enter ${what} from ${min} to ${max}.`;
}

/** The phrases beside a form field, whose label names it: people do not know the names in the interface. */
const FORM_PHRASES: PhraseBook = {
  ...SHARED_PHRASES,
  ...FORM_PRINT_PHRASES,
  ...FORM_CODE_PHRASES,
  required: () => 'Fill this in.',
  wrong_type: ({ expected }) => (expected === 'int' ? 'Enter a whole number.' : 'Enter a number.'),
  wrong_value: () => 'Choose one of the options.',
  no_color: () => 'Choose a colour.',
  no_image_id: () => 'Choose one of the options.',
  too_small: ({ least }) => `Enter at least ${least}.`,
  too_large: ({ most }) => `Enter at most ${most}.`,
  no_number: askForNumber,
  number_too_small: askForNumber,
  number_too_large: askForNumber,
  roll_size_required: ({ min, max }) => `Enter a number from ${min} to ${max}.`,
  size_needs_roll: () => 'Only the labels of a roll can have any size.',
  field_needs_labels: () => 'This is for labels only.',
  field_needs_layout: () => 'Labels have no room for this.',
  too_many_tags: ({ tags, most }) => `The code would have ${tags} tags; it may have at most ${most}.`,
  too_many_keys: ({ most }) => `The code would have more than ${most} keys. Remove one.`,
  unfit_content: sayContentInForm,
  window_empty: () => '“Starts” must be earlier than “Ends”: no scan would ever lead on.',
  no_timestamp: () => 'Enter a date and a time of day.',
  name_taken: ({ list, first }, it) =>
    `${it} is also the name of ${list.slice(0, -1)} ${first + 1}: statistics could not tell them apart.`,
  too_many_rules: ({ rules, most }) => `These are ${rules} rules; a code has at most ${most}.`,
  variants_out_of_range: ({ least, most }) =>
    `A code is split among ${least} to ${most} variants. Empty all of them to end the split.`,
  weights_unequal: ({ sum, whole }) => `The shares must add up to ${whole}. These add up to ${sum}.`,
  rule_without_condition: () =>
    'The rule needs a condition, such as a country or a device: without one it would take every scan, as the target does.',
  rule_window_empty: (_, it) => `${it} must be later than “From”: no scan would ever match.`,
  no_hours: () => 'Enter two times of day, like 09:00 and 18:00.',
  range_and_days: (_, it) => `${it} cannot be combined with “From” and “To”.`,
  last_day_alone: (_, it) => `${it} is required where “To” is given.`,
  days_reversed: ({ day }, it) => `${it} must not be after “To”, ${day}.`,
  zone_not_kept: ({ day }, it) =>
    `${it} must be UTC where “From” is before ${day}: older scans are counted by UTC day.`,
  filtered_too_early: ({ day }, it) =>
    `${it} must not be before ${day} with a filter: older scans are counted by day only.`,
  compared_too_early: ({ day }, it) =>
    `${it} must not reach before ${day} with a filter: older scans are counted by day only.`,
};

/** Describes the problem beside a field. The subject names the faulty part if the field alone does not. */
export function sayInForm(fault: Fault, subject = 'This'): string {
  return sayIn(FORM_PHRASES, fault, subject);
}
