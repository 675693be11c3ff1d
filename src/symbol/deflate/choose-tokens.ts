import { costOfDistance, type Costs } from './costs.ts';
import type { Nodes } from './find-matches.ts';
import { LONGEST_MATCH, SHORTEST_MATCH } from './format.ts';
import type { PixelRows } from './pixel-rows.ts';

/** A literal, or a copy of what is so many bytes back. */
export interface Token {
  /** A byte, or the length of a copy. */
  readonly value: number;
  /** 0 for a literal. */
  readonly distance: number;
  /** How often it is said in a row. */
  readonly times: number;
}

/** By node, the cheapest way to it from the start of the stream; the last entry is the stream's end. */
interface Paths {
  readonly costs: Float64Array;
  /** The node before it on that way. */
  readonly from: Uint32Array;
  /** What is copied after that node, and from how far back. */
  readonly copied: Uint32Array;
  readonly distances: Uint16Array;
  /** Bytes after that, up to this node: equal ones, of the run that ends here. */
  readonly filled: Uint16Array;
}

/** All that the search looks at. */
interface Search {
  readonly rows: PixelRows;
  readonly nodes: Nodes;
  readonly costs: Costs;
  readonly paths: Paths;
}

/**
 * Chooses the tokens that say a picture in the fewest bits, as far as matches are known and costs are right: the shortest path
 * over the nodes. From the end of each row, the scanlines like it are copied in one go, and on into the next row as far as that
 * is alike.
 *
 * @param rowCount so many of the rows are said, from the first
 */
export function chooseTokens(rows: PixelRows, nodes: Nodes, costs: Costs, rowCount: number): Token[] {
  const search: Search = { rows, nodes, costs, paths: noPaths(nodes.offsets.length + 1) };
  const { firstNodes, nextRuns } = nodes;
  for (let row = 0; row < rowCount; row++) {
    const first = firstNodes[row] ?? 0;
    const end = (firstNodes[row + 1] ?? 0) - 1;
    const isBlank = nextRuns[first] === end;
    const likeAbove = firstLikeAbove(search, row);
    for (let node = first; node < end; node++) {
      fillFrom(search, node);
      copyMatches(search, node);
      if (node === likeAbove) copyDown(search, row, node, rows.stride);
      // All bytes before it are the same too.
      if (isBlank && node > first) copyDown(search, row, node, 1);
    }
    copyDown(search, row, end, rows.stride);
  }
  return trace(search, firstNodes[rowCount] ?? 0);
}

function noPaths(ends: number): Paths {
  const costs = new Float64Array(ends).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  return {
    costs,
    from: new Uint32Array(ends),
    copied: new Uint32Array(ends),
    distances: new Uint16Array(ends),
    filled: new Uint16Array(ends),
  };
}

/** Says the rest of a run, or a part of it, by itself. */
function fillFrom({ nodes, costs, paths }: Search, node: number): void {
  const { offsets, nextRuns } = nodes;
  const soFar = paths.costs[node] ?? 0;
  const start = offsets[node] ?? 0;
  const inside = isInside(nodes, node);
  const byte = nodes.values[node] ?? 0;
  const last = nextRuns[node] ?? 0;
  for (let target = node + 1; target <= last; target++) {
    const length = (offsets[target] ?? 0) - start;
    const cost = soFar + fillCost(costs, byte, length, inside);
    if (cost < (paths.costs[target] ?? 0)) take(paths, target, cost, node, 0, 0, length);
  }
}

