import { expect, it } from 'vitest';
import { REACHABLE, sendHostileRequests } from '#harness/worker/contract/hostile-requests.ts';

it('meets 300 generated requests with clear refusals and no 5xx', async () => {
  const seen = await sendHostileRequests({ numRuns: 300, seed: 1 });
  // This few requests miss rare kinds of responses: hostile-input.exhaustive.test.ts reaches them all.
  expect(REACHABLE.filter((kind) => seen.has(kind)).length).toBeGreaterThan(REACHABLE.length / 2);
});
