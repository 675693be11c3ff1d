import { expect, test } from 'vitest';
import { compareVersions, compareWithPeer } from '#harness/symbols/peers/compare-symbols.ts';

test('100 symbols have the mask, and every module, that an independent encoder finds', () => {
  expect(compareWithPeer(100)).toEqual([]);
});

/** Before and after the first alignment pattern, the version information, and each change of the length fields; the last. */
const VERSIONS = [1, 2, 6, 7, 9, 10, 26, 27, 40];

test(`a symbol of versions ${VERSIONS.join(', ')} and every level has the mask, and every module, that an independent encoder finds`, () => {
  expect(compareVersions(VERSIONS, 1)).toEqual([]);
});
