import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import {
  planSegments,
  VERSION_RANGES,
  type SegmentMode,
  type VersionRange,
} from '#symbol/encoding/segments.ts';
import { ALPHABETS } from '#harness/data/contents.ts';
import { sweepAlphabet } from '#harness/symbols/sweeps/sweep-lengths.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('segments', () => {
  test('a short URL in upper case with a lower-case scheme is a byte and an alphanumeric segment', () => {
    const { segments, bits } = planSegments(bytesOf('https://GO.EXAMPLE.COM/K7M2P9QA'), VERSION_RANGES[0]!);
    expect(segments).toEqual([
      { mode: 'byte', start: 0, end: 5 },
      { mode: 'alphanumeric', start: 5, end: 31 },
    ]);
    expect(bits).toBe(4 + 8 + 5 * 8 + 4 + 9 + 26 * 5.5);
  });

  test('no other split of a content into modes is shorter', () => {
    const content = array(constantFrom('0', '7', 'A', ':', 'a', 'ä', '00000', 'ABCDE', '1234567'), {
      maxLength: 5,
    })
      .map((parts) => parts.join(''))
      .filter((text) => bytesOf(text).length <= 14);
    assert(
      property(content, constantFrom(...VERSION_RANGES), (text, range) => {
        expect(planSegments(bytesOf(text), range).bits).toBe(fewestBits(bytesOf(text), range));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test('segments follow each other without a gap from the first byte to the last', () => {
    assert(
      property(string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        const bytes = bytesOf(text);
        const { segments } = planSegments(bytes, VERSION_RANGES[0]!);
        expect(segments.map(({ start }) => start)).toEqual([
          0,
          ...segments.slice(0, -1).map(({ end }) => end),
        ]);
        expect(segments.at(-1)?.end).toBe(bytes.length);
      }),
      { seed: 1 },
    );
  });

  describe.each(Object.entries(ALPHABETS))('%s', (_, alphabet) => {
    test.each(ERROR_CORRECTION_LEVELS)(
      'are read back exactly at level %s, in the smallest version',
      async (level) => {
        expect(await sweepAlphabet(alphabet, level, 1.6)).toEqual([]);
      },
    );
  });
});

/** The length of the shortest stream, found by trying every way to split the content. */
function fewestBits(content: Uint8Array, { countBits }: VersionRange): number {
  const text = Buffer.from(content).toString('latin1');
  const shortest: number[] = [0];
  for (let end = 1; end <= text.length; end++) {
    const lengths = Array.from(
      { length: end },
      (_, start) =>
        Math.min(...segmentBits(text.slice(start, end)).map(([mode, bits]) => 4 + countBits[mode] + bits)) +
        shortest[start]!,
    );
    shortest.push(Math.min(...lengths));
  }
  return shortest[text.length]!;
}

/** The data bits of a piece in each mode that can hold it. */
function segmentBits(piece: string): [SegmentMode, number][] {
  const bits: [SegmentMode, number][] = [['byte', 8 * piece.length]];
  if (/^[0-9A-Z $%*+\-./:]+$/.test(piece)) {
    bits.push(['alphanumeric', 11 * Math.floor(piece.length / 2) + 6 * (piece.length % 2)]);
  }
  if (/^\d+$/.test(piece)) {
    bits.push(['numeric', 10 * Math.floor(piece.length / 3) + [0, 4, 7][piece.length % 3]!]);
  }
  return bits;
}
