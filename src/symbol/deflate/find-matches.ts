import { LARGEST_DISTANCE, LONGEST_MATCH, SHORTEST_MATCH } from './format.ts';
import { ROW_END, type PixelRows } from './pixel-rows.ts';

/**
 * Where tokens may begin and end in the first scanlines of rows, in order: at the start of each run, where a match with an earlier
 * place begins within a run, and at the end of each row.
 */
export interface Nodes {
  /** By row, its first node; at the end, the number of nodes. The last of a row is its end. */
  readonly firstNodes: number[];
  /** By node, where it is in its row. */
  readonly offsets: number[];
  /** By node, the byte there; `ROW_END` at the end of a row. */
  readonly values: number[];
  /** By node, the one that the next run starts with. */
  readonly nextRuns: number[];
  /** By node, its first match; at the end, the number of matches. */
  readonly firstMatches: number[];
  /** By match, its distance in the stream, and its greatest length within the row. */
  readonly distances: number[];
  readonly lengths: number[];
}

/** How many whole runs an earlier place has in common with this one: for each, the two nearest such places are looked at. */
const CONTEXTS = Uint8Array.of(1, 2, 3, 4, 6, 9);

/** Matches of one run by where they begin: no more than a run has bytes, and contexts. */
interface Found {
  count: number;
  /** Where the furthest of those that begin where the run does ends. */
  reached: number;
  readonly offsets: Uint16Array;
  readonly distances: Uint16Array;
  readonly lengths: Uint16Array;
}

/** Finds earlier places with the same bytes: the scanline above, and the nearest places with the same runs, few and many. */
export function findMatches(rows: PixelRows): Nodes {
  const { stride, starts, firstRuns, offsets, values } = rows;
  const nodes: Nodes = {
    firstNodes: [0],
    offsets: [],
    values: [],
    nextRuns: [],
    firstMatches: [0],
    distances: [],
    lengths: [],
  };
  const most = stride + 2 * CONTEXTS.length + 1;
  const found: Found = {
    count: 0,
    reached: 0,
    offsets: new Uint16Array(most),
    distances: new Uint16Array(most),
    lengths: new Uint16Array(most),
  };
  const places = new Places(rows);
  for (let row = 0; row + 1 < starts.length; row++) {
    const first = firstRuns[row] ?? 0;
    const end = (firstRuns[row + 1] ?? 0) - 1;
    let above = row === 0 ? -1 : (firstRuns[row - 1] ?? 0);
    for (let run = first; run < end; run++) {
      found.count = 0;
      found.reached = 0;
      if (above >= 0) above = findAbove(rows, run, above, found);
      places.find(row, run, found);
      // A row that is light throughout repeats its first byte.
      if (end === first + 1) keep(found, 1, 1, stride);
      addNodes(nodes, offsets[run] ?? 0, values[run] ?? 0, found);
    }
    found.count = 0;
    addNodes(nodes, stride, ROW_END, found);
    nodes.firstNodes.push(nodes.offsets.length);
  }
  return nodes;
}

/**
 * What the scanline above has in the same place, from the start of the run and from each of its own runs of the same byte.
 *
 * @param above a run of the row above that begins no later
 * @returns the last such run
 */
function findAbove(rows: PixelRows, run: number, above: number, found: Found): number {
  const { stride, offsets, values } = rows;
  const start = offsets[run] ?? 0;
  const end = offsets[run + 1] ?? 0;
  const value = values[run];
  let source = above;
  while ((offsets[source + 1] ?? 0) <= start) source++;
  if (values[source] === value) {
    found.reached = commonEnd(rows, run, start, source, 0);
    keep(found, start, stride, found.reached);
  }
  while ((offsets[source + 1] ?? end) < end) {
    source++;
    const offset = offsets[source] ?? 0;
    if (values[source] === value) keep(found, offset, stride, commonEnd(rows, run, offset, source, 0));
  }
  return source;
}

/** The places of a picture by what they begin with. Runs are asked for in order. */
class Places {
  readonly #rows: PixelRows;
  readonly #hashBits: number;
  /** By context and hash, the last run that had it and the one before, plus 1. */
  readonly #latest: Int32Array;
  readonly #rowOfRun: Uint16Array;

  constructor(rows: PixelRows) {
    const runs = rows.values.length;
    this.#rows = rows;
    this.#hashBits = 32 - Math.clz32(runs);
    this.#latest = new Int32Array(2 * (CONTEXTS.length << this.#hashBits));
    this.#rowOfRun = new Uint16Array(runs);
  }