/** Copies the matches of a node within its row, nearer ones first, and each to the nodes that none before it reached. */
function copyMatches({ nodes, costs, paths }: Search, node: number): void {
  const { offsets, firstMatches, distances, lengths, nextRuns, values } = nodes;
  const { lengths: lengthCosts } = costs;
  const pathCosts = paths.costs;
  const start = offsets[node] ?? 0;
  const last = firstMatches[node + 1] ?? 0;
  const soFar = pathCosts[node] ?? 0;
  let reached = node;
  for (let match = firstMatches[node] ?? 0; match < last; match++) {
    const distance = distances[match] ?? 0;
    const perMatch = soFar + costOfDistance(costs, distance);
    const end = start + (lengths[match] ?? 0);
    let target = reached + 1;
    let offset = offsets[target] ?? 0;
    for (; offset <= end && offset > start; offset = offsets[++target] ?? 0) {
      const length = offset - start;
      const cost = perMatch + (lengthCosts[length] ?? 0);
      if (cost < (pathCosts[target] ?? 0)) take(paths, target, cost, node, length, distance, 0);
    }
    const before = target - 1;
    if (before > reached) reached = before;
    if ((offsets[before] ?? 0) >= end) continue;
    const next = nextRuns[before] ?? 0;
    const rest = (offsets[next] ?? 0) - end;
    const cost =
      perMatch + (lengthCosts[end - start] ?? 0) + fillCost(costs, values[before] ?? 0, rest, true);
    if (cost < (pathCosts[next] ?? 0)) take(paths, next, cost, node, end - start, distance, rest);
  }
}

/** Copies the rest of a row, the scanlines like it, and what the next row has in common with it. */
function copyDown(search: Search, row: number, node: number, distance: number): void {
  const { rows, nodes, costs, paths } = search;
  const length = (rows.starts[row + 1] ?? 0) - (rows.starts[row] ?? 0) - (nodes.offsets[node] ?? 0);
  const next = nodes.firstNodes[row + 1] ?? 0;
  if (row + 2 < rows.starts.length) {
    const rowEnd = (nodes.firstNodes[row + 2] ?? 0) - 1;
    copyTo(search, node, next, rowEnd, length, commonStart(rows, row), distance);
    return;
  }
  const cost = (paths.costs[node] ?? 0) + copyCost(costs.lengths, length, costOfDistance(costs, distance));
  if (cost < (paths.costs[next] ?? 0)) take(paths, next, cost, node, length, distance, 0);
}

/**
 * Copies to each node that a copy reaches in a row, and to where the run that it ends in ends, the rest of that being filled.
 *
 * @param before bytes from the node to the start of the row, negative within one
 * @param end where the copy ends in the row at the latest
 */
function copyTo(
  { nodes, costs, paths }: Search,
  node: number,
  first: number,
  rowEnd: number,
  before: number,
  end: number,
  distance: number,
): void {
  const { offsets } = nodes;
  const { lengths } = costs;
  const perMatch = costOfDistance(costs, distance);
  const soFar = paths.costs[node] ?? 0;
  let target = first;
  for (; target <= rowEnd && (offsets[target] ?? 0) <= end; target++) {
    const length = before + (offsets[target] ?? 0);
    const cost = soFar + copyCost(lengths, length, perMatch);
    if (cost < (paths.costs[target] ?? 0)) take(paths, target, cost, node, length, distance, 0);
  }
  if (offsets[target - 1] === end) return;
  const next = nodes.nextRuns[target - 1] ?? 0;
  const rest = (offsets[next] ?? 0) - end;
  const length = before + end;
  const filling = fillCost(costs, nodes.values[target - 1] ?? 0, rest, true);
  const cost = soFar + copyCost(lengths, length, perMatch) + filling;
  if (cost < (paths.costs[next] ?? 0)) take(paths, next, cost, node, length, distance, rest);
}

function take(
  paths: Paths,
  target: number,
  cost: number,
  node: number,
  copied: number,
  distance: number,
  filled: number,
): void {
  paths.costs[target] = cost;
  paths.from[target] = node;
  paths.copied[target] = copied;
  paths.distances[target] = distance;
  paths.filled[target] = filled;
}

/** Bits of a copy, of as many matches as `splitCopy` makes of it. */
function copyCost(lengths: Float64Array, length: number, perMatch: number): number {
  if (length <= LONGEST_MATCH) {
    if (length < SHORTEST_MATCH) return length === 0 ? 0 : Number.POSITIVE_INFINITY;
    return (lengths[length] ?? 0) + perMatch;
  }
  const rest = length % LONGEST_MATCH;
  const longest = (length - rest) / LONGEST_MATCH;
  const perLongest = (lengths[LONGEST_MATCH] ?? 0) + perMatch;
  if (rest === 0) return longest * perLongest;
  if (rest >= SHORTEST_MATCH) return longest * perLongest + (lengths[rest] ?? 0) + perMatch;
  const lastTwo = (lengths[LONGEST_MATCH + rest - SHORTEST_MATCH] ?? 0) + (lengths[SHORTEST_MATCH] ?? 0);
  return (longest - 1) * perLongest + lastTwo + 2 * perMatch;
}

