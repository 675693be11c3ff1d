import { say } from '#languages/say.ts';
import { findNearest } from '../nearest.ts';
import { FORM_PHRASES } from './form-phrases.ts';
import { type Fault, type PhraseBook, sayIn } from './problems.ts';

/** The phrases about a row of a file: those of forms, except where a form offers a choice and a file does not. */
const ROW_PHRASES = {
  ...FORM_PHRASES,
  wrong_type: ({ expected }, it) => sayType(expected, it),
  wrong_value: ({ allowed }, it) => say('{it} must be one of {names}.', { it, names: allowed.join(', ') }),
  no_timestamp: '{it} must be a date, or a time like "2026-12-24T18:00:00+01:00".',
  no_template: 'There is no such template in your account.',
  no_default_template: 'There is no such template in your account.',
  too_many: '{it} must hold at most {most}.',
  unknown_field: ({ name, known }) => {
    const nearest = findNearest(name, known);
    return nearest === null
      ? say('There is no field with this name.')
      : say('There is no field with this name. Did you mean "{nearest}"?', { nearest });
  },
  refused: 'This is not valid here.',
} satisfies PhraseBook;

function sayType(expected: string, it: string): string {
  switch (expected) {
    case 'int':
      return say('{it} must be a whole number.', { it });
    case 'number':
      return say('{it} must be a number.', { it });
    case 'string':
      return say('{it} must be a text.', { it });
    case 'boolean':
      return say('{it} must be "true" or "false".', { it });
    case 'array':
    case 'tuple':
      return say('{it} must be a list in JSON.', { it });
    default:
      return say('{it} must be an object in JSON.', { it });
  }
}

/** Describes a problem of a row behind the name of its column. */
export function sayInRow(fault: Fault): string {
  return sayIn(ROW_PHRASES, fault, say('This'));
}
