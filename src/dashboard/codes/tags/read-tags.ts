import { arrangeTags, parseTag, TAG_LIMITS } from '#core/codes/tags.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { say } from '#languages/say.ts';
import { err, ok, type Result } from '#core/result.ts';

/** Reads typed tags, separated by commas, or returns their problem. */
export function readTags(text: string): Result<string[], string> {
  const names: string[] = [];
  for (const part of splitTags(text)) {
    const tag = parseTag(part);
    if (!tag.ok) return err(sayInForm(tag.error, `“${part}”`));
    names.push(tag.value);
  }
  const tags = arrangeTags(names);
  return tags.length > TAG_LIMITS.perCode
    ? err(
        say('A code may have at most {most, number} tags; these are {count, number}.', {
          most: TAG_LIMITS.perCode,
          count: tags.length,
        }),
      )
    : ok(tags);
}

/** Typed tags, separated by commas, unchecked. */
export function splitTags(text: string): string[] {
  const parts = text.split(',').map((part) => part.normalize('NFC').trim());
  return parts.filter((part) => part !== '');
}

/** The opposite of `splitTags`. */
export function writeTags(tags: readonly string[]): string {
  return tags.join(', ');
}
