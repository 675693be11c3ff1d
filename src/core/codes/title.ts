import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf } from '../problem.ts';
import { LONGEST_TITLE } from './limits.ts';
import { err, ok, type Result } from '../result.ts';

/** Reads a code's title as typed: null if it is empty. */
export function parseTitle(text: string): Result<string | null, FaultOf<PlainTextProblems>> {
  const title = text.trim();
  const problem = findPlainTextProblem(title, LONGEST_TITLE);
  if (problem) return err(problem);
  return ok(title === '' ? null : title);
}
