import { say } from '#languages/say.ts';
import { FORM_CODE_PHRASES } from './code-phrases.ts';
import { sayContentInForm } from './content-phrases.ts';
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
  ...FORM_CODE_PHRASES,
  required: 'Fill this in.',
  wrong_type: ({ expected }) => (expected === 'int' ? say('Enter a whole number.') : say('Enter a number.')),
  wrong_value: 'Choose one of the options.',
  too_small: 'Enter at least {least}.',
  too_large: 'Enter at most {most}.',
  no_number: askForNumber,
  no_ink: 'Choose one of these inks.',
  metadata_malformed: '{it} must be a JSON object whose values are texts.',
  scans_not_logged: 'This service does not keep individual scans, so it cannot send them.',
  row_no_json: 'Row {row} is not JSON.',
  unfit_content: sayContentInForm,
  field_needs_other: 'Enter the name of the person or place.',
  text_not_drawn:
    '{it} cannot be drawn: it has {missing}. Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies can.',
  no_timestamp: 'Enter a date and a time of day.',
} satisfies PhraseBook;

/** Describes the problem beside a field. The subject names the faulty part if the field alone does not. */
export function sayInForm(fault: Fault, subject = say('This')): string {
  return sayIn(FORM_PHRASES, fault, subject);
}
