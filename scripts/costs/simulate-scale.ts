import { BYTES, estimateMonth } from './estimate.ts';

/** The input of a simulation of many shards: where codes and queries land, and what a month costs. docs/decisions/scale.md shows the result. */
export interface ScaleInput {
  readonly codes: number;
  readonly scansPerSecond: number;
  readonly missShare: number;
  readonly shards: number;
  /** Returns a number from 0 to 1; the same seed gives the same sequence. */
  readonly random: () => number;
}

export interface ScaleResult {
  readonly accounts: number;
  readonly codesInFullestShard: number;
  readonly gigabytesInFullestShard: number;
  /** Queries a second that miss every cache, in the busiest shard. */
  readonly queriesInBusiestShard: number;
  /** The maximum number of queries a second for one shard, at 1 ms each. */
  readonly shardCapacity: number;
  readonly usdAMonth: number;
  readonly usdAMillionScans: number;
}

const MONTH_SECONDS = 30 * 86_400;
/**
 * Accounts by their number of codes: most are small and a few hold a large part (Pareto with this exponent), but none exceeds the limit of
 * a shard.
 */
const PARETO = 1.1;
const SMALLEST_ACCOUNT = 10;
const LARGEST_ACCOUNT = 2_000_000;
/** The busiest of the sampled seconds counts. */
const SAMPLED_SECONDS = 60;

export function simulateScale(input: ScaleInput): ScaleResult {
  const { codes: inShard, accounts } = fillShards(input);
  const fullest = Math.max(...inShard);
  const scans = input.scansPerSecond * MONTH_SECONDS;
  const lines = estimateMonth({
    codes: input.codes,
    created: input.codes / 24,
    scans,
    missShare: input.missShare,
    scanLog: 'analytics_engine',
    scannedDays: 5,
    views: scans / 1_000,
    events: 0,
  });
  const usdAMonth = lines.reduce((sum, { usd }) => sum + usd, 0);
  return {
    accounts,
    codesInFullestShard: fullest,
    gigabytesInFullestShard: (fullest * BYTES.code) / 1e9,
    queriesInBusiestShard: busiestSecond(input, inShard),
    shardCapacity: 1_000,
    usdAMonth,
    usdAMillionScans: (usdAMonth / scans) * 1e6,
  };
}

/** Accounts arrive one after the other. Each goes to the shard with the most room. */
function fillShards({ codes, shards, random }: ScaleInput): { codes: number[]; accounts: number } {
  const inShard = Array.from({ length: shards }, () => 0);
  let accounts = 0;
  for (let left = codes; left > 0; accounts++) {
    const size = Math.min(
      left,
      LARGEST_ACCOUNT,
      Math.ceil(SMALLEST_ACCOUNT / (1 - random()) ** (1 / PARETO)),
    );
    const emptiest = inShard.indexOf(Math.min(...inShard));
    inShard[emptiest] = (inShard[emptiest] ?? 0) + size;
    left -= size;
  }
  return { codes: inShard, accounts };
}

/** Misses hit codes at random, and so hit shards in proportion to their size. */
function busiestSecond(
  { scansPerSecond, missShare, random }: ScaleInput,
  inShard: readonly number[],
): number {
  const total = inShard.reduce((sum, codes) => sum + codes, 0);
  let busiest = 0;
  for (let second = 0; second < SAMPLED_SECONDS; second++) {
    const queries = inShard.map(() => 0);
    for (let miss = 0; miss < scansPerSecond * missShare; miss++) {
      let place = random() * total;
      const shard = inShard.findIndex((codes) => (place -= codes) < 0);
      queries[shard] = (queries[shard] ?? 0) + 1;
    }
    busiest = Math.max(busiest, ...queries);
  }
  return busiest;
}
