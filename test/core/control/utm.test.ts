import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUtm, UTM_NAMES, type Utm } from '#core/control/utm.ts';

const NONE: Utm = { source: null, medium: null, campaign: null, term: null, content: null };

const value = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('spring sale', 'a&b=c', '100%', '+#?', '🍋', 'über', '日本'),
);
const utms: fc.Arbitrary<Utm> = fc
  .record(Object.fromEntries(UTM_NAMES.map((name) => [name, fc.option(value, { nil: null })])))
  .map((some) => Object.assign({}, NONE, some));

const piece = fc.constantFrom(
  'a=1',
  'utm_source=own',
  'utm_source=again',
  'utm%5Fterm',
  'UTM_MEDIUM=x',
  '',
  'b',
);
const targets = fc
  .tuple(
    fc.constantFrom('https://example.com', 'http://example.com/menu', 'HTTPS://example.com/a%20b;c'),
    fc.option(fc.array(piece, { maxLength: 4 }), { nil: null }),
    fc.constantFrom('', '#', '#top?utm_source=of-the-fragment'),
  )
  .map(([base, pieces, hash]) => ({ base: pieces ? `${base}?${pieces.join('&')}` : base, hash }));

describe('campaign parameters', () => {
  it('are read behind every target as they were given, and change nothing that it has itself', () => {
    fc.assert(
      fc.property(targets, utms, ({ base, hash }, utm) => {
        const tagged = addUtm(base + hash, utm);
        expect(tagged.startsWith(base) && tagged.endsWith(hash)).toBe(true);
        const added = tagged.slice(base.length, tagged.length - hash.length);
        expect(added).toMatch(/^[\x21-\x7E]*$/);
        expect(added).not.toMatch(/[+#]/);
        const [before, after] = [base, tagged].map((url) => new URL(url).searchParams);
        for (const name of UTM_NAMES.map((short) => `utm_${short}`)) {
          const wanted = utm[name.slice('utm_'.length) as keyof Utm];
          const own = before!.getAll(name);
          expect(after!.getAll(name)).toEqual(own.length > 0 || wanted === null ? own : [wanted]);
        }
        expect([...after!].slice(0, [...before!].length)).toEqual([...before!]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['https://example.com/', 'https://example.com/?utm_source=a%20%26%20b&utm_content=%F0%9F%8D%8B'],
    ['https://example.com', 'https://example.com?utm_source=a%20%26%20b&utm_content=%F0%9F%8D%8B'],
    ['https://example.com/?', 'https://example.com/?utm_source=a%20%26%20b&utm_content=%F0%9F%8D%8B'],
    [
      'https://example.com/?x#y?z',
      'https://example.com/?x&utm_source=a%20%26%20b&utm_content=%F0%9F%8D%8B#y?z',
    ],
    ['https://example.com/?utm_source=&%75tm_content', 'https://example.com/?utm_source=&%75tm_content'],
    ['mailto:jane@example.com', 'mailto:jane@example.com'],
    ['tel:+4930123456', 'tel:+4930123456'],
    ['geo:52.5,13.3', 'geo:52.5,13.3'],
    [`https://example.com/${'x'.repeat(8_160)}`, `https://example.com/${'x'.repeat(8_160)}`],
  ])('make %s to %s', (target, expected) => {
    expect(addUtm(target, { ...NONE, source: 'a & b', content: '🍋' })).toBe(expected);
    expect(addUtm(target, undefined)).toBe(target);
  });
});
