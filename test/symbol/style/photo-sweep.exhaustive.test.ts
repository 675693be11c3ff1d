import { expect, it } from 'vitest';
import { sampled } from '#harness/data/sampled.ts';
import { measureLoss, sweepStyles, tabulateLosses } from '#harness/symbols/sweeps/sweep-styles.ts';
import { listReaders } from '#harness/programs/symbol-readers.ts';

const STYLES = 300;
/** The percentage points that a reader may lose. With 300 styles and three photos of each, the standard error is below 1. */
const MOST_LOST = 3;

it('random styles are read in photos like plain symbols of their colours, by each reader', async () => {
  const styles = sampled(STYLES);
  const readers = listReaders();
  const sweep = await sweepStyles(styles, readers, { seed: 400, photosOfEach: 1 });
  console.log(tabulateLosses(sweep, readers));
  expect(sweep.unread).toEqual([]);
  for (const reader of readers) {
    const { lost, error } = measureLoss(sweep, reader, 'own colours');
    // The fewer styles, the less exact the figure.
    expect(lost - (styles < STYLES ? 2 * error : 0), reader).toBeLessThanOrEqual(MOST_LOST);
  }
});
