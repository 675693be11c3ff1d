/** A text of `length` characters drawn from `alphabet`. */
export function randomText(random: () => number, alphabet: string, length: number): string {
  const characters = Array.from(alphabet);
  return Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('');
}

export const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz?&=_~#';

/** Characters that produce segments of every mode, and every transition between them. */
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
