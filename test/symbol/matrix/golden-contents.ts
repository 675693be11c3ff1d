import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { LOWER_CASE, randomText } from '#harness/data/contents.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

const ALPHABETS = [
  LOWER_CASE,
  '0123456789',
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:',
  'aZ09-/ä漢🎄',
  '0000000000AAAAAAAAAAaaaaaaaaaa',
];

/** 400 random contents in every mode, as many short ones as long ones. */
export function goldenContents(): { content: string; level: ErrorCorrectionLevel }[] {
  const random = seededRandom(2026);
  return Array.from({ length: 400 }, (_, i) => {
    // With emoji in the alphabet, 300 characters fit at any level.
    const length = 1 + Math.floor((i % 5 === 3 ? 300 : 1200) * random() ** 2);
    const content = randomText(random, ALPHABETS[i % ALPHABETS.length]!, length);
    return { content, level: ERROR_CORRECTION_LEVELS[i % 4]! };
  });
}
