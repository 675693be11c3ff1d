import { randomText } from '#harness/data/contents.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

const random = seededRandom(18004);
const WORD_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEF0123456789';

/** The contents that are drawn: a short and a long URL, and a text near the capacity of level M. */
export const CONTENTS: ReadonlyMap<string, string> = new Map([
  ['url31', 'https://example.com/menu/table7'],
  ['url200', `https://example.com/${randomText(random, `${WORD_CHARACTERS}/-`, 180)}`],
  ['text2000', randomText(random, `${WORD_CHARACTERS}      ,.`, 2000)],
]);
