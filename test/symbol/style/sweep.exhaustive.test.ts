import { expect, it } from 'vitest';
import { measureLoss, sweepStyles, tabulateLosses, TWINS } from '#harness/symbols/sweeps/sweep-styles.ts';
import { listReaders } from '#harness/programs/symbol-readers.ts';

// A quick check before clean-sweep.exhaustive.test.ts and photo-sweep.exhaustive.test.ts, always of the same styles.
it('a sample of random styles is read by every reader, and in photos not much worse than plain symbols', async () => {
  const readers = listReaders();
  const sweep = await sweepStyles(16, readers, { seed: 2, photosOfEach: 2 });
  expect(sweep.unread).toEqual([]);
  expect(sweep.refused.length).toBeLessThan(3);
  for (const reader of readers)
    expect(measureLoss(sweep, reader, TWINS[0]).lost, tabulateLosses(sweep, readers)).toBeLessThan(15);
});
