import { expect, test } from 'vitest';
import { sweepLengths } from '../support/sweep.ts';

test('every length from 1 to 1900 bytes is read back exactly at level L, in the smallest version', async () => {
  expect(await sweepLengths('L', 1, 1900)).toEqual([]);
}, 240_000);
