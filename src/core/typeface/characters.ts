/**
 * The first and last code points of each range in the typeface: Latin for the languages of Europe, Turkish, Vietnamese and Pinyin, Greek,
 * Cyrillic for living languages, punctuation, currencies and a few signs. `scripts/development/drawings/typeface/compile.ts` packs their glyphs.
 */
export const CHARACTER_RANGES: readonly (readonly [first: number, last: number])[] = [
  '20-7e a0-ac ae-17f 18f 192 1a0-1a1 1af-1b0 1cd-1dc 1e6-1e7 1fa-1ff 218-21b 259 2bb-2bc 2c6-2c7 2da',
  '2dc-2dd 386-38a 38c 38e-3a1 3a3-3ce 400-45f 490-4ff 1e02-1e03 1e0a-1e0b 1e1e-1e1f 1e40-1e41',
  '1e56-1e57 1e60-1e61 1e6a-1e6b 1e80-1e85 1e9e 1ea0-1ef9 2002 2009 2013-2014 2018-201a 201c-201e 2020',
  '2022 2026 2032-2033 2039-203a 2044 20a0-20c0 2113 2116 2122 2212',
].flatMap((line) => line.split(' ').map(toRange));

function toRange(text: string): readonly [first: number, last: number] {
  const [first = '', last = first] = text.split('-');
  return [parseInt(first, 16), parseInt(last, 16)];
}

export const CHARACTERS_IN_WORDS =
  'Latin, Greek and Cyrillic letters, digits, punctuation and signs of currencies';

/** The first character of a text without a glyph, in the form for messages: `"☃" (U+2603)`. Null if all have one. */
export function nameMissing(text: string): string | null {
  const missing = Array.from(text).find((character) => !hasGlyph(character.codePointAt(0) ?? 0));
  return missing === undefined ? null : `"${missing}" (${nameCodePoint(missing)})`;
}

/** `U+2603` */
export function nameCodePoint(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${number}`;
}

function hasGlyph(codePoint: number): boolean {
  return CHARACTER_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}
