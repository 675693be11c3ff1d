import { findPlainTextProblem } from '../plain-text.ts';
import { LONGEST_TITLE } from './limits.ts';
import { err, ok, type Result } from '../result.ts';

/** Reads a code's title as somebody typed it: null where it is empty, or else in one sentence what is wrong with it. */
export function parseTitle(text: string): Result<string | null, string> {
  const title = text.trim();
  const problem = findPlainTextProblem(title, LONGEST_TITLE);
  if (problem !== null) return err(`The title ${problem}`);
  return ok(title === '' ? null : title);
}
