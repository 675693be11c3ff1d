import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { ERROR_CORRECTION_LEVELS } from '../../src/core/error-correction.ts';
import { chooseVersion } from '../../src/symbol/choose-version.ts';
import { encodeSymbol, type SymbolMatrix } from '../../src/symbol/encode.ts';
import { LOWER_CASE, randomText, seededRandom } from '../support/contents.ts';

test('500 symbols have the mask, and every module, that an independent encoder finds', () => {
  const random = seededRandom(500);
  const differing: string[] = [];
  for (let i = 0; i < 500; i++) {
    // Short contents are the common ones; every tenth is long.
    const longest = i % 10 === 0 ? 1200 : 120;
    const content = randomText(random, LOWER_CASE, 1 + Math.floor(random() * longest));
    const symbol = encodeContent(content, i);
    const peer = encode(content, {
      ecc: symbol.level,
      boostEcc: false,
      minVersion: symbol.version,
      maxVersion: symbol.version,
      border: 0,
    });
    const modules = peer.data.flat().map(Number);
    const isSame = peer.maskPattern === symbol.mask && Buffer.from(modules).equals(symbol.modules);
    if (!isSame) differing.push(`${content}: mask ${symbol.mask} instead of ${peer.maskPattern}`);
  }
  expect(differing).toEqual([]);
}, 60_000);

function encodeContent(content: string, i: number): SymbolMatrix {
  const bytes = new TextEncoder().encode(content);
  const layout = chooseVersion(bytes, ERROR_CORRECTION_LEVELS[i % 4]!);
  if (layout === null) throw new Error('1,200 bytes fit every level');
  return encodeSymbol(bytes, layout);
}
