import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';
import { CHARACTERS_IN_WORDS, nameCodePoint, nameMissing } from './characters.ts';
import { toDrawnText } from './set-text.ts';

export interface DrawnTextProblems extends PlainTextProblems {
  readonly drawn_text_has_control: { readonly character: string };
  /** `where` are the things that have the text. */
  readonly text_not_drawn: { readonly missing: string; readonly known: string; readonly where: string };
}

/**
 * Reads a text that is drawn: the text as drawn, null if nothing is left of it, or the problem.
 *
 * @param where the things that have the text, for people
 */
export function parseDrawnText(
  text: string,
  longest: number,
  where: string,
): Result<string | null, FaultOf<DrawnTextProblems>> {
  const control = /\p{Cc}/u.exec(text)?.[0];
  if (control !== undefined) {
    return err({ code: 'drawn_text_has_control', values: { character: nameCodePoint(control) } });
  }
  const drawn = toDrawnText(text);
  const problem = findPlainTextProblem(drawn, longest);
  if (problem !== null) return err(problem);
  const missing = nameMissing(drawn);
  if (missing !== null)
    return err({ code: 'text_not_drawn', values: { missing, known: CHARACTERS_IN_WORDS, where } });
  return ok(drawn === '' ? null : drawn);
}
