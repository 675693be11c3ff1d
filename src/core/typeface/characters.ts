/**
 * The first and last code points of each range in the typeface: Latin for the languages of Europe, Turkish, Vietnamese and Pinyin, Greek,
 * Cyrillic for living languages, punctuation, currencies and a few signs. `scripts/development/drawings/typeface/compile.ts` packs their glyphs.
 */
export const CHARACTER_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x17f],
  [0x18f, 0x18f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1cd, 0x1dc],
  [0x1e6, 0x1e7],
  [0x1fa, 0x1ff],
  [0x218, 0x21b],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c7],
  [0x2da, 0x2da],
  [0x2dc, 0x2dd],
  [0x386, 0x38a],
  [0x38c, 0x38c],
  [0x38e, 0x3a1],
  [0x3a3, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x4ff],
  [0x1e02, 0x1e03],
  [0x1e0a, 0x1e0b],
  [0x1e1e, 0x1e1f],
  [0x1e40, 0x1e41],
  [0x1e56, 0x1e57],
  [0x1e60, 0x1e61],
  [0x1e6a, 0x1e6b],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2002, 0x2002],
  [0x2009, 0x2009],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2020, 0x2020],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20a0, 0x20c0],
  [0x2113, 0x2113],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
];

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
