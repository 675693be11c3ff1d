import { findPlainTextProblem } from '../plain-text.ts';

/** In characters, as `findPlainTextProblem` counts. */
export const LONGEST_NAME = 100;

/** The name of a person, an account or a thing of theirs, without white space around it; null where it is empty, too long or not one line. */
export function parseName(text: string): string | null {
  const name = text.trim();
  return name !== '' && findPlainTextProblem(name, LONGEST_NAME) === null ? name : null;
}

/** What to tell people whose name is none. */
export const NAME_RULE = `1 to ${LONGEST_NAME} characters, on one line`;
