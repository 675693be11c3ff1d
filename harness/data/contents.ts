/** Random numbers from 0 to 1 that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text of `length` characters drawn from `alphabet`. */
export function randomText(random: () => number, alphabet: string, length: number): string {
  const characters = Array.from(alphabet);
  return Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('');
}

export const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz?&=_~#';

/** Characters that lead to segments of every mode, and to every change between them. */
export const ALPHABETS = {
  'two-byte characters': 'äöüßéñçøåÄÖÜжшяαβγ',
  'three-byte characters': '漢字符号€日本語한국어☃',
  'four-byte characters': '🎄🖤🌹😀🚀𝄞𠜎',
  'characters of every length': 'aZ09-/ä漢🎄',
  digits: '0123456789',
  'digits and upper case': '0123456789ABCXYZ $%*+-./:',
  'URL characters in mixed case': '0123456789ABCDEFabcdef:/?=&%.',
  'long runs of every mode': '0000000000AAAAAAAAAAaaaaaaaaaa',
};
