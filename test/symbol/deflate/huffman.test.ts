import { expect, test } from 'vitest';
import { toPrefixCode } from '#symbol/deflate/huffman.ts';

test('the example of RFC 1951 §3.2.2 has the codes that stand there, written from their first bit', () => {
  // Lengths (3, 3, 3, 3, 3, 2, 4, 4) of A to H are the best code of these counts.
  const { lengths, codes } = toPrefixCode(Uint32Array.of(10, 10, 10, 10, 10, 25, 5, 5), 15);
  expect([...lengths]).toEqual([3, 3, 3, 3, 3, 2, 4, 4]);
  const written = [...codes].map((code, i) =>
    [...code.toString(2).padStart(lengths[i]!, '0')].reverse().join(''),
  );
  expect(written).toEqual(['010', '011', '100', '101', '110', '00', '1110', '1111']);
});

test.each([7, 15])('counts that ask for long codes get a complete one of at most %i bits', (limit) => {
  // Fibonacci numbers make the deepest tree.
  const counts = new Uint32Array(limit === 7 ? 19 : 40);
  for (let i = 0; i < counts.length; i++) counts[i] = i < 2 ? 1 : counts[i - 1]! + counts[i - 2]!;
  const { lengths } = toPrefixCode(counts, limit);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(limit);
  expect(lengths.reduce((sum, length) => sum + 2 ** -length, 0)).toBe(1);
});

test('a single symbol takes one bit, and none takes no code', () => {
  expect([...toPrefixCode(Uint32Array.of(0, 7, 0), 15).lengths]).toEqual([0, 1, 0]);
  expect([...toPrefixCode(new Uint32Array(3), 15).lengths]).toEqual([0, 0, 0]);
});
