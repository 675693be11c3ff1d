import type { FaultOf, NoValues } from './problem.ts';

/** What can be wrong with a text of one line. */
export interface PlainTextProblems {
  readonly text_malformed: NoValues;
  readonly text_has_controls: NoValues;
  readonly text_too_long: { readonly longest: number };
}

/** Unicode "Cc" without exception: a label or a search text has no use for line breaks, and NUL breaks readers. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** What is wrong with a text of one line; null where nothing is. */
export function findPlainTextProblem(text: string, longest: number): FaultOf<PlainTextProblems> | null {
  if (!text.isWellFormed()) return { code: 'text_malformed', values: {} };
  if (CONTROL_CHARACTER.test(text)) return { code: 'text_has_controls', values: {} };
  return [...text].length > longest ? { code: 'text_too_long', values: { longest } } : null;
}
