import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTags, parseTag, splitTags } from '#core/codes/tags.ts';
import { formatTags, parseTags } from '#core/imports/values.ts';

describe('tags in one text', () => {
  it.each<[string, unknown[] | null]>([
    ['spring, flyer', ['spring', 'flyer']],
    [' , spring,, ', ['spring']],
    ['', []],
    ['["spring","flyer"]', ['spring', 'flyer']],
    [' [ "a, b" ]\n', ['a, b']],
    ['[]', []],
    ['[2025, "print"]', ['2025', 'print']],
    ['[{"id":"tag_1","name":"sale"}]', ['sale']],
    ['[null]', [null]],
    ['[VIP], [x', ['[VIP]', '[x']],
    ['["spring","flyer"', null],
    ["['spring', 'flyer']", null],
    ['[]]', null],
  ])('%j are %j', (text, tags) => {
    expect(splitTags(text)).toEqual(tags);
  });

  it('are read as they were written, whatever they are called', () => {
    const tag = fc
      .string({
        unit: fc.constantFrom('[', ']', '"', "'", '{', '|', ';', '1', 'a', ' ', 'ü', '😀'),
        maxLength: 6,
      })
      .map((text) => parseTag(text))
      .filter((parsed) => parsed.ok)
      .map((parsed) => parsed.value);
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), (tags) => {
        expect(splitTags(joinTags(tags, ', '))).toEqual(tags);
        expect(parseTags(formatTags(tags))).toEqual(tags);
      }),
      { numRuns: 2_000 },
    );
    expect(joinTags(['a', 'b'], ',')).toBe('a,b');
  });
});
