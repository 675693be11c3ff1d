// The alphabets of a deflate stream (RFC 1951 §3.2.5).

export const SHORTEST_MATCH = 3;
export const LONGEST_MATCH = 258;
export const LARGEST_DISTANCE = 32768;

/** Literals, the end of a block, and the codes for the length of a match. */
export const LENGTH_SYMBOLS = 286;
export const DISTANCE_SYMBOLS = 30;
export const END_OF_BLOCK = 256;

/** By length of a match, its symbol. */
export const SYMBOL_OF_LENGTH = new Uint16Array(LONGEST_MATCH + 1);
/** By length of a match, the bits that follow its symbol. */
export const EXTRA_BITS_OF_LENGTH = new Uint8Array(LONGEST_MATCH + 1);
/** By symbol after 256, the shortest length that it stands for. */
const LENGTH_BASES = new Uint16Array(29);

for (let code = 0, length = SHORTEST_MATCH; code < 28; code++) {
  const extra = code < 8 ? 0 : (code >> 2) - 1;
  LENGTH_BASES[code] = length;
  for (const end = length + (1 << extra); length < end; length++) {
    SYMBOL_OF_LENGTH[length] = END_OF_BLOCK + 1 + code;
    EXTRA_BITS_OF_LENGTH[length] = extra;
  }
}
// The longest has a symbol of its own, though the one before could say it too.
SYMBOL_OF_LENGTH[LONGEST_MATCH] = END_OF_BLOCK + 29;
EXTRA_BITS_OF_LENGTH[LONGEST_MATCH] = 0;
LENGTH_BASES[28] = LONGEST_MATCH;

/** What the extra bits of a length say. */
export function extraOfLength(length: number): number {
  return length - (LENGTH_BASES[(SYMBOL_OF_LENGTH[length] ?? 0) - END_OF_BLOCK - 1] ?? 0);
}

export function symbolOfDistance(distance: number): number {
  if (distance <= 4) return distance - 1;
  const extra = extraBitsOfDistance(distance);
  return 2 * extra + 2 + (((distance - 1) >>> extra) & 1);
}

export function extraBitsOfDistance(distance: number): number {
  return distance <= 4 ? 0 : 30 - Math.clz32(distance - 1);
}

/** What the extra bits of a distance say. */
export function extraOfDistance(distance: number): number {
  return (distance - 1) & ((1 << extraBitsOfDistance(distance)) - 1);
}
