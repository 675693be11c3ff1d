import { expect, it } from 'vitest';
import { REACHABLE, sendHostileRequests } from '#harness/worker/contract/hostile-requests.ts';

it('meets 20,000 generated requests with clear refusals and no 5xx', async () => {
  const seen = await sendHostileRequests({ numRuns: 20_000 });
  expect(REACHABLE.filter((kind) => !seen.has(kind))).toEqual([]);
});
