import { expect, test } from 'vitest';
import { sweepLengths } from '../support/sweep.ts';

test('every length from 1 to 1273 bytes is read back exactly at level H, in the smallest version', async () => {
  expect(await sweepLengths('H', 1, 1273)).toEqual([]);
}, 240_000);
