import { sha256Hex } from '#core/bytes/sha256.ts';

/** Stands for a document in the ids of its parts. No document can contain it otherwise (XML 1.0 §2.2). */
export const OWN = '\0';

const DIGITS = 12;

/**
 * The elements of a document with ids that no other document has: a page that shows two of them inline would take the parts of the first
 * one for both. They come from the content, so that the same shapes are always the same bytes.
 */
export async function nameIds(elements: string): Promise<string> {
  if (!elements.includes(OWN)) return elements;
  const hash = await sha256Hex(new TextEncoder().encode(elements));
  return elements.replaceAll(OWN, hash.slice(0, DIGITS));
}
