import { findPlainTextProblem } from '../plain-text.ts';

/** In characters, as `findPlainTextProblem` counts. */
export const LONGEST_NAME = 100;

/** The name of a person, an account or another thing, trimmed; null if it is empty, too long or not a single line. */
export function parseName(text: string): string | null {
  const name = text.trim();
  return name !== '' && findPlainTextProblem(name, LONGEST_NAME) === null ? name : null;
}

/** The message for an invalid name. */
export const NAME_RULE = `1 to ${LONGEST_NAME} characters, on one line`;
