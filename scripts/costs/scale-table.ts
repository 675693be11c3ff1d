import { format } from './estimate.ts';
import { simulateScale } from './simulate-scale.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** The table of docs/decisions/scale.md: 100 million codes and 10,000 scans a second, 5 % of them misses. */
export function listScaleRows(): string[] {
  return [6, 8, 13].map((shards) => {
    const result = simulateScale({
      codes: 100_000_000,
      scansPerSecond: 10_000,
      missShare: 0.05,
      shards,
      random: seededRandom(shards),
    });
    const cells = [
      shards,
      format(result.accounts),
      format(result.codesInFullestShard),
      result.gigabytesInFullestShard.toFixed(1),
      format(result.queriesInBusiestShard),
      format(result.usdAMonth),
      result.usdAMillionScans.toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
