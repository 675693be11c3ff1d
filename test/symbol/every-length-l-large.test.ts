import { expect, test } from 'vitest';
import { sweepLengths } from '../support/sweep.ts';

test('every length from 1901 to 2953 bytes is read back exactly at level L, in the smallest version', async () => {
  expect(await sweepLengths('L', 1901, 2953)).toEqual([]);
}, 240_000);
