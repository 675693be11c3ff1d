import { random } from './random.ts';

/** Draws ranks from 0 to `count - 1`; rank r has the weight 1 / (r + 1) ** exponent, because few codes get most of the scans. */
export function createZipf(count: number, exponent: number, draw: () => number = random): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1) ** exponent;
  return () => {
    const wanted = draw() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? sum) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
