/** Numbers around 0, most of them between -1 and 1, the same for the same seed (xorshift32, two of them added: a triangle). */
export function seededNoise(seed: number): () => number {
  let state = seed | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  return () => next() + next() - 1;
}
