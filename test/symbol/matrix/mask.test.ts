import { expect, test } from 'vitest';
import { compareEveryVersion, compareWithPeer } from '#harness/symbols/compare-with-peer.ts';

test('100 symbols have the mask, and every module, that an independent encoder finds', () => {
  expect(compareWithPeer(100)).toEqual([]);
});

test('a symbol of every version and level has the mask, and every module, that an independent encoder finds', () => {
  expect(compareEveryVersion(1)).toEqual([]);
});
