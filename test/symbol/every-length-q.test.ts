import { expect, test } from 'vitest';
import { sweepLengths } from '../support/sweep.ts';

test('every length from 1 to 1663 bytes is read back exactly at level Q, in the smallest version', async () => {
  expect(await sweepLengths('Q', 1, 1663)).toEqual([]);
}, 240_000);
