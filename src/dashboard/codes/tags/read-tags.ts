import { arrangeTags, parseTag, TAG_LIMITS } from '#core/codes/tags.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
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
    ? err(`A code may have at most ${TAG_LIMITS.perCode} tags; these are ${tags.length}.`)
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
