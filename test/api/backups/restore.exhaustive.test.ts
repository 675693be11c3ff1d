import { it } from 'vitest';
import { sampled } from '#harness/data/sampled.ts';
import { drillRestore } from '#harness/worker/restore-drill.ts';

const CODES = sampled(3_000);

it(
  `a backup brings back every row, short link and image of ${CODES} codes`,
  { timeout: 1_800_000 },
  async () => {
    await drillRestore(CODES);
  },
);
