import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAcceptedLanguages } from '#core/control/accepted-languages.ts';
import { forwardQuery } from '#core/control/forward-query.ts';

describe('the languages that a rule may speak of', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', ['de-at', 'de']],
    ['en;q=0.9, fr', ['en', 'fr']],
    ['en;q=0.89', []],
    ['*', []],
    ['', []],
    ['zh-Hant-TW', ['zh-hant-tw']],
    ['de;q=1.000', ['de']],
    ['de;q=high', []],
    ['x'.repeat(5_000), []],
  ])('are those of %s', (header, languages) => {
    expect(listAcceptedLanguages(header)).toEqual(languages);
  });
});

describe('a forwarded query', () => {
  it.each([
    ['https://example.com/', '', 'https://example.com/'],
    ['https://example.com/', 'a=1', 'https://example.com/?a=1'],
    ['https://example.com/#top', 'a=1&b', 'https://example.com/?a=1&b#top'],
    ['https://example.com/?a=1', 'b=2', 'https://example.com/?a=1&b=2'],
    ['https://example.com/?a=1', 'a=2', 'https://example.com/?a=1'],
    ['https://example.com/?a=1', '%61=2&c=3', 'https://example.com/?a=1&c=3'],
    ['https://example.com/?', 'b=2', 'https://example.com/?b=2'],
    ['https://example.com/?x#y?z', 'b=2&&', 'https://example.com/?x&b=2#y?z'],
    ['https://example.com/', 'a=1 \r\nSet-Cookie: x', 'https://example.com/'],
    ['https://example.com/', 'a=#b', 'https://example.com/'],
    ['https://example.com/', `a=${'x'.repeat(9_000)}`, 'https://example.com/'],
  ])('of %s with %s is %s', (target, query, expected) => {
    expect(forwardQuery(target, query)).toBe(expected);
  });

  it('never changes the host, the path, the fragment or a parameter of the target', () => {
    const target = new URL('https://example.com/menu?a=1#top');
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const url = new URL(forwardQuery(target.href, query));
        expect([url.origin, url.pathname, url.hash, url.searchParams.getAll('a')]).toEqual([
          target.origin,
          target.pathname,
          target.hash,
          ['1'],
        ]);
      }),
    );
  });
});
