import {
  DISTANCE_SYMBOLS,
  END_OF_BLOCK,
  EXTRA_BITS_OF_LENGTH,
  extraBitsOfDistance,
  LENGTH_SYMBOLS,
  LONGEST_MATCH,
  SHORTEST_MATCH,
  SYMBOL_OF_LENGTH,
  symbolOfDistance,
} from './format.ts';

/** How often each symbol occurs. */
export interface Counts {
  readonly lengths: Uint32Array;
  readonly distances: Uint32Array;
}

/** What things cost in bits, fractions included. */
export interface Costs {
  /** By byte. */
  readonly literals: Float64Array;
  /** By length of a match, without its distance; infinite where it is too short. */
  readonly lengths: Float64Array;
  /** By symbol of a distance, without the bits that follow it. */
  readonly distances: Float64Array;
}

/** What the distance of a match costs. */
export function costOfDistance({ distances }: Costs, distance: number): number {
  return (distances[symbolOfDistance(distance)] ?? 0) + extraBitsOfDistance(distance);
}

/**
 * What symbols cost in a usual picture, before anything is known of this one: most of it are copies of the scanline above.
 *
 * @param scale pixels of a module: where two make a byte, most of the rest are literals, and of few kinds
 */
export function usualCosts(stride: number, scale: number): Costs {
  const lengths = new Float64Array(EXTRA_BITS_OF_LENGTH).fill(Number.POSITIVE_INFINITY, 0, SHORTEST_MATCH);
  for (let length = 0; length < LONGEST_MATCH; length++) lengths[length] = (lengths[length] ?? 0) + 4.5;
  lengths[LONGEST_MATCH] = 1.5;
  const distances = new Float64Array(DISTANCE_SYMBOLS).fill(5);
  distances[symbolOfDistance(1)] = 3.5;
  distances[symbolOfDistance(stride)] = 1.2;
  return { literals: new Float64Array(256).fill(scale === 4 ? 3 : 6), lengths, distances };
}

/** What symbols cost that occur so often: their information content. */
export function costsOf(counts: Counts): Costs {
  const symbols = informationOf(counts.lengths);
  const lengths = new Float64Array(LONGEST_MATCH + 1).fill(Number.POSITIVE_INFINITY, 0, SHORTEST_MATCH);
  for (let length = SHORTEST_MATCH; length <= LONGEST_MATCH; length++) {
    lengths[length] = (symbols[SYMBOL_OF_LENGTH[length] ?? 0] ?? 0) + (EXTRA_BITS_OF_LENGTH[length] ?? 0);
  }
  return {
    literals: symbols.subarray(0, END_OF_BLOCK),
    lengths,
    distances: informationOf(counts.distances),
  };
}

export function noCounts(): Counts {
  return { lengths: new Uint32Array(LENGTH_SYMBOLS), distances: new Uint32Array(DISTANCE_SYMBOLS) };
}

function informationOf(counts: Uint32Array): Float64Array {
  let total = 1;
  for (const count of counts) total += count;
  const bits = Math.log2(total);
  // A symbol that does not occur costs what a first one would, and no code is free.
  const information = new Float64Array(counts.length).fill(bits + 1);
  for (let symbol = 0; symbol < counts.length; symbol++) {
    const count = counts[symbol] ?? 0;
    if (count > 0) information[symbol] = Math.max(1, bits - Math.log2(count));
  }
  return information;
}
