import { it } from 'vitest';
import { drillRestore } from '#harness/worker/restore-drill.ts';

it(
  'a backup brings back every row, short link and image of 3,000 codes',
  { timeout: 1_800_000 },
  async () => {
    await drillRestore(3_000);
  },
);
