/** A prefix code of the canonical kind that deflate uses (RFC 1951 §3.2.2). */
export interface PrefixCode {
  /** By symbol, the length of its code; 0 for a symbol that is not used. */
  readonly lengths: Uint8Array;
  /** By symbol, its code, the bit that is written first lowest. */
  readonly codes: Uint16Array;
}

/**
 * The prefix code that says symbols in the fewest bits (Huffman), with no code longer than `limit`.
 *
 * @param counts by symbol, how often it occurs
 */
export function toPrefixCode(counts: Uint32Array, limit: number): PrefixCode {
  let lengths = huffmanLengths(counts);
  // Counts that differ less make codes that differ less; few pictures need that.
  for (let halved = counts; isTooLong(lengths, limit);) {
    halved = halved.map((count) => (count === 0 ? 0 : (count >>> 1) | 1));
    lengths = huffmanLengths(halved);
  }
  return { lengths, codes: canonicalCodes(lengths, limit) };
}

function isTooLong(lengths: Uint8Array, limit: number): boolean {
  for (const length of lengths) if (length > limit) return true;
  return false;
}

/** Joins the two rarest nodes until one is left: leaves in order of their counts, and joined ones, which come out in order too. */
function huffmanLengths(counts: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol++) if (counts[symbol] !== 0) leaves.push(symbol);
  if (leaves.length < 2) {
    // A code of one symbol takes one bit all the same (RFC 1951 §3.2.7).
    for (const symbol of leaves) lengths[symbol] = 1;
    return lengths;
  }
  leaves.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  const weights = leaves.map((symbol) => counts[symbol] ?? 0);
  const parents = new Uint16Array(2 * leaves.length - 1);
  let leaf = 0;
  let joined = leaves.length;
  const takeRarest = (): number => {
    const isLeaf =
      leaf < leaves.length && (joined >= weights.length || (weights[leaf] ?? 0) <= (weights[joined] ?? 0));
    return isLeaf ? leaf++ : joined++;
  };
  while (weights.length < parents.length) {
    const [one, other] = [takeRarest(), takeRarest()];
    parents[one] = weights.length;
    parents[other] = weights.length;
    weights.push((weights[one] ?? 0) + (weights[other] ?? 0));
  }
  // Parents come after their children: from the root down, each node is one deeper than its parent.
  const depths = new Uint8Array(parents.length);
  for (let node = parents.length - 2; node >= 0; node--) depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
  for (const [node, symbol] of leaves.entries()) lengths[symbol] = depths[node] ?? 0;
  return lengths;
}

/** Codes of one length count up by symbol, and begin where those that are one shorter would go on, with a bit more. */
function canonicalCodes(lengths: Uint8Array, limit: number): Uint16Array {
  const ofLength = new Uint16Array(limit + 1);
  for (const length of lengths) ofLength[length] = (ofLength[length] ?? 0) + 1;
  const next = new Uint16Array(limit + 1);
  for (let length = 2; length <= limit; length++) {
    next[length] = 2 * ((next[length - 1] ?? 0) + (ofLength[length - 1] ?? 0));
  }
  const codes = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = reverseBits(code, length);
  }
  return codes;
}

function reverseBits(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit);
  return reversed;
}
