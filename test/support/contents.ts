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
