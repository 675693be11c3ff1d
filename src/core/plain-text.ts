import type { FaultOf, NoValues } from './problem.ts';

/** The possible problems of a text on one line. */
export interface PlainTextProblems {
  readonly text_malformed: NoValues;
  readonly text_has_controls: NoValues;
  readonly text_too_long: { readonly longest: number };
}

/** Unicode "Cc" without exception: a title or a search text needs no line breaks, and NUL breaks readers. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** The problem of a text on one line; null if there is none. */
export function findPlainTextProblem(text: string, longest: number): FaultOf<PlainTextProblems> | null {
  if (!text.isWellFormed()) return { code: 'text_malformed', values: {} };
  if (CONTROL_CHARACTER.test(text)) return { code: 'text_has_controls', values: {} };
  return [...text].length > longest ? { code: 'text_too_long', values: { longest } } : null;
}
