import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import { isObject } from '../is-object.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';

/** A tag groups codes. Its spelling in an account is that of its first use; A–Z match a–z, and every other letter only itself. */

export const TAG_LIMITS = { perCode: 20, characters: 50 } as const;

/** Possible problems of a tag. */
export interface TagProblems extends PlainTextProblems {
  readonly tag_out_of_range: { readonly longest: number };
  readonly tag_has_comma: NoValues;
  readonly tags_no_json: NoValues;
}

/** The common key of a tag's spellings. Only A–Z are folded: other alphabets fold by language (Turkish has two letters i). */
export function toTagKey(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Reads a tag as typed: trimmed, in NFC. Otherwise gives its problem. */
export function parseTag(text: string): Result<string, FaultOf<TagProblems>> {
  const problem = findPlainTextProblem(text, Number.POSITIVE_INFINITY);
  if (problem !== null) return err(problem);
  const name = text.normalize('NFC').trim();
  const length = [...name].length;
  if (length === 0 || length > TAG_LIMITS.characters)
    return err({ code: 'tag_out_of_range', values: { longest: TAG_LIMITS.characters } });
  return name.includes(',') ? err({ code: 'tag_has_comma', values: {} }) : ok(name);
}

/** Lists in JSON begin like this, and tags in brackets (`[VIP]`) do not. */
const BEGINS_LIST = /^\[\s*["'{\]]/;

/**
 * The unchecked tags in a text: a list in JSON, as programs write it, or names between the first of the separators that the text has. Null
 * if the text begins like such a list but is not one.
 */
export function splitTags(text: string, separators = ','): unknown[] | null {
  const list = text.trim();
  if (list.startsWith('[')) {
    try {
      return nameTags(JSON.parse(list) as unknown[]);
    } catch {
      if (BEGINS_LIST.test(list)) return null;
    }
  }
  const separator = [...separators].find((character) => text.includes(character)) ?? ',';
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The text that `splitTags` reads as these tags: names with commas between them, or a list in JSON if a comma does not tell them apart. */
export function joinTags(tags: readonly string[], comma: ',' | ', ', separators = ','): string {
  const text = tags.join(comma);
  const read = splitTags(text, separators);
  return read?.length === tags.length && tags.every((tag, i) => tag === read[i])
    ? text
    : JSON.stringify(tags);
}

/** Items of a list as tags: numbers are names too, and some services send objects that have a name. */
export function nameTags(items: readonly unknown[]): unknown[] {
  return items.map((item) => {
    const name = isObject(item) && 'name' in item ? item['name'] : item;
    return typeof name === 'number' ? String(name) : name;
  });
}

/** Tags in display order, each once: in the first of its spellings. */
export function arrangeTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(toTagKey(name))) byKey.set(toTagKey(name), name);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

/** Those of the tags that are not among others. */
export function tagsWithout(tags: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(toTagKey));
  return tags.filter((tag) => !keys.has(toTagKey(tag)));
}

export function isSameTags(a: readonly string[], b: readonly string[]): boolean {
  return tagsWithout(a, b).length + tagsWithout(b, a).length === 0;
}

/** A cursor of the list of tags, opaque to callers: the key of the last one. */
export function formatTagCursor(key: string): string {
  return encodeURIComponent(key);
}

/** Reads a cursor; null if `formatTagCursor` did not make the text. */
export function parseTagCursor(text: string): string | null {
  try {
    const key = decodeURIComponent(text);
    return parseTag(key).ok && toTagKey(key) === key && formatTagCursor(key) === text ? key : null;
  } catch {
    return null;
  }
}
