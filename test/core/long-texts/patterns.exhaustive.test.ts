import { expect, it } from 'vitest';
import { sampledOf } from '#harness/data/sampled.ts';
import { findPatterns, toReader } from '#harness/long-texts/find-patterns.ts';
import { describeSlowText, findSlowText } from '#harness/long-texts/find-slow-text.ts';
import { pumpPattern } from '#harness/long-texts/pump-pattern.ts';

const PATTERNS = sampledOf(findPatterns('{src,client/src}/**/*.{ts,tsx}'));

it.each(PATTERNS)('$place reads a text of 64 KiB in linear time: $source', (pattern) => {
  const text = findSlowText(toReader(pattern), pumpPattern(pattern, 8), [256, 2_048, 16_384, 65_536]);
  expect(text && describeSlowText(text)).toBeNull();
});
