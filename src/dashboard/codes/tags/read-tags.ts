import { arrangeTags, joinTags, parseTag, splitTags, TAG_LIMITS } from '#core/codes/tags.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { say } from '#languages/say.ts';
import { err, ok, type Result } from '#core/result.ts';

/** Reads typed tags, or returns their problem. */
export function readTags(text: string): Result<string[], string> {
  const parts = readTypedTags(text);
  if (!parts.ok) return parts;
  const names: string[] = [];
  for (const part of parts.value) {
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

/** Typed tags, unchecked: names between commas, or a list in JSON that was pasted. */
export function readTypedTags(text: string): Result<string[], string> {
  const parts = splitTags(text);
  return parts?.every((part) => typeof part === 'string')
    ? ok(parts.map((part) => part.normalize('NFC')))
    : err(sayInForm({ code: 'tags_no_json', values: {} }));
}

/** The opposite of `readTypedTags`. */
export function writeTags(tags: readonly string[]): string {
  return joinTags(tags, ', ');
}
