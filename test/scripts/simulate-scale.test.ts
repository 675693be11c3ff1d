import { expect, it } from 'vitest';
import { simulateScale } from '#scripts/costs/simulate-scale.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

it.each([1, 2, 3])(
  '100 million codes and 10,000 scans a second fit into 8 shards, with room (seed %i)',
  (seed) => {
    const result = simulateScale({
      codes: 100_000_000,
      scansPerSecond: 10_000,
      missShare: 0.05,
      shards: 8,
      random: seededRandom(seed),
    });
    expect(result.gigabytesInFullestShard).toBeLessThan(9);
    expect(2 * result.queriesInBusiestShard).toBeLessThan(result.shardCapacity);
  },
);

it('do not fit into 5', () => {
  const result = simulateScale({
    codes: 100_000_000,
    scansPerSecond: 10,
    missShare: 0.05,
    shards: 5,
    random: seededRandom(1),
  });
  expect(result.gigabytesInFullestShard).toBeGreaterThan(10);
});