  /**
   * Adds matches with places whose next runs are those of this one. The run itself may be longer than theirs, and is matched from
   * where theirs begins; every place is taken in the nearest scanline that it is in, which is the last of its row.
   */
  find(row: number, run: number, found: Found): void {
    const { offsets, values } = this.#rows;
    const latest = this.#latest;
    const hashBits = this.#hashBits;
    this.#rowOfRun[run] = row;
    let hash = values[run] ?? 0;
    let last = run;
    let seenNear = run + 1;
    let seenFar = run + 1;
    for (let context = 0; context < CONTEXTS.length; context++) {
      for (const end = run + (CONTEXTS[context] ?? 0); last < end;) {
        last++;
        const value = values[last] ?? 0;
        if (value === ROW_END) return;
        const length = (offsets[last + 1] ?? 0) - (offsets[last] ?? 0);
        hash = Math.imul(hash ^ ((length << 8) | value), 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      const mixed = Math.imul(hash ^ (values[last + 1] ?? 0), 0x85ebca6b) >>> (32 - hashBits);
      const slot = 2 * ((context << hashBits) | mixed);
      const near = latest[slot] ?? 0;
      const far = latest[slot + 1] ?? 0;
      latest[slot] = run + 1;
      latest[slot + 1] = near;
      // Places with more runs in common are no nearer.
      if (near > 0 && near < seenNear) this.#match(row, run, near - 1, found);
      if (far > 0 && far < seenFar && far !== seenNear) this.#match(row, run, far - 1, found);
      seenNear = near;
      seenFar = far;
    }
  }

  #match(row: number, run: number, source: number, found: Found): void {
    const { stride, starts, offsets } = this.#rows;
    const apart = (offsets[run + 1] ?? 0) - (offsets[source + 1] ?? 0);
    const sourceRow = this.#rowOfRun[source] ?? 0;
    const distance =
      sourceRow === row ? apart : (starts[row] ?? 0) - (starts[sourceRow + 1] ?? 0) + stride + apart;
    if (distance > LARGEST_DISTANCE) return;
    // As much of the run as both have before its end.
    const offset = Math.max(offsets[run] ?? 0, (offsets[source] ?? 0) + apart);
    const reached = commonEnd(this.#rows, run, offset, source, apart);
    // Nearer ones go as far.
    if (reached <= found.reached || reached - offset < shortestWorth(distance)) return;
    keep(found, offset, distance, reached);
    if (offset === offsets[run]) found.reached = reached;
  }
}

/** The shortest match that is cheaper than literals: the bits of a distance are more, the further away it is. */
function shortestWorth(distance: number): number {
  if (distance < 512) return SHORTEST_MATCH;
  return distance < 4096 ? SHORTEST_MATCH + 1 : SHORTEST_MATCH + 2;
}

/**
 * Up to where the bytes of two places are equal, at the furthest the end of either row.
 *
 * @param shift how much further right the first place is in its row than the second in its own
 */
function commonEnd(rows: PixelRows, run: number, offset: number, source: number, shift: number): number {
  const { offsets, values } = rows;
  let at = offset;
  let one = run;
  let other = source;
  for (let value = values[one]; value === values[other] && value !== ROW_END; value = values[one]) {
    const end = offsets[one + 1] ?? 0;
    const otherEnd = (offsets[other + 1] ?? 0) + shift;
    at = end < otherEnd ? end : otherEnd;
    if (end === at) one++;
    if (otherEnd === at) other++;
  }
  return at;
}

/** Adds a match, if it is long enough to be one, after those that begin no later. */
function keep(found: Found, offset: number, distance: number, end: number): void {
  const length = Math.min(end - offset, LONGEST_MATCH);
  if (length < SHORTEST_MATCH) return;
  const { offsets, distances, lengths } = found;
  let at = found.count++;
  for (; at > 0 && (offsets[at - 1] ?? 0) > offset; at--) {
    offsets[at] = offsets[at - 1] ?? 0;
    distances[at] = distances[at - 1] ?? 0;
    lengths[at] = lengths[at - 1] ?? 0;
  }
  offsets[at] = offset;
  distances[at] = distance;
  lengths[at] = length;
}

/** Adds the node at the start of a run, and those within it where matches begin. */
function addNodes(nodes: Nodes, start: number, value: number, found: Found): void {
  let last = start;
  let added = 1;
  nodes.offsets.push(start);
  nodes.values.push(value);
  for (let i = 0; i < found.count; i++) {
    const offset = found.offsets[i] ?? 0;
    if (offset !== last) {
      nodes.firstMatches.push(nodes.distances.length);
      nodes.offsets.push(offset);
      nodes.values.push(value);
      last = offset;
      added++;
    }
    nodes.distances.push(found.distances[i] ?? 0);
    nodes.lengths.push(found.lengths[i] ?? 0);
  }
  nodes.firstMatches.push(nodes.distances.length);
  const next = nodes.offsets.length;
  for (; added > 0; added--) nodes.nextRuns.push(next);
}