/** Bits of so many equal bytes, as `fill` says them; inside of a run, the byte before is the same. */
function fillCost(costs: Costs, byte: number, length: number, inside: boolean): number {
  const literal = costs.literals[byte] ?? 0;
  const copied = inside ? length : length - 1;
  if (copied < SHORTEST_MATCH) return length * literal;
  const copy = (length - copied) * literal + copyCost(costs.lengths, copied, costOfDistance(costs, 1));
  return Math.min(length * literal, copy);
}

function isInside({ nextRuns }: Nodes, node: number): boolean {
  return node > 0 && nextRuns[node - 1] === nextRuns[node];
}

/** The first node of a row from which on it is like the one above; -1 in the first row, which has none. */
function firstLikeAbove({ rows, nodes }: Search, row: number): number {
  if (row === 0) return -1;
  const { stride, firstRuns, offsets, values } = rows;
  let run = (firstRuns[row + 1] ?? 0) - 2;
  let above = (firstRuns[row] ?? 0) - 2;
  let start = stride;
  while (values[run] === values[above]) {
    start = Math.max(offsets[run] ?? 0, offsets[above] ?? 0);
    if (offsets[run] !== offsets[above] || start === 0) break;
    run--;
    above--;
  }
  let node = nodes.firstNodes[row] ?? 0;
  while ((nodes.offsets[node] ?? 0) < start) node++;
  return node;
}

/** How many bytes a row and the next one, which is another, begin with alike. */
function commonStart({ firstRuns, offsets, values }: PixelRows, row: number): number {
  let run = firstRuns[row] ?? 0;
  let below = firstRuns[row + 1] ?? 0;
  while (values[run] === values[below] && offsets[run + 1] === offsets[below + 1]) {
    run++;
    below++;
  }
  if (values[run] !== values[below]) return offsets[run] ?? 0;
  return Math.min(offsets[run + 1] ?? 0, offsets[below + 1] ?? 0);
}

/** The tokens of the cheapest way to a node. */
function trace({ nodes, costs, paths }: Search, end: number): Token[] {
  const way: number[] = [];
  for (let node = end; node > 0; node = paths.from[node] ?? 0) way.push(node);
  const tokens: Token[] = [];
  for (let i = way.length - 1; i >= 0; i--) {
    const node = way[i] ?? 0;
    const copied = paths.copied[node] ?? 0;
    const filled = paths.filled[node] ?? 0;
    if (copied > 0) splitCopy(tokens, copied, paths.distances[node] ?? 0);
    const inside = copied > 0 || isInside(nodes, paths.from[node] ?? 0);
    if (filled > 0) fill(tokens, costs, nodes.values[node - 1] ?? 0, filled, inside);
  }
  return tokens;
}

/** Says equal bytes as literals or, as far as can be, as a copy of the byte before: the cheaper. */
function fill(tokens: Token[], costs: Costs, byte: number, length: number, inside: boolean): void {
  if (fillCost(costs, byte, length, inside) === length * (costs.literals[byte] ?? 0)) {
    tokens.push({ value: byte, distance: 0, times: length });
    return;
  }
  if (!inside) tokens.push({ value: byte, distance: 0, times: 1 });
  splitCopy(tokens, inside ? length : length - 1, 1);
}

/** Says a copy in as few matches as can be, none of them too short. */
function splitCopy(tokens: Token[], length: number, distance: number): void {
  const rest = length % LONGEST_MATCH;
  const longest = (length - rest) / LONGEST_MATCH;
  const isTooShort = rest > 0 && rest < SHORTEST_MATCH;
  const times = isTooShort ? longest - 1 : longest;
  if (times > 0) tokens.push({ value: LONGEST_MATCH, distance, times });
  // One or two bytes are no match: the one before leaves them some.
  if (isTooShort) tokens.push({ value: LONGEST_MATCH + rest - SHORTEST_MATCH, distance, times: 1 });
  if (rest > 0) tokens.push({ value: Math.max(rest, SHORTEST_MATCH), distance, times: 1 });
}
