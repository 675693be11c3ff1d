import { expect, it } from 'vitest';
import { measureLoss, sweepStyles, tabulateLosses } from '#harness/data/sweep-styles.ts';
import { listReaders } from '#harness/node/symbol-readers.ts';

/** Points of a hundred that a reader may lose. With 300 styles and three photos of each, the standard error is below 1. */
const MOST_LOST = 3;

it('300 random styles are read in photos like plain symbols of their colours, by each reader', async () => {
  const readers = listReaders();
  const sweep = await sweepStyles(300, readers, { seed: 400, photosOfEach: 1 });
  console.log(tabulateLosses(sweep, readers));
  expect(sweep.unread).toEqual([]);
  for (const reader of readers)
    expect(measureLoss(sweep, reader, 'own colours').lost, reader).toBeLessThanOrEqual(MOST_LOST);
});
