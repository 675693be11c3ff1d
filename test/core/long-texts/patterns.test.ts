import { expect, it } from 'vitest';
import { findPatterns, toReader } from '#harness/long-texts/find-patterns.ts';
import { describeSlowText, findSlowText } from '#harness/long-texts/find-slow-text.ts';
import { pumpPattern } from '#harness/long-texts/pump-pattern.ts';

const LENGTHS = [256, 8_192];

it('every pattern reads a long text in linear time', () => {
  const patterns = findPatterns('{src,client/src}/**/*.{ts,tsx}');
  expect(patterns.length).toBeGreaterThan(300);
  const slow = patterns.flatMap((pattern) => {
    const text = findSlowText(toReader(pattern), pumpPattern(pattern, 2), LENGTHS);
    return text ? [`${pattern.place} /${pattern.source}/${pattern.flags}: ${describeSlowText(text)}`] : [];
  });
  expect(slow).toEqual([]);
});

it.each([
  ['starts again at each character', String.raw`\s+$`, 'g'],
  ['starts again at each word', '<!DOCTYPE[^>]*>', ''],
  ['starts again at each line that only some notice', String.raw`^1[^:\r\n]*:`, 'm'],
  ['has two parts for the same', String.raw`^\d+\.?\d*$`, ''],
])('a pattern that %s is found', (_, source, flags) => {
  const pattern = { place: '', source, flags };
  expect(findSlowText(toReader(pattern), pumpPattern(pattern, 2), LENGTHS)).not.toBeNull();
});
