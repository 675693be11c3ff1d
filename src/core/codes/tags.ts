import { findPlainTextProblem, type PlainTextProblems } from '../plain-text.ts';
import type { FaultOf, NoValues } from '../problem.ts';
import { err, ok, type Result } from '../result.ts';

/** A tag groups codes. Its spelling in an account is that of its first use; A–Z match a–z, and every other letter only itself. */

export const TAG_LIMITS = { perCode: 20, characters: 50 } as const;

/** Possible problems of a tag. */
export interface TagProblems extends PlainTextProblems {
  readonly tag_out_of_range: { readonly longest: number };
  readonly tag_has_comma: NoValues;
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

/** Tags in display order, each once: in the first of its spellings. */
export function arrangeTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(toTagKey(name))) byKey.set(toTagKey(name), name);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

export function isSameTags(a: readonly string[], b: readonly string[]): boolean {
  const keys = new Set(a.map(toTagKey));
  return keys.size === new Set(b.map(toTagKey)).size && b.every((name) => keys.has(toTagKey(name)));
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
