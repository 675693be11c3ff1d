import { hasControlCharacter } from './content/uri.ts';
import { err, ok, type Result } from './result.ts';

export const MAX_TITLE_CHARACTERS = 200;

/** Reads a code's title as somebody typed it: null where it is empty, or else in one sentence what is wrong with it. */
export function parseTitle(text: string): Result<string | null, string> {
  const title = text.trim();
  if (hasControlCharacter(title)) return err('A title has no line breaks or other control characters.');
  const characters = [...title].length;
  if (characters > MAX_TITLE_CHARACTERS) {
    return err(`The title has ${characters} characters; at most ${MAX_TITLE_CHARACTERS} are possible.`);
  }
  return ok(title === '' ? null : title);
}
