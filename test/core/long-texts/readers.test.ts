import { expect, it } from 'vitest';
import { describeSlowText, findSlowText } from '#harness/long-texts/find-slow-text.ts';
import { pumpAnything, TEXT_READERS } from '#harness/long-texts/text-readers.ts';

it.each(TEXT_READERS)('%s: a long one is read in linear time', (_, read) => {
  const text = findSlowText(read, pumpAnything(false), [256, 8_192]);
  expect(text && describeSlowText(text)).toBeNull();
});
