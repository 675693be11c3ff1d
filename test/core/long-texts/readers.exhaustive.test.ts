import { expect, it } from 'vitest';
import { sampledOf } from '#harness/data/sampled.ts';
import { describeSlowText, findSlowText } from '#harness/long-texts/find-slow-text.ts';
import { pumpAnything, TEXT_READERS } from '#harness/long-texts/text-readers.ts';

it.each(TEXT_READERS)('%s: one of 64 KiB is read in linear time, however it begins and ends', (_, read) => {
  const text = findSlowText(read, sampledOf(pumpAnything(true)), [256, 8_192, 65_536]);
  expect(text && describeSlowText(text)).toBeNull();
});
