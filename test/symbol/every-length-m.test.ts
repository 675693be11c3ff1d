import { expect, test } from 'vitest';
import { sweepLengths } from '../support/sweep.ts';

test('every length from 1 to 2331 bytes is read back exactly at level M, in the smallest version', async () => {
  expect(await sweepLengths('M', 1, 2331)).toEqual([]);
}, 240_000);
