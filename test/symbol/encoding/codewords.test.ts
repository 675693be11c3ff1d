import { describe, expect, test } from 'vitest';
import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { toCodewords } from '#symbol/encoding/codewords.ts';
import { correctionCodewords } from '#symbol/encoding/reed-solomon.ts';
import { planSegments, VERSION_RANGES } from '#symbol/encoding/segments.ts';
import { blockLayout } from '#symbol/encoding/versions.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A product in GF(2⁸), bit by bit (ISO/IEC 18004 §7.5.2), without the tables of the code under test. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >>> 7 === 1 ? 0x11d : 0);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

/** The values of a block, as a polynomial, at α⁰, α¹, … α^(count - 1): all zero if the block is undamaged. */
function syndromes(block: Uint8Array, count: number): number[] {
  let root = 1;
  return Array.from({ length: count }, () => {
    const value = block.reduce((sum, codeword) => multiply(sum, root) ^ codeword, 0);
    root = multiply(root, 2);
    return value;
  });
}

/** A block's data and error correction, taken from the order of ISO/IEC 18004 §7.6. */
function takeBlock(
  codewords: Uint8Array,
  version: number,
  level: ErrorCorrectionLevel,
  block: number,
): Uint8Array {
  const { blocks, data } = blockLayout(version, level);
  const short = Math.floor(data / blocks);
  const shortBlocks = blocks - (data % blocks);
  return codewords.filter((_, i) => {
    if (i < short * blocks) return i % blocks === block;
    return i < data ? i - short * blocks === block - shortBlocks : (i - data) % blocks === block;
  });
}

describe('codewords', () => {
  test('of 01234567 in version 1-M are those of the example in ISO/IEC 18004 Annex I', () => {
    const plan = planSegments(bytesOf('01234567'), VERSION_RANGES[0]!);
    const codewords = toCodewords(bytesOf('01234567'), { version: 1, level: 'M', plan });
    expect(Buffer.from(codewords).toString('hex')).toBe(
      `10200c566180${'ec11'.repeat(5)}a524d4c1ed36c7872c55`,
    );
  });

  test('of a full symbol have neither padding nor a whole terminator', () => {
    // 17 bytes in version 1-L: 4 + 8 + 17 × 8 bits of 19 × 8, and the remaining four are the terminator.
    const content = bytesOf('abcdefghijklmnopq');
    const layout = chooseVersion(content, 'L')!;
    expect(layout).toMatchObject({ version: 1, level: 'L' });
    const codewords = toCodewords(content, layout);
    const bytes = Buffer.from(content).toString('hex');
    expect(Buffer.from(codewords.subarray(0, 19)).toString('hex')).toBe(`411${bytes}0`);
  });

  test.each(ERROR_CORRECTION_LEVELS)(
    'of every version at level %s divide into blocks without damage',
    (level) => {
      const damaged: number[] = [];
      for (let version = 1; version <= 40; version++) {
        const plan = planSegments(
          bytesOf('x'),
          VERSION_RANGES.find(({ last }) => version <= last)!,
        );
        const { blocks, correction } = blockLayout(version, level);
        const codewords = toCodewords(bytesOf('x'), { version, level, plan });
        for (let block = 0; block < blocks; block++) {
          const found = syndromes(takeBlock(codewords, version, level, block), correction);
          if (found.some((syndrome) => syndrome !== 0)) damaged.push(version);
        }
      }
      expect(damaged).toEqual([]);
    },
  );
});

test('error correction of any data makes an undamaged block, and reveals a wrong codeword', () => {
  const random = seededRandom(5);
  for (const count of [7, 10, 13, 15, 16, 17, 18, 20, 22, 24, 26, 28, 30]) {
    for (let length = 1; length < 120; length += 17) {
      const data = Uint8Array.from({ length }, () => (random() < 0.2 ? 0 : Math.floor(random() * 256)));
      const block = Uint8Array.from([...data, ...correctionCodewords(data, count)]);
      expect(syndromes(block, count).every((syndrome) => syndrome === 0)).toBe(true);
      block[Math.floor(random() * block.length)]! ^= 1;
      expect(syndromes(block, count).some((syndrome) => syndrome === 0)).toBe(false);
    }
  }
});
