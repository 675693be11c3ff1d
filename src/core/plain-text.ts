/** Unicode "Cc" without exception: a label or a search text has no use for line breaks, and NUL breaks readers. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** What is wrong with a text of one line, as the end of a sentence that begins with its name; null where nothing is. */
export function findPlainTextProblem(text: string, longest: number): string | null {
  if (!text.isWellFormed()) return 'must be well-formed Unicode: it holds half of a surrogate pair.';
  if (CONTROL_CHARACTER.test(text)) return 'must not hold control characters.';
  return [...text].length > longest ? `must have at most ${longest} characters.` : null;
}
