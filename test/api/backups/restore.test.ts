import { it } from 'vitest';
import { drillRestore } from '#harness/worker/restore-drill.ts';

it('a backup brings back every row, short link and image of a service that lost everything', async () => {
  await drillRestore(30);
});
